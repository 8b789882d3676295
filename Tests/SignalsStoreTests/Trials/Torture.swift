import Foundation

/// How long the trials last. `Scripts/torture` sets both; without it they are short, and repeat themselves.
enum Torture {
    /// What the random numbers begin with.
    static let seed = number("SIGNALS_TORTURE_SEED") ?? 1
    /// How many times as much is done.
    static let factor = Int(number("SIGNALS_TORTURE_FACTOR") ?? 1)
    /// Whether `Scripts/torture` asked for it.
    static let isLong = number("SIGNALS_TORTURE_FACTOR") != nil

    /// Says what was done, for the script's summary.
    static func report(_ line: String) {
        if isLong { print("torture: \(line)") }
    }

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}
