public import Observation
import Synchronization

/// A name under which a session keeps a value, with the value that it has at first.
///
/// The macro ``SessionPropertyEntry()`` makes one for a property.
public protocol SessionPropertyKey {
    /// What is kept.
    associatedtype Value: Sendable

    /// What it is as long as nothing was set.
    static var defaultValue: Value { get }
}

/// The values that a session keeps for its profile, instructions and tools, and for the program.
///
///     extension SessionPropertyValues {
///         @SessionPropertyEntry var isGuestKnown = false
///     }
///
///     session.properties.isGuestKnown = true
///
/// Profiles, instructions, modifiers and tools reach them by ``LanguageModelSession/SessionProperty``. Setting a value during an answer
/// has effect when the model generates next: after the calls of tools, or with the next prompt.
public final class SessionPropertyValues: Sendable, Observable {
    private struct State {
        var values: [ObjectIdentifier: any Sendable] = [:]
        weak var session: LanguageModelSession?
    }

    /// Those of the session that is working in the present task.
    @TaskLocal static var current: SessionPropertyValues?

    private let state = Mutex(State())
    private let registrar = ObservationRegistrar()

    init() {}

    /// Makes a session's history known.
    func attach(to session: LanguageModelSession) { state.withLock { $0.session = session } }

    /// What those who observe any value observe: all of them.
    private var anything: Void { () }

    /// The value under a key.
    public subscript<Key: SessionPropertyKey>(key: Key.Type) -> Key.Value {
        get {
            registrar.access(self, keyPath: \.anything)
            return state.withLock { $0.values[ObjectIdentifier(key)] } as? Key.Value ?? Key.defaultValue
        }
        set {
            registrar.withMutation(of: self, keyPath: \.anything) {
                state.withLock { $0.values[ObjectIdentifier(key)] = newValue }
            }
        }
    }

    /// What was said after the instructions. Setting it is setting the transcript, so it's an error during an answer.
    public var history: ArraySlice<Transcript.Entry> {
        get { state.withLock { $0.session }?.transcript.history ?? [] }
        set { state.withLock { $0.session }?.transcript.history = newValue }
    }
}

extension LanguageModelSession {
    /// A value that the session keeps, as a property of its profile, instructions or tools.
    ///
    /// It belongs to the session that evaluates the profile or calls the tool. Outside of a session it has its default value, and setting
    /// it has no effect.
    @propertyWrapper
    public struct SessionProperty<Value>: Sendable {
        private let keyPath: any ReferenceWritableKeyPath<SessionPropertyValues, Value> & Sendable

        /// Names a value.
        ///
        /// - Parameter keyPath: The property of the session's values.
        public init(_ keyPath: any ReferenceWritableKeyPath<SessionPropertyValues, Value> & Sendable) {
            self.keyPath = keyPath
        }

        /// The value.
        public var wrappedValue: Value {
            get { values[keyPath: keyPath] }
            nonmutating set { values[keyPath: keyPath] = newValue }
        }

        private var values: SessionPropertyValues { SessionPropertyValues.current ?? SessionPropertyValues() }
    }
}

extension Tool {
    /// A value that the session keeps.
    public typealias SessionProperty<Value> = LanguageModelSession.SessionProperty<Value>
}
