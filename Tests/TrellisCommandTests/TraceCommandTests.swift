import Foundation
import TestSupport
import Testing
import TrellisJSON

/// Pages that show what the grammar did, made with the default model.
@Suite(.serialized, .enabled(if: canRunModel)) struct TraceCommandTests {
    let tool = Tool(folder: Checkout.root)
    static let options = ["--schema", "Schemas/examples/contact.json", "--seed", "4", "--max-tokens", "160"]

    /// The tokens of a page: their kind, what is said about them, and their text.
    private func tokens(of page: String) -> [(kind: String, detail: String, text: String)] {
        let pattern =
            /<span class="token (\w+)" role="img" tabindex="-?\d" aria-label="[^"]*" data-detail="([^"]*)">(.*?)<\/span>/
        return page.matches(of: pattern).map {
            (String($0.output.1), unescaped($0.output.2), unescaped($0.output.3))
        }
    }

    private func unescaped(_ text: Substring) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#10;", "\n"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }

    @Test("The tokens of a page are those of the value that is generated with the same seed")
    func tokensAreTheValue() throws {
        let arguments = Self.options + ["--prompt", "A sailor."]
        let page = try tool.run(["trace"] + arguments)
        #expect(page.status == 0)
        #expect(page.errors == "")
        let value = try tool.run(["generate", "--statistics"] + arguments)
        let tokens = tokens(of: page.output)
        let text = tokens.map(\.text).filter { !$0.hasPrefix("<i") }.joined()
        #expect(text + "\n" == value.output)
        _ = try JSONValue(parsing: text)
        #expect(Set(tokens.map(\.kind)).isSubset(of: ["forced", "constrained", "free"]))
        for token in tokens {
            #expect(token.detail.contains("the model was not asked") == (token.kind == "forced"), "\(token)")
            guard token.kind != "forced" else { continue }
            let size = try #require(token.detail.firstMatch(of: /mask of (\d+) of (\d+) tokens/))
            let (allowed, all) = (Int(size.output.1) ?? -1, Int(size.output.2) ?? -1)
            #expect(allowed > 0 && allowed <= all && (token.kind == "free") == (allowed * 2 >= all))
            let removed = try #require(token.detail.firstMatch(of: /removed (under )?([0-9.]+) % of the probability/))
            #expect((0...100).contains(Double(removed.output.2) ?? -1))
        }
        let forced = tokens.count { $0.kind == "forced" }
        let answered = tokens.count { !$0.text.hasPrefix("<i") }
        let share = String(format: "%.2f%% forced", 100 * Double(forced) / Double(answered))
        #expect(value.errors.contains(share), "\(share)")
    }

    @Test("A page needs nothing else, and texts from outside stay texts")
    func selfContained() throws {
        let prompt = #"</dd><script>alert("1")</script> & 'x' \#u{202E}"#
        let page = try tool.run(["trace"] + Self.options + ["--prompt", prompt]).output
        #expect(page.hasPrefix("<!doctype html>"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(page.components(separatedBy: "<script").count == 2)
        #expect(page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;"))
        #expect(!page.unicodeScalars.contains("\u{202E}") && page.contains("U+202E"))
        for reference in ["src=", "href=", "url(", "@import", "http:", "https:"] { #expect(!page.contains(reference)) }
    }

    @Test("What can't be generated is said in one line, with nothing on standard output")
    func failures() throws {
        #expect(try tool.failure(["trace"] + Self.options + ["--prompt", " "]) == "the prompt is empty")
        #expect(
            try tool.failure(
                ["trace", "--schema", "-", "--prompt", "a"], input: Data(#"{"type": "thing"}"#.utf8))
                == "standard input: schema at /type: unknown type “thing”")
        #expect(try tool.failure(["trace", "--schema", "-", "--prompt", "-"], status: 2).contains("standard input"))
    }
}
