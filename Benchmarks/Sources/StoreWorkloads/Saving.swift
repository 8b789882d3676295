import Dispatch
import Foundation
import GRDB
import Signals
import SignalsStore

// Saves of one object each. Those at once are timed from the first call until the last result is there.
extension StoreWorkloads {
    /// Closures that save their contexts themselves, and wait meanwhile.
    public static func saveInBackground(_ count: Int) -> Double {
        saving(count) { container, number, done in
            container.performBackgroundTask { context in
                insert(number..<number + 1, into: context)
                try context.save()
            }.sink(receiveCompletion: done, receiveValue: {})
        }
    }

    /// Returns the time of a save of 1,000 at once, in microseconds, when so many closures may have begun: the median
    /// of 9.
    public static func saveWithPlaces(_ places: Int) -> Double {
        let times = (0..<9).map { _ in
            saving(1000, configure: { $0.maxBegunTaskCount = places }) { container, number, done in
                container.performBackgroundTask { context in
                    insert(number..<number + 1, into: context)
                    try context.save()
                }.sink(receiveCompletion: done, receiveValue: {})
            } / 1_000_000
        }
        return times.sorted()[times.count / 2]
    }

    /// Contexts that are saved when their closures return.
    public static func saveOnReturn(_ count: Int) -> Double {
        saving(count) { container, number, done in
            container.save { context in _ = insert(number..<number + 1, into: context) }
                .sink(receiveCompletion: done, receiveValue: {})
        }
    }

    private static func saving(
        _ count: Int, configure: (PersistentContainer) -> Void = { _ in },
        _ save: (PersistentContainer, Int, @escaping @Sendable (Subscribers.Completion<any Error>) -> Void) ->
            AnyCancellable
    ) -> Double {
        withFolder { folder in
            let container = try open(folder)
            defer { container.close() }
            configure(container)
            var cancellables: [AnyCancellable] = []
            let time = nanoseconds {
                let all = DispatchGroup()
                cancellables = (0..<count).map { number in
                    all.enter()
                    return save(container, number) { completion in
                        if case .failure(let error) = completion { fatalError("The benchmark failed: \(error)") }
                        all.leave()
                    }
                }
                all.wait()
            }
            // Until the last result is there: what keeps the subscriptions is let go of after that.
            withExtendedLifetime(cancellables) {}
            return time
        }
    }

    /// Synced at each save.
    public static func saveWithGRDB(_ count: Int) -> Double { saveWithGRDB(count, synchronous: "FULL") }

    /// At GRDB's default: not synced, so the last saves may be lost in a power cut.
    public static func saveWithGRDBNotDurable(_ count: Int) -> Double { saveWithGRDB(count, synchronous: "NORMAL") }

    private static func saveWithGRDB(_ count: Int, synchronous: String) -> Double {
        withFolder { folder in
            let pool = try openPool(folder, synchronous: synchronous)
            return nanoseconds {
                let all = DispatchGroup()
                for number in 0..<count {
                    all.enter()
                    pool.asyncWrite {
                        try ItemRecord(number).insert($0)
                    } completion: { _, result in
                        if case .failure(let error) = result { fatalError("The benchmark failed: \(error)") }
                        all.leave()
                    }
                }
                all.wait()
            }
        }
    }

    /// One context, which saves again and again.
    public static func saveInContext(_ count: Int) -> Double {
        withFolder { folder in
            let container = try open(folder)
            defer { container.close() }
            let context = container.newBackgroundContext()
            return try context.performAndWait {
                try nanoseconds {
                    for number in 0..<count {
                        insert(number..<number + 1, into: context)
                        try context.save()
                    }
                }
            }
        }
    }

    /// One background task after another, each awaited.
    public static func saveAwaited(_ count: Int) -> Double {
        withFolder { folder in
            let container = try open(folder)
            defer { container.close() }
            return wait {
                for number in 0..<count {
                    try await container.performBackgroundTask { context in
                        insert(number..<number + 1, into: context)
                        try context.save()
                    }.value
                }
            }
        }
    }

    private static func wait(_ body: @escaping @Sendable () async throws -> Void) -> Double {
        nanoseconds {
            let done = DispatchSemaphore(value: 0)
            Task {
                do { try await body() } catch { fatalError("The benchmark failed: \(error)") }
                done.signal()
            }
            done.wait()
        }
    }

    /// A transaction for each row.
    public static func saveWithSQLite(_ count: Int) -> Double {
        withFolder { folder in
            let database = SQLiteDatabase(folder)
            database.run(ItemValues.table)
            return nanoseconds { for number in 0..<count { database.insert(number..<number + 1) } }
        }
    }
}
