public import Foundation

extension Transcript {
    /// A part of an entry that is no text.
    public struct AttachmentSegment: Sendable, Identifiable, Equatable {
        /// The identity of the segment within its entry.
        public var id: String
        /// What is attached.
        public var content: Attachment
        /// The name by which text can refer to it.
        public var label: String?

        /// Makes a segment.
        ///
        /// - Parameters:
        ///   - id: The identity of the segment within its entry.
        ///   - content: What is attached.
        ///   - label: The name by which text can refer to it.
        public init(id: String = UUID().uuidString, content: Attachment, label: String? = nil) {
            self.id = id
            self.content = content
            self.label = label
        }
    }

    /// What can be attached.
    public enum Attachment: Sendable, Equatable {
        /// An image.
        case image(ImageAttachment)
    }

    /// An image in a transcript.
    public struct ImageAttachment: Sendable, Hashable {
        /// Where the image is, and which side of it is up.
        public let content: ImageAttachmentContent

        /// Keeps an image.
        public init(content: ImageAttachmentContent) { self.content = content }
    }
}

extension Transcript.AttachmentSegment: CustomStringConvertible {
    /// The name, in brackets.
    public var description: String { "[image\(label.map { " \($0)" } ?? "")]" }
}
