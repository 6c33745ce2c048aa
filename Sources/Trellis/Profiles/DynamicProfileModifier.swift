extension LanguageModelSession {
    /// A change to profiles under a name of its own.
    ///
    ///     struct Careful: LanguageModelSession.DynamicProfileModifier {
    ///         func body(content: Content) -> some LanguageModelSession.DynamicProfile {
    ///             content.samplingMode(.greedy).onToolCall { call in try await confirm(call) }
    ///         }
    ///     }
    public protocol DynamicProfileModifier: SendableMetatype {
        /// What the changed profile is.
        associatedtype Body: DynamicProfile
        /// The profile that is changed.
        typealias Content = DynamicProfileModifierContent<Self>

        /// The changed profile.
        ///
        /// - Parameter content: The profile that is changed.
        @DynamicProfileBuilder func body(content: Content) -> Body
    }

    /// The profile that a modifier changes.
    public struct DynamicProfileModifierContent<Modifier: DynamicProfileModifier>: DynamicProfile, ProfileLeaf {
        let content: any DynamicProfile

        /// The profile itself.
        public var body: DynamicProfileModifierContent { return self }

        func resolve(into resolution: inout ProfileResolution) { resolution.take(content) }
    }

    /// A profile with a modifier.
    public struct ModifiedDynamicProfile<Content: DynamicProfile, Modifier: DynamicProfileModifier>: DynamicProfile,
        ProfileLeaf
    {
        let content: Content
        let modifier: Modifier

        /// The profile itself.
        public var body: ModifiedDynamicProfile { return self }

        func resolve(into resolution: inout ProfileResolution) {
            resolution.take(modifier.body(content: DynamicProfileModifierContent(content: content)))
        }
    }
}

extension LanguageModelSession.DynamicProfileModifier {
    /// A profile.
    public typealias Profile = LanguageModelSession.Profile
    /// A value that the session keeps.
    public typealias SessionProperty<Value> = LanguageModelSession.SessionProperty<Value>
}

extension LanguageModelSession.DynamicProfile {
    /// The profile with a change of your own.
    public func modifier<Modifier: LanguageModelSession.DynamicProfileModifier>(
        _ modifier: Modifier
    ) -> LanguageModelSession.ModifiedDynamicProfile<Self, Modifier> {
        LanguageModelSession.ModifiedDynamicProfile(content: self, modifier: modifier)
    }
}
