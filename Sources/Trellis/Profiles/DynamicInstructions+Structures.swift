/// No instructions and no tools.
public struct EmptyDynamicInstructions: DynamicInstructions, InstructionsLeaf {
    /// Makes them.
    public init() {}

    /// The instructions themselves.
    public var body: EmptyDynamicInstructions { return self }

    func add(to resolved: inout ResolvedInstructions) {}
}

/// Dynamic instructions one after another.
public struct TupleDynamicInstructions<each Content: DynamicInstructions>: DynamicInstructions, InstructionsLeaf {
    private let content: (repeat each Content)

    init(_ content: repeat each Content) { self.content = (repeat each content) }

    /// The instructions themselves.
    public var body: TupleDynamicInstructions { return self }

    func add(to resolved: inout ResolvedInstructions) {
        for part in repeat each content { part.resolve(into: &resolved) }
    }
}

/// One of two dynamic instructions, by a condition.
public struct ConditionalDynamicInstructions<First: DynamicInstructions, Second: DynamicInstructions>:
    DynamicInstructions, InstructionsLeaf
{
    enum Branch {
        case first(First)
        case second(Second)
    }

    let branch: Branch

    /// The instructions themselves.
    public var body: ConditionalDynamicInstructions { return self }

    func add(to resolved: inout ResolvedInstructions) {
        switch branch {
        case .first(let content): content.resolve(into: &resolved)
        case .second(let content): content.resolve(into: &resolved)
        }
    }
}

/// Dynamic instructions of any type.
public struct AnyDynamicInstructions: DynamicInstructions, InstructionsLeaf {
    private let addContent: (inout ResolvedInstructions) -> Void

    /// Hides the type of dynamic instructions.
    public init(_ content: some DynamicInstructions) { addContent = { content.resolve(into: &$0) } }

    init(tools: [any Tool]) { addContent = { $0.tools += tools } }

    /// The instructions themselves.
    public var body: AnyDynamicInstructions { return self }

    func add(to resolved: inout ResolvedInstructions) { addContent(&resolved) }
}

/// Dynamic instructions for each element of a collection.
public struct DynamicInstructionsForEach<Data: RandomAccessCollection, ID: Hashable, Content: DynamicInstructions>:
    DynamicInstructions, InstructionsLeaf
{
    private let data: Data
    private let content: (Data.Element) -> Content

    /// Makes instructions for each element.
    ///
    /// - Parameters:
    ///   - data: The elements.
    ///   - id: What tells them apart.
    ///   - content: The instructions for one of them.
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>,
        @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.data = data
        self.content = content
    }

    /// Makes instructions for each element.
    ///
    /// - Parameters:
    ///   - data: The elements.
    ///   - content: The instructions for one of them.
    public init(_ data: Data, @DynamicInstructionsBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.data = data
        self.content = content
    }

    /// The instructions themselves.
    public var body: DynamicInstructionsForEach { return self }

    func add(to resolved: inout ResolvedInstructions) {
        for element in data { content(element).resolve(into: &resolved) }
    }
}

/// The short name of dynamic instructions for each element of a collection.
public typealias ForEach = DynamicInstructionsForEach
