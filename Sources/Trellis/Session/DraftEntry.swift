import Foundation

/// An entry of a transcript that a generation is still writing.
struct DraftEntry {
    /// The kinds of entries that a generation writes.
    enum Kind { case response, reasoning, toolCalls }

    /// A call of a tool whose arguments are still arriving.
    struct Call {
        let id: String
        let name: String
        var arguments = ""
        var metadata: [String: any Sendable & Codable & Equatable] = [:]
    }

    let kind: Kind
    let id: String
    var segments: [Transcript.Segment] = []
    var metadata: [String: any Sendable & Codable & Equatable] = [:]
    var signature: Data?
    var calls: [Call] = []

    /// Appends text to a segment, the last one without an identity; says whether it came to the end of all text.
    mutating func append(_ text: String, to id: String?) -> Bool {
        guard let index = textSegment(id), case .text(let segment) = segments[index] else {
            let isFirst = segments.isEmpty
            segments.append(.text(.init(id: id ?? TranscriptID.make(), content: text)))
            return isFirst
        }
        segments[index] = .text(.init(id: segment.id, content: segment.content + text))
        return index == textSegment(nil)
    }

    mutating func replace(with text: String, _ id: String?) {
        if let index = textSegment(id) {
            segments[index] = .text(.init(id: segments[index].id, content: text))
        } else {
            segments.append(.text(.init(id: id ?? TranscriptID.make(), content: text)))
        }
    }

    private func textSegment(_ id: String?) -> Int? {
        segments.lastIndex { segment in
            if case .text(let text) = segment { id == nil || text.id == id } else { false }
        }
    }
}
