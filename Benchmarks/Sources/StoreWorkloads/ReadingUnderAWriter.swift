import Dispatch
import Foundation
import SignalsStore
import Synchronization

// Eight readers, each with a context of its own, that fetch the same twenty objects again and again.
extension StoreWorkloads {
    /// While nobody writes.
    public static func readAlone(_ count: Int) -> Double {
        withRows { container in read(container, count) }
    }

    /// While another context saves without pause.
    public static func readUnderAWriter(_ count: Int) -> Double {
        withRows { container in
            let ended = DispatchSemaphore(value: 0)
            let stop = Stop()
            Thread.detachNewThread {
                write(container, until: stop)
                ended.signal()
            }
            defer { ended.wait() }
            defer { stop.isSet.store(true, ordering: .relaxed) }
            return read(container, count)
        }
    }

    private final class Stop: Sendable {
        let isSet = Atomic(false)
    }

    private static func withRows(_ body: (PersistentContainer) -> Double) -> Double {
        withFolder { folder in
            let container = try open(folder)
            defer { container.close() }
            let context = container.newBackgroundContext()
            try context.performAndWait {
                insert(0..<1000, into: context)
                try context.save()
            }
            return body(container)
        }
    }

    /// Eight threads, all at the same time: `concurrentPerform` would run as many at once as there are processors.
    private static func read(_ container: PersistentContainer, _ count: Int) -> Double {
        nanoseconds {
            let readers = DispatchGroup()
            for _ in 0..<8 {
                readers.enter()
                Thread.detachNewThread {
                    fetch(container, count / 8)
                    readers.leave()
                }
            }
            readers.wait()
        }
    }

    private static func fetch(_ container: PersistentContainer, _ count: Int) {
        let context = container.newBackgroundContext()
        context.performAndWait {
            for _ in 0..<count {
                do { _ = try context.fetch(FetchRequest<Item>(fetchLimit: 20)) } catch {
                    fatalError("The benchmark failed: \(error)")
                }
            }
        }
    }

    private static func write(_ container: PersistentContainer, until stop: Stop) {
        let context = container.newBackgroundContext()
        context.performAndWait {
            var number = 1000
            while !stop.isSet.load(ordering: .relaxed) {
                insert(number..<number + 1, into: context)
                do { try context.save() } catch { fatalError("The benchmark failed: \(error)") }
                number += 1
            }
        }
    }
}
