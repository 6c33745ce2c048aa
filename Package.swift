// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

/// The macro target's view of SwiftSyntax: the host libraries of the running toolchain, or the swift-syntax package.
///
/// The host libraries need search paths, which SwiftPM calls unsafe flags: a package with such flags can be
/// depended on by path or by branch, not by version. `TRELLIS_SWIFT_SYNTAX=package` chooses the package instead.
#if os(Linux)
    let usesToolchainSwiftSyntax = Context.environment["TRELLIS_SWIFT_SYNTAX"] != "package"
#else
    let usesToolchainSwiftSyntax = false
#endif

/// The `usr` folder of the toolchain that compiled this manifest, found from the libraries it has loaded.
let toolchain: String = {
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    for line in maps.split(separator: "\n") {
        if let start = line.firstIndex(of: "/"), let end = line.range(of: "/lib/swift/") {
            return String(line[start..<end.lowerBound])
        }
    }
    return "/usr"
}()

let hostLibraries = "\(toolchain)/lib/swift/host"
let macroSwiftSettings: [SwiftSetting] =
    usesToolchainSwiftSyntax ? [.unsafeFlags(["-I", hostLibraries, "-L", hostLibraries])] : []
let macroLinkerSettings: [LinkerSetting] =
    usesToolchainSwiftSyntax
    ? [
        .unsafeFlags([
            "-L", hostLibraries, "-Xlinker", "-rpath", "-Xlinker", hostLibraries,
            "-Xlinker", "-rpath", "-Xlinker", "\(toolchain)/lib/swift/host/compiler",
        ])
    ] : []
let macroDependencies: [Target.Dependency] =
    usesToolchainSwiftSyntax
    ? []
    : [
        "SwiftSyntax", "SwiftParser", "SwiftSyntaxMacros", "SwiftCompilerPlugin", "SwiftSyntaxBuilder",
        "SwiftDiagnostics",
    ].map { .product(name: $0, package: "swift-syntax") }
let macroTestDependencies: [Target.Dependency] =
    usesToolchainSwiftSyntax
    ? [] : macroDependencies + [.product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax")]

#if os(Linux)
    let platformProducts: [Product] = [.library(name: "FoundationModels", targets: ["FoundationModels"])]
    let platformTargets: [Target] = [
        .target(name: "FoundationModels", dependencies: ["Trellis"]),
        // Compiled with the settings of a new app: Swift 5, everything on the main actor.
        .testTarget(
            name: "FoundationModelsTests", dependencies: ["FoundationModels"],
            swiftSettings: [.swiftLanguageMode(.v5), .defaultIsolation(MainActor.self)]),
    ]
#else
    let platformProducts: [Product] = []
    let platformTargets: [Target] = []
#endif

let products: [Product] = [
    .library(name: "Trellis", targets: ["Trellis"]),
    .library(
        name: "TrellisMatching", targets: ["TrellisMatching", "TrellisGrammars", "TrellisTokenization", "TrellisJSON"]),
    .executable(name: "trellis", targets: ["TrellisCommand"]),
]

let packageDependencies: [Package.Dependency] =
    usesToolchainSwiftSyntax
    ? [] : [.package(url: "https://github.com/swiftlang/swift-syntax.git", "602.0.0"..<"604.0.0")]

let libraryTargets: [Target] = [
    .executableTarget(
        name: "TrellisCommand",
        dependencies: [
            "Trellis", "TrellisDecoding", "TrellisMatching", "TrellisGrammars", "TrellisTokenization",
            "TrellisModelFiles", "TrellisJSON",
        ]),
    .target(
        name: "Trellis",
        dependencies: [
            "TrellisDecoding", "TrellisMatching", "TrellisGrammars", "TrellisTokenization", "TrellisModelFiles",
            "TrellisJSON", "TrellisMacros",
        ]),
    .macro(
        name: "TrellisMacros", dependencies: macroDependencies, swiftSettings: macroSwiftSettings,
        linkerSettings: macroLinkerSettings),
    .target(
        name: "TrellisDecoding",
        dependencies: [
            "TrellisMatching", "TrellisInference", "TrellisGrammars", "TrellisTokenization", "TrellisModelFiles",
            "TrellisJSON",
        ]),
    .target(name: "TrellisMatching", dependencies: ["TrellisGrammars", "TrellisTokenization", "TrellisJSON"]),
    .target(
        name: "TrellisInference",
        dependencies: ["TrellisModelFiles", "TrellisTokenization", "CKernels", "COpenBLAS"]),
    .target(name: "TrellisGrammars", dependencies: ["TrellisJSON"]),
    .target(name: "TrellisTokenization", dependencies: ["TrellisModelFiles", "TrellisJSON", "CPCRE2"]),
    .target(name: "TrellisModelFiles", dependencies: ["TrellisJSON"]),
    .target(name: "TrellisJSON", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "CKernels"),
    .systemLibrary(name: "COpenBLAS", pkgConfig: "openblas", providers: [.apt(["libopenblas-dev"])]),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
]

let testTargets: [Target] = [
    .target(name: "TestSupport", dependencies: ["TrellisJSON"], path: "Tests/TestSupport"),
    .testTarget(name: "TrellisJSONTests", dependencies: ["TrellisJSON", "TestSupport"]),
    .testTarget(name: "TrellisModelFilesTests", dependencies: ["TrellisModelFiles", "TrellisJSON", "TestSupport"]),
    .testTarget(
        name: "TrellisTokenizationTests",
        dependencies: ["TrellisTokenization", "TrellisModelFiles", "TrellisJSON", "TestSupport"]),
    .testTarget(name: "TrellisGrammarsTests", dependencies: ["TrellisGrammars", "TrellisJSON", "TestSupport"]),
    .testTarget(
        name: "TrellisInferenceTests",
        dependencies: ["TrellisInference", "TrellisModelFiles", "TrellisTokenization", "CKernels", "TestSupport"]),
    .testTarget(
        name: "TrellisMatchingTests",
        dependencies: [
            "TrellisMatching", "TrellisGrammars", "TrellisTokenization", "TrellisModelFiles", "TrellisJSON",
            "TestSupport",
        ]),
    .testTarget(
        name: "TrellisDecodingTests",
        dependencies: [
            "TrellisDecoding", "TrellisMatching", "TrellisInference", "TrellisGrammars", "TrellisTokenization",
            "TrellisModelFiles", "TrellisJSON", "TestSupport",
        ]),
    .testTarget(
        name: "TrellisTests",
        dependencies: [
            "Trellis", "TrellisDecoding", "TrellisMatching", "TrellisGrammars", "TrellisTokenization", "TrellisJSON",
            "TestSupport",
        ]),
    .testTarget(
        name: "TrellisMacrosTests", dependencies: ["TrellisMacros"] + macroTestDependencies,
        swiftSettings: macroSwiftSettings, linkerSettings: macroLinkerSettings),
    .testTarget(name: "TrellisCommandTests", dependencies: ["TrellisCommand", "TrellisJSON", "TestSupport"]),
]

let benchmarkTargets: [Target] = [
    .executableTarget(
        name: "InferenceBenchmark",
        dependencies: ["TrellisInference", "TrellisModelFiles", "TrellisTokenization", "CKernels"],
        path: "Benchmarks/InferenceBenchmark"),
    .executableTarget(
        name: "MaskBenchmark",
        dependencies: ["TrellisMatching", "TrellisGrammars", "TrellisTokenization", "TrellisJSON"],
        path: "Benchmarks/MaskBenchmark"),
]

let package = Package(
    name: "trellis",
    platforms: [.macOS(.v15), .iOS(.v18), .visionOS(.v2)],
    products: products + platformProducts,
    dependencies: packageDependencies,
    targets: libraryTargets + testTargets + benchmarkTargets + platformTargets,
    swiftLanguageModes: [.v6]
)

let commonSettings: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
for target in package.targets where target.type == .test {
    // Tests read their fixtures from the source tree.
    if FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Tests/\(target.name)/Fixtures") {
        target.exclude = ["Fixtures"]
    }
}
for target in package.targets where target.type != .system && target.name != "CKernels" {
    target.swiftSettings = (target.swiftSettings ?? []) + commonSettings
}
