import SwiftSyntax

/// The type of a property or payload as far as its spelling tells.
struct PropertyType {
    /// What a spelled type is known to be.
    indirect enum Kind: Equatable {
        case string
        case integer
        case floating
        case boolean
        case array(Kind)
        /// The identity that a response gives to a value.
        case generationID
        /// A type that is no generable type under any declaration: a dictionary, tuple, function, existential or metatype.
        case unsupported
        case other
    }

    /// The type without optionality.
    let wrapped: TypeSyntax
    /// Whether the spelling is that of an optional.
    let isOptional: Bool

    /// Reads the spelling of a type.
    init(_ type: TypeSyntax) {
        var wrapped = type.trimmed
        var isOptional = false
        while let inner = wrapped.optionalWrapped {
            (wrapped, isOptional) = (inner.trimmed, true)
        }
        (self.wrapped, self.isOptional) = (wrapped, isOptional)
    }

    /// What the type without optionality is.
    var kind: Kind { Kind(wrapped) }

    /// The type as written, an optional in the form with a name.
    var spelling: String {
        isOptional ? "Swift.Optional<\(wrapped.trimmedDescription)>" : wrapped.trimmedDescription
    }

    /// The type of the property of the partial value, where `Self` has the name of the type that declares it.
    func partialSpelling(in typeName: String) -> String {
        let named = SelfRewriter(name: typeName).rewrite(wrapped).trimmedDescription
        return "\(named).PartiallyGenerated"
    }
}

extension PropertyType.Kind {
    fileprivate init(_ type: TypeSyntax) {
        if let array = type.as(ArrayTypeSyntax.self) {
            self = .array(Self(array.element))
            return
        }
        if type.is(DictionaryTypeSyntax.self) || type.is(FunctionTypeSyntax.self) || type.is(SomeOrAnyTypeSyntax.self)
            || type.is(MetatypeTypeSyntax.self)
        {
            self = .unsupported
            return
        }
        if let tuple = type.as(TupleTypeSyntax.self) {
            if let element = tuple.elements.first, tuple.elements.count == 1 {
                self = Self(element.type)
            } else {
                self = .unsupported
            }
            return
        }
        guard let (module, name, arguments) = type.topLevelName else {
            self = .other
            return
        }
        switch (name, module) {
        case ("String", nil), ("String", "Swift"): self = .string
        case ("Int", nil), ("Int", "Swift"): self = .integer
        case ("Float", nil), ("Float", "Swift"), ("Double", nil), ("Double", "Swift"): self = .floating
        case ("Decimal", nil), ("Decimal", "Foundation"): self = .floating
        case ("Bool", nil), ("Bool", "Swift"): self = .boolean
        case ("Array", nil), ("Array", "Swift"): self = .array(arguments.first.map { Self($0) } ?? .other)
        case ("Dictionary", nil), ("Dictionary", "Swift"): self = .unsupported
        case ("GenerationID", nil), ("GenerationID", "Trellis"), ("GenerationID", "FoundationModels"):
            self = .generationID
        default: self = .other
        }
    }
}

extension TypeSyntax {
    /// The type inside one level of optionality.
    fileprivate var optionalWrapped: TypeSyntax? {
        if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
        if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return optional.wrappedType }
        if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 {
            return tuple.elements.first?.type.trimmed.optionalWrapped
        }
        guard let (module, name, arguments) = topLevelName, name == "Optional", module == nil || module == "Swift",
            arguments.count == 1
        else { return nil }
        return arguments.first
    }

    /// The parts of a name that is unqualified or qualified by one name.
    fileprivate var topLevelName: (module: String?, name: String, arguments: [TypeSyntax])? {
        if let identifier = self.as(IdentifierTypeSyntax.self) {
            return (nil, identifier.name.text, identifier.genericArgumentClause.types)
        }
        if let member = self.as(MemberTypeSyntax.self), let base = member.baseType.as(IdentifierTypeSyntax.self) {
            return (base.name.text, member.name.text, member.genericArgumentClause.types)
        }
        return nil
    }
}

extension GenericArgumentClauseSyntax? {
    /// The arguments that are types.
    fileprivate var types: [TypeSyntax] {
        guard let self else { return [] }
        return self.arguments.compactMap { $0.argument.as(TypeSyntax.self) }
    }
}

/// Names the enclosing type where a type is written `Self`, which means another type inside a nested one.
private final class SelfRewriter: SyntaxRewriter {
    private let name: String

    init(name: String) {
        self.name = name
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
        guard node.name.tokenKind == .keyword(.Self) else { return super.visit(node) }
        return TypeSyntax(node.with(\.name, .identifier(name)))
    }
}
