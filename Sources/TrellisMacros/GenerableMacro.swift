import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// The macro that makes a structure, actor or enumeration generable by a model.
///
/// The member role adds the schema, the content and the partial type, and reports every mistake. The extension
/// role adds the conformance and, for a structure, the initializer, so that the memberwise one survives.
package enum GenerableMacro: MemberMacro, ExtensionMacro {
    /// The expansions are laid out here and hold expressions as written: nothing may reindent those.
    package static var formatMode: FormatMode { .disabled }

    /// The schema, the content, the partial type, and the initializer where it is a member.
    package static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let expansion = makeExpansion(of: node, attachedTo: declaration, in: context) { context.diagnose($0) }
        return expansion?.members.map { DeclSyntax("\(raw: $0.text)") } ?? []
    }

    /// The conformance, and the initializer where it is none of the members.
    package static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        // The member role reports the mistakes; after one of them a conformance would only add errors.
        guard let expansion = makeExpansion(of: node, attachedTo: declaration, in: context, report: { _ in }) else {
            return []
        }
        let conformance = protocols.isEmpty ? "" : ": nonisolated Trellis.Generable"
        var source = SourceText()
        for attribute in availability(of: declaration, in: context) {
            source.line(attribute)
        }
        source.block("extension \(type.trimmedDescription)\(conformance)") { source in
            if let initializer = expansion.initializer { source.append(initializer) }
        }
        return [try ExtensionDeclSyntax("\(raw: source.text)")]
    }

    /// What the attribute adds to the declaration, or nothing when a mistake was reported.
    private static func makeExpansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        in context: some MacroExpansionContext, report: @escaping (Diagnostic) -> Void
    ) -> Expansion? {
        let reporter = Reporter(report)
        guard
            let type = GenerableType(
                declaration, attribute: node, lexicalContext: context.lexicalContext, reporter: reporter)
        else { return nil }
        let expansion: Expansion?
        switch type.form {
        case .structure, .actor:
            let properties = StoredProperty.all(of: type, reporter: reporter)
            expansion = StructureExpansion(type: type, properties: properties).expansion
        case .enumeration(let declaration):
            expansion = EnumerationCase.all(of: declaration, reporter: reporter)
                .map { EnumerationExpansion(type: type, cases: $0, rawValues: declaration.hasTextRawValues).expansion }
        }
        return reporter.hasErrors ? nil : expansion
    }

    /// The availability attributes of the declaration and of what it stands in, which an extension does not inherit.
    private static func availability(
        of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
    ) -> [String] {
        let enclosing = context.lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self)?.attributes }
        return ([declaration.attributes] + enclosing).flatMap { attributes in
            attributes.compactMap { element in
                guard case .attribute(let attribute) = element,
                    attribute.attributeName.trimmedDescription == "available"
                else { return nil }
                return attribute.trimmedDescription
            }
        }
    }
}

/// What the macro adds to a type: pieces of source, each a declaration.
struct Expansion {
    /// The declarations that go into the type.
    var members: [SourceText]
    /// The initializer when it goes into the extension.
    var initializer: SourceText?
}
