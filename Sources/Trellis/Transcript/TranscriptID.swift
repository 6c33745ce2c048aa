import Foundation

/// Identities of entries, segments and calls.
enum TranscriptID {
    /// One unlike all others.
    static func make() -> String { UUID().uuidString }
}
