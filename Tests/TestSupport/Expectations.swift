import Foundation
import TrellisJSON

/// Outcomes on record that differ from the plain “right”, each with the reason why it may.
///
/// A ratchet: an outcome that differs from the record fails, for better as for worse, until the record is written anew with
/// `TRELLIS_RECORD=1`. What is recorded then and was not before has no reason, and fails until somebody gives one.
package struct Expectations {
    private let url: URL
    private let recorded: JSONValue
    private var found = JSONObject()

    /// Whether outcomes are recorded rather than compared.
    package static let isRecording = ProcessInfo.processInfo.environment["TRELLIS_RECORD"] != nil

    /// Reads a file of `Schemas/Expected`.
    package init(_ name: String) throws {
        url = Checkout.root.appendingPathComponent("Schemas/Expected/\(name)")
        let isThere = FileManager.default.fileExists(atPath: url.path)
        recorded = isThere ? try JSONValue(parsing: Array(Data(contentsOf: url))) : .object(JSONObject())
    }

    /// What is expected under a key.
    package func outcome(for key: String) -> String { recorded[key]?["outcome"]?.stringValue ?? "right" }

    /// Notes an outcome.
    package mutating func note(_ outcome: String, for key: String) {
        guard outcome != "right" else { return }
        found[key] = ["outcome": .string(outcome), "reason": recorded[key]?["reason"] ?? ""]
    }

    /// The keys on record without a reason.
    package var unexplained: [String] {
        (recorded.objectValue ?? JSONObject()).filter { ($0.value["reason"]?.stringValue ?? "").isEmpty }.map(\.name)
    }

    /// Writes the outcomes that were noted.
    package func write() throws { try Data((JSONValue.object(found).text(.pretty) + "\n").utf8).write(to: url) }
}
