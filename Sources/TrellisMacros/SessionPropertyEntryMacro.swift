package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The macro that keeps a property of the session's values under a key of its own.
package enum SessionPropertyEntryMacro: AccessorMacro, PeerMacro {
    /// The accessors, which go to the key.
    package static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        // The mistakes are reported once, by the other role.
        guard let entry = try? Entry(declaration, node) else { return [] }
        return ["get { self[\(raw: entry.key).self] }", "set { self[\(raw: entry.key).self] = newValue }"]
    }

    /// The key, with the initial value.
    package static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        do throws(Entry.Mistake) {
            let entry = try Entry(declaration, node)
            var source = SourceText()
            source.block("private nonisolated struct \(entry.key): Trellis.SessionPropertyKey") {
                $0.line("static let defaultValue\(entry.type) = \(entry.value)")
            }
            return ["\(raw: source.text)"]
        } catch {
            context.diagnose(.misplacedEntry(error.node, error.text))
            return []
        }
    }

    /// What is read of the property.
    private struct Entry {
        struct Mistake: Error {
            let node: Syntax
            let text: String
        }

        /// The name of the key.
        let key: String
        /// The written type with its colon; empty when it follows from the value.
        let type: String
        /// The initial value.
        let value: String

        init(_ declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax) throws(Mistake) {
            guard let variable = declaration.as(VariableDeclSyntax.self),
                variable.bindingSpecifier.tokenKind == .keyword(.var)
            else { throw Mistake(node: Syntax(attribute), text: "applies to variables of 'SessionPropertyValues'") }
            guard variable.excludingModifier == nil, let binding = variable.bindings.first,
                variable.bindings.count == 1, let name = binding.pattern.as(IdentifierPatternSyntax.self),
                binding.accessorBlock == nil
            else { throw Mistake(node: Syntax(variable.bindings), text: "needs one variable without accessors") }
            key = "__Key_" + (name.identifier.identifier?.name ?? name.identifier.text)
            let written = binding.typeAnnotation?.type
            type = written.map { ": \($0.trimmedDescription)" } ?? ""
            let isOptional = written?.is(OptionalTypeSyntax.self) == true
            if let initial = binding.initializer?.value {
                value = initial.trimmedDescription
            } else if isOptional {
                value = "nil"
            } else {
                throw Mistake(node: Syntax(name), text: "needs an initial value, which every session begins with")
            }
        }
    }
}
