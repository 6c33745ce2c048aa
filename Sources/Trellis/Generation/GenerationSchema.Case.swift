extension GenerationSchema {
    /// A case of an enumeration with payloads, as expansions of the macro describe it.
    public struct Case: Sendable {
        let name: String
        let properties: [SchemaForm.Property]

        /// Makes a case.
        ///
        /// - Parameters:
        ///   - name: The name of the case, which tells it from the others in generated content.
        ///   - properties: The values of its payload in order: under their labels, or as `value`, `value1`, and so on.
        public init(name: String, properties: [Property] = []) {
            self.name = name
            self.properties = properties.map(\.property)
        }

        /// The object that a value of the case is written as.
        func object(
            of enumeration: String, description: String?, representsNilExplicitly: Bool
        ) -> SchemaForm.Object {
            let capitalised = name.prefix(1).uppercased() + name.dropFirst()
            let discriminator = SchemaForm.Property(
                name: "type", description: nil, value: .type(String.self), guides: [.constant(name)],
                isOptional: false)
            return SchemaForm.Object(
                name: "Discriminated\(capitalised)", alternativeName: "Discriminated\(enumeration)\(capitalised)",
                description: description, representsNilExplicitly: representsNilExplicitly,
                properties: [discriminator] + properties)
        }
    }
}
