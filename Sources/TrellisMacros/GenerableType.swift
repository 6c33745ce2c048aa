import SwiftSyntax

/// The type that the macro is attached to: what the expansions need to know beside its properties or cases.
struct GenerableType {
    /// The kinds of types that a model can generate.
    enum Form {
        case structure
        case actor
        case enumeration(EnumDeclSyntax)
    }

    /// The kind of the type.
    let form: Form
    /// The name as it is written in code, with backticks where it has them.
    let name: String
    /// The access modifier of the type with a space after it, or nothing where the default does.
    let access: String
    /// The members as written.
    let members: MemberBlockItemListSyntax
    /// Whether the type or one around it has generic parameters.
    let isGeneric: Bool
    /// The last components of the inherited types as written at the declaration.
    let inheritedNames: Set<String>
    /// What the attribute says.
    let arguments: GenerableArguments

    /// Reads a declaration; nothing, after a report, when it is none of these kinds.
    init?(
        _ declaration: some DeclGroupSyntax, attribute: AttributeSyntax, lexicalContext: [Syntax], reporter: Reporter
    ) {
        let name: TokenSyntax
        let genericParameters: GenericParameterClauseSyntax?
        if let structure = declaration.as(StructDeclSyntax.self) {
            (form, name, genericParameters) = (.structure, structure.name, structure.genericParameterClause)
        } else if let actor = declaration.as(ActorDeclSyntax.self) {
            (form, name, genericParameters) = (.actor, actor.name, actor.genericParameterClause)
        } else if let enumeration = declaration.as(EnumDeclSyntax.self) {
            (form, name) = (.enumeration(enumeration), enumeration.name)
            genericParameters = enumeration.genericParameterClause
        } else {
            reporter.report(.notGenerable(declaration))
            return nil
        }
        if let modifier = declaration.modifiers.first(where: { $0.name.tokenKind == .keyword(.private) }),
            lexicalContext.contains(where: { $0.isProtocol((any DeclGroupSyntax).self) })
        {
            reporter.report(.privateNestedType(modifier.name, type: name))
        }
        self.name = name.text
        isGeneric = genericParameters != nil || lexicalContext.contains { $0.isGenericDeclaration }
        access = Self.access(of: declaration, lexicalContext: lexicalContext)
        members = declaration.memberBlock.members
        inheritedNames = Set(
            (declaration.inheritanceClause?.inheritedTypes ?? []).compactMap { $0.type.lastComponent })
        arguments = GenerableArguments(attribute, reporter: reporter)
    }

    /// The access that members need which satisfy the conformance.
    private static func access(of declaration: some DeclGroupSyntax, lexicalContext: [Syntax]) -> String {
        if let access = declaration.modifiers.access { return access }
        // A declaration in an extension has the access of the extension by default.
        if let access = lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.access { return access }
        return ""
    }

    /// Whether the type declares a member of this name by hand, which the macro then leaves alone.
    func declares(_ name: String) -> Bool {
        members.contains { item in
            if let variable = item.decl.as(VariableDeclSyntax.self) {
                return variable.bindings.contains {
                    $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.withoutBackticks == name
                }
            }
            return item.decl.asProtocol((any NamedDeclSyntax).self)?.name.withoutBackticks == name
        }
    }

    /// Whether the type declares the initializer from generated content by hand.
    var declaresInitializer: Bool {
        members.contains { item in
            guard let initializer = item.decl.as(InitializerDeclSyntax.self) else { return false }
            let parameters = initializer.signature.parameterClause.parameters
            return parameters.count == 1 && parameters.first?.firstName.text == "_"
                && parameters.first?.type.lastComponent == "GeneratedContent"
        }
    }
}

extension DeclModifierListSyntax {
    /// The access modifier that witnesses of a public protocol have to repeat, with a space after it.
    var access: String? {
        for modifier in self where modifier.detail == nil {
            switch modifier.name.tokenKind {
            case .keyword(.public), .keyword(.package): return modifier.name.text + " "
            case .keyword(.internal), .keyword(.fileprivate), .keyword(.private): return ""
            default: continue
            }
        }
        return nil
    }
}

extension TokenSyntax {
    /// The text of an identifier without the backticks that keywords and raw identifiers are written with.
    var withoutBackticks: String {
        let text = self.text
        guard text.count > 2, text.hasPrefix("`"), text.hasSuffix("`") else { return text }
        return String(text.dropFirst().dropLast())
    }
}

extension TypeSyntax {
    /// The last name of a possibly qualified type, without generic arguments.
    var lastComponent: String? {
        if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.lastComponent }
        return self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
    }
}

extension Syntax {
    /// Whether this is a declaration with generic parameters.
    fileprivate var isGenericDeclaration: Bool {
        asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
    }
}
