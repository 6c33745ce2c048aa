/// A property of the content that an expansion builds.
struct ContentProperty {
    /// The name in the content.
    let name: String
    /// The expression of the value.
    let value: String
    /// The type of the value, when it can be an optional.
    let type: PropertyType?
}

extension SourceText {
    /// Adds the statements that return an object of these properties, without those that are nil.
    mutating func returnContent(of properties: [ContentProperty], identity: String?, representsNil: Bool) {
        let identityArgument = identity.map { ", id: \($0)" } ?? ""
        guard !representsNil, properties.contains(where: { $0.type?.isOptional == true }) else {
            let pairs = properties.map { "\($0.name.literal): \($0.value)" }
            guard !pairs.isEmpty else {
                line("return Trellis.GeneratedContent(properties: [:]\(identityArgument))")
                return
            }
            indented(from: "return Trellis.GeneratedContent(", to: ")") { source in
                source.indented(from: "properties: [", to: "]\(identityArgument)") { source in
                    for pair in pairs { source.line(pair + ",") }
                }
            }
            return
        }
        line("var properties: [(Swift.String, any Trellis.ConvertibleToGeneratedContent)] = []")
        for property in properties {
            if property.type?.isOptional == true {
                block("if let value = \(property.value)") { source in
                    source.line("properties.append((\(property.name.literal), value))")
                }
            } else {
                line("properties.append((\(property.name.literal), \(property.value)))")
            }
        }
        let arguments = "properties: properties\(identityArgument), uniquingKeysWith: { first, _ in first }"
        line("return Trellis.GeneratedContent(\(arguments))")
    }
}
