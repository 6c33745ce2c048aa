import SwiftSyntax

/// A case of an enumeration that a model generates.
struct EnumerationCase {
    /// A value that comes with a case.
    struct Payload {
        /// The label with a colon and a space after it, or nothing.
        let label: String
        /// The name in the schema.
        let name: String
        let type: PropertyType
    }

    /// The name as it is written in code, with backticks where it has them.
    let identifier: String
    /// The name in the schema.
    let name: String
    /// The literal of the raw value.
    let rawValue: String?
    let payloads: [Payload]

    /// The cases in declared order, or nothing when there are none to choose from.
    static func all(of declaration: EnumDeclSyntax, reporter: Reporter) -> [EnumerationCase]? {
        var cases: [EnumerationCase] = []
        for item in declaration.memberBlock.members {
            if let conditional = item.decl.as(IfConfigDeclSyntax.self), conditional.declaresStored {
                reporter.report(.conditionalDeclaration(conditional))
            }
            guard let elements = item.decl.as(EnumCaseDeclSyntax.self)?.elements else { continue }
            for element in elements {
                let new = EnumerationCase(element, reporter: reporter)
                if cases.contains(where: { $0.name == new.name }) {
                    reporter.report(.repeatedCase(element.name))
                }
                cases.append(new)
            }
        }
        if cases.isEmpty, !reporter.hasErrors { reporter.report(.noCases(declaration.name)) }
        return cases.isEmpty ? nil : cases
    }

    private init(_ element: EnumCaseElementSyntax, reporter: Reporter) {
        identifier = element.name.text
        name = element.name.withoutBackticks
        rawValue = element.rawValue?.value.as(StringLiteralExprSyntax.self)
            .map { ExprSyntax($0).passedThrough }
        var payloads: [Payload] = []
        var unlabelled = 0
        for parameter in element.parameterClause?.parameters ?? [] {
            var label: TokenSyntax? = parameter.firstName
            if label?.tokenKind == .wildcard { label = nil }
            let name: String
            if let label {
                name = label.withoutBackticks
            } else {
                name = unlabelled == 0 ? "value" : "value\(unlabelled)"
                unlabelled += 1
            }
            let type = PropertyType(parameter.type)
            if type.kind == .unsupported || type.kind == .generationID {
                reporter.report(.unsupportedType(parameter.type))
            }
            if name == "type" || payloads.contains(where: { $0.name == name }) {
                reporter.report(.repeatedPayload(parameter, name: name))
            }
            payloads.append(Payload(label: label.map { $0.asLabel + ": " } ?? "", name: name, type: type))
        }
        self.payloads = payloads
    }
}

extension TokenSyntax {
    /// The text of a label at a call, where almost no keyword needs backticks.
    fileprivate var asLabel: String {
        let plain = withoutBackticks
        let isIdentifier =
            plain.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && plain.first?.isNumber == false
        return isIdentifier && !["inout", "var", "let"].contains(plain) ? plain : text
    }
}

extension EnumDeclSyntax {
    /// Whether the raw values are texts, which then stand in the schema instead of the names.
    var hasTextRawValues: Bool {
        if let first = inheritanceClause?.inheritedTypes.first?.type, PropertyType(first).kind == .string {
            return true
        }
        // A raw type under another name shows in the literals.
        return memberBlock.members.contains { item in
            item.decl.as(EnumCaseDeclSyntax.self)?.elements.contains {
                $0.rawValue?.value.is(StringLiteralExprSyntax.self) == true
            } == true
        }
    }
}
