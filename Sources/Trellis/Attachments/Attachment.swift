public import Foundation

/// Something beside text that a prompt can hold: an image.
///
///     try await session.respond {
///         "What is on this picture?"
///         Attachment(imageURL: url).label("picture")
///     }
///
/// A model without the capability `vision` refuses such a prompt with `LanguageModelError/unsupportedCapability(_:)`; the models
/// that run in this process read text only.
public struct Attachment<Content: Sendable>: Sendable {
    /// What is attached.
    let content: Content
    /// The name by which text can refer to it.
    var label: String?

    /// The attachment under a name, by which prompts and answers can refer to it.
    public func label(_ label: String) -> Attachment<Content> {
        var labelled = self
        labelled.label = label
        return labelled
    }
}

/// An image as an attachment: where its file is, and which side of it is up.
public struct ImageAttachmentContent: Sendable, Hashable {
    /// Which side of the stored image is up, with the numbers that EXIF has.
    public enum Orientation: Int, Sendable, Codable {
        /// As stored.
        case up = 1
        /// As stored, seen in a mirror.
        case upMirrored
        /// Turned by half.
        case down
        /// Turned by half, seen in a mirror.
        case downMirrored
        /// Turned to the left, seen in a mirror.
        case leftMirrored
        /// Turned to the right.
        case right
        /// Turned to the right, seen in a mirror.
        case rightMirrored
        /// Turned to the left.
        case left
    }

    /// The place of the image: a file, an address, or a `data:` URL.
    public let url: URL
    /// Which side is up; nil when the file says so itself.
    public let orientation: Orientation?

    /// Describes an image.
    public init(url: URL, orientation: Orientation? = nil) {
        self.url = url
        self.orientation = orientation
    }
}

extension Attachment where Content == ImageAttachmentContent {
    /// Attaches an image.
    ///
    /// - Parameters:
    ///   - url: The place of the image. It's read when a model does, not now.
    ///   - orientation: Which side is up; nil when the file says so itself.
    public init(imageURL url: URL, orientation: ImageAttachmentContent.Orientation? = nil) {
        content = ImageAttachmentContent(url: url, orientation: orientation)
    }
}

// Without the word `return` the builder that the requirement names would take the body apart, and so call it again.
extension Attachment: PromptRepresentable where Content == ImageAttachmentContent {
    /// The attachment as a part of a prompt.
    public var promptRepresentation: Prompt {
        return Prompt(parts: [.attachment(.image(Transcript.ImageAttachment(content: content)), label: label)])
    }
}
