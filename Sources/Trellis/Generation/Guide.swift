import Foundation
import TrellisJSON

/// One demand that a guide makes of a value, without the type of the value.
enum Guide: Sendable, Hashable {
    case constant(String)
    case anyOf([String])
    /// A pattern of the whole text; nil when the regular expression does not give its pattern away.
    case pattern(String?)
    /// Nil when the bound is not a number.
    case minimum(GuideBound)
    case maximum(GuideBound)
    case minimumCount(Int)
    case maximumCount(Int)
    indirect case element(Guide)

    /// The name under which programs write the guide.
    var name: String {
        switch self {
        case .constant: "constant"
        case .anyOf: "anyOf"
        case .pattern: "pattern"
        case .minimum: "minimum"
        case .maximum: "maximum"
        case .minimumCount: "minimumCount"
        case .maximumCount: "maximumCount"
        case .element(let guide): "element(\(guide.name))"
        }
    }
}

/// A bound of a number, which a program may also give as an infinity or NaN.
enum GuideBound: Sendable, Hashable {
    case number(JSONNumber)
    case infinity
    case negativeInfinity
    case notANumber

    init(_ value: Double) {
        if let number = JSONNumber(value) { self = .number(number) } else { self.init(nonFinite: value) }
    }

    init(_ value: Float) {
        if let number = JSONNumber(shortest: value) {
            self = .number(number)
        } else {
            self.init(nonFinite: Double(value))
        }
    }

    init(_ value: Decimal) {
        if !value.isNaN, let number = JSONNumber(value.description) {
            self = .number(number)
        } else {
            self = .notANumber
        }
    }

    private init(nonFinite value: Double) {
        self = value.isNaN ? .notANumber : value < 0 ? .negativeInfinity : .infinity
    }
}
