import Foundation

/// The length of the trials. `Scripts/torture` sets both; without it they are short, and repeat themselves.
enum Torture {
    /// The seed of the random numbers.
    static let seed = number("SIGNALS_TORTURE_SEED") ?? 1
    /// The factor by which more is done.
    static let factor = Int(number("SIGNALS_TORTURE_FACTOR") ?? 1)
    /// True if `Scripts/torture` asked for it.
    static let isLong = number("SIGNALS_TORTURE_FACTOR") != nil

    /// Says what was done, for the script's summary.
    static func report(_ line: String) {
        if isLong { print("torture: \(line)") }
    }

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}
