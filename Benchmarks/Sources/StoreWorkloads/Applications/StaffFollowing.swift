import Foundation
import GRDB
import Harness
import Signals
import SignalsStore

// A thousand live queries for different values, and ten commits of which each concerns one of them.
extension StoreWorkloads {
    private static let followed = 1000
    private static let commits = 10

    package static func followThousand(_ count: Int) -> Double {
        trying {
            let container = try PersistentContainer(name: "staff", model: Staff.model, stores: [.inMemory()])
            defer { container.close() }
            try Staff.fill(container, count)
            let arrivals = Countdown()
            arrivals.expect(followed)
            let cancellables = (0..<followed).map { number in
                container.publisher(for: FetchRequest<Worker>(predicate: #Predicate { $0.number == number }))
                    .sink { _ in
                    } receiveValue: { _ in
                        arrivals.note()
                    }
            }
            arrivals.wait()
            let context = container.newBackgroundContext()
            let time = try context.performAndWait {
                let workers = try context.fetch(
                    FetchRequest<Worker>(sortBy: [SortDescriptor(\.number)], fetchLimit: commits))
                return ProcessorTime.spent {
                    trying {
                        for worker in workers {
                            arrivals.expect(1)
                            worker.notes += "."
                            try context.save()
                            arrivals.wait()
                        }
                        // What the others do after the one that is concerned belongs to it.
                        Thread.sleep(forTimeInterval: 0.5)
                    }
                }
            }
            for cancellable in cancellables { cancellable.cancel() }
            return time / Double(commits)
        }
    }

    package static func followThousandWithGRDB(_ count: Int) -> Double {
        trying {
            let queue = try DatabaseQueue()
            try Staff.fill(queue, count)
            let arrivals = Countdown()
            arrivals.expect(followed)
            let delivery = DispatchQueue(label: "observers")
            let observers = (0..<followed).map { number in
                ValueObservation.tracking { database in
                    try WorkerRecord.filter(Column("number") == number).fetchAll(database)
                }.start(
                    in: queue, scheduling: .async(onQueue: delivery),
                    onError: { fatalError("The benchmark failed: \($0)") },
                    onChange: { _ in arrivals.note() })
            }
            arrivals.wait()
            let time = ProcessorTime.spent {
                trying {
                    for number in 0..<commits {
                        // Each of them is fetched again, and put out.
                        arrivals.expect(followed)
                        try queue.write { database in
                            try database.execute(
                                sql: "UPDATE worker SET notes = notes || '.' WHERE number = ?", arguments: [number])
                        }
                        arrivals.wait()
                    }
                }
            }
            for observer in observers { observer.cancel() }
            return time / Double(commits)
        }
    }
}

/// Something to wait for that happens so often.
// SAFETY: the condition guards all that changes.
private final class Countdown: @unchecked Sendable {
    private let condition = NSCondition()
    private var left = 0

    func expect(_ count: Int) { condition.withLock { left = count } }

    func note() {
        condition.withLock {
            left -= 1
            if left <= 0 { condition.broadcast() }
        }
    }

    func wait() { condition.withLock { while left > 0 { condition.wait() } } }
}
