package import SwiftSyntax
package import SwiftSyntaxMacros

/// The macro that carries a description and guides; the macro on the type reads it, and this one checks its place.
package enum GuideMacro: PeerMacro {
    /// Nothing; reports a place where the attribute means nothing.
    package static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let variable = declaration.as(VariableDeclSyntax.self) else {
            context.diagnose(.misplacedGuide(node, on: "a declaration that is no property"))
            return []
        }
        if let modifier = variable.excludingModifier {
            let article = modifier.tokenKind == .keyword(.lazy) ? "a lazy" : "a type"
            context.diagnose(.misplacedGuide(node, on: "\(article) property"))
        } else if !variable.bindings.allSatisfy(\.isStored) {
            context.diagnose(.misplacedGuide(node, on: "a computed property"))
        } else if let enclosing = context.lexicalContext.first?.asProtocol((any DeclGroupSyntax).self),
            !enclosing.attributes.containsGenerable
        {
            context.diagnose(.guideOutsideGenerable(node))
        }
        return []
    }
}

extension AttributeListSyntax {
    /// Whether the attribute that makes a type generable is among these.
    fileprivate var containsGenerable: Bool {
        contains { element in
            guard case .attribute(let attribute) = element else { return true }
            return attribute.attributeName.lastComponent == "Generable"
        }
    }
}
