import Foundation
import TestSupport
import Testing
import Trellis

/// The example of the README, as it stands there.
private enum ReadmeExample {
    @Generable struct Recipe {
        @Guide(description: "A short title") var title: String
        @Guide(.range(1...12)) var servings: Int
        @Guide(.count(2...6)) var ingredients: [String]
    }

    static func run() async throws -> Recipe {
        let session = LanguageModelSession(instructions: "You are a cook.")
        let recipe = try await session.respond(to: "Pancakes, please.", generating: Recipe.self).content
        print(recipe.title, recipe.servings, recipe.ingredients)
        return recipe
    }
}

/// The README's example compiles, runs and is the one in the README.
@Suite struct ReadmeExampleTests {
    @Test("The example stands in the README line for line")
    func text() throws {
        let readme = try String(contentsOf: Checkout.root.appendingPathComponent("README.md"), encoding: .utf8)
        let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
        let example = try #require(readme.firstMatch(of: #/```swift\n(import Trellis\n[^`]*)```/#)).output.1
        let sourceLines = Set(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
        for line in example.split(separator: "\n") {
            #expect(sourceLines.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
        }
    }

    @Test("The example runs when there is a model")
    func run() async throws {
        #if DEBUG
            print("skipped: generating needs a release build")
        #else
            guard SystemLanguageModel.default.isAvailable else {
                print("skipped: \(SystemLanguageModel.default.availability)")
                return
            }
            let recipe = try await ReadmeExample.run()
            #expect((1...12).contains(recipe.servings))
            #expect((2...6).contains(recipe.ingredients.count))
        #endif
    }
}
