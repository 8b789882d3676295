import Dispatch
import Foundation
import GRDB
import Signals
import SignalsStore

// One changed row under a live query of many, saved, until the subscriber has the new state. Neither side syncs, since
// the disk would take most of the time.
extension StoreWorkloads {
    /// By the store; as if each of the rows had been changed, so that the time of one is the time a row.
    public static func liveQuery(_ count: Int) -> Double {
        let container = UnsyncedStores.with(count).container
        let arrivals = Arrivals()
        let subscription = container.publisher(for: FetchRequest<Item>(sortBy: [SortDescriptor(\.minutes)]))
            .sink { _ in
            } receiveValue: {
                arrivals.note($0[0].name)
            }
        defer { subscription.cancel() }
        arrivals.waitForFirst()
        let context = container.newBackgroundContext()
        return trying {
            try context.performAndWait {
                let item = try context.fetch(FetchRequest<Item>(sortBy: [SortDescriptor(\.minutes)], fetchLimit: 1))[0]
                return try arrivals.time(ofChanges: 20) { name in
                    item.name = name
                    try context.save()
                } * Double(count)
            }
        }
    }

    /// By GRDB's `ValueObservation`, which fetches all records again.
    public static func liveQueryWithGRDB(_ count: Int) -> Double {
        let pool = UnsyncedStores.with(count).pool
        let arrivals = Arrivals()
        let observation = ValueObservation.tracking { try ItemRecord.order(sql: "minutes").fetchAll($0) }
        let observer = observation.start(
            in: pool, scheduling: .async(onQueue: DispatchQueue(label: "observer")),
            onError: { fatalError("The benchmark failed: \($0)") }, onChange: { arrivals.note($0[0].name) })
        defer { observer.cancel() }
        arrivals.waitForFirst()
        return trying {
            try arrivals.time(ofChanges: 5) { name in
                try pool.write {
                    try $0.execute(sql: "UPDATE item SET name = ? WHERE minutes = 0", arguments: [name])
                }
            } * Double(count)
        }
    }
}

/// The values of the one row that changes, as a subscriber has seen them, for the thread that changes it.
// SAFETY: the condition guards all that changes.
private final class Arrivals: @unchecked Sendable {
    private let condition = NSCondition()
    private var seen: String?

    func note(_ name: String) {
        condition.withLock {
            seen = name
            condition.broadcast()
        }
    }

    func waitForFirst() {
        condition.withLock { while seen == nil { condition.wait() } }
    }

    /// The median time of a change until it has arrived, in nanoseconds. The first is not counted.
    func time(ofChanges count: Int, _ change: (String) throws -> Void) throws -> Double {
        var times: [Double] = []
        for number in 0...count {
            let name = "Changed \(UUID())"
            let time = try StoreWorkloads.nanoseconds {
                try change(name)
                condition.withLock { while seen != name { condition.wait() } }
            }
            if number > 0 { times.append(time) }
        }
        return times.sorted()[count / 2]
    }
}

/// The same rows in two stores that never wait for the disk, filled once for all runs.
final class UnsyncedStores {
    let count: Int
    let container: PersistentContainer
    let pool: DatabasePool
    private let folder = StoreWorkloads.makeFolder()

    // SAFETY: a workload runs alone.
    nonisolated(unsafe) static var present: UnsyncedStores?

    static func with(_ count: Int) -> UnsyncedStores {
        if let present, present.count == count { return present }
        let made = StoreWorkloads.trying { try UnsyncedStores(count) }
        present = made
        return made
    }

    private init(_ count: Int) throws {
        self.count = count
        container = try PersistentContainer(
            name: "benchmark", model: ManagedObjectModel(Item.self), stores: [.inMemory()])
        pool = try StoreWorkloads.openPool(folder, synchronous: "OFF")
        let context = container.newBackgroundContext()
        try context.performAndWait {
            StoreWorkloads.insert(0..<count, into: context)
            try context.save()
        }
        try pool.write { for number in 0..<count { try ItemRecord(number).insert($0) } }
    }

    deinit {
        container.close()
        try? pool.close()
        try? FileManager.default.removeItem(at: folder)
    }
}
