import SwiftSyntax

/// What the guide attributes of one property say together.
struct GuideArguments {
    /// The attributes in the order they are written.
    private(set) var attributes: [AttributeSyntax] = []
    /// The expression of the description.
    private(set) var description: String?
    /// The guides and regular expressions, unevaluated.
    private(set) var guides: [ExprSyntax] = []

    /// Reads the guide attributes among all attributes of a property.
    init(_ list: AttributeListSyntax, reporter: Reporter) {
        for case .attribute(let attribute) in list where attribute.attributeName.lastComponent == "Guide" {
            attributes.append(attribute)
            guard case .argumentList(let arguments) = attribute.arguments else { continue }
            for argument in arguments {
                if argument.label == nil {
                    guides.append(argument.expression)
                } else if !argument.expression.is(NilLiteralExprSyntax.self) {
                    if description != nil { reporter.report(.secondDescription(argument)) }
                    description = argument.expression.passedThrough
                }
            }
        }
    }

    /// The guides as the elements of an array.
    var guideExpressions: [String] {
        // Alone, a regular expression is an argument of its own kind; among guides it has to become one.
        guides.map { guide in
            let source = guide.trimmedDescription
            return guides.count > 1 && guide.is(RegexLiteralExprSyntax.self) ? ".pattern(\(source))" : source
        }
    }

    /// Reports the guides that cannot apply to the type.
    func check(against kind: PropertyType.Kind, type: TypeSyntax, reporter: Reporter) {
        for guide in guides {
            check(guide, against: kind, type: type, reporter: reporter)
        }
    }

    private func check(_ guide: ExprSyntax, against kind: PropertyType.Kind, type: TypeSyntax, reporter: Reporter) {
        if kind == .boolean {
            reporter.report(.guideOnBoolean(guide))
            return
        }
        guard kind != .other, let use = GuideUse(guide) else { return }
        if case .array(let element) = kind {
            if use.name == "element", let argument = use.arguments.first?.expression {
                check(argument, against: element, type: type, reporter: reporter)
                return
            }
            guard !GuideUse.names(for: kind).contains(use.name) else { return }
            // A guide for the elements is one call away from what was meant.
            let fitsElement = GuideUse.names(for: element).contains(use.name)
            reporter.report(.guideDoesNotFit(guide, name: use.name, type: type, wrapped: fitsElement))
        } else if !GuideUse.names(for: kind).contains(use.name) {
            reporter.report(.guideDoesNotFit(guide, name: use.name, type: type, wrapped: false))
        }
    }
}

/// A use of one of the guides of the library, recognised by its spelling.
private struct GuideUse {
    let name: String
    let arguments: LabeledExprListSyntax

    init?(_ expression: ExprSyntax) {
        if expression.is(RegexLiteralExprSyntax.self) {
            (name, arguments) = ("pattern", [])
            return
        }
        guard let call = expression.as(FunctionCallExprSyntax.self),
            let member = call.calledExpression.as(MemberAccessExprSyntax.self),
            Self.all.contains(member.declName.baseName.text)
        else { return nil }
        if let base = member.base, !base.trimmedDescription.contains("GenerationGuide") { return nil }
        (name, arguments) = (member.declName.baseName.text, call.arguments)
    }

    private static let text: Set<String> = ["constant", "anyOf", "pattern"]
    private static let number: Set<String> = ["minimum", "maximum", "range"]
    private static let array: Set<String> = ["minimumCount", "maximumCount", "count", "element"]
    private static let all = text.union(number).union(array)

    /// The guides of a kind of type.
    static func names(for kind: PropertyType.Kind) -> Set<String> {
        switch kind {
        case .string: text
        case .integer, .floating: number
        case .array: array
        case .boolean, .generationID, .unsupported: []
        case .other: all
        }
    }
}
