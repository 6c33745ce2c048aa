extension JSONValue {
    /// The nesting of arrays and objects that a reader accepts when none is given.
    ///
    /// Values are compared, written and freed recursively; at this depth that fits the stack of half a mebibyte that
    /// threads get on Apple systems, in debug builds too, and leaves room for recursive code of the caller's.
    public static let defaultDepthLimit = 128

    /// Reads one JSON value from a text.
    ///
    /// Throws `JSONError`. Linear in the length of the text.
    public init(parsing text: String, depthLimit: Int = defaultDepthLimit) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), depthLimit: depthLimit)
    }

    /// Reads one JSON value from UTF-8 bytes, which may start with a byte order mark.
    ///
    /// Throws `JSONError`. Linear in the number of bytes. A limit far above the
    /// default needs a large stack.
    public init(parsing bytes: [UInt8], depthLimit: Int = defaultDepthLimit) throws(JSONError) {
        var reader = JSONReader(depthLimit: depthLimit)
        try reader.read(bytes)
        self = try reader.finish()
    }
}
