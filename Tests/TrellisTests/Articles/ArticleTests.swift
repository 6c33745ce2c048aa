import Foundation
import TestSupport
import Testing

/// The examples of the documentation's articles are those that are compiled beside this test.
@Suite struct ArticleTests {
    private static let folder = Checkout.root.appendingPathComponent("Sources/Trellis/Trellis.docc")

    static var articles: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".md") }
            .sorted()
    }

    private func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    @Test func thereAreArticles() { #expect(Self.articles.count > 6) }

    @Test(arguments: articles)
    func examplesAreCompiled(_ name: String) throws {
        let article = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("ArticleExamples.swift")
        let source = lines(try String(contentsOf: file, encoding: .utf8)).joined(separator: "\n")
        for example in article.matches(of: #/```swift\n([^`]*)```/#) {
            #expect(source.contains(lines(example.output.1).joined(separator: "\n")), "\(example.output.1)")
        }
    }
}
