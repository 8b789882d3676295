import SignalsCore

#if canImport(Runtime)
    internal import Runtime
#endif

/// The line in a program that made a query: the call site that a fetch was given, or else the call stack.
struct QuerySite: Sendable {
    private let describe: @Sendable () -> String?

    /// Looks the names up, which is not done before.
    var description: String? { describe() }

    /// Notes the call site, or else the calls of now, which are looked up when they are asked for.
    init(_ site: CallSite?) {
        if let site {
            describe = { site.description }
            return
        }
        #if canImport(Runtime)
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), let trace = try? Backtrace.capture() {
                describe = { Self.caller(in: trace) }
                return
            }
        #endif
        describe = { nil }
    }
}

#if canImport(Runtime)
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    extension QuerySite {
        /// The folder of this package's sources, as the debug information names it.
        private static let sources = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/"
        private static let modules: Set<Substring> = [
            "SignalsCore", "Signals", "SignalsStoreCore", "SignalsSQL", "SignalsSQLite", "SignalsStore",
            "SignalsPostgres", "SignalsCombine", "SignalsAlgorithms", "SignalsTesting", "SignalsNetworking",
            "SignalsDashboard", "SignalsStoreDashboard", "SignalsDashboardTesting",
            "Foundation", "FoundationEssentials", "Dispatch", "XCTest", "Testing",
        ]

        /// The names that were looked up, by call stack: a lookup takes a second in a large program.
        private static let known = Locked<[[String]: String?]>([:])

        private static func caller(in trace: Backtrace) -> String? {
            let calls = trace.frames.map { "\($0.originalProgramCounter)" }
            if let caller = known.withLock({ $0[calls] }) { return caller }
            let caller = trace.symbolicated()?.frames.lazy.compactMap(\.symbol).compactMap(describe).first
            known.withLock { _ = $0.updateValue(caller, forKey: calls) }
            return caller
        }

        /// The name and the line of a function of the program's; nil for one of this package's or the system's.
        private static func describe(_ symbol: SymbolicatedBacktrace.Symbol) -> String? {
            if let location = symbol.sourceLocation {
                if location.line == 0 || isOwn(location.path) { return nil }
                return "\(symbol.name) at \(location.path):\(location.line)"
            }
            guard let module = module(of: symbol.rawName), !modules.contains(module) else { return nil }
            return symbol.name
        }

        /// True for a file of this package, which an optimised build names by its path in the package.
        private static func isOwn(_ path: String) -> Bool {
            path.hasPrefix(sources) || modules.contains { path.hasPrefix("Sources/\($0)/") }
        }

        /// The first module that a mangled name of Swift's names; nil for other names, and for the standard library's.
        private static func module(of name: String) -> Substring? {
            guard name.hasPrefix("$s"), let length = Int(name.dropFirst(2).prefix(while: \.isNumber)) else {
                return nil
            }
            return name.dropFirst(2).drop(while: \.isNumber).prefix(length)
        }
    }
#endif
