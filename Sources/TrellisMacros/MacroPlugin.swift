package import SwiftSyntaxMacros

#if canImport(SwiftCompilerPlugin)
    import SwiftCompilerPlugin

    /// The compiler plugin, with the macros by the names that the library declares them under.
    @main struct MacroPlugin: CompilerPlugin {
        /// All macros.
        let providingMacros: [any Macro.Type] = allMacros
    }
#else
    @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

    /// The compiler plugin, which answers the compiler's requests on standard input until it closes.
    @main struct MacroPlugin: PluginProvider {
        /// The macro of a type name; the compiler reports what is thrown here.
        func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
            guard let macro = allMacros.first(where: { String(describing: $0) == typeName }) else {
                throw UnknownMacro(moduleName: moduleName, typeName: typeName)
            }
            return macro
        }

        /// Serves the compiler.
        static func main() throws {
            let connection = try StandardIOMessageConnection()
            try CompilerPluginMessageListener(connection: connection, provider: MacroPlugin()).main()
        }
    }

    /// A macro declaration that names a type which this plugin does not have.
    struct UnknownMacro: Error, CustomStringConvertible {
        /// The module that the declaration names.
        let moduleName: String
        /// The type that the declaration names.
        let typeName: String

        /// What is missing.
        var description: String { "the macro plugin of Trellis has no '\(moduleName).\(typeName)'" }
    }
#endif

/// The implementations of the macros, which the declarations name by type.
package var allMacros: [any Macro.Type] { [GenerableMacro.self, GuideMacro.self, SessionPropertyEntryMacro.self] }
