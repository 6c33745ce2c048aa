/// Describes a stored property of a generable type to the model.
///
/// - Parameter description: What the property holds. Any expression.
@attached(peer)
public macro Guide(description: String) = #externalMacro(module: "TrellisMacros", type: "GuideMacro")

/// Bounds the values of a stored property of a generable type, and describes it.
///
/// The guides are enforced on every token, not checked afterwards. Attributes can be stacked: their guides add up.
///
/// - Parameters:
///   - description: What the property holds. Any expression.
///   - guides: The bounds. Any expressions of guides for the type of the property.
@attached(peer)
public macro Guide<T>(description: String? = nil, _ guides: GenerationGuide<T>...) =
    #externalMacro(module: "TrellisMacros", type: "GuideMacro") where T: Generable

/// Makes a regular expression match all of a text property of a generable type, and describes it.
///
/// - Parameters:
///   - description: What the property holds. Any expression.
///   - guides: The regular expression, as a literal or built.
@attached(peer)
public macro Guide<RegexOutput>(description: String? = nil, _ guides: Regex<RegexOutput>) =
    #externalMacro(module: "TrellisMacros", type: "GuideMacro")
