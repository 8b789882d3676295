// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Signals",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Signals", targets: ["Signals"]),
        .library(name: "SignalsStore", targets: ["SignalsStore"]),
        .library(name: "SignalsDashboard", targets: ["SignalsDashboard"]),
        .executable(name: "household-tasks", targets: ["HouseholdTasks"]),
    ],
    targets: [
        .target(name: "Signals"),
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .target(name: "SignalsStore", dependencies: ["Signals", "CSQLite"]),
        .target(name: "SignalsDashboard", dependencies: ["Signals"]),
        .executableTarget(
            name: "HouseholdTasks",
            dependencies: ["Signals", "SignalsStore", "SignalsDashboard"],
            path: "Playgrounds/HouseholdTasks",
            exclude: ["Samples"]),
        .testTarget(name: "SignalsTests", dependencies: ["Signals"]),
        .testTarget(name: "SignalsStoreTests", dependencies: ["Signals", "SignalsStore", "CSQLite"]),
        .testTarget(name: "SignalsDashboardTests", dependencies: ["SignalsDashboard"]),
        .testTarget(name: "HouseholdTasksTests", dependencies: ["HouseholdTasks", "SignalsDashboard"]),
    ],
    swiftLanguageModes: [.v6]
)
