// swift-tools-version: 6.2
import PackageDescription

// The identity of a path dependency is its folder's name, which differs from clone to clone.
let root = Context.packageDirectory.split(separator: "/").dropLast().last.map { $0.lowercased() } ?? "signals"

let package = Package(
    name: "Adapters",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "SignalsAdapters", targets: ["SignalsAdapters"])],
    dependencies: [
        .package(path: ".."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    ],
    targets: [
        .target(
            name: "SignalsAdapters",
            dependencies: [
                .product(name: "SignalsStore", package: root),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]),
        .testTarget(
            name: "SignalsAdaptersTests",
            dependencies: [
                "SignalsAdapters",
                .product(name: "Signals", package: root),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
