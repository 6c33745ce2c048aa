extension SchemaResolver {
    /// What a reference is written as until definitions have their final names.
    ///
    /// The text begins with a character that no reference of a schema begins with.
    enum Placeholder {
        /// A node by its index, and a place inside it.
        case node(Int, pointer: String)
        /// Whatever definition will have that name.
        case name(String)

        var text: String {
            switch self {
            case .node(let index, let pointer): "\u{1}\(index)\(pointer)"
            case .name(let name): "\u{2}\(name)"
            }
        }

        init?(_ text: String) {
            let rest = text.dropFirst()
            switch text.unicodeScalars.first {
            case "\u{1}":
                guard let index = Int(rest.prefix { $0 != "/" }) else { return nil }
                self = .node(index, pointer: String(rest.drop { $0 != "/" }))
            case "\u{2}": self = .name(String(rest))
            default: return nil
            }
        }
    }
}
