public import Foundation

extension Transcript {
    /// A part of an entry.
    public enum Segment: Sendable, Identifiable, Equatable {
        /// Text.
        case text(TextSegment)
        /// A structured value.
        case structure(StructuredSegment)
        /// Something beside text.
        case attachment(AttachmentSegment)

        /// The identity of the segment.
        public var id: String {
            switch self {
            case .text(let segment): segment.id
            case .structure(let segment): segment.id
            case .attachment(let segment): segment.id
            }
        }

        /// The text of the segment, a structured value being its JSON text; nil for what is no text.
        package var text: String? {
            switch self {
            case .text(let segment): segment.content
            case .structure(let segment): segment.content.jsonString
            case .attachment: nil
            }
        }
    }

    /// A part of an entry that is text.
    public struct TextSegment: Sendable, Identifiable, Equatable {
        /// The identity of the segment within its entry.
        public var id: String
        /// The text.
        public var content: String

        /// Makes a segment.
        public init(id: String = UUID().uuidString, content: String) {
            self.id = id
            self.content = content
        }
    }

    /// A part of an entry that is a structured value.
    public struct StructuredSegment: Sendable, Identifiable, Equatable {
        /// The identity of the segment within its entry.
        public var id: String
        /// The name of the schema that the value satisfies.
        public var schemaName: String
        /// The value.
        public var content: GeneratedContent

        /// Makes a segment.
        ///
        /// - Parameters:
        ///   - id: The identity of the segment within its entry.
        ///   - schemaName: The name of the schema that the value satisfies.
        ///   - content: The value.
        public init(id: String = UUID().uuidString, schemaName: String, content: GeneratedContent) {
            self.id = id
            self.schemaName = schemaName
            self.content = content
        }

        /// Makes a segment under the former label of the name of the schema.
        ///
        /// - Parameters:
        ///   - id: The identity of the segment within its entry.
        ///   - source: The name of the schema that the value satisfies.
        ///   - content: The value.
        public init(id: String = UUID().uuidString, source: String, content: GeneratedContent) {
            self.init(id: id, schemaName: source, content: content)
        }

        /// The former name of the name of the schema.
        public var source: String {
            get { schemaName }
            set { schemaName = newValue }
        }
    }
}

extension Transcript.Segment: CustomStringConvertible {
    /// The text, a structured value being its JSON text.
    public var description: String {
        switch self {
        case .text(let segment): segment.description
        case .structure(let segment): segment.description
        case .attachment(let segment): segment.description
        }
    }
}

extension Transcript.TextSegment: CustomStringConvertible {
    /// The text.
    public var description: String { content }
}

extension Transcript.StructuredSegment: CustomStringConvertible {
    /// The JSON text of the value.
    public var description: String { content.jsonString }
}

extension Sequence<Transcript.Segment> {
    /// The texts of the segments joined by line breaks.
    package var text: String { compactMap(\.text).joined(separator: "\n") }
}
