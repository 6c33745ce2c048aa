import TrellisJSON

/// The guides of one value after they have been combined.
///
/// Bounds of both sides hold together, a constant wins over a choice, and of two guides of one kind the later counts.
struct GuideSet {
    private var constant: String?
    private var choices: [String]?
    private var pattern: String??
    private var minimum: GuideBound?
    private var maximum: GuideBound?
    private var minimumCount: Int?
    private var maximumCount: Int?
    private var elementGuides: [Guide] = []
    private let guides: [Guide]

    /// A guide that does not fit, and why.
    struct Misfit: Error {
        let guide: String
        let reason: String
    }

    init(_ guides: [Guide]) {
        self.guides = guides
        for guide in guides {
            switch guide {
            case .constant(let value): constant = value
            case .anyOf(let values): choices = values
            case .pattern(let value): pattern = .some(value)
            case .minimum(let bound): minimum = bound
            case .maximum(let bound): maximum = bound
            case .minimumCount(let count): minimumCount = count
            case .maximumCount(let count): maximumCount = count
            case .element(let guide): elementGuides.append(guide)
            }
        }
    }

    /// Whether the guides offer a choice between nothing.
    var isChoiceOfNothing: Bool {
        constant == nil && choices?.isEmpty == true
            || !elementGuides.isEmpty && GuideSet(elementGuides).isChoiceOfNothing
    }

    /// Adds the guides to the schema of a value.
    func apply(to fragment: inout JSONObject) throws(Misfit) {
        if guides.isEmpty { return }
        switch fragment["type"]?.stringValue {
        case "string": try applyToString(&fragment)
        case "integer", "number": try applyToNumber(&fragment)
        case "array": try applyToArray(&fragment)
        case let type:
            throw Misfit(
                guide: guides[0].name, reason: "does not apply to \(type.map { "type “\($0)”" } ?? "this type")")
        }
    }

    private func check(_ allowed: (Guide) -> Bool, for type: String) throws(Misfit) {
        if let misfit = guides.first(where: { !allowed($0) }) {
            throw Misfit(guide: misfit.name, reason: "does not apply to \(type)")
        }
    }

    private func applyToString(_ fragment: inout JSONObject) throws(Misfit) {
        try check(
            {
                switch $0 {
                case .constant, .anyOf, .pattern: true
                default: false
                }
            }, for: "texts")
        if let pattern {
            guard let text = pattern else {
                throw Misfit(
                    guide: "pattern",
                    reason:
                        "has no pattern text: a regular expression with transforms or parsers cannot guide generation")
            }
            fragment["pattern"] = .string(text)
        }
        if let constant {
            fragment["type"] = nil
            fragment["const"] = .string(constant)
        } else if let choices {
            fragment["enum"] = .array(choices.map { JSONValue.string($0) }.uniqued())
        }
    }

    private func applyToNumber(_ fragment: inout JSONObject) throws(Misfit) {
        try check(
            {
                switch $0 {
                case .minimum, .maximum: true
                default: false
                }
            }, for: "numbers")
        let low = try GuideSet.number(minimum, unbounded: .negativeInfinity, guide: "minimum")
        let high = try GuideSet.number(maximum, unbounded: .infinity, guide: "maximum")
        if let low, let high, JSONNumber.isLess(high, low) {
            throw Misfit(guide: "minimum", reason: "\(low.text) is greater than the maximum, \(high.text)")
        }
        if let low { fragment["minimum"] = .number(low) }
        if let high { fragment["maximum"] = .number(high) }
    }

    /// The number of a bound; nil when it bounds nothing.
    private static func number(
        _ bound: GuideBound?, unbounded: GuideBound, guide: String
    ) throws(Misfit) -> JSONNumber? {
        switch bound {
        case nil: return nil
        case .number(let number): return number
        case .notANumber: throw Misfit(guide: guide, reason: "is not a number")
        case let other:
            if other == unbounded { return nil }
            throw Misfit(guide: guide, reason: "is infinite, so that no number satisfies it")
        }
    }

    private func applyToArray(_ fragment: inout JSONObject) throws(Misfit) {
        try check(
            {
                switch $0 {
                case .minimumCount, .maximumCount, .element: true
                default: false
                }
            }, for: "arrays")
        let low = minimumCount ?? fragment["minItems"]?.numberValue?.integerValue
        let high = maximumCount ?? fragment["maxItems"]?.numberValue?.integerValue
        for (count, name) in [(low, "minimumCount"), (high, "maximumCount")] {
            if let count, count < 0 { throw Misfit(guide: name, reason: "is negative: \(count)") }
        }
        if let low, let high, low > high {
            throw Misfit(guide: "minimumCount", reason: "\(low) is greater than the maximum, \(high)")
        }
        if !elementGuides.isEmpty {
            guard var items = fragment["items"]?.objectValue else {
                throw Misfit(guide: "element", reason: "does not apply to elements of any type")
            }
            do throws(Misfit) {
                try GuideSet(elementGuides).apply(to: &items)
            } catch {
                throw Misfit(guide: "element(\(error.guide))", reason: error.reason)
            }
            fragment["items"] = .object(items)
        }
        if let low { fragment["minItems"] = .number(JSONNumber(low)) }
        if let high { fragment["maxItems"] = .number(JSONNumber(high)) }
    }
}

extension Sequence where Element: Hashable {
    /// The elements without repetitions, in the order of their first occurrence.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
