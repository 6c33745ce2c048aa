import TrellisModelFiles

/// A bar on standard error that shows how much of a file has come, when a person is looking.
struct ProgressBar: Sendable {
    /// What is coming.
    let title: String
    private let isShown = StandardError.isTerminal
    private static let width = 30

    /// Makes a bar.
    init(title: String) {
        self.title = title
    }

    /// Shows how far it has come, in the same line as before.
    func show(_ progress: FetchProgress) {
        guard isShown else { return }
        let share = progress.total > 0 ? min(1, max(0, Double(progress.completed) / Double(progress.total))) : 1
        let filled = Int(share * Double(Self.width))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
        let state =
            progress.isUnpacking
            ? "unpacking and checking" : "\(progress.completed / 1_000_000) of \(progress.total / 1_000_000) MB"
        StandardError.write("\r\(title) \(bar) \(Int(share * 100))% \(state)\u{1B}[K")
    }

    /// Clears the line.
    func clear() {
        if isShown { StandardError.write("\r\u{1B}[K") }
    }
}
