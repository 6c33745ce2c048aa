/// The escapes of names in JSON pointers (RFC 6901) as references of schemas have them.
enum JSONPointer {
    /// Writes a name as one step of a pointer.
    static func escape(_ name: String) -> String {
        name.contains { $0 == "~" || $0 == "/" }
            ? name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
                .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1") : name
    }

    /// Reads the name in one step of a pointer.
    static func unescape(_ step: String) -> String {
        step.contains("~")
            ? step.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
                .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~") : step
    }
}
