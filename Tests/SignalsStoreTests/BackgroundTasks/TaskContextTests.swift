import Dispatch
import Signals
import SignalsBattery
import SignalsCore
import XCTest

@testable import SignalsStore

/// The context of a background task, whose changes are saved while other tasks have its queue.
final class TaskContextTests: XCTestCase {
    func testWhatAClosureHandsToItsContextRunsAfterTheSave() throws {
        let container = try makeContainer()
        let early = Locked(0)
        let ended = expectation(description: "all ended")
        ended.expectedFulfillmentCount = 2 * steps(600)
        let tasks = (0..<steps(600)).map { number -> Future<Void, any Error> in
            let body: @Sendable (ManagedObjectContext) throws -> Void = { context in
                context.automaticallyMergesChangesFromParent = number.isMultiple(of: 3)
                // Kept by the context, which it is taken from.
                let changes = Locked<AnyCancellable?>(nil)
                let subscription = context.objectsDidChange.sink { _ in changes.withLock { _ = $0 } }
                changes.withLock { $0 = subscription }
                let chore = Chore(context: context)
                chore.name = "\(number)"
                context.perform {
                    if context.hasChanges { early.withLock { $0 += 1 } }
                    changes.withLock { $0 }?.cancel()
                    changes.withLock { $0 = nil }
                    ended.fulfill()
                }
                // The others are saved on return.
                if !number.isMultiple(of: 2) { try context.save() }
            }
            return number.isMultiple(of: 2)
                ? container.save(body) : container.performBackgroundTask(idempotencyKey: "\(number)", body)
        }
        let sinks = tasks.map { task in
            task.sink { completion in
                if case .failure(let error) = completion { XCTFail("\(error)") }
                ended.fulfill()
            } receiveValue: {
            }
        }
        wait(for: [ended], timeout: 60)
        XCTAssertEqual(early.withLock { $0 }, 0, "saw what was being saved")
        sinks.forEach { $0.cancel() }
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Chore>()) }, steps(600))
    }

    /// As above, where the closure saves itself and goes on, and a subscriber looks at its context.
    func testWhatReadsAndSubscribesToAContextThatSavedItselfRunsAfterTheSave() throws {
        let container = try makeContainer()
        let wrong = Locked<[String]>([])
        let ended = expectation(description: "all ended")
        ended.expectedFulfillmentCount = 3 * steps(600)
        let sinks = (0..<steps(600)).map { number -> (task: AnyCancellable, others: Locked<[AnyCancellable]>) in
            let subscriptions = Locked<[AnyCancellable]>([])
            let task = container.save { context in
                let subscription = context.didSave.sink { _ in
                    if context.hasChanges { wrong.withLock { $0.append("didSave came too early") } }
                }
                subscriptions.withLock { $0.append(subscription) }
                let chore = Chore(context: context)
                chore.name = "\(number)"
                try context.save()
                chore.minutes = 1
                context.perform {
                    do {
                        let request = FetchRequest<Chore>(predicate: #Predicate { $0.minutes == 1 })
                        let found = try context.count(for: request)
                        if found == 0 || context.hasChanges { wrong.withLock { $0.append("found \(found)") } }
                    } catch { wrong.withLock { $0.append("\(error)") } }
                    ended.fulfill()
                }
                // It keeps the context weakly.
                let answer = context.performFuture { 5 }.sink { _ in
                    ended.fulfill()
                } receiveValue: { _ in
                }
                subscriptions.withLock { $0.append(answer) }
            }
            let sink = task.sink { completion in
                if case .failure(let error) = completion { wrong.withLock { $0.append("\(error)") } }
                ended.fulfill()
            } receiveValue: {
            }
            return (sink, subscriptions)
        }
        wait(for: [ended], timeout: 60)
        XCTAssertEqual(wrong.withLock { Set($0) }, [])
        sinks.forEach { $0.task.cancel() }
        sinks.forEach { $0.others.withLock { $0 }.forEach { $0.cancel() } }
    }

    func testWorkForAContextThatIsBeingSavedElsewhereWaits() throws {
        let context = try makeContainer().newBackgroundContext()
        let order = Locked<[Int]>([])
        context.performAndWait { context.confinement.beginSaving() }
        for number in 1...2 { context.perform { order.withLock { $0.append(number) } } }
        // They had their turn.
        context.confinement.queue.sync {}
        XCTAssertEqual(order.withLock { $0 }, [])
        let waited = expectation(description: "a thread that waited used the context")
        Thread.detachNewThread {
            context.performAndWait { XCTAssertEqual(order.withLock { $0 }.prefix(2), [1, 2]) }
            waited.fulfill()
        }
        context.confinement.endSaving()
        for number in 3...4 { context.perform { order.withLock { $0.append(number) } } }
        wait(for: [waited], timeout: 60)
        context.performAndWait { XCTAssertEqual(order.withLock { $0 }, [1, 2, 3, 4]) }
    }
}
