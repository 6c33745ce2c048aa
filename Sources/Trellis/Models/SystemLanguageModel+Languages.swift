public import Foundation

extension SystemLanguageModel {
    /// The languages that the model's file says it is made for; none when it says nothing or there is no model.
    ///
    /// Reads the head of the file, once. No prompt is refused for its language.
    public var supportedLanguages: Set<Locale.Language> { file.languages }

    /// Whether the model is made for the language of a locale.
    ///
    /// - Parameter locale: The locale.
    public func supportsLocale(_ locale: Locale = .current) -> Bool {
        let code = locale.language.languageCode
        return supportedLanguages.contains { $0.languageCode == code }
    }

    /// The number of tokens that a session holds: instructions, tools, schemas, prompts and answers together.
    ///
    /// 4,096, or what the model allows for when that is less. Reads the head of the file, once.
    public var contextSize: Int { file.contextSize }
}
