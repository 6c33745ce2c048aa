import SwiftParser
import SwiftSyntax

/// The arguments of the attribute on a type.
struct GenerableArguments {
    /// The expression of the schema's name, when it is not the type's.
    private(set) var name: String?
    /// The expression of the description.
    private(set) var description: String?
    /// Whether a nil property is written as null instead of being left out.
    var representsNil = false

    /// Reads the arguments, which the compiler has checked against the declarations of the macro.
    init(_ attribute: AttributeSyntax, reporter: Reporter) {
        guard case .argumentList(let arguments) = attribute.arguments else { return }
        for argument in arguments where !argument.expression.is(NilLiteralExprSyntax.self) {
            switch argument.label?.text {
            case "name": name = argument.expression.passedThrough
            case "description": description = argument.expression.passedThrough
            case "representNilExplicitlyInGeneratedContent":
                if let literal = argument.expression.as(BooleanLiteralExprSyntax.self) {
                    representsNil = literal.literal.tokenKind == .keyword(.true)
                } else {
                    reporter.report(.notABooleanLiteral(argument.expression))
                }
            default: break
            }
        }
    }

    /// The first arguments of the initializer of a schema, one a line.
    var schemaArguments: [String] {
        var arguments = ["type: Self.self"]
        if let name { arguments.append("name: \(name)") }
        if let description { arguments.append("description: \(description)") }
        if representsNil { arguments.append("representNilExplicitlyInGeneratedContent: true") }
        return arguments
    }
}

extension ExprSyntax {
    /// The expression as it goes into an expansion: as written, except that a plain string literal goes on one line.
    var passedThrough: String {
        if let text = self.as(StringLiteralExprSyntax.self)?.representedLiteralValue { return text.literal }
        return trimmedDescription
    }
}
