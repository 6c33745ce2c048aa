public import Foundation
import TrellisJSON

extension GenerationGuide where Value == Int {
    /// The integer must not be less than this.
    public static func minimum(_ value: Int) -> GenerationGuide<Int> { .init(.minimum(.number(JSONNumber(value)))) }

    /// The integer must not be greater than this.
    public static func maximum(_ value: Int) -> GenerationGuide<Int> { .init(.maximum(.number(JSONNumber(value)))) }

    /// The integer must lie in this range, ends included.
    public static func range(_ range: ClosedRange<Int>) -> GenerationGuide<Int> {
        .init(.minimum(.number(JSONNumber(range.lowerBound))), .maximum(.number(JSONNumber(range.upperBound))))
    }
}

extension GenerationGuide where Value == Float {
    /// The number must not be less than this.
    public static func minimum(_ value: Float) -> GenerationGuide<Float> { .init(.minimum(GuideBound(value))) }

    /// The number must not be greater than this.
    public static func maximum(_ value: Float) -> GenerationGuide<Float> { .init(.maximum(GuideBound(value))) }

    /// The number must lie in this range, ends included.
    public static func range(_ range: ClosedRange<Float>) -> GenerationGuide<Float> {
        .init(.minimum(GuideBound(range.lowerBound)), .maximum(GuideBound(range.upperBound)))
    }
}

extension GenerationGuide where Value == Double {
    /// The number must not be less than this.
    public static func minimum(_ value: Double) -> GenerationGuide<Double> { .init(.minimum(GuideBound(value))) }

    /// The number must not be greater than this.
    public static func maximum(_ value: Double) -> GenerationGuide<Double> { .init(.maximum(GuideBound(value))) }

    /// The number must lie in this range, ends included.
    public static func range(_ range: ClosedRange<Double>) -> GenerationGuide<Double> {
        .init(.minimum(GuideBound(range.lowerBound)), .maximum(GuideBound(range.upperBound)))
    }
}

extension GenerationGuide where Value == Decimal {
    /// The number must not be less than this.
    public static func minimum(_ value: Decimal) -> GenerationGuide<Decimal> { .init(.minimum(GuideBound(value))) }

    /// The number must not be greater than this.
    public static func maximum(_ value: Decimal) -> GenerationGuide<Decimal> { .init(.maximum(GuideBound(value))) }

    /// The number must lie in this range, ends included.
    public static func range(_ range: ClosedRange<Decimal>) -> GenerationGuide<Decimal> {
        .init(.minimum(GuideBound(range.lowerBound)), .maximum(GuideBound(range.upperBound)))
    }
}
