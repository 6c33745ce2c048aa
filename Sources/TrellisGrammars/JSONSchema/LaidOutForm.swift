import TrellisJSON

/// A normal form in which every element and member is of one kind: what a grammar can say.
///
/// Tallies and witnesses ask how many elements or members meet a formula. To count them, each element is either one
/// that meets it or one that doesn't, so that the kinds of an element are the combinations that have a value.
struct LaidOutForm {
    /// The values that are no arrays and no objects.
    var leaves: NormalForm
    var arrays: [ArrayLayout] = []
    var objects: [ObjectLayout] = []
}

/// An array with kinds of elements.
struct ArrayLayout {
    /// One way an element can be, and the tallies it counts for.
    struct Kind: Hashable {
        var formula: Formula
        var tallies: [Int] = []
    }

    /// The kinds of the first elements, and of those after them.
    var prefix: [[Kind]]
    var items: [Kind]
    var minimumCount: Int
    var maximumCount: Int?
    /// The bounds of the tallies; the nodes that count are known later.
    var tallies: [ArrayNode.Tally]
    var isUnique: Bool

    /// The first place behind everything that tells places apart.
    var firstCommonPlace: Int { tallies.map(\.firstPlace).max() ?? 0 }

    var formulas: [Formula] { (prefix + [items]).flatMap { $0.map(\.formula) } }
}

/// An object whose cells meet needs.
struct ObjectLayout {
    /// The object, without witnesses.
    var shape: ObjectShape
    /// For each need the cells that meet it.
    var needs: [[Int]]

    var formulas: [Formula] { shape.names.compactMap { shape.members[$0]?.formula } + shape.cells.map(\.formula) }
}

extension SchemaNormalizer {
    /// The greatest number of tallies of one array.
    private static let tallyLimit = 6
    /// The greatest number of names that are listed in place of their pattern, where they must differ.
    private static let listedNameLimit = 256

    /// A normal form with its kinds.
    mutating func layOut(_ form: NormalForm, at location: SchemaDocument.Location?) throws(GrammarError) -> LaidOutForm
    {
        var result = LaidOutForm(leaves: form)
        result.leaves.arrays = []
        result.leaves.objects = []
        for shape in form.arrays { result.arrays.append(try layOut(shape, at: location)) }
        for shape in form.objects {
            result.objects += try layOut(shape, at: location)
            try check(result.objects.count, at: location)
        }
        return result
    }

    // MARK: - Arrays

    private mutating func layOut(_ shape: ArrayShape, at location: SchemaDocument.Location?) throws(GrammarError)
        -> ArrayLayout
    {
        let tallies = shape.tallies.filter { $0.minimumCount > 0 || $0.maximumCount != nil }
        guard tallies.count <= Self.tallyLimit else {
            throw .limitExceeded(
                pointer: location.map { document.pointer(of: $0) } ?? "", limit: "conditions on the number of elements",
                value: Self.tallyLimit)
        }
        let places = max(shape.prefix.count, tallies.map(\.firstPlace).max() ?? 0)
        var layout = ArrayLayout(
            prefix: [], items: try kinds(of: shape.items, tallies[...]), minimumCount: shape.minimumCount,
            maximumCount: shape.maximumCount,
            tallies: tallies.map {
                .init(
                    kinds: [], from: $0.firstPlace, minimumCount: $0.minimumCount, maximumCount: $0.maximumCount)
            }, isUnique: shape.isUnique && shape.maximumCount ?? .max > 1)
        for place in 0..<min(places, shape.maximumCount ?? .max) {
            let asked = tallies.indices.filter { tallies[$0].firstPlace <= place }
            layout.prefix.append(
                try kinds(of: shape.formula(at: place), tallies[...].filter { $0.firstPlace <= place }).map { kind in
                    .init(formula: kind.formula, tallies: kind.tallies.map { asked[$0] })
                })
        }
        return layout
    }

    /// The kinds of an element: for each tally it counts or doesn't.
    private mutating func kinds(
        of formula: Formula, _ tallies: some Sequence<ArrayShape.Tally>
    ) throws(GrammarError) -> [ArrayLayout.Kind] {
        var kinds = [ArrayLayout.Kind(formula: formula)]
        for (index, tally) in tallies.enumerated() {
            var next: [ArrayLayout.Kind] = []
            for kind in kinds {
                let inside = Formula.all([kind.formula, tally.formula])
                let outside = Formula.all([kind.formula, .not(tally.formula)])
                let isOutsideEmpty = try isEmpty(outside)
                if isOutsideEmpty {
                    next.append(.init(formula: kind.formula, tallies: kind.tallies + [index]))
                } else if try isEmpty(inside) {
                    next.append(kind)
                } else {
                    next.append(.init(formula: inside, tallies: kind.tallies + [index]))
                    next.append(.init(formula: outside, tallies: kind.tallies))
                }
            }
            kinds = next
        }
        return kinds
    }

    // MARK: - Objects

    private mutating func layOut(_ shape: ObjectShape, at location: SchemaDocument.Location?) throws(GrammarError)
        -> [ObjectLayout]
    {
        let shape = try listingNames(of: shape)
        guard !shape.witnesses.isEmpty else { return [ObjectLayout(shape: shape, needs: [])] }
        let listed = Pattern.texts(shape.names.map(\.text))
        let others = shape.names.isEmpty ? Pattern.anything : .not(listed)
        var pending = [shape]
        var result: [ObjectLayout] = []
        while var shape = pending.popLast() {
            let index = shape.witnesses.firstIndex { witness in
                shape.names.contains { questions.matches(witness.names, $0.text) }
            }
            guard let index else {
                if let layout = try layOutCells(of: shape, others, at: location) { result.append(layout) }
                continue
            }
            // The witness is one of the listed members, or none of them.
            let witness = shape.witnesses.remove(at: index)
            for name in shape.names where questions.matches(witness.names, name.text) {
                guard var member = shape.members[name] else { continue }
                member.formula = .all([member.formula, witness.formula])
                member.isRequired = true
                guard try !isEmpty(member.formula) else { continue }
                var branch = shape
                branch.set(name, member)
                pending.append(branch)
            }
            shape.witnesses.append(.init(names: .all(of: [witness.names, others]), formula: witness.formula))
            pending.append(shape)
            try check(pending.count + result.count, at: location)
        }
        return result
    }

    /// The shape with few names of a cell as members, where it is asked for members of any name.
    ///
    /// Then the names must differ, so that few could not be many members.
    private func listingNames(of shape: ObjectShape) throws(GrammarError) -> ObjectShape {
        guard !shape.witnesses.isEmpty || shape.minimumCount > shape.requiredCount else { return shape }
        var result = shape
        result.cells = []
        let others = Pattern.not(.any(of: [.texts(shape.names.map(\.text))]))
        let limit = max(Self.listedNameLimit, min(shape.minimumCount, ArrayNode.distinctLimit))
        for cell in shape.cells {
            guard let names = try questions.texts(.all(of: [cell.names, others]), atMost: limit) else {
                result.cells.append(cell)
                continue
            }
            for name in names {
                result.set(JSONName(name), .init(formula: cell.formula, isRequired: false, isDeclared: false))
            }
        }
        return result
    }

    /// Cuts the cells of a shape into those that are witnesses and those that aren't; nil when there can be no witness.
    private mutating func layOutCells(
        of shape: ObjectShape, _ others: Pattern, at location: SchemaDocument.Location?
    ) throws(GrammarError) -> ObjectLayout? {
        let witnesses = shape.witnesses
        guard witnesses.count <= ObjectNode.needLimit else {
            throw .limitExceeded(
                pointer: location.map { document.pointer(of: $0) } ?? "",
                limit: "conditions on some member of any name",
                value: ObjectNode.needLimit)
        }
        var cells: [(cell: ObjectShape.Cell, needs: [Int])] = []
        for cell in shape.cells {
            cells.append((.init(names: .all(of: [cell.names, others]), formula: cell.formula), []))
        }
        for (index, witness) in witnesses.enumerated() {
            var next: [(cell: ObjectShape.Cell, needs: [Int])] = []
            for (cell, needs) in cells {
                func add(_ names: Pattern, _ formula: Formula, _ needs: [Int]) throws(GrammarError) {
                    if try questions.isEmpty(names) { return }
                    if try isEmpty(formula) { return }
                    next.append((.init(names: names, formula: formula), needs))
                }
                let names = Pattern.all(of: [cell.names, witness.names])
                try add(names, .all([cell.formula, witness.formula]), needs + [index])
                try add(names, .all([cell.formula, .not(witness.formula)]), needs)
                try add(.all(of: [cell.names, .not(witness.names)]), cell.formula, needs)
            }
            cells = next
            try check(cells.count, at: location)
        }
        var result = ObjectLayout(shape: shape, needs: [])
        result.shape.witnesses = []
        result.shape.cells = cells.map(\.cell)
        for index in witnesses.indices {
            let met = cells.indices.filter { cells[$0].needs.contains(index) }
            if met.isEmpty { return nil }
            result.needs.append(met)
        }
        return result
    }
}
