import Foundation
import TrellisJSON

/// A text that a command is given by file or on standard input, checked to be UTF-8.
enum InputText {
    /// The greatest number of bytes that are read.
    static let limit = 1 << 26

    /// The name for standard input in messages.
    static let standardInputName = "standard input"

    /// Names a source in messages.
    static func name(of path: String) -> String { path == "-" ? standardInputName : path }

    /// Reads a file, or standard input for a dash.
    static func read(_ path: String) throws(CommandError) -> String {
        let source = name(of: path)
        let bytes = try readBytes(path)
        guard bytes.count <= limit else { throw .tooLong(source: source, limit: limit) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .notUTF8(source: source, offset: validPrefix(bytes))
        }
        return text
    }

    /// Reads a JSON Schema from a file, or from standard input for a dash.
    static func readSchema(_ path: String) throws(CommandError) -> JSONValue {
        let text = try read(path)
        do {
            return try JSONValue(parsing: text)
        } catch {
            throw .notJSON(source: name(of: path), reason: "\(error)")
        }
    }

    /// Takes a prompt as it is given, or reads it from standard input for a dash.
    static func readPrompt(_ prompt: String) throws(CommandError) -> String {
        let text = prompt == "-" ? try read("-") : prompt
        guard !text.allSatisfy(\.isWhitespace) else { throw .emptyPrompt }
        return text
    }

    /// Reads at most one byte more than the limit.
    private static func readBytes(_ path: String) throws(CommandError) -> [UInt8] {
        do {
            let handle =
                path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            return [UInt8](try handle.read(upToCount: limit + 1) ?? Data())
        } catch {
            throw .unreadable(file: name(of: path), reason: systemReason(error))
        }
    }

    /// Counts the bytes ahead of the first that isn't UTF-8.
    static func validPrefix(_ bytes: [UInt8]) -> Int {
        var decoder = UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var count = 0
        while case .valid(let scalar) = decoder.parseScalar(from: &iterator) { count += scalar.count }
        return count
    }
}

/// Words a system error in one line.
func systemReason(_ error: any Error) -> String {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    let text =
        cause.domain == NSPOSIXErrorDomain
        ? unsafe String(cString: strerror(Int32(truncatingIfNeeded: cause.code))) : error.localizedDescription
    return text.replacingOccurrences(of: "\n", with: " ")
}
