import Dispatch
import Foundation
import Synchronization

/// What to do when the person presses Ctrl-C.
///
/// The signal is taken on a thread of its own, so that it is answered at once, whatever the command is busy with. The
/// program then ends with the status that shells use for it.
enum Interruption {
    /// The exit status after Ctrl-C.
    static let exitStatus: Int32 = 130

    private static let action = Mutex<@Sendable () -> Void>({})
    /// Starts to listen, as long as the result is kept; until a command says otherwise, the program just ends.
    static func listen() -> any DispatchSourceSignal {
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(
            signal: SIGINT, queue: DispatchQueue(label: "trellis.interruption"))
        source.setEventHandler {
            action.withLock { $0() }
            _exit(exitStatus)
        }
        source.resume()
        return source
    }

    /// Runs something first when the person presses Ctrl-C; waits for one that is running already.
    static func onInterrupt(_ body: @escaping @Sendable () -> Void) {
        action.withLock { $0 = body }
    }
}
