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
        for tally in shape.tallies where try !hasRoom(for: tally, in: shape) { return true }
        guard shape.minimumCount > shape.prefix.count else { return false }
        return try isEmpty(shape.items)
    }

    /// Whether enough places may hold what a tally asks for, each place looked at alone.
    private mutating func hasRoom(for tally: ArrayShape.Tally, in shape: ArrayShape) throws(GrammarError) -> Bool {
        guard tally.minimumCount > 0 else { return true }
        let length = shape.maximumCount ?? .max
        var places = 0
        for index in tally.firstPlace..<max(tally.firstPlace, min(shape.prefix.count, length))
        where try !isEmpty(.all([shape.prefix[index], tally.formula])) {
            places += 1
        }
        let others = length - max(tally.firstPlace, shape.prefix.count)
        if others > 0, places < tally.minimumCount, try !isEmpty(.all([shape.items, tally.formula])) {
            places = places.addingReportingOverflow(others).overflow ? .max : places + others
        }
        return places >= tally.minimumCount
    }

    mutating func isEmpty(_ shape: ObjectShape) throws(GrammarError) -> Bool {
        for name in shape.names {
            if let member = shape.members[name], member.isRequired, try isEmpty(member.formula) { return true }
        }
        for witness in shape.witnesses where try !mayHave(witness, in: shape) { return true }
        return false
    }

    /// Whether some member that the shape allows may be the witness.
    private mutating func mayHave(_ witness: ObjectShape.Cell, in shape: ObjectShape) throws(GrammarError) -> Bool {
        if shape.maximumCount == 0 { return false }
        for cell in shape.cells where try !questions.isEmpty(.all(of: [cell.names, witness.names])) {
            if try !isEmpty(.all([cell.formula, witness.formula])) { return true }
        }
        for name in shape.names where questions.matches(witness.names, name.text) {
            if let member = shape.members[name], try !isEmpty(.all([member.formula, witness.formula])) { return true }
        }
        return false
    }

    /// Whether it is certain that no value is in both forms.
    mutating func areDisjoint(_ left: NormalForm, _ right: NormalForm) throws(GrammarError) -> Bool {
        if left.hasNull && right.hasNull || left.hasFalse && right.hasFalse || left.hasTrue && right.hasTrue {
            return false
        }
        guard try questions.isEmpty(.all(of: [left.strings, right.strings])) else { return false }
        for first in left.numbers {
            for second in right.numbers {
                if let both = first.intersection(second), try !isEmpty(both) { return false }
            }
        }
        for first in left.arrays {
            for second in right.arrays {
                if let both = try intersection(first, second), try !isEmpty(both) { return false }
            }
        }
        for first in left.objects {
            for second in right.objects where try !clash(first, second) {
                if let both = try intersection(first, second), try !isEmpty(both) { return false }
            }
        }
        return true
    }

    /// Whether a member that one of two shapes requires can have no value in both: tagged alternatives are told apart so,
    /// without a look at their other members.
    mutating func clash(_ left: ObjectShape, _ right: ObjectShape) throws(GrammarError) -> Bool {
        for own in [left, right] {
            for name in own.names where own.members[name]?.isRequired == true {
                if try isEmpty(.all([formula(for: name, in: left), formula(for: name, in: right)])) { return true }
            }
        }
        return false
    }
}
