extension LanguageModelSession {
    /// What a session works with, worked out anew whenever the model generates: model, instructions, tools, options.
    ///
    /// A type chooses among profiles in its body, which comes to exactly one and has no side effects, since it is evaluated often:
    ///
    ///     struct Assistant: LanguageModelSession.DynamicProfile {
    ///         @SessionProperty(\.isDrafting) var isDrafting
    ///
    ///         var body: some LanguageModelSession.DynamicProfile {
    ///             if isDrafting {
    ///                 Profile { Instructions("Write a first draft.") }.temperature(0.9)
    ///             } else {
    ///                 Profile { Instructions("Correct the draft.") }.temperature(0.1)
    ///             }
    ///         }
    ///     }
    ///
    /// What the call of a session says comes before what a profile says, and what an inner profile says before the modifiers
    /// around it.
    public protocol DynamicProfile: SendableMetatype {
        /// What the body is.
        associatedtype Body: DynamicProfile

        /// The profile that holds now.
        @DynamicProfileBuilder var body: Body { get }
    }

    /// A profile: instructions and tools, on which modifiers set the rest.
    public struct Profile: DynamicProfile, ProfileLeaf {
        private let instructions: AnyDynamicInstructions

        /// Makes a profile.
        ///
        /// - Parameter instructions: Instructions and tools. The closure is called whenever the model generates.
        public init<Content: DynamicInstructions>(
            @DynamicInstructionsBuilder _ instructions: @escaping () -> Content
        ) {
            self.instructions = AnyDynamicInstructions(Deferred(content: instructions))
        }

        /// The profile itself.
        public var body: Profile { return self }

        func resolve(into resolution: inout ProfileResolution) {
            instructions.resolve(into: &resolution.instructions)
        }

        /// Instructions that are made when they're asked for.
        private struct Deferred<Content: DynamicInstructions>: DynamicInstructions {
            let content: () -> Content
            var body: Content { return content() }
        }
    }

    /// A profile of any type.
    public struct AnyDynamicProfile: DynamicProfile, ProfileLeaf {
        private let content: any DynamicProfile

        /// Hides the type of a profile.
        public init(_ content: some DynamicProfile) { self.content = content }

        /// The profile itself.
        public var body: AnyDynamicProfile { return self }

        func resolve(into resolution: inout ProfileResolution) { resolution.take(content) }
    }

    /// One of two profiles, by a condition.
    public struct ConditionalDynamicProfile<First: DynamicProfile, Second: DynamicProfile>: DynamicProfile,
        ProfileLeaf
    {
        enum Branch {
            case first(First)
            case second(Second)
        }

        let branch: Branch

        /// The profile itself.
        public var body: ConditionalDynamicProfile { return self }

        func resolve(into resolution: inout ProfileResolution) {
            switch branch {
            case .first(let content):
                resolution.branches.append(false)
                resolution.take(content)
            case .second(let content):
                resolution.branches.append(true)
                resolution.take(content)
            }
        }
    }

    /// Takes the only profile of a closure.
    @resultBuilder
    public struct DynamicProfileBuilder {
        /// Takes the profile of a block.
        public static func buildBlock<Content: DynamicProfile>(_ content: Content) -> Content { content }

        /// Takes the first branch of a condition.
        public static func buildEither<First, Second>(
            first content: First
        ) -> ConditionalDynamicProfile<First, Second> {
            ConditionalDynamicProfile(branch: .first(content))
        }

        /// Takes the second branch of a condition.
        public static func buildEither<First, Second>(
            second content: Second
        ) -> ConditionalDynamicProfile<First, Second> {
            ConditionalDynamicProfile(branch: .second(content))
        }

        /// Takes the branch of an availability condition.
        public static func buildLimitedAvailability(_ content: some DynamicProfile) -> AnyDynamicProfile {
            AnyDynamicProfile(content)
        }

        /// Takes a profile.
        public static func buildExpression<Content: DynamicProfile>(_ content: Content) -> Content { content }

        /// Explains that there can be only one.
        @available(*, unavailable, message: "a body comes to exactly one profile: choose by 'if' or 'switch'")
        public static func buildBlock<each Content: DynamicProfile>(_ content: repeat each Content) -> Profile {
            Profile {}
        }
    }
}

extension LanguageModelSession.DynamicProfile {
    /// A profile.
    public typealias Profile = LanguageModelSession.Profile
    /// A value that the session keeps.
    public typealias SessionProperty<Value> = LanguageModelSession.SessionProperty<Value>
}
