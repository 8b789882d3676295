// swift-tools-version: 6.2
import PackageDescription

/// How code that was written for Combine is built, unchanged: it says `import Combine` and gets `SignalsCombine`.
let dropIn: [SwiftSetting] = [
    .swiftLanguageMode(.v5), .unsafeFlags(["-module-alias", "Combine=SignalsCombine", "-suppress-warnings"]),
]

/// Optimised in debug builds too, as a whole: a client's debug build would otherwise make each value's way through the
/// operators, which it does not step through, ten times as long.
let optimised: [SwiftSetting] = [
    .unsafeFlags(["-O", "-wmo", "-num-threads", "2", "-disable-batch-mode"], .when(configuration: .debug))
]

/// Optimised together with the targets above, in which their generic code is specialised: without that a background save
/// costs 40 % more than it did in one target.
let seamless: [SwiftSetting] = [.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))]

/// Not optimised in release builds either: what is tested is optimised, and what only calls it takes minutes to compile.
let plain: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// A page of the playground as a program, so that it is compiled and run where there is no Xcode too.
func page(_ name: String) -> Target {
    .executableTarget(
        name: name + "Page",
        dependencies: ["Signals", "SignalsStore"],
        path: "Playgrounds/Signals.playground/Pages/\(name).xcplaygroundpage",
        sources: ["Contents.swift"])
}

/// The pages, in their order.
let pages = [
    "SavingInTheBackground", "UnitsOfWork", "DomainEvents", "Transactions", "EditingAForm", "LargeImports",
]

let package = Package(
    name: "Signals",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Signals", targets: ["Signals"]),
        .library(name: "SignalsCombine", targets: ["SignalsCombine"]),
        .library(name: "SignalsAlgorithms", targets: ["SignalsAlgorithms"]),
        .library(name: "SignalsStore", targets: ["SignalsStore"]),
        .library(name: "SignalsPostgres", targets: ["SignalsPostgres"]),
        .library(name: "SignalsDashboard", targets: ["SignalsDashboard"]),
        .library(name: "SignalsDashboardTesting", targets: ["SignalsDashboardTesting"]),
        .library(name: "SignalsStoreDashboard", targets: ["SignalsStoreDashboard"]),
        .library(name: "SignalsTesting", targets: ["SignalsTesting"]),
        .library(name: "SignalsNetworking", targets: ["SignalsNetworking"]),
        .executable(name: "household-tasks", targets: ["HouseholdTasks"]),
    ],
    targets: [
        .systemLibrary(name: "CPlatform"),
        // Protocols, types and subscribers; over it the functions that keep a closure, once for each language mode.
        .target(name: "SignalsCore", swiftSettings: optimised),
        .target(name: "Signals", dependencies: ["SignalsCore"], swiftSettings: optimised),
        .target(name: "SignalsCombine", dependencies: ["SignalsCore"], swiftSettings: optimised),
        .target(name: "SignalsAlgorithms", dependencies: ["SignalsCore"], swiftSettings: seamless),
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        // What every store has, whatever keeps its rows: values, queries, change sets, and the queue of commits.
        .target(
            name: "SignalsStoreCore", dependencies: ["SignalsCore", "CPlatform"], swiftSettings: seamless,
            // Foundation's own, which it loads anyway: its collation of texts.
            linkerSettings: [.linkedLibrary("_FoundationICU", .when(platforms: [.linux]))]),
        .target(name: "SignalsSQL", dependencies: ["SignalsStoreCore"], swiftSettings: seamless),
        .target(
            name: "SignalsSQLite",
            dependencies: ["SignalsCore", "SignalsStoreCore", "SignalsSQL", "CSQLite", "CPlatform"],
            swiftSettings: seamless),
        .target(
            name: "SignalsStore",
            dependencies: ["SignalsCore", "SignalsStoreCore", "SignalsSQLite", "CPlatform"]),
        // Needed only by who uses this product: a package over SignalsStore alone builds without it.
        .systemLibrary(
            name: "CPostgres",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "SignalsPostgres",
            dependencies: ["SignalsCore", "SignalsStoreCore", "SignalsSQL", "SignalsStore", "CPostgres"],
            swiftSettings: seamless),
        .target(name: "SignalsDashboard", dependencies: ["SignalsCore"]),
        .target(name: "SignalsDashboardTesting", dependencies: ["SignalsCore", "SignalsDashboard"]),
        .target(name: "SignalsStoreDashboard", dependencies: ["SignalsDashboard", "SignalsStore"]),
        .target(name: "SignalsTesting", dependencies: ["SignalsCore"]),
        // Apart, since FoundationNetworking brings libcurl and its thirty libraries, which take 60 ms to load.
        .target(name: "SignalsNetworking", dependencies: ["SignalsCore"]),
        .executableTarget(
            name: "HouseholdTasks",
            dependencies: [
                "Signals", "SignalsStore", "SignalsPostgres", "SignalsDashboard", "SignalsStoreDashboard",
            ],
            path: "Playgrounds/HouseholdTasks",
            exclude: ["Samples"]),
        .executableTarget(
            name: "FeedReader",
            dependencies: [
                "Signals", "SignalsStore", "SignalsPostgres", "SignalsDashboard", "SignalsStoreDashboard",
            ],
            path: "Playgrounds/FeedReader",
            exclude: ["Samples"]),
        .executableTarget(
            name: "Ledger",
            dependencies: [
                "Signals", "SignalsStore", "SignalsPostgres", "SignalsDashboard", "SignalsStoreDashboard",
            ],
            path: "Playgrounds/Ledger"),
        .target(name: "SignalsBattery", dependencies: ["Signals", "SignalsTesting"], path: "Tests/Battery"),
        .executableTarget(name: "AsyncMain", dependencies: ["Signals"], path: "Tests/MainPrograms/AsyncMain"),
        .executableTarget(name: "QueueMain", dependencies: ["Signals"], path: "Tests/MainPrograms/QueueMain"),
        .executableTarget(
            name: "StoreMain", dependencies: ["Signals", "SignalsStore"], path: "Tests/MainPrograms/StoreMain"),
        .testTarget(
            name: "SignalsTests",
            dependencies: ["Signals", "SignalsTesting", "SignalsBattery", "AsyncMain", "QueueMain"]),
        .testTarget(
            name: "SignalsAlgorithmsTests",
            dependencies: ["Signals", "SignalsAlgorithms", "SignalsTesting", "SignalsBattery"]),
        .testTarget(name: "SignalsTestingTests", dependencies: ["Signals", "SignalsTesting"]),
        .testTarget(
            name: "SignalsNetworkingTests", dependencies: ["Signals", "SignalsNetworking", "SignalsBattery"]),
        .systemLibrary(name: "CMemory", path: "Tests/CMemory"),
        .testTarget(
            name: "SignalsStoreTests",
            dependencies: [
                "Signals", "SignalsStore", "SignalsStoreCore", "SignalsSQL", "SignalsSQLite", "SignalsPostgres",
                "SignalsBattery",
                "CSQLite",
                "CMemory", "AnotherStore", "StoreMain",
            ], swiftSettings: plain),
        .testTarget(
            name: "SignalsPostgresTests",
            dependencies: [
                "Signals", "SignalsCore", "SignalsPostgres", "SignalsStore", "SignalsStoreCore", "FeedReader", "Ledger",
                "Histories", "HistoryWorker", "SignalsBattery",
            ]),
        // As in a package of its own: without package access, the compiler lets them have what is public only.
        .target(
            name: "AnotherStore", dependencies: ["SignalsStore"], path: "Tests/AnotherStore", packageAccess: false),
        .testTarget(
            name: "AnotherStoreTests", dependencies: ["AnotherStore", "Signals", "SignalsStore"], packageAccess: false),
        .testTarget(
            name: "SignalsDashboardTests",
            dependencies: ["Signals", "SignalsDashboard", "SignalsDashboardTesting", "SignalsBattery"],
            exclude: ["Pictures"]),
        .testTarget(
            name: "SignalsStoreDashboardTests",
            dependencies: ["Signals", "SignalsStoreDashboard", "SignalsDashboardTesting"]),
        .testTarget(
            name: "HouseholdTasksTests",
            dependencies: ["HouseholdTasks", "SignalsDashboard", "SignalsDashboardTesting"],
            exclude: ["Screens/Pictures"], swiftSettings: plain),
        .testTarget(
            name: "PlaygroundTests",
            dependencies: ["SignalsBattery", "SignalsStore", "SignalsDashboardTesting", "FeedReader", "Ledger"]
                + pages.map { .target(name: $0 + "Page") },
            path: "Tests/PlaygroundTests"),
        .testTarget(name: "DropInTests", dependencies: ["SignalsCombine"], swiftSettings: dropIn),
        .target(
            name: "SignalsModel", dependencies: ["Signals", "SignalsTesting"], path: "Tests/Torture/Model",
            exclude: ["Decisions.md"]),
        .testTarget(name: "SignalsModelTests", dependencies: ["SignalsModel"]),
        .target(
            name: "GraphModel", dependencies: ["Signals", "SignalsPostgres", "SignalsStore"],
            path: "Tests/Torture/Graph",
            exclude: ["Decisions.md"], swiftSettings: optimised),
        .testTarget(name: "GraphModelTests", dependencies: ["GraphModel"]),
        .target(
            name: "Histories", dependencies: ["Signals", "SignalsCore", "SignalsPostgres", "SignalsStore"],
            path: "Tests/Histories", exclude: ["Worker"]),
        .executableTarget(
            name: "HistoryWorker", dependencies: ["Histories", "SignalsPostgres", "SignalsStore"],
            path: "Tests/Histories/Worker"),
        .testTarget(name: "HistoriesTests", dependencies: ["Histories", "HistoryWorker", "SignalsBattery"]),
        .executableTarget(
            name: "Torture", dependencies: ["Signals", "SignalsModel", "GraphModel"], path: "Tests/Torture",
            exclude: ["Model", "Graph", "Faults"]),
    ] + pages.map(page),
    swiftLanguageModes: [.v6]
)
