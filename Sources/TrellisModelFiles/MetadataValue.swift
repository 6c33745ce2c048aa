/// A value of a model file's metadata.
package enum MetadataValue: Sendable, Hashable {
    case unsigned(UInt64)
    case signed(Int64)
    case float(Double)
    case bool(Bool)
    case string(String)
    /// Strings as raw bytes, since tokens need not be UTF-8.
    case strings([[UInt8]])
    case integers([Int64])
    case floats([Float])
    case bools([Bool])
}
