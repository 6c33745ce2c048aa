extension SystemLanguageModel {
    /// What is refused beyond the model's own training: nothing, since an open model has no hidden guardrails, unless the
    /// application gives a rule.
    public struct Guardrails: Sendable, Equatable {
        private enum Kind: Equatable { case standard, permissiveContentTransformations, policy }
        private let kind: Kind
        /// The rule.
        let policy: (any GuardrailPolicy)?

        private init(_ kind: Kind, policy: (any GuardrailPolicy)? = nil) {
            self.kind = kind
            self.policy = policy
        }

        /// No check of prompts and answers.
        public static let `default` = Guardrails(.standard)
        /// No check of prompts and answers either.
        public static let permissiveContentTransformations = Guardrails(.permissiveContentTransformations)

        /// A rule of the application.
        ///
        /// - Parameter policy: The rule, for example ``ModelJudgement``.
        public static func policy(_ policy: some GuardrailPolicy) -> Guardrails { Guardrails(.policy, policy: policy) }

        /// Equal when both check the same by the same rule.
        public static func == (left: Guardrails, right: Guardrails) -> Bool {
            guard left.kind == right.kind, let policy = left.policy, let other = right.policy else {
                return left.kind == right.kind
            }
            return policy.isSame(as: other)
        }
    }
}
