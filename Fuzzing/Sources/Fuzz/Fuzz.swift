import CLibFuzzer
import Foundation

/// Gives bytes of libFuzzer's to a reader or front end: `Fuzz json|schema|regex|gbnf|lark [OPTION…] CORPUS…`.
@main struct Fuzz {
    static func main() {
        var arguments = CommandLine.arguments
        guard arguments.count > 1, let target = FuzzTarget(rawValue: arguments.remove(at: 1)) else {
            print("usage: Fuzz \(FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")) [OPTION…] CORPUS…")
            exit(2)
        }
        FuzzTarget.chosen = target
        var count = CInt(arguments.count)
        // Invariant: the driver reads the arguments for as long as the program runs; they are never freed.
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        let status = pointers.withUnsafeMutableBufferPointer { buffer in
            var base = buffer.baseAddress
            return LLVMFuzzerRunDriver(&count, &base) { start, size in
                FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: start, count: size)))
                return 0
            }
        }
        exit(status)
    }
}
