import TrellisJSON

/// Brings formulas to normal form: for each type the union of the shapes that are left.
///
/// The rules are those of sets: `allOf` and keywords beside each other are intersections, `anyOf` is a union, `not` a
/// complement; `oneOf` and `if` are written with these. What a shape cannot say is refused by name. Properties
/// and elements stay formulas, so that a normal form is finite where the schema is recursive.
struct SchemaNormalizer {
    var document: SchemaDocument
    let options: JSONSchemaOptions
    let questions: PatternQuestions
    let watch: CompilationWatch
    var warnings: [GrammarWarning] = []
    private var forms: [Question: NormalForm] = [:]
    private var open: Set<Question> = []
    var emptiness: [Formula: Bool] = [:]
    var formatPatterns: [String: Pattern] = [:]

    /// A formula, and whether its form says what keywords have evaluated.
    private struct Question: Hashable {
        var formula: Formula
        var isTracking: Bool
    }

    init(_ document: SchemaDocument, options: JSONSchemaOptions, watch: CompilationWatch) {
        self.document = document
        self.options = options
        self.watch = watch
        questions = PatternQuestions(options.limits, watch)
    }

    /// What a schema that applies to its own values without end should have been.
    static let guardedReference = "a reference that comes back only through a property or an element"

    /// The normal form of a formula.
    ///
    /// - Parameter isTracking: Whether the shapes say what keywords have evaluated; two shapes that differ in nothing else are
    ///   then two.
    mutating func normalForm(of formula: Formula, tracking isTracking: Bool = false) throws(GrammarError) -> NormalForm
    {
        let question = Question(formula: formula, isTracking: isTracking)
        if let known = forms[question] { return known }
        try GrammarError.checkCancellation()
        let pointer = formula.location.map { document.pointer(of: $0) } ?? ""
        try watch.check()
        guard open.count < options.limits.nesting else {
            throw .limitExceeded(
                pointer: pointer, limit: "levels of schemas for one value", value: options.limits.nesting)
        }
        guard forms.count < options.limits.combinations else {
            throw .limitExceeded(pointer: pointer, limit: "combinations of schemas", value: options.limits.combinations)
        }
        guard open.insert(question).inserted else {
            throw .malformed(pointer: pointer, expected: Self.guardedReference)
        }
        defer { open.remove(question) }
        let form = try compute(formula, isTracking)
        forms[question] = form
        return form
    }

    private mutating func compute(_ formula: Formula, _ isTracking: Bool) throws(GrammarError) -> NormalForm {
        switch formula {
        case .always: return .all
        case .never: return .none
        case .schema(let location): return try read(location, isTracking)
        case .negation(let inner): return try difference(.all, normalForm(of: inner), at: inner.location)
        case .conjunction(let parts):
            // What is known before a subtraction makes it smaller, or possible at all.
            var result = NormalForm.all
            for part in parts {
                if case .negation = part { continue }
                result = try intersection(result, normalForm(of: part, tracking: isTracking), at: formula.location)
            }
            for part in parts {
                guard case .negation(let inner) = part else { continue }
                result = try difference(result, normalForm(of: inner), at: inner.location)
            }
            return result
        case .disjunction(let parts):
            var forms: [NormalForm] = []
            for part in parts { forms.append(try normalForm(of: part, tracking: isTracking)) }
            let result = try isTracking ? trackingUnion(forms, at: formula.location) : NormalForm.union(forms)
            try check(result.objects.count + result.arrays.count + result.numbers.count, at: formula.location)
            return result
        case .equals(let value): return form(ofValues: [value])
        case .requires(let name):
            var form = NormalForm.all
            form.objects[0].set(name, .init(formula: .always, isRequired: true, isDeclared: false))
            return form
        case .forbids(let name):
            var form = NormalForm.all
            form.objects[0].set(name, .init(formula: .never, isRequired: false, isDeclared: false))
            return form
        }
    }

    func check(_ alternatives: Int, at location: SchemaDocument.Location?) throws(GrammarError) {
        guard alternatives <= options.limits.alternatives else {
            throw .limitExceeded(
                pointer: location.map { document.pointer(of: $0) } ?? "", limit: "alternatives for one value",
                value: options.limits.alternatives)
        }
    }

    /// The normal form of a list of values, each type with its own.
    func form(ofValues values: [JSONValue]) -> NormalForm {
        var form = NormalForm.none
        var numbers: [JSONNumber] = []
        var texts: [String] = []
        for value in values {
            switch value {
            case .null: form.hasNull = true
            case .bool(let isTrue): if isTrue { form.hasTrue = true } else { form.hasFalse = true }
            case .number(let number): numbers.append(number)
            case .string(let text): texts.append(text)
            case .array(let elements):
                form.arrays.append(
                    ArrayShape(
                        prefix: elements.map { .equals($0) }, items: .never, minimumCount: elements.count,
                        maximumCount: elements.count))
            case .object(let object):
                var shape = ObjectShape(cells: [])
                for (name, value) in object {
                    shape.set(JSONName(name), .init(formula: .equals(value), isRequired: true, isDeclared: true))
                }
                form.objects.append(shape)
            }
        }
        if !numbers.isEmpty { form.numbers = [NumberShape(values: numbers)] }
        form.strings = .any(of: texts.isEmpty ? [] : [.texts(texts)])
        return form
    }

    // MARK: - Intersection

    /// The values in both forms.
    mutating func intersection(
        _ left: NormalForm, _ right: NormalForm, at location: SchemaDocument.Location?
    ) throws(GrammarError) -> NormalForm {
        var result = NormalForm.none
        result.hasNull = left.hasNull && right.hasNull
        result.hasFalse = left.hasFalse && right.hasFalse
        result.hasTrue = left.hasTrue && right.hasTrue
        result.strings = .all(of: [left.strings, right.strings])
        for first in left.numbers {
            for second in right.numbers {
                if let both = first.intersection(second), !result.numbers.contains(both) { result.numbers.append(both) }
            }
        }
        for first in left.arrays {
            for second in right.arrays {
                guard let both = try intersection(first, second), !result.arrays.contains(both) else { continue }
                result.arrays.append(both)
                try check(result.arrays.count, at: location)
            }
        }
        if left.objects == [.all] {
            result.objects = right.objects
        } else if right.objects == [.all] {
            result.objects = left.objects
        } else {
            for first in left.objects {
                for second in right.objects {
                    guard let both = try intersection(first, second) else { continue }
                    result.objects.append(both)
                    try check(result.objects.count, at: location)
                }
            }
        }
        return result
    }

    mutating func intersection(_ left: ArrayShape, _ right: ArrayShape) throws(GrammarError) -> ArrayShape? {
        try watch.check()
        var result = ArrayShape()
        result.minimumCount = max(left.minimumCount, right.minimumCount)
        result.maximumCount = [left.maximumCount, right.maximumCount].compactMap { $0 }.min()
        for index in 0..<max(left.prefix.count, right.prefix.count) {
            let both = Formula.all([left.formula(at: index), right.formula(at: index)])
            result.prefix.append(both)
            if index < result.minimumCount, try isEmpty(both) { return nil }
        }
        result.items = .all([left.items, right.items])
        if let maximum = result.maximumCount, maximum < result.minimumCount { return nil }
        result.isUnique = left.isUnique || right.isUnique
        result.evaluated = left.evaluated.union(right.evaluated)
        for tally in left.tallies + right.tallies { result.add(tally) }
        for tally in result.tallies where tally.maximumCount.map({ $0 < tally.minimumCount }) ?? false { return nil }
        return result
    }

    /// What a shape asks of the member of that name.
    func formula(for name: JSONName, in shape: ObjectShape) -> Formula {
        if let member = shape.members[name] { return member.formula }
        return shape.cells.first { questions.matches($0.names, name.text) }?.formula ?? .never
    }

    mutating func intersection(_ left: ObjectShape, _ right: ObjectShape) throws(GrammarError) -> ObjectShape? {
        try watch.check()
        var result = ObjectShape(
            cells: [], witnesses: left.witnesses + right.witnesses.filter { !left.witnesses.contains($0) },
            minimumCount: max(left.minimumCount, right.minimumCount),
            maximumCount: [left.maximumCount, right.maximumCount].compactMap { $0 }.min())
        result.evaluated = .any(of: [left.evaluated, right.evaluated])
        for (own, other) in [(left, right), (right, left)] {
            for name in own.names {
                guard result.members[name] == nil, let member = own.members[name] else { continue }
                let second = other.members[name]
                let isRequired = member.isRequired || second?.isRequired ?? false
                let both = Formula.all([formula(for: name, in: left), formula(for: name, in: right)])
                if isRequired, try isEmpty(both) { return nil }
                result.set(
                    name,
                    .init(
                        formula: both, isRequired: isRequired,
                        isDeclared: member.isDeclared || second?.isDeclared ?? false))
            }
        }
        result.sortNames()
        for first in left.cells {
            for second in right.cells {
                let formula = Formula.all([first.formula, second.formula])
                let names = Pattern.all(of: [first.names, second.names])
                if formula != .never, try !questions.isEmpty(names) {
                    result.cells.append(.init(names: names, formula: formula))
                }
            }
        }
        if let maximum = result.maximumCount, maximum < max(result.minimumCount, result.requiredCount) { return nil }
        if result.cells.isEmpty, result.minimumCount > result.members.count { return nil }
        return result
    }

    func unsupported(_ keyword: String, at location: SchemaDocument.Location?, _ reason: String) -> GrammarError {
        .unsupported(pointer: location.map { document.pointer(of: $0) } ?? "", keyword: keyword, reason: reason)
    }
}
