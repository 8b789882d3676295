// swift-tools-version: 6.2
import PackageDescription

// The identity of a path dependency is its folder's name, which differs from clone to clone.
let root = Context.packageDirectory.split(separator: "/").dropLast().last.map { $0.lowercased() } ?? "signals"

// What is measured on both sides is the same files: OpenCombineWorkloads and OpenCombineProgram are links.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: ".."),
        .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .target(name: "SignalsWorkloads", dependencies: [.product(name: "Signals", package: root)]),
        .target(
            name: "OpenCombineWorkloads",
            dependencies: [
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5), .define("PEER")]),
        .target(
            name: "StoreWorkloads",
            dependencies: [
                "CHeap", "Harness",
                .product(name: "Signals", package: root),
                .product(name: "SignalsStore", package: root),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .target(name: "CHeap"),
        .target(name: "Harness", dependencies: ["CHeap"]),
        .executableTarget(
            name: "SignalsBenchmarks",
            dependencies: [
                "Harness", "OpenCombineWorkloads", "SignalsWorkloads",
                .product(name: "Signals", package: root),
                .product(name: "SignalsAlgorithms", package: root),
            ]),
        .executableTarget(name: "SignalsProgram", dependencies: [.product(name: "Signals", package: root)]),
        .executableTarget(
            name: "OpenCombineProgram", dependencies: [.product(name: "OpenCombine", package: "OpenCombine")],
            swiftSettings: [.swiftLanguageMode(.v5), .define("PEER")]),
        .executableTarget(
            name: "DashboardProgram",
            dependencies: [
                .product(name: "Signals", package: root), .product(name: "SignalsDashboard", package: root),
            ]),
        .executableTarget(
            name: "StoreProgram",
            dependencies: [
                .product(name: "Signals", package: root), .product(name: "SignalsStore", package: root),
            ]),
        .executableTarget(name: "StoreBenchmarks", dependencies: ["Harness", "StoreWorkloads"]),
        .executableTarget(
            name: "PostgresBenchmarks",
            dependencies: [
                "Harness",
                .product(name: "Signals", package: root),
                .product(name: "SignalsStore", package: root),
                .product(name: "SignalsPostgres", package: root),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
