extension GenerationGuide {
    /// The array must have at least so many elements.
    public static func minimumCount<Element>(_ count: Int) -> GenerationGuide<[Element]>
    where Value == [Element] { .init(.minimumCount(count)) }

    /// The array must have at most so many elements.
    public static func maximumCount<Element>(_ count: Int) -> GenerationGuide<[Element]>
    where Value == [Element] { .init(.maximumCount(count)) }

    /// The array must have a number of elements in this range, ends included.
    public static func count<Element>(_ range: ClosedRange<Int>) -> GenerationGuide<[Element]>
    where Value == [Element] { .init(.minimumCount(range.lowerBound), .maximumCount(range.upperBound)) }

    /// The array must have exactly so many elements.
    public static func count<Element>(_ count: Int) -> GenerationGuide<[Element]>
    where Value == [Element] { .init(.minimumCount(count), .maximumCount(count)) }

    /// Every element of the array must satisfy a guide.
    public static func element<Element>(_ guide: GenerationGuide<Element>) -> GenerationGuide<[Element]>
    where Value == [Element] { GenerationGuide<[Element]>(guides: guide.guides.map { .element($0) }) }
}

// The same for arrays of no element type: they let `@Guide(.count(4))` be checked by itself, where nothing says what the
// elements are. The macro writes the guide again beside the type of the property, and there the ones above are meant.
extension GenerationGuide where Value == [Never] {
    /// The array must have at least so many elements.
    public static func minimumCount(_ count: Int) -> GenerationGuide<Value> { .init(.minimumCount(count)) }

    /// The array must have at most so many elements.
    public static func maximumCount(_ count: Int) -> GenerationGuide<Value> { .init(.maximumCount(count)) }

    /// The array must have a number of elements in this range, ends included.
    public static func count(_ range: ClosedRange<Int>) -> GenerationGuide<Value> {
        .init(.minimumCount(range.lowerBound), .maximumCount(range.upperBound))
    }

    /// The array must have exactly so many elements.
    public static func count(_ count: Int) -> GenerationGuide<Value> {
        .init(.minimumCount(count), .maximumCount(count))
    }
}
