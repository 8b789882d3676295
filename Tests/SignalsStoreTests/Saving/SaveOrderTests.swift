import Dispatch
import Foundation
import Signals
import SignalsStore
import XCTest

/// Commit, then merges can be read, then `didSave`, then domain events, then `onError`, then the future: in each form of
/// saving.
final class SaveOrderTests: XCTestCase {
    private enum Form: CaseIterable {
        case ownContext, inTask, onReturn, keyed, unit, childUnit

        /// The closure of a keyed task has a child context, whose `save()` hands its changes on to the transaction.
        var saysDidSave: Bool { self != .keyed }
        var hasEvents: Bool { self == .unit || self == .childUnit }
        var steps: [String] { (saysDidSave ? ["didSave"] : []) + (hasEvents ? ["event"] : []) + ["future"] }
    }

    /// A save in one of the forms, and who hears of each of its steps.
    private struct Save: Sendable {
        let form: Form
        let container: PersistentContainer
        /// Follows what others save, and has read before what is changed.
        let follower: ManagedObjectContext
        let didSave = PassthroughSubject<Void, Never>()
        let events = DomainEventPublisher()
        let log = Locked<[String]>([])
        private let kept = Locked<[AnyCancellable]>([])

        init(_ form: Form, _ container: PersistentContainer) throws {
            self.form = form
            self.container = container
            follower = container.newBackgroundContext()
            follower.automaticallyMergesChangesFromParent = true
            _ = try namesAsFollowed()
        }

        func namesAsFollowed() throws -> [String] {
            try follower.performAndWait {
                try follower.fetch(FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])).map(\.name)
            }
        }

        func start(_ change: @escaping @Sendable (ManagedObjectContext) throws -> Void) -> AnyPublisher<
            Void, any Error
        > {
            let change: @Sendable (ManagedObjectContext) throws -> Void = { [form, didSave, kept] context in
                if form.saysDidSave {
                    let watching = context.didSave.sink { _ in didSave.send() }
                    kept.withLock { $0.append(watching) }
                }
                try change(context)
            }
            switch form {
            case .ownContext: return saveInOwnContext(change)
            case .inTask:
                return container.performBackgroundTask { context in
                    try change(context)
                    try context.save()
                }.eraseToAnyPublisher()
            case .keyed:
                return container.performBackgroundTask(idempotencyKey: "key") { context in
                    try change(context)
                    try context.save()
                }.eraseToAnyPublisher()
            case .onReturn: return container.save(change).eraseToAnyPublisher()
            case .unit: return run(UnitOfWork(container: container), change)
            case .childUnit: return run(UnitOfWork(parent: container.newBackgroundContext()), change)
            }
        }

        private func saveInOwnContext(
            _ change: @escaping @Sendable (ManagedObjectContext) throws -> Void
        ) -> AnyPublisher<Void, any Error> {
            let context = container.newBackgroundContext()
            return Future { promise in
                context.perform {
                    promise(
                        Result {
                            try change(context)
                            try context.save()
                        })
                }
            }.eraseToAnyPublisher()
        }

        private func run(
            _ unit: UnitOfWork, _ change: @escaping @Sendable (ManagedObjectContext) throws -> Void
        ) -> AnyPublisher<Void, any Error> {
            unit.onError { [log] _ in log.withLock { $0.append("onError") } }
                .execute(publishingTo: events) { context, events in
                    try change(context)
                    events.enqueue(Planted(number: 1))
                }
                .mapError { $0 }.eraseToAnyPublisher()
        }

        /// Calls the closure at each step that is heard of, on a queue or wherever it is sent.
        func hear(
            _ future: AnyPublisher<Void, any Error>, on queue: DispatchQueue?,
            _ heard: @escaping @Sendable (String) -> Void
        ) {
            func moved<P: Publisher>(_ publisher: P) -> AnyPublisher<P.Output, P.Failure> {
                queue.map { publisher.receive(on: $0).eraseToAnyPublisher() } ?? publisher.eraseToAnyPublisher()
            }
            let all = [
                moved(didSave).sink { heard("didSave") },
                moved(events.publisher(for: Planted.self)).sink { _ in heard("event") },
                moved(future).sink(
                    receiveCompletion: { if case .failure = $0 { heard("failure") } }, receiveValue: { heard("future") }
                ),
            ]
            kept.withLock { $0 += all }
        }
    }

    /// A container with two chores, and what changes one, deletes the other, and adds a third.
    private func prepare(
        _ form: Form
    ) throws -> (save: Save, change: @Sendable (ManagedObjectContext) throws -> Void) {
        let container = try makeContainer()
        let ids = try container.addChores("change", "delete")
        let change: @Sendable (ManagedObjectContext) throws -> Void = { context in
            Chore(context: context).name = "insert"
            try context.existingObject(with: ids[0]).name = "changed"
            context.delete(try context.existingObject(with: ids[1]))
        }
        return (try Save(form, container), change)
    }

    func testAtEachStepOnAnyQueueEveryChangeOfTheSaveCanBeFetched() throws {
        for form in Form.allCases {
            for queue in [DispatchQueue.main, .global(), DispatchQueue(label: "own"), nil] {
                let (save, change) = try prepare(form)
                let all = expectation(description: "\(form) on \(queue?.label ?? "no queue")")
                all.expectedFulfillmentCount = form.steps.count
                let found = Locked<[String: [[String]]]>([:])
                save.hear(Deferred { save.start(change) }.eraseToAnyPublisher(), on: queue) { step in
                    let names = [try? save.container.choreNames(), try? save.namesAsFollowed()].map { $0 ?? [] }
                    found.withLock { $0[step] = names }
                    all.fulfill()
                }
                wait(for: [all], timeout: 30)
                for step in form.steps {
                    XCTAssertEqual(
                        found.withLock { $0[step] }, [["changed", "insert"], ["changed", "insert"]],
                        "\(form), \(step), on \(queue?.label ?? "no queue")")
                }
            }
        }
    }

    func testTheStepsComeInTheirOrder() throws {
        for form in Form.allCases {
            let (save, change) = try prepare(form)
            let all = expectation(description: "\(form)")
            all.expectedFulfillmentCount = form.steps.count
            save.hear(Deferred { save.start(change) }.eraseToAnyPublisher(), on: nil) { step in
                save.log.withLock { $0.append(step) }
                all.fulfill()
            }
            wait(for: [all], timeout: 30)
            XCTAssertEqual(save.log.withLock { $0 }, form.steps, "\(form)")
        }
    }

    func testOfASaveThatFailsTheErrorHandlerHearsFirstThenTheFutureAndNobodyElse() throws {
        for form in Form.allCases {
            let (save, change) = try prepare(form)
            let failed = expectation(description: "\(form)")
            let names = Locked<[String]?>(nil)
            let future = Deferred {
                save.start { context in
                    try change(context)
                    for _ in 0..<2 { Chore(context: context).name = "taken" }
                }
            }
            save.hear(future.eraseToAnyPublisher(), on: nil) { step in
                save.log.withLock { $0.append(step) }
                names.withLock { $0 = try? save.namesAsFollowed() }
                if step == "failure" { failed.fulfill() }
            }
            wait(for: [failed], timeout: 30)
            XCTAssertEqual(save.log.withLock { $0 }, form.hasEvents ? ["onError", "failure"] : ["failure"], "\(form)")
            XCTAssertEqual(names.withLock { $0 }, ["change", "delete"], "\(form)")
        }
    }

    @MainActor func testTheViewContextHasEachChangeInASinkOnTheMainQueue() throws {
        for form in Form.allCases {
            let (save, change) = try prepare(form)
            let view = save.container.viewContext
            let known = try view.fetch(FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)]))
            let heard = expectation(description: "\(form)")
            let cancellable = save.start(change)
                .receive(on: MainActor.shared)
                .sink(
                    receiveCompletion: { _ in heard.fulfill() },
                    receiveValue: {
                        XCTAssertEqual(
                            try? view.fetch(FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])).map(\.name),
                            ["changed", "insert"])
                    })
            wait(for: [heard], timeout: 30)
            XCTAssertEqual(known[0].name, "changed")
            cancellable.cancel()
        }
    }
}
