import Dispatch
import Foundation
import Signals
import SignalsStore
import XCTest

final class SaveOrderTests: XCTestCase {
    private enum Form: CaseIterable { case inTask, onReturn, unit }

    /// Saves in one of the forms, with an event of its own, and notes each step that is heard of.
    private func start(
        _ form: Form, _ container: PersistentContainer, _ log: Locked<[String]>, _ events: DomainEventPublisher,
        _ change: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) -> AnyPublisher<Void, any Error> {
        let change: @Sendable (ManagedObjectContext) throws -> Void = { context in
            let watching = context.didSave.sink { _ in log.withLock { $0.append("didSave") } }
            Self.kept.withLock { $0.append(watching) }
            try change(context)
        }
        switch form {
        case .inTask:
            return container.performBackgroundTask { context in
                try change(context)
                try context.save()
            }.eraseToAnyPublisher()
        case .onReturn: return container.save(change).eraseToAnyPublisher()
        case .unit:
            return UnitOfWork(container: container).execute(publishingTo: events) { context, events in
                try change(context)
                events.enqueue(Planted(number: 1))
            }.mapError { $0 }.eraseToAnyPublisher()
        }
    }

    private static let kept = Locked<[AnyCancellable]>([])

    func testInASinkOnAnyQueueEveryChangeOfTheSaveCanBeFetched() throws {
        for form in Form.allCases {
            for queue in [DispatchQueue.main, .global(), DispatchQueue(label: "own"), nil] {
                let container = try makeContainer()
                let ids = try container.addChores("change", "delete")
                let held = try container.inBackground { try $0.fetch(FetchRequest<Chore>()).count }
                XCTAssertEqual(held, 2)
                let heard = expectation(description: "\(form) on \(queue?.label ?? "no queue")")
                let names = Locked<[String]>([])
                let future = start(form, container, Locked([]), DomainEventPublisher()) { context in
                    Chore(context: context).name = "insert"
                    try context.existingObject(with: ids[0]).name = "changed"
                    context.delete(try context.existingObject(with: ids[1]))
                }
                let delivered = queue.map { future.receive(on: $0).eraseToAnyPublisher() } ?? future
                let cancellable = delivered.sink(
                    receiveCompletion: { _ in },
                    receiveValue: {
                        let found = try? container.choreNames()
                        names.withLock { $0 = found ?? [] }
                        heard.fulfill()
                    })
                wait(for: [heard], timeout: 30)
                XCTAssertEqual(names.withLock { $0 }, ["changed", "insert"])
                cancellable.cancel()
            }
        }
    }

    @MainActor func testTheViewContextHasEachChangeInASinkOnTheMainQueue() throws {
        for form in Form.allCases {
            let container = try makeContainer()
            let ids = try container.addChores("change", "delete")
            let view = container.viewContext
            let known = try view.fetch(FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)]))
            let heard = expectation(description: "\(form)")
            let cancellable = start(form, container, Locked([]), DomainEventPublisher()) { context in
                Chore(context: context).name = "insert"
                try context.existingObject(with: ids[0]).name = "changed"
                context.delete(try context.existingObject(with: ids[1]))
            }
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

    func testDidSaveComesBeforeTheEventsAndTheEventsBeforeTheFuture() throws {
        for form in Form.allCases {
            let container = try makeContainer()
            let log = Locked<[String]>([])
            let events = DomainEventPublisher()
            let listening = events.publisher(for: Planted.self).sink { _ in log.withLock { $0.append("event") } }
            let heard = expectation(description: "\(form)")
            let cancellable = start(form, container, log, events) { Chore(context: $0).name = "Dust" }
                .sink(
                    receiveCompletion: { _ in heard.fulfill() },
                    receiveValue: { log.withLock { $0.append("future") } })
            wait(for: [heard], timeout: 30)
            let expected = form == .unit ? ["didSave", "event", "future"] : ["didSave", "future"]
            XCTAssertEqual(log.withLock { $0 }, expected, "\(form)")
            withExtendedLifetime((listening, cancellable)) {}
        }
    }
}
