import TrellisJSON

extension SchemaNormalizer {
    /// Whether it is certain that no value meets the formula.
    ///
    /// The answer “no” may be wrong where schemas are recursive; whether values exist there is decided when the grammar is made.
    mutating func isEmpty(_ formula: Formula) throws(GrammarError) -> Bool {
        switch formula {
        case .always, .equals, .requires, .forbids: return false
        case .never: return true
        default: break
        }
        if let known = emptiness[formula] { return known }
        // While the question is open, a recursive one is answered “no”.
        emptiness[formula] = false
        do throws(GrammarError) {
            let result = try isEmpty(normalForm(of: formula))
            emptiness[formula] = result
            return result
        } catch .malformed(_, Self.guardedReference) {
            // The question came up while the schemas around it were being read: that is no loop of theirs.
            return false
        }
    }

    /// Whether it is certain that the form has no value.
    mutating func isEmpty(_ form: NormalForm) throws(GrammarError) -> Bool {
        if form.hasNull || form.hasFalse || form.hasTrue { return false }
        if try !questions.isEmpty(form.strings) { return false }
        for shape in form.numbers where try !isEmpty(shape) { return false }
        for shape in form.arrays where try !isEmpty(shape) { return false }
        for shape in form.objects where try !isEmpty(shape) { return false }
        return true
    }

    /// Whether it is certain that the set has no number.
    func isEmpty(_ shape: NumberShape) throws(GrammarError) -> Bool {
        guard shape.values == nil,
            !(shape.divisors.isEmpty && shape.refusedDivisors.isEmpty && shape.refusedValues.isEmpty)
        else { return false }
        // Large divisors have too many states to be looked through; bounds that miss all their multiples are rare.
        guard (shape.divisors + shape.refusedDivisors).allSatisfy({ $0.modulus <= 10_000 }) else { return false }
        return try questions.isEmpty(shape.pattern)
    }

    mutating func isEmpty(_ shape: ArrayShape) throws(GrammarError) -> Bool {
        for index in 0..<min(shape.minimumCount, shape.prefix.count) where try isEmpty(shape.prefix[index]) {
            return true
        }
        guard shape.minimumCount > shape.prefix.count else { return false }
        return try isEmpty(shape.items)
    }

    mutating func isEmpty(_ shape: ObjectShape) throws(GrammarError) -> Bool {
        for name in shape.names {
            if let member = shape.members[name], member.isRequired, try isEmpty(member.formula) { return true }
        }
        return false
    }

    /// Whether it is certain that no value is in both forms.
    mutating func areDisjoint(
        _ left: NormalForm, _ right: NormalForm, at location: SchemaDocument.Location?
    ) throws(GrammarError) -> Bool {
        try isEmpty(intersection(left, right, at: location))
    }
}
