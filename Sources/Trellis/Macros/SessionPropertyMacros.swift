/// Makes a property of the session's values one that a session keeps.
///
///     extension SessionPropertyValues {
///         @SessionPropertyEntry var tone = "friendly"
///         @SessionPropertyEntry var guest: Guest?
///     }
///
/// The initial value is the one that every session begins with; that of an optional property is nil unless given.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro SessionPropertyEntry() = #externalMacro(module: "TrellisMacros", type: "SessionPropertyEntryMacro")
