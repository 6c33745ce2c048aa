import SwiftSyntax
import SwiftSyntaxBuilder

/// A stored property of a structure or actor that takes part in generation.
struct StoredProperty {
    /// The name as it is written in code, with backticks where it has them.
    let identifier: String
    /// The name in the schema.
    let name: String
    /// The type as it is written or its literal has it.
    let type: PropertyType
    /// The access modifier of the property with a space after it, or nothing where it has none.
    let access: String
    /// What its attributes say.
    let guide: GuideArguments

    /// Whether this is the identity of the value, which the response gives and the model does not generate.
    var isIdentity: Bool { type.kind == .generationID }

    /// The properties of the type in declared order; mistakes are reported and left out.
    static func all(of type: GenerableType, reporter: Reporter) -> [StoredProperty] {
        type.members.flatMap { item -> [StoredProperty] in
            if let conditional = item.decl.as(IfConfigDeclSyntax.self), conditional.declaresStored {
                reporter.report(.conditionalDeclaration(conditional))
            }
            guard let variable = item.decl.as(VariableDeclSyntax.self), !variable.isOutsideOfInstances else {
                return []
            }
            return properties(of: variable, in: type, reporter: reporter)
        }
    }

    private static func properties(
        of variable: VariableDeclSyntax, in type: GenerableType, reporter: Reporter
    ) -> [StoredProperty] {
        let bindings = Array(variable.bindings)
        return bindings.indices.compactMap { index -> StoredProperty? in
            let binding = bindings[index]
            guard binding.isStored else { return nil }
            guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
                reporter.report(.destructured(binding.pattern))
                return nil
            }
            if variable.isConstant, binding.initializer != nil {
                reporter.report(.constantWithValue(variable, name: pattern.identifier))
                return nil
            }
            if let wrapper = variable.attributes.propertyWrapper {
                reporter.report(.propertyWrapper(wrapper))
                return nil
            }
            guard let written = writtenType(of: bindings[index...]) else {
                reporter.report(.missingType(binding, name: pattern.identifier))
                return nil
            }
            let property = StoredProperty(
                identifier: pattern.identifier.text, name: pattern.identifier.withoutBackticks,
                type: PropertyType(written), access: variable.modifiers.writtenAccess,
                guide: GuideArguments(variable.attributes, reporter: reporter))
            property.check(variable, type: written, in: type, reporter: reporter)
            return property
        }
    }

    /// The type of the first binding: its own, that of the binding which ends the list it is in, or its literal's.
    private static func writtenType(of bindings: ArraySlice<PatternBindingSyntax>) -> TypeSyntax? {
        guard let binding = bindings.first else { return nil }
        if let annotation = binding.typeAnnotation { return annotation.type }
        if let value = binding.initializer?.value { return value.literalType }
        return bindings.dropFirst().first { $0.typeAnnotation != nil || $0.initializer != nil }?.typeAnnotation?.type
    }

    private func check(
        _ variable: VariableDeclSyntax, type written: TypeSyntax, in type: GenerableType, reporter: Reporter
    ) {
        if case .actor = type.form, !variable.isConstant {
            reporter.report(.variableOfActor(variable, name: identifier))
        }
        switch self.type.kind {
        case .unsupported:
            reporter.report(.unsupportedType(written))
        case .generationID:
            if name != "id" || self.type.isOptional { reporter.report(.misplacedIdentity(written)) }
            if let attribute = guide.attributes.first { reporter.report(.guideOnIdentity(attribute)) }
        default:
            guide.check(against: self.type.kind, type: written, reporter: reporter)
        }
    }
}

extension VariableDeclSyntax {
    /// Whether this is declared with `let`.
    var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

    /// The modifier that keeps the variable out of the stored state an initializer sets: `static`, `class` or `lazy`.
    var excludingModifier: TokenSyntax? {
        modifiers.lazy.map(\.name).first {
            switch $0.tokenKind {
            case .keyword(.static), .keyword(.class), .keyword(.lazy): true
            default: false
            }
        }
    }

    /// Whether an initializer has nothing to set here.
    fileprivate var isOutsideOfInstances: Bool { excludingModifier != nil }
}

extension PatternBindingSyntax {
    /// Whether the variable has storage: it has no accessors but observers.
    var isStored: Bool {
        guard let accessors = accessorBlock?.accessors else { return true }
        guard case .accessors(let list) = accessors else { return false }
        return list.allSatisfy {
            $0.accessorSpecifier.tokenKind == .keyword(.willSet) || $0.accessorSpecifier.tokenKind == .keyword(.didSet)
        }
    }
}

extension AttributeListSyntax {
    /// The first attribute that can only be a property wrapper or another macro.
    fileprivate var propertyWrapper: AttributeSyntax? {
        lazy.compactMap { $0.as(AttributeSyntax.self) }.first { attribute in
            guard let name = attribute.attributeName.lastComponent else { return true }
            // The attributes of the language itself have names in lower case.
            return name != "Guide" && name != "MainActor" && name.first?.isUppercase == true
        }
    }
}

extension DeclModifierListSyntax {
    /// The access modifier of a property as written, with a space after it.
    fileprivate var writtenAccess: String {
        for modifier in self where modifier.detail == nil {
            switch modifier.name.tokenKind {
            case .keyword(.public), .keyword(.package), .keyword(.private), .keyword(.fileprivate):
                return modifier.name.text + " "
            default: continue
            }
        }
        return ""
    }
}

extension ExprSyntax {
    /// The type of a literal that needs no inference, and of a fresh identity.
    fileprivate var literalType: TypeSyntax? {
        if self.is(StringLiteralExprSyntax.self) { return "Swift.String" }
        if self.is(IntegerLiteralExprSyntax.self) { return "Swift.Int" }
        if self.is(FloatLiteralExprSyntax.self) { return "Swift.Double" }
        if self.is(BooleanLiteralExprSyntax.self) { return "Swift.Bool" }
        if let negated = self.as(PrefixOperatorExprSyntax.self), negated.operator.text == "-" {
            return negated.expression.literalType
        }
        if let call = self.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
            call.calledExpression.trimmedDescription == "GenerationID"
        {
            return "Trellis.GenerationID"
        }
        return nil
    }
}

extension IfConfigDeclSyntax {
    /// Whether a clause declares stored properties or cases.
    var declaresStored: Bool {
        clauses.contains { clause in
            guard case .decls(let members) = clause.elements else { return false }
            return members.contains { item in
                if let variable = item.decl.as(VariableDeclSyntax.self) {
                    return !variable.isOutsideOfInstances && variable.bindings.contains(where: \.isStored)
                }
                if let nested = item.decl.as(IfConfigDeclSyntax.self) { return nested.declaresStored }
                return item.decl.is(EnumCaseDeclSyntax.self)
            }
        }
    }
}
