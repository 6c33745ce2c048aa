import TrellisJSON

/// A condition on one JSON value: schemas of a document, combined.
///
/// Formulas are small and comparable; the normal form of each is computed once. That is what ends recursion: the
/// properties and elements of a shape hold formulas, not shapes, and there are only so many.
indirect enum Formula: Hashable, Sendable {
    /// Every value.
    case always
    /// No value.
    case never
    /// Values that the schema with that number accepts.
    case schema(SchemaDocument.Location)
    /// Values that do not meet the condition.
    case negation(Formula)
    /// Values that meet all conditions; at least two.
    case conjunction([Formula])
    /// Values that meet any condition; at least two.
    case disjunction([Formula])
    /// The value itself.
    case equals(JSONValue)
    /// Objects with that member, and everything that is no object.
    case requires(JSONName)
    /// Objects without that member, and everything that is no object.
    case forbids(JSONName)
}

extension Formula {
    /// The condition that all of the conditions make.
    static func all(_ parts: [Formula]) -> Formula {
        var kept = DistinctFormulas()
        for part in parts {
            switch part {
            case .always: continue
            case .never: return .never
            case .conjunction(let inner): for part in inner { kept.insert(part) }
            default: kept.insert(part)
            }
        }
        for part in kept.list {
            if case .negation(let inner) = part, kept.contains(inner) { return .never }
        }
        return kept.list.count > 1 ? .conjunction(kept.list) : kept.list.first ?? .always
    }

    /// The condition that any of the conditions makes.
    static func any(_ parts: [Formula]) -> Formula {
        var kept = DistinctFormulas()
        for part in parts {
            switch part {
            case .never: continue
            case .always: return .always
            case .disjunction(let inner): for part in inner { kept.insert(part) }
            default: kept.insert(part)
            }
        }
        return kept.list.count > 1 ? .disjunction(kept.list) : kept.list.first ?? .never
    }

    /// The opposite condition.
    static func not(_ part: Formula) -> Formula {
        switch part {
        case .always: .never
        case .never: .always
        case .negation(let inner): inner
        default: .negation(part)
        }
    }

    /// The first schema in the condition, for messages.
    var location: SchemaDocument.Location? {
        switch self {
        case .always, .never, .equals, .requires, .forbids: nil
        case .schema(let location): location
        case .negation(let inner): inner.location
        case .conjunction(let parts), .disjunction(let parts): parts.lazy.compactMap(\.location).first
        }
    }
}
