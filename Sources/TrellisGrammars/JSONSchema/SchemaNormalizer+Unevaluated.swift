import TrellisJSON

/// What `unevaluatedProperties` and `unevaluatedItems` ask of members and elements that other keywords have not evaluated.
///
/// Each shape says what has been evaluated where it holds. Where several alternatives hold for one value, what any of them
/// evaluates counts; the more is evaluated, the less is asked. So the alternatives are the combinations of those that can hold
/// together, and none has to be taken away from another.
extension SchemaNormalizer {
    /// The union of forms whose shapes say what has been evaluated.
    mutating func trackingUnion(
        _ forms: [NormalForm], at location: SchemaDocument.Location?
    ) throws(GrammarError) -> NormalForm {
        var result = NormalForm.union(forms, merging: false)
        result.arrays = []
        result.objects = []
        for form in forms {
            for own in form.arrays {
                for other in result.arrays where !covers(own.evaluated, other.evaluated) {
                    guard !covers(other.evaluated, own.evaluated), let both = try intersection(own, other),
                        try !isEmpty(both)
                    else { continue }
                    result.arrays.append(both)
                }
                result.arrays.append(own)
            }
            for own in form.objects {
                for other in result.objects where try !covers(own.evaluated, other.evaluated) {
                    if try covers(other.evaluated, own.evaluated) { continue }
                    guard let both = try intersection(own, other), try !isEmpty(both) else { continue }
                    result.objects.append(both)
                }
                result.objects.append(own)
            }
            try check(result.arrays.count + result.objects.count, at: location)
        }
        return result
    }

    private func covers(_ own: EvaluatedElements, _ other: EvaluatedElements) -> Bool {
        own.count >= other.count && (own == .all || other.formulas.allSatisfy(own.formulas.contains))
    }

    private func covers(_ own: Pattern, _ other: Pattern) throws(GrammarError) -> Bool {
        try questions.isEmpty(.all(of: [other, .not(own)]))
    }

    /// The values of a form whose members or elements that are not evaluated meet a schema; after that all are.
    mutating func applyUnevaluated(
        _ value: JSONValue, _ keyword: String, to form: NormalForm, at location: SchemaDocument.Location
    ) throws(GrammarError) -> NormalForm {
        let condition = try formula(value, keyword, at: location)
        var result = form
        if keyword == "unevaluatedItems" {
            result.arrays = form.arrays.map { shape in
                var shape = shape
                let rest = Formula.any([condition] + shape.evaluated.formulas)
                let first = shape.evaluated.count
                while shape.prefix.count < first, first != .max { shape.prefix.append(shape.items) }
                for index in shape.prefix.indices where index >= first {
                    shape.prefix[index] = .all([shape.prefix[index], rest])
                }
                if first != .max { shape.items = .all([shape.items, rest]) }
                shape.evaluated = .all
                return shape
            }
            return result
        }
        result.objects = []
        for var shape in form.objects {
            for name in shape.names where !questions.matches(shape.evaluated, name.text) {
                guard var member = shape.members[name] else { continue }
                member.formula = .all([member.formula, condition])
                shape.set(name, member)
            }
            var cells: [ObjectShape.Cell] = []
            for cell in shape.cells {
                let inside = Pattern.all(of: [cell.names, shape.evaluated])
                if try !questions.isEmpty(inside) { cells.append(.init(names: inside, formula: cell.formula)) }
                let outside = Pattern.all(of: [cell.names, .not(shape.evaluated)])
                let both = Formula.all([cell.formula, condition])
                if both == .never { continue }
                if try !questions.isEmpty(outside) { cells.append(.init(names: outside, formula: both)) }
            }
            shape.cells = cells
            shape.evaluated = .anything
            result.objects.append(shape)
        }
        return result
    }
}

extension NormalForm {
    /// The form, forgetting what has been evaluated.
    var withoutEvaluated: NormalForm {
        var result = self
        for index in arrays.indices { result.arrays[index].evaluated = EvaluatedElements() }
        for index in objects.indices { result.objects[index].evaluated = .nothing }
        return result
    }
}
