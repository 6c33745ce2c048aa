import Foundation
import Testing

/// Sources that the compiler must refuse, with the macros as it runs them.
///
/// It reads the modules beside the test itself, so these tests need a build of the whole package.
@Suite struct CompilerTests {
    /// Each line that is wrong says after `// error:` what the compiler says about it.
    private static let source = #"""
        import Foundation
        import Trellis

        @Generable struct Guided {
            @Guide(.range(0...1)) var flag: Bool // error: Bool
            @Guide(.minimum(3)) var text: String // error: String
            @Guide(.pattern(/a/)) var number: Int // error: Int
            @Guide(.anyOf(["a"])) var share: Double // error: Double
            @Guide(.count(2)) var name: String // error: String
            @Guide(description: "fine", .range(0...9)) var right: Int
        }

        @Generable final class Thing {} // error: not to the class 'Thing'
        @Generable enum Nothing {} // error: has no case to generate
        @Generable struct Unwritten { var a = max(1, 2) } // error: needs a written type
        @Generable struct Stranger { var date: Date } // error: Generable

        struct Echo: Tool {
            let description = ""
            func call(arguments: String) -> String { parameters.name } // error: cannot be the arguments of a tool
        }

        struct Two: LanguageModelSession.DynamicProfile {
            var body: some LanguageModelSession.DynamicProfile { // error: exactly one profile
                Profile {}
                Profile {}
            }
        }

        extension SessionPropertyValues {
            @SessionPropertyEntry var count: Int // error: needs an initial value
        }

        @Generable struct Fine { var a: Int; var b: [Fine]; var c: String? }
        func use(_ fine: Fine) throws -> Fine { try Fine(fine.generatedContent) }
        """#

    private static let build = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()

    @Test func wrongUsesAreRefusedAtTheirLine() throws {
        let build = try #require(Self.build)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).swift")
        try Self.source.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "swiftc", "-typecheck", "-swift-version", "6", "-I", "\(build.path)/Modules", "-Xcc",
            "-fmodule-map-file=\(build.path)/CKernels.build/module.modulemap", "-I",
            root.appendingPathComponent("Sources/COpenBLAS").path, "-I",
            root.appendingPathComponent("Sources/CPCRE2").path, "-load-plugin-executable",
            "\(build.path)/TrellisMacros-tool#TrellisMacros", file.path,
        ]
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let lines = Self.source.split(separator: "\n", omittingEmptySubsequences: false)
        // Errors inside of an expansion are reported there, with a note at the line that was expanded.
        let reports = output.split(separator: "\n")
        for (index, line) in lines.enumerated() {
            guard let mark = line.firstRange(of: "// error: ") else { continue }
            let expected = line[mark.upperBound...]
            let isReported = reports.contains {
                $0.contains("\(file.lastPathComponent):\(index + 1):")
                    || $0.contains("error: ") && $0.contains(expected)
            }
            #expect(isReported, "line \(index + 1), “\(expected)”:\n\(output)")
        }
        let last = lines.count
        for fine in [last - 1, last] {
            #expect(!output.contains("\(file.lastPathComponent):\(fine):"), "\(output)")
        }
    }
}
