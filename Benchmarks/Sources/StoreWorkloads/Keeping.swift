import Dispatch
import Foundation
import Signals
import SignalsStore

// What objects that are kept cost: in bytes, and for the saves of others.
extension StoreWorkloads {
    /// Managed objects as a fetch makes them, with their context.
    public static func keptObjects(_ count: Int) -> [Any] {
        let context = FilledStores.with(count).container.newBackgroundContext()
        let objects = trying { try context.performAndWait { Kept(try context.fetch(FetchRequest<Item>())) } }
        return [context, objects]
    }

    /// Snapshots as a fetch makes them.
    public static func keptSnapshots(_ count: Int) -> [Any] {
        let context = FilledStores.with(count).container.newBackgroundContext()
        return [trying { try context.performAndWait { try context.fetchSnapshots(FetchRequest<Item>()) } }]
    }

    /// The time of a save of one changed object, in microseconds, in a context that holds as many unchanged ones.
    public static func saveAmong(_ count: Int) -> Double {
        let context = FilledStores.with(100_000).container.newBackgroundContext()
        return trying {
            try context.performAndWait {
                let items = try context.fetch(FetchRequest<Item>(fetchLimit: count))
                var times: [Double] = []
                for round in 0..<41 {
                    items[round].minutes += 1
                    times.append(try nanoseconds { try context.save() })
                }
                return withExtendedLifetime(items) { times.sorted()[20] / 1000 }
            }
        }
    }

    /// Returns the times of small saves, in microseconds: the median and the longest, alone and while 100,000 rows are
    /// saved.
    public static func smallSaves() -> (alone: [Double], during: [Double]) {
        withFolder { folder in
            let container = try open(folder)
            defer { container.close() }
            let small = container.newBackgroundContext()
            let alone = times(of: 200, in: small)
            let large = container.newBackgroundContext()
            let isDone = DispatchSemaphore(value: 0)
            large.performAndWait { _ = insert(0..<100_000, into: large) }
            DispatchQueue.global().async {
                trying { try large.performAndWait { try large.save() } }
                isDone.signal()
            }
            var during: [Double] = []
            while isDone.wait(timeout: .now()) == .timedOut { during += times(of: 1, in: small) }
            return (alone, during)
        }
    }

    private static func times(of count: Int, in context: ManagedObjectContext) -> [Double] {
        trying {
            try context.performAndWait {
                try (0..<count).map { number in
                    insert(number..<number + 1, into: context)
                    return try nanoseconds { try context.save() } / 1000
                }
            }
        }
    }
}

/// Holds objects outside of their context's queue, for nobody to look at.
// SAFETY: only held.
private final class Kept: @unchecked Sendable {
    let objects: [Item]

    init(_ objects: [Item]) { self.objects = objects }
}
