// swift-tools-version: 6.2
import PackageDescription

// Apart from the package, so that its products need no sanitizers; `Scripts/fuzz` builds and runs it.
let package = Package(
    name: "Fuzzing",
    dependencies: [.package(name: "Trellis", path: "..")],
    targets: [
        .target(name: "CLibFuzzer"),
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "CLibFuzzer",
                .product(name: "TrellisMatching", package: "Trellis"),
            ]),
    ],
    swiftLanguageModes: [.v6])
