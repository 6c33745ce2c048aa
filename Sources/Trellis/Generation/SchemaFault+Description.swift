import Foundation

extension SchemaFault: CustomStringConvertible {
    /// The fault in one line.
    package var description: String {
        switch self {
        case .unsupportedGuide(let schema, let property, let guide, let reason):
            "schema “\(schema)”\(property.map { ", property “\($0)”" } ?? ""): guide “\(guide)” \(reason)"
        case .tooManyTypes(let schema, let limit): "schema “\(schema)” has more than \(limit) types"
        case .nestedTooDeep(let schema, let limit): "schema “\(schema)” is nested deeper than \(limit)"
        }
    }
}

extension SchemaFault: LocalizedError {
    /// The fault in one line.
    package var errorDescription: String? { description }
}
