import Foundation

/// Random numbers that can be had again: a failing test prints its seed, and `SIGNALS_SEED` replays it.
struct ReplayableGenerator: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// With the seed of the environment, or another each time.
    static func fromEnvironment() -> ReplayableGenerator {
        let given = ProcessInfo.processInfo.environment["SIGNALS_SEED"].flatMap { UInt64($0) }
        return ReplayableGenerator(seed: given ?? UInt64.random(in: 0...UInt64(UInt32.max)))
    }

    // SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
