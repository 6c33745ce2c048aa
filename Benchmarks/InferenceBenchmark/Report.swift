import Foundation

/// The figures of all rounds.
struct Report {
    private var figures: [String: [Double]] = [:]
    private var names: [String] = []

    /// Notes a figure of a round.
    mutating func note(_ name: String, _ figure: Double) {
        if figures[name] == nil { names.append(name) }
        figures[name, default: []].append(figure)
    }

    /// The median of a figure.
    private func median(_ name: String) -> Double? {
        guard let sorted = figures[name]?.sorted() else { return nil }
        return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
    }

    /// The medians by name, in one line.
    var json: String {
        let members = names.map { "\"\($0.replacingOccurrences(of: " ", with: ""))\":\(median($0) ?? 0)" }
        return "{\(members.joined(separator: ","))}"
    }

    /// The medians as a person reads them.
    var text: String {
        var lines: [String] = []
        for name in names where name.hasPrefix("prefill") && !name.hasSuffix("share") {
            let share = median("\(name) share").map { ", \(($0 * 100).rounded(to: 0)) % of the peak" } ?? ""
            lines.append("\(name): \(text(name, 1, 1)) tokens/s\(share)")
        }
        lines.append(
            "decode: \(text("decode", 1, 1)) tokens/s, \(text("bandwidth share", 100, 0)) % of the read bandwidth")
        lines.append("read bandwidth: \(text("bandwidth", 1e-9, 1)) GB/s")
        lines.append("peak of 8-bit products: \(text("peak", 1e-9, 0)) Gop/s")
        lines.append("load and first token: \(text("load", 1000, 0)) ms")
        lines.append("peak memory: \(text("peak memory", 1e-6, 0)) MB, \(text("memory", 1, 2)) of the file")
        return lines.joined(separator: "\n")
    }

    private func text(_ name: String, _ factor: Double, _ places: Int) -> String {
        median(name).map { ($0 * factor).rounded(to: places) } ?? "unknown"
    }
}
