import Foundation
import TestSupport
import Testing
import TrellisJSON
import TrellisModelFiles
import TrellisTokenization

/// The templates that models publish, rendered with conversations of ours.
///
/// The templates are their authors' and not part of the package: the tests need the shared data beside the checkout.
@Suite struct ChatTemplateModelTests {
    static let folder = Checkout.shared?.appending(path: "data/chat-templates")

    static func fixture() throws -> JSONValue {
        let file = Checkout.root.appending(path: "Tests/TrellisTokenizationTests/Fixtures/chat-templates.json")
        return try JSONValue(parsing: [UInt8](Data(contentsOf: file)))
    }

    /// The 64-bit FNV-1a hash of a text, in hexadecimal.
    static func hash(_ text: String) -> String {
        let value = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    static func names() throws -> [String] { try #require(fixture()["templates"]?.objectValue).names }

    @Test(
        .enabled(if: folder != nil, "needs the chat templates in the shared data beside the checkout"),
        arguments: try names())
    func `a model's template renders as jinja2 renders it`(name: String) throws {
        let fixture = try Self.fixture()
        let folder = try #require(Self.folder)
        let source = try String(contentsOf: folder.appending(path: "\(name).jinja"), encoding: .utf8)
        let template = try ChatTemplate(source, clock: templateClock)
        for (conversation, expected) in try #require(fixture["templates"]?[name]?.objectValue) {
            let variables = try #require(fixture["conversations"]?[conversation])
            do {
                let text = try template.render(variables)
                #expect(expected["bytes"] == .number(JSONNumber(text.utf8.count)), "\(conversation):\n\(text)")
                #expect(expected["fnv"] == .string(Self.hash(text)), "\(conversation):\n\(text)")
            } catch TemplateError.raised {
                #expect(expected["fails"] == "raised", "\(conversation)")
            } catch {
                #expect(expected["fails"] == "error", "\(conversation): \(error)")
            }
        }
    }

    @Test func `the default model's template renders as jinja2 renders it`() throws {
        guard let url = ModelStore.standard.url(of: ModelCatalog.defaultModel.name) else {
            print("skipped: the store lacks the default model")
            return
        }
        let source = try GGUFFile(url: url).string("tokenizer.chat_template")
        let file = Checkout.root.appending(path: "Tests/TrellisTokenizationTests/Fixtures/default-model.json")
        let expectations = try #require(JSONValue(parsing: [UInt8](Data(contentsOf: file))).objectValue)
        let conversations = try #require(Self.fixture()["conversations"])
        let template = try ChatTemplate(source, clock: templateClock)
        for (name, expected) in expectations {
            let variables = try #require(conversations[name])
            if let text = expected["text"] {
                #expect(try .string(template.render(variables)) == text, "\(name)")
            } else {
                #expect(throws: TemplateError.self, "\(name)") { try template.render(variables) }
            }
        }
    }
}
