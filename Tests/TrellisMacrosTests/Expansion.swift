import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing
import TrellisMacros

/// A source file with its macros expanded, and what they reported.
struct Expansion {
    /// The lines of the expanded source.
    let lines: [String]
    let mistakes: [Mistake]

    /// A diagnostic with its place in the source.
    struct Mistake: Equatable, CustomStringConvertible {
        let line: Int
        let column: Int
        let isError: Bool
        let message: String
        /// The source after each of the fix-its.
        let repairs: [String]

        var description: String { "\(line):\(column): \(isError ? "error" : "warning"): \(message)" }
    }

    init(of source: String, conformance: Bool = true) {
        let file = Parser.parse(source: source)
        let context = BasicMacroExpansionContext(
            sourceFiles: [file: .init(moduleName: "Client", fullFilePath: "Client.swift")])
        let macros = [
            "Generable": MacroSpec(type: GenerableMacro.self, conformances: conformance ? ["Generable"] : []),
            "Guide": MacroSpec(type: GuideMacro.self),
            "SessionPropertyEntry": MacroSpec(type: SessionPropertyEntryMacro.self),
        ]
        let expanded = file.expand(
            macroSpecs: macros,
            contextGenerator: {
                BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
            })
        lines = Self.lines(of: expanded.description)
        mistakes = context.diagnostics.map { diagnostic in
            let place = context.location(for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "")
            return Mistake(
                line: place.line, column: place.column, isError: diagnostic.diagMessage.severity == .error,
                message: diagnostic.message,
                repairs: diagnostic.fixIts.map { Self.apply($0, to: source, in: context) })
        }
    }

    /// The lines of a source that have something in them, without spaces around.
    static func lines(of source: String) -> [String] {
        source.split(separator: "\n").compactMap { line in
            var text = line.drop { $0 == " " }
            while text.last == " " { text.removeLast() }
            return text.isEmpty ? nil : String(text)
        }
    }

    private static func apply(_ fixIt: FixIt, to source: String, in context: BasicMacroExpansionContext) -> String {
        var bytes = Array(source.utf8)
        for case .replace(let old, let new) in fixIt.changes {
            let start = context.location(for: old.position, anchoredAt: old, fileName: "").offset
            bytes.replaceSubrange(start..<start + old.totalLength.utf8Length, with: new.description.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Checks that the macros expand without a report to the expected lines; indentation and empty lines do not count.
func expectExpansion(
    of source: String, conformance: Bool = true, is expected: String,
    _ location: Testing.SourceLocation = #_sourceLocation
) {
    let expansion = Expansion(of: source, conformance: conformance)
    #expect(expansion.mistakes.isEmpty, sourceLocation: location)
    let expectedLines = Expansion.lines(of: expected)
    for (index, pair) in zip(expansion.lines, expectedLines).enumerated() where pair.0 != pair.1 {
        Issue.record("line \(index + 1) is\n\(pair.0)\ninstead of\n\(pair.1)", sourceLocation: location)
        return
    }
    #expect(expansion.lines.count == expectedLines.count, sourceLocation: location)
}

/// Checks that the macros expand without a report to a source with each of these lines in it, in this order.
func expectExpansion(
    of source: String, contains expected: [String], lacks absent: [String] = [],
    _ location: Testing.SourceLocation = #_sourceLocation
) {
    let expansion = Expansion(of: source)
    #expect(expansion.mistakes.isEmpty, sourceLocation: location)
    var rest = expansion.lines[...]
    for line in expected {
        guard let index = rest.firstIndex(of: line) else {
            Issue.record("no line\n\(line)\nin\n\(rest.joined(separator: "\n"))", sourceLocation: location)
            return
        }
        rest = rest[(index + 1)...]
    }
    for text in absent {
        #expect(!expansion.lines.contains { $0.contains(text) }, sourceLocation: location)
    }
}

/// Checks that the macros report exactly this mistake, at this place, and that its fix-its make these sources of it.
func expectMistake(
    in source: String, at place: String, _ message: String, repairs: [String] = [],
    _ location: Testing.SourceLocation = #_sourceLocation
) {
    let mistakes = Expansion(of: source).mistakes
    #expect(mistakes.map(\.description) == ["\(place): \(message)"], sourceLocation: location)
    #expect(mistakes.first?.repairs ?? [] == repairs, sourceLocation: location)
}
