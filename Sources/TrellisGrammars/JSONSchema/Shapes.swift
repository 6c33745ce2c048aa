import TrellisJSON

/// The objects that have certain members.
struct ObjectShape: Hashable, Sendable {
    /// What is known of one name.
    struct Member: Hashable, Sendable {
        var formula: Formula
        var isRequired: Bool
        /// Whether `properties` names it; others come after those that are.
        var isDeclared: Bool
    }

    /// Members by a pattern of their names; names that are members of the shape are not meant.
    struct Cell: Hashable, Sendable {
        var names: Pattern
        var formula: Formula
    }

    /// The names in order, first those that are declared.
    private(set) var names: [JSONName] = []
    private(set) var members: [JSONName: Member] = [:]
    /// Disjoint cells; a name in none of them is not allowed.
    var cells: [Cell]
    /// Members that there must be: for each, one of the names with a value that meets the formula.
    var witnesses: [Cell] = []
    var minimumCount = 0
    var maximumCount: Int?
    /// The names whose members some keyword has evaluated, where that is followed.
    var evaluated = Pattern.nothing

    /// Every object.
    static let all = ObjectShape(cells: [Cell(names: .anything, formula: .always)])

    init(cells: [Cell], witnesses: [Cell] = [], minimumCount: Int = 0, maximumCount: Int? = nil) {
        self.cells = cells
        self.witnesses = witnesses
        self.minimumCount = minimumCount
        self.maximumCount = maximumCount
    }

    /// Sets what is known of a name.
    mutating func set(_ name: JSONName, _ member: Member) {
        if members.updateValue(member, forKey: name) == nil { names.append(name) }
    }

    /// Brings the declared names to the front, those of a list before them all.
    mutating func sortNames(first: [JSONName] = []) {
        let listed = Set(first)
        names =
            first.filter { members[$0] != nil }
            + names.filter { !listed.contains($0) && members[$0]?.isDeclared == true }
            + names.filter { !listed.contains($0) && members[$0]?.isDeclared != true }
    }

    var requiredCount: Int { members.values.reduce(0) { $0 + ($1.isRequired ? 1 : 0) } }
}

/// Elements of an array: the first ones, and those that meet a formula.
struct EvaluatedElements: Hashable, Sendable {
    /// How many of the first; the greatest number for all.
    var count = 0
    var formulas: [Formula] = []

    /// Every element.
    static let all = EvaluatedElements(count: .max)

    /// Those that are in either.
    func union(_ other: EvaluatedElements) -> EvaluatedElements {
        if self == .all || other == .all { return .all }
        return EvaluatedElements(
            count: max(count, other.count), formulas: formulas + other.formulas.filter { !formulas.contains($0) })
    }
}

/// The arrays whose elements meet conditions by place.
struct ArrayShape: Hashable, Sendable {
    /// How many elements from a place on meet a formula.
    struct Tally: Hashable, Sendable {
        var formula: Formula
        var firstPlace = 0
        var minimumCount = 0
        var maximumCount: Int?
    }

    /// The conditions of the first elements.
    var prefix: [Formula] = []
    /// The condition of those after them.
    var items: Formula = .always
    var minimumCount = 0
    var maximumCount: Int?
    var tallies: [Tally] = []
    /// Whether no two elements may be equal.
    var isUnique = false
    /// The elements that some keyword has evaluated, where that is followed.
    var evaluated = EvaluatedElements()

    /// Every array.
    static let all = ArrayShape()

    /// The condition of the element at a place.
    func formula(at index: Int) -> Formula { index < prefix.count ? prefix[index] : items }

    /// Asks for a tally, together with an equal one when there is one.
    mutating func add(_ tally: Tally) {
        guard
            let index = tallies.firstIndex(where: { $0.formula == tally.formula && $0.firstPlace == tally.firstPlace })
        else {
            tallies.append(tally)
            return
        }
        tallies[index].minimumCount = max(tallies[index].minimumCount, tally.minimumCount)
        tallies[index].maximumCount = [tallies[index].maximumCount, tally.maximumCount].compactMap { $0 }.min()
    }
}

/// The values that a formula accepts, by type: each list is a union.
struct NormalForm: Sendable {
    var hasNull = false
    var hasFalse = false
    var hasTrue = false
    var numbers: [NumberShape] = []
    var strings = Pattern.nothing
    var arrays: [ArrayShape] = []
    var objects: [ObjectShape] = []

    /// No value.
    static let none = NormalForm()
    /// Every value.
    static let all = NormalForm(
        hasNull: true, hasFalse: true, hasTrue: true, numbers: [.all], strings: .anything, arrays: [.all],
        objects: [.all])

    /// The values in any of the forms.
    ///
    /// - Parameter isMerging: Whether shapes without conditions stand for all others.
    static func union(_ forms: [NormalForm], merging isMerging: Bool = true) -> NormalForm {
        var result = NormalForm.none
        for form in forms {
            result.hasNull = result.hasNull || form.hasNull
            result.hasFalse = result.hasFalse || form.hasFalse
            result.hasTrue = result.hasTrue || form.hasTrue
            result.numbers += form.numbers
            result.arrays += form.arrays
            result.objects += form.objects
        }
        result.strings = .any(of: forms.map(\.strings))
        result.numbers = unique(result.numbers, all: .all)
        result.arrays = unique(result.arrays, all: isMerging ? .all : nil)
        result.objects = unique(result.objects, all: isMerging ? .all : nil)
        return result
    }

    private static func unique<Shape: Hashable>(_ shapes: [Shape], all: Shape?) -> [Shape] {
        guard shapes.count > 1 else { return shapes }
        if let all, shapes.contains(all) { return [all] }
        var seen: Set<Shape> = []
        return shapes.filter { seen.insert($0).inserted }
    }
}
