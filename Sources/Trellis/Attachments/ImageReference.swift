/// What a model writes to mean an image of the conversation: the name that the image was given.
///
/// As a property of a generable type it lets an answer point to one of the images of the prompt.
@Generable(description: "A reference to an image by its label")
public struct ImageReference: Equatable, Sendable {
    /// The name of the image.
    @Guide(description: "The label of the image")
    public var attachmentLabel: String

    /// Makes a reference.
    public init(attachmentLabel: String) { self.attachmentLabel = attachmentLabel }

    /// The image that is meant; nil when the transcript has none of that name.
    ///
    /// - Parameter transcript: The conversation with the image.
    public func resolve(in transcript: Transcript) -> Transcript.ImageAttachment? {
        for entry in transcript.reversed() {
            for case .attachment(let segment) in entry.segments.reversed() where segment.label == attachmentLabel {
                switch segment.content {
                case .image(let image): return image
                }
            }
        }
        return nil
    }
}
