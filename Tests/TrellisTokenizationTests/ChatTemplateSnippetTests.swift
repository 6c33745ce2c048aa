import Foundation
import TestSupport
import Testing
import TrellisJSON
import TrellisTokenization

/// The time of the expectations.
let templateClock = TemplateClock(timeZone: .gmt) { Date(timeIntervalSince1970: 1_720_256_703) }

@Suite struct ChatTemplateSnippetTests {
    /// A template of ours with what jinja2 makes of it.
    struct Snippet: Sendable, CustomTestStringConvertible {
        let template: String
        let variables: JSONValue
        let text: String?
        let raised: String?

        var testDescription: String { template }
    }

    static func snippets() throws -> [Snippet] {
        let file = Checkout.root.appending(path: "Tests/TrellisTokenizationTests/Fixtures/template-snippets.json")
        let fixture = try JSONValue(parsing: [UInt8](Data(contentsOf: file)))
        let variables = try #require(fixture["variables"])
        return try #require(fixture["snippets"]?.arrayValue).map { row in
            Snippet(
                template: try #require(row["template"]?.stringValue), variables: row["variables"] ?? variables,
                text: row["text"]?.stringValue, raised: row["raised"]?.stringValue)
        }
    }

    @Test(arguments: try snippets()) func `a snippet renders as jinja2 renders it`(snippet: Snippet) throws {
        func render() throws(TemplateError) -> String {
            try ChatTemplate(snippet.template, clock: templateClock).render(snippet.variables)
        }
        if let text = snippet.text {
            let rendered = try render()
            #expect(rendered.unicodeScalars.elementsEqual(text.unicodeScalars), "\(rendered)\n\(text)")
        } else if let raised = snippet.raised {
            #expect(throws: TemplateError.raised(raised)) { try render() }
        } else {
            #expect(throws: TemplateError.self) { try render() }
        }
    }

    @Test func `there are many snippets`() throws { #expect(try Self.snippets().count > 190) }
}
