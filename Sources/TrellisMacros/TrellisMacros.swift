import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

@main struct Plugin { static func main() throws {} }
