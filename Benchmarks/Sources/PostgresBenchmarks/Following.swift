import Foundation
import Signals
import SignalsStore

/// A live query over rows that another program changes.
enum Following {
    /// The time from when the other program begins to save one changed row until the subscriber has the new list; as if
    /// each of the rows had been changed, so that the time of one is the time a row.
    static func changeOfAnotherProgram(_ count: Int) -> Double {
        let schema = FilledSchema.with(count)
        let arrivals = Arrivals()
        let request = FetchRequest<Parcel>(sortBy: [SortDescriptor(\.minutes)])
        let subscription = schema.container.publisher(for: request)
            .sink { _ in
            } receiveValue: {
                arrivals.note($0[0].name)
            }
        defer { subscription.cancel() }
        arrivals.waitForFirst()
        let program = OtherProgram(.changer, inSchema: schema.name)
        program.waitUntilReady()
        defer { program.end() }
        let times = (0..<21).map { number in
            let name = "Changed \(UUID())"
            program.ask(name)
            let arrived = arrivals.wait(for: name)
            guard let began = UInt64(program.waitForAnswer()) else { Server.fail("the changer told no time") }
            return Double(arrived - began)
        }
        return times.dropFirst().sorted()[10]
    }
}

/// The values of the one row that changes, as a subscriber has seen them.
// SAFETY: the condition guards all that changes.
private final class Arrivals: @unchecked Sendable {
    private let condition = NSCondition()
    private var seen: (name: String, time: UInt64)?

    func note(_ name: String) {
        let now = DispatchTime.now().uptimeNanoseconds
        condition.withLock {
            seen = (name, now)
            condition.broadcast()
        }
    }

    func waitForFirst() {
        condition.withLock { while seen == nil { condition.wait() } }
    }

    /// Waits until the row has the name, and returns when it had, by the clock of all programs.
    func wait(for name: String) -> UInt64 {
        condition.withLock {
            while true {
                if let seen, seen.name == name { return seen.time }
                condition.wait()
            }
        }
    }
}
