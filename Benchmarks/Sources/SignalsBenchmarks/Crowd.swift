import Harness
import Signals

/// The order in which subscribers cancel.
enum Order: String, CaseIterable {
    case oldest, newest, any

    /// Returns the places of all, in this order, which is the same each time.
    func places(_ count: Int) -> [Int] {
        switch self {
        case .oldest: return Array(0..<count)
        case .newest: return (0..<count).reversed()
        case .any:
            var generator = SplitMix(state: 42)
            return (0..<count).shuffled(using: &generator)
        }
    }
}

/// Many subscribers at one source or at several.
struct Crowd {
    let count: Int
    let sources: [Source.Made]
    /// The number of subscribers of one source.
    let each: Int

    init(count: Int, at source: Source, each: Int) {
        (self.count, self.each) = (count, each)
        sources = (0..<max(1, (count + each - 1) / each)).map { _ in source.make() }
    }

    /// Returns the processor time of subscribing all and cancelling all, in nanoseconds.
    func time(cancelling order: Order) -> Double {
        let places = order.places(count)
        var sinks: [AnyCancellable] = []
        sinks.reserveCapacity(count)
        let subscribing = time { sinks.append(sources[$0 / each].publisher.sink { _ in }) }
        let cancelling = time { if places[$0] < sinks.count { sinks[places[$0]].cancel() } }
        if !subscribing.isComplete || !cancelling.isComplete {
            // To let go of them would cancel those that are left, for minutes.
            _ = Unmanaged.passRetained(Kept(sinks))
        }
        return subscribing.time + cancelling.time
    }

    /// Does an operation for each subscriber. What takes too long is given up, and its time scaled up to all of them.
    private func time(_ operation: (Int) -> Void) -> (time: Double, isComplete: Bool) {
        let start = ProcessorTime.now
        for done in 0..<count {
            operation(done)
            guard done % 64 == 0, ProcessorTime.now - start > Self.patience else { continue }
            return ((ProcessorTime.now - start) * Double(count) / Double(done + 1), done + 1 == count)
        }
        return (ProcessorTime.now - start, true)
    }

    /// The processor time after which an operation for all is given up, in nanoseconds.
    private static let patience = 1e9

    private final class Kept {
        let sinks: [AnyCancellable]
        init(_ sinks: [AnyCancellable]) { self.sinks = sinks }
    }
}

/// Random numbers that are the same each time.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}
