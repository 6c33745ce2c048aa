/// What a generated value must satisfy beyond its type, checked while it is generated.
///
/// Guides on one property combine: bounds of both sides hold together, a constant wins over a choice, and of two guides of
/// the same kind the later one counts.
public struct GenerationGuide<Value>: Sendable {
    let guides: [Guide]

    init(_ guides: Guide...) { self.guides = guides }

    init(guides: [Guide]) { self.guides = guides }
}
