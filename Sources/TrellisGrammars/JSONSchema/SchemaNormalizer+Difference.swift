import TrellisJSON

extension SchemaNormalizer {
    /// The values of the first form that are not in the second.
    mutating func difference(
        _ left: NormalForm, _ right: NormalForm, at location: SchemaDocument.Location?
    ) throws(GrammarError) -> NormalForm {
        var result = left
        result.hasNull = left.hasNull && !right.hasNull
        result.hasFalse = left.hasFalse && !right.hasFalse
        result.hasTrue = left.hasTrue && !right.hasTrue
        result.strings = .all(of: [left.strings, .not(right.strings)])
        for shape in right.numbers {
            var others = NormalForm.none
            others.numbers = shape.complement
            result.numbers = try intersection(result, others, at: location).numbers
        }
        for shape in right.arrays {
            var kept: [ArrayShape] = []
            for own in result.arrays {
                kept += try difference(own, shape, at: location)
                try check(kept.count, at: location)
            }
            result.arrays = kept
        }
        for shape in right.objects {
            var kept: [ObjectShape] = []
            for own in result.objects {
                kept += try difference(own, shape)
                try check(kept.count, at: location)
            }
            result.objects = kept
        }
        return result
    }

    /// Whether it is certain that every value that meets the first formula meets the second.
    private mutating func implies(_ left: Formula, _ right: Formula) throws(GrammarError) -> Bool {
        if right == .always || left == .never || left == right { return true }
        do throws(GrammarError) {
            return try isEmpty(.all([left, .not(right)]))
        } catch .unsupported {
            return false
        }
    }

    private mutating func difference(
        _ own: ArrayShape, _ shape: ArrayShape, at location: SchemaDocument.Location?
    ) throws(GrammarError) -> [ArrayShape] {
        guard let both = try intersection(own, shape), try !isEmpty(both) else { return [own] }
        if shape.isUnique, !own.isUnique, own.maximumCount ?? .max > 1 {
            throw unsupported("uniqueItems", at: location, "here two elements would have to be equal")
        }
        var result: [ArrayShape] = []
        func add(_ other: ArrayShape) throws(GrammarError) {
            if let part = try intersection(own, other), try !isEmpty(part) { result.append(part) }
        }
        if shape.minimumCount > 0 { try add(ArrayShape(maximumCount: shape.minimumCount - 1)) }
        if let maximum = shape.maximumCount { try add(ArrayShape(minimumCount: maximum + 1)) }
        for tally in shape.tallies {
            if tally.minimumCount > 0 {
                var fewer = ArrayShape.Tally(formula: tally.formula, firstPlace: tally.firstPlace)
                fewer.maximumCount = tally.minimumCount - 1
                try add(ArrayShape(tallies: [fewer]))
            }
            if let maximum = tally.maximumCount {
                var more = ArrayShape.Tally(formula: tally.formula, firstPlace: tally.firstPlace)
                more.minimumCount = maximum + 1
                try add(ArrayShape(tallies: [more]))
            }
        }
        let listed = max(own.prefix.count, shape.prefix.count)
        for index in 0..<min(listed + 1, own.maximumCount ?? .max) {
            let (mine, condition) = (own.formula(at: index), shape.formula(at: index))
            if try isEmpty(.all([mine, condition])) {
                // Whatever stands here fails: so does every array that is so long.
                try add(ArrayShape(minimumCount: index + 1))
                break
            }
            if try implies(mine, condition) { continue }
            if index < listed {
                let before = [Formula](repeating: .always, count: index)
                try add(ArrayShape(prefix: before + [.not(condition)], minimumCount: index + 1))
            } else {
                // One of the others fails.
                let failing = ArrayShape.Tally(formula: .not(condition), firstPlace: listed, minimumCount: 1)
                try add(ArrayShape(minimumCount: listed + 1, tallies: [failing]))
            }
        }
        return result
    }

    private mutating func difference(_ own: ObjectShape, _ shape: ObjectShape) throws(GrammarError) -> [ObjectShape] {
        if try clash(own, shape) { return [own] }
        guard let both = try intersection(own, shape), try !isEmpty(both) else { return [own] }
        var result: [ObjectShape] = []
        func add(_ other: ObjectShape) throws(GrammarError) {
            if let part = try intersection(own, other), try !isEmpty(part) { result.append(part) }
        }
        func addMember(_ name: JSONName, _ formula: Formula, isRequired: Bool) throws(GrammarError) {
            let known = own.members[name]
            var part = own
            let both = Formula.all([self.formula(for: name, in: own), formula])
            let isRequired = isRequired || known?.isRequired ?? false
            if isRequired, try isEmpty(both) { return }
            part.set(
                name, .init(formula: both, isRequired: isRequired, isDeclared: known?.isDeclared ?? false))
            if let maximum = part.maximumCount, maximum < max(part.minimumCount, part.requiredCount) { return }
            if part.cells.isEmpty, part.minimumCount > part.members.count { return }
            if try !isEmpty(part) { result.append(part) }
        }
        if shape.minimumCount > 0 {
            try add(ObjectShape(cells: ObjectShape.all.cells, maximumCount: shape.minimumCount - 1))
        }
        if let maximum = shape.maximumCount {
            try add(ObjectShape(cells: ObjectShape.all.cells, minimumCount: maximum + 1))
        }
        for witness in shape.witnesses {
            // No member is one.
            let others = ObjectShape.Cell(names: .not(witness.names), formula: .always)
            let failing = ObjectShape.Cell(names: witness.names, formula: .not(witness.formula))
            try add(ObjectShape(cells: [others, failing]))
        }
        var names = shape.names
        names += own.names.filter { shape.members[$0] == nil }
        for name in names {
            let condition = formula(for: name, in: shape)
            if shape.members[name]?.isRequired == true, own.members[name]?.isRequired != true {
                try addMember(name, .never, isRequired: false)
            }
            if try implies(formula(for: name, in: own), condition) { continue }
            try addMember(name, .not(condition), isRequired: true)
        }
        if try allMembersFail(own, shape) {
            try add(ObjectShape(cells: ObjectShape.all.cells, minimumCount: 1))
            return result
        }
        // Members whose names neither shape lists: where the shape asks more of them, one of them fails.
        let listed = Pattern.not(.any(of: [.texts(names.map(\.text))]))
        for cell in own.cells where cell.formula != .never {
            var unasked = Pattern.all(of: [cell.names, listed])
            for other in shape.cells {
                let common = Pattern.all(of: [cell.names, other.names, listed])
                unasked = .all(of: [unasked, .not(other.names)])
                if try questions.isEmpty(common) { continue }
                if try implies(cell.formula, other.formula) { continue }
                let failing = ObjectShape.Cell(names: common, formula: .not(other.formula))
                try add(ObjectShape(cells: ObjectShape.all.cells, witnesses: [failing]))
            }
            if try !questions.isEmpty(unasked) {
                let other = ObjectShape.Cell(names: unasked, formula: .always)
                try add(ObjectShape(cells: ObjectShape.all.cells, witnesses: [other]))
            }
        }
        return result
    }

    /// Whether no member that the first shape allows is one that the second allows.
    private mutating func allMembersFail(_ own: ObjectShape, _ shape: ObjectShape) throws(GrammarError) -> Bool {
        for name in own.names where try !isEmpty(.all([formula(for: name, in: own), formula(for: name, in: shape)])) {
            return false
        }
        for name in shape.names where try !isEmpty(.all([formula(for: name, in: own), formula(for: name, in: shape)])) {
            return false
        }
        for cell in own.cells {
            for other in shape.cells where try !isEmpty(.all([cell.formula, other.formula])) {
                if try !questions.isEmpty(.all(of: [cell.names, other.names])) { return false }
            }
        }
        return true
    }
}
