public import Foundation

extension SystemLanguageModel {
    /// What keeps the system's model from being used at all.
    public enum Error: Swift.Error, Sendable, LocalizedError, CustomDebugStringConvertible {
        /// There is no model, or it cannot be loaded.
        case assetsUnavailable(AssetsUnavailable)

        /// Why there is no model.
        public struct AssetsUnavailable: Sendable {
            /// What happened, in one line.
            public let debugDescription: String

            /// Describes a missing model.
            ///
            /// - Parameter debugDescription: What happened, in one line.
            public init(debugDescription: String) { self.debugDescription = debugDescription }
        }

        /// What happened, in one line.
        public var debugDescription: String {
            switch self {
            case .assetsUnavailable(let detail): detail.debugDescription
            }
        }

        /// What happened, in one line.
        public var errorDescription: String? { debugDescription }
    }
}
