import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The text of one mistake; equal for equal mistakes, so that tools can tell them apart by identifier.
private struct Mistake: DiagnosticMessage {
    let message: String
    let diagnosticID: MessageID
    let severity: DiagnosticSeverity

    init(_ identifier: String, _ message: String, severity: DiagnosticSeverity = .error) {
        self.message = message
        self.severity = severity
        diagnosticID = MessageID(domain: "Trellis", id: identifier)
    }
}

/// The text of one way to mend a mistake.
private struct Repair: FixItMessage {
    let message: String
    let fixItID: MessageID

    init(_ identifier: String, _ message: String) {
        self.message = message
        fixItID = MessageID(domain: "Trellis", id: identifier)
    }
}

extension FixIt {
    fileprivate static func replacing(
        _ node: some SyntaxProtocol, with new: some SyntaxProtocol, _ identifier: String, _ message: String
    ) -> FixIt {
        FixIt(
            message: Repair(identifier, message),
            changes: [.replace(oldNode: Syntax(node), newNode: Syntax(new))])
    }

    fileprivate static func replacing(_ token: TokenSyntax, with keyword: Keyword, _ identifier: String) -> FixIt {
        let new = token.with(\.tokenKind, .keyword(keyword))
        return replacing(token, with: new, identifier, "replace '\(token.text)' with '\(new.text)'")
    }

    fileprivate static func removing(_ attribute: AttributeSyntax) -> FixIt {
        replacing(attribute, with: AttributeListSyntax([]), "removeGuide", "remove '@Guide'")
    }
}

// MARK: Types

extension Diagnostic {
    /// The macro stands on a declaration that is no type of values.
    static func notGenerable(_ declaration: some DeclGroupSyntax) -> Diagnostic {
        let rule = "'@Generable' applies to structures, actors and enumerations"
        if let type = declaration.as(ClassDeclSyntax.self) {
            return Diagnostic(
                node: type.classKeyword,
                message: Mistake("generableClass", "\(rule), not to the class '\(type.name.text)'"),
                fixIts: [.replacing(type.classKeyword, with: .struct, "useStructure")])
        }
        return Diagnostic(node: declaration.introducer, message: Mistake("notGenerable", rule))
    }

    /// An enumeration has no case to choose.
    static func noCases(_ name: TokenSyntax) -> Diagnostic {
        Diagnostic(node: name, message: Mistake("noCases", "enumeration '\(name.text)' has no case to generate"))
    }

    /// A nested type cannot be extended from the file, which the conformance needs.
    static func privateNestedType(_ modifier: TokenSyntax, type name: TokenSyntax) -> Diagnostic {
        Diagnostic(
            node: modifier,
            message: Mistake(
                "privateNestedType",
                "nested type '\(name.text)' cannot be private to be '@Generable', because it is extended"),
            fixIts: [.replacing(modifier, with: .fileprivate, "useFileprivate")])
    }

    /// An argument decides over the expansion, and so has to be known now.
    static func notABooleanLiteral(_ expression: ExprSyntax) -> Diagnostic {
        Diagnostic(
            node: expression,
            message: Mistake(
                "notABooleanLiteral", "'representNilExplicitlyInGeneratedContent' must be 'true' or 'false' literally"))
    }

    /// Stored state differs between build configurations.
    static func conditionalDeclaration(_ conditional: IfConfigDeclSyntax) -> Diagnostic {
        Diagnostic(
            node: conditional,
            message: Mistake(
                "conditionalDeclaration",
                "stored properties and cases of a '@Generable' type cannot be under '#if'; put the condition around the type"
            ))
    }
}

extension DeclGroupSyntax {
    /// The keyword that introduces the declaration.
    fileprivate var introducer: TokenSyntax {
        self.as(ProtocolDeclSyntax.self)?.protocolKeyword ?? self.as(ExtensionDeclSyntax.self)?.extensionKeyword
            ?? memberBlock.leftBrace
    }
}

// MARK: Properties

extension Diagnostic {
    /// A pattern declares several properties in one binding.
    static func destructured(_ pattern: PatternSyntax) -> Diagnostic {
        Diagnostic(
            node: pattern,
            message: Mistake("destructured", "declare each property of a '@Generable' type with a name and a type"))
    }

    /// A constant has its value already.
    static func constantWithValue(_ variable: VariableDeclSyntax, name: TokenSyntax) -> Diagnostic {
        Diagnostic(
            node: variable.bindingSpecifier,
            message: Mistake(
                "constantWithValue",
                "'\(name.withoutBackticks)' is not generated, because a constant keeps its initial value",
                severity: .warning),
            fixIts: [.replacing(variable.bindingSpecifier, with: .var, "useVariable")])
    }

    /// A custom attribute stands on a property.
    static func propertyWrapper(_ attribute: AttributeSyntax) -> Diagnostic {
        Diagnostic(
            node: attribute,
            message: Mistake(
                "propertyWrapper",
                "'\(attribute.trimmedDescription)' on a property of a '@Generable' type: property wrappers cannot be generated"
            ))
    }

    /// A property leaves its type to inference, which a macro cannot do.
    static func missingType(_ binding: PatternBindingSyntax, name: TokenSyntax) -> Diagnostic {
        let pattern = binding.pattern.with(\.trailingTrivia, [])
        let annotated =
            binding
            .with(\.pattern, pattern)
            .with(
                \.typeAnnotation,
                TypeAnnotationSyntax(
                    colon: .colonToken(trailingTrivia: .space),
                    type: IdentifierTypeSyntax(name: .identifier("<#Type#>")),
                    trailingTrivia: binding.pattern.trailingTrivia))
        return Diagnostic(
            node: binding.pattern,
            message: Mistake(
                "missingType", "'\(name.withoutBackticks)' needs a written type to be generated"),
            fixIts: [.replacing(binding, with: annotated, "addType", "add a type")])
    }

    /// A variable of an actor cannot be read for its content.
    static func variableOfActor(_ variable: VariableDeclSyntax, name: String) -> Diagnostic {
        Diagnostic(
            node: variable.bindingSpecifier,
            message: Mistake(
                "variableOfActor",
                "'\(name)' must be a constant: the content of a '@Generable' actor is read from outside of it"),
            fixIts: [.replacing(variable.bindingSpecifier, with: .let, "useConstant")])
    }

    /// A type is none that a schema can describe.
    static func unsupportedType(_ type: TypeSyntax) -> Diagnostic {
        let advice = type.is(DictionaryTypeSyntax.self) ? "; use an array of a '@Generable' structure" : ""
        return Diagnostic(
            node: type,
            message: Mistake("unsupportedType", "type '\(type.trimmedDescription)' cannot be generated\(advice)"))
    }

    /// An identity that is not the identity of the value it stands in.
    static func misplacedIdentity(_ type: TypeSyntax) -> Diagnostic {
        Diagnostic(
            node: type,
            message: Mistake(
                "misplacedIdentity", "a property with type 'GenerationID' must be named 'id' and cannot be optional"))
    }
}

// MARK: Guides

extension Diagnostic {
    /// A guide stands where nothing is generated.
    static func misplacedGuide(_ attribute: AttributeSyntax, on place: String) -> Diagnostic {
        Diagnostic(
            node: attribute,
            message: Mistake("misplacedGuide", "'@Guide' applies to stored properties, not to \(place)"),
            fixIts: [.removing(attribute)])
    }

    /// A property cannot be kept as a value of a session.
    static func misplacedEntry(_ node: Syntax, _ rule: String) -> Diagnostic {
        Diagnostic(node: node, message: Mistake("misplacedEntry", "'@SessionPropertyEntry' \(rule)"))
    }

    /// A guide stands in a type that is not generated.
    static func guideOutsideGenerable(_ attribute: AttributeSyntax) -> Diagnostic {
        Diagnostic(
            node: attribute,
            message: Mistake(
                "guideOutsideGenerable", "'@Guide' has no effect in a type that is not '@Generable'", severity: .warning
            ))
    }

    /// The identity of a value is not generated.
    static func guideOnIdentity(_ attribute: AttributeSyntax) -> Diagnostic {
        Diagnostic(
            node: attribute,
            message: Mistake("guideOnIdentity", "'@Guide' has no effect on 'id', which the response sets"),
            fixIts: [.removing(attribute)])
    }

    /// A property has two descriptions.
    static func secondDescription(_ argument: LabeledExprSyntax) -> Diagnostic {
        Diagnostic(
            node: argument,
            message: Mistake("secondDescription", "the property has a description already"))
    }

    /// A truth value has nothing to guide.
    static func guideOnBoolean(_ guide: ExprSyntax) -> Diagnostic {
        Diagnostic(node: guide, message: Mistake("guideOnBoolean", "there are no guides for 'Bool'"))
    }

    /// A guide is for values of another type; `wrapped` when it fits the elements of the array.
    static func guideDoesNotFit(_ guide: ExprSyntax, name: String, type: TypeSyntax, wrapped: Bool) -> Diagnostic {
        let trimmed = guide.trimmed
        let fixIts: [FixIt] =
            wrapped
            ? [
                .replacing(
                    guide,
                    with: ExprSyntax(".element(\(trimmed))")
                        .with(\.leadingTrivia, guide.leadingTrivia).with(\.trailingTrivia, guide.trailingTrivia),
                    "guideElement", "guide the elements")
            ] : []
        return Diagnostic(
            node: guide,
            message: Mistake("guideDoesNotFit", "guide '\(name)' does not apply to type '\(type.trimmedDescription)'"),
            fixIts: fixIts)
    }
}

// MARK: Cases

extension Diagnostic {
    /// Two cases would look the same to the model.
    static func repeatedCase(_ name: TokenSyntax) -> Diagnostic {
        Diagnostic(
            node: name,
            message: Mistake(
                "repeatedCase", "case '\(name.withoutBackticks)' of a '@Generable' enumeration needs a name of its own")
        )
    }

    /// Two values of a case would have one name, or one that of the discriminator.
    static func repeatedPayload(_ parameter: EnumCaseParameterSyntax, name: String) -> Diagnostic {
        Diagnostic(
            node: parameter,
            message: Mistake(
                "repeatedPayload",
                "the name '\(name)' is taken in the content of this case; label the value differently"))
    }
}
