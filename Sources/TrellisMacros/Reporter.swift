import SwiftDiagnostics

/// Where the passes of one expansion report mistakes.
final class Reporter {
    /// Whether one of the mistakes makes an expansion pointless.
    private(set) var hasErrors = false
    private let report: (Diagnostic) -> Void

    /// Makes a reporter that passes mistakes to a function.
    init(_ report: @escaping (Diagnostic) -> Void) {
        self.report = report
    }

    /// Passes a mistake on.
    func report(_ diagnostic: Diagnostic) {
        if diagnostic.diagMessage.severity == .error { hasErrors = true }
        report(diagnostic)
    }
}
