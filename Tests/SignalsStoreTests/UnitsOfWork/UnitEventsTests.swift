import Signals
import SignalsStore
import XCTest

final class UnitEventsTests: XCTestCase {
    private func makeZoo(bananas: Int) throws -> PersistentContainer {
        let container = try makeContainer(Zoo.model)
        try container.inBackground { context in
            Keeper(context: context).name = "Ada"
            for grams in 0..<bananas { Banana(context: context).grams = grams }
            try context.save()
        }
        return container
    }

    func testEventsLeaveInTheirOrderAfterAllIsSavedAndBeforeTheFuture() async throws {
        let container = try makeZoo(bananas: 3)
        let events = DomainEventPublisher()
        let heard = Locked<[String]>([])
        let cancellable = events.publisher(for: AteFood.self).sink { event in
            let left = try? container.inBackground { try $0.grams() }
            heard.withLock { $0.append("\(event.grams) g, left \(left ?? [])") }
        }
        try await UnitOfWork(container: container).execute(publishingTo: events) { context, events in
            let keeper = try context.fetch(FetchRequest<Keeper>())[0]
            for _ in 0..<2 { keeper.eat(try context.biggestBanana(), reportingTo: events) }
        }.value
        XCTAssertEqual(heard.withLock { $0 }, ["2 g, left [0]", "1 g, left [0]"])
        withExtendedLifetime(cancellable) {}
    }

    func testEventsThatAreEnqueuedWhenTheUnitIsSavedAreSent() async throws {
        let container = try makeZoo(bananas: 1)
        let events = DomainEventPublisher()
        let heard = Locked<[Int]>([])
        let cancellable = events.publisher(for: Planted.self).sink { event in
            heard.withLock { $0.append(event.number) }
        }
        let subscription = Locked<AnyCancellable?>(nil)
        try await UnitOfWork(container: container).execute(publishingTo: events) { context, events in
            // SAFETY: willSave is sent on the context's queue, where the events belong.
            nonisolated(unsafe) let events = events
            events.enqueue(Planted(number: 1))
            let cancellable = context.willSave.sink { _ in events.enqueue(Planted(number: 2)) }
            subscription.withLock { $0 = cancellable }
            try context.biggestBanana().grams += 1
        }.value
        XCTAssertEqual(heard.withLock { $0 }, [1, 2])
        withExtendedLifetime(cancellable) {}
    }

    func testAUnitThatFailsSendsNothing() async throws {
        let container = try makeZoo(bananas: 0)
        let events = DomainEventPublisher()
        let heard = Locked(0)
        let cancellable = events.publisher.sink { _ in heard.withLock { $0 += 1 } }
        let thrown = UnitOfWork(container: container).execute(publishingTo: events) { _, events in
            events.enqueue(Planted(number: 1))
            throw OutOfBananas()
        }
        let refused = UnitOfWork(container: container).execute(publishingTo: events) { context, events in
            Keeper(context: context).name = "Ada"
            events.enqueue(Planted(number: 2))
        }
        for unit in [thrown, refused] {
            do {
                try await unit.value
                XCTFail("it did not fail")
            } catch {}
        }
        try await UnitOfWork(container: container).execute(publishingTo: events) { context, events in
            Banana(context: context).grams = 1
            events.enqueue(Planted(number: 3))
        }.value
        XCTAssertEqual(heard.withLock { $0 }, 1)
        withExtendedLifetime(cancellable) {}
    }

    func testUnitsAreHeardOfInTheOrderOfTheirCommits() async throws {
        let container = try makeZoo(bananas: 0)
        try await UnitOfWork(container: container).execute { Banana(context: $0).grams = 0 }.value
        let events = DomainEventPublisher()
        let heard = Locked<[Int]>([])
        let cancellable = events.publisher(for: Planted.self).sink { event in
            heard.withLock { $0.append(event.number) }
        }
        // Each counts one up, so the counter's value says which commit it was. A conflict is tried again.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var left = 10
                    while left > 0 {
                        do {
                            try await UnitOfWork(container: container).execute(publishingTo: events) {
                                context, events in
                                let counter = try context.biggestBanana()
                                counter.grams += 1
                                events.enqueue(Planted(number: counter.grams))
                            }.value
                            left -= 1
                        } catch UnitOfWorkError.transactionSave {}
                    }
                }
            }
            try await group.waitForAll()
        }
        XCTAssertEqual(heard.withLock { $0 }, Array(1...80))
        withExtendedLifetime(cancellable) {}
    }

    func testASubscriberMayStartAnotherUnitAndWaitForIt() async throws {
        let container = try makeZoo(bananas: 0)
        let events = DomainEventPublisher()
        let done = expectation(description: "the second unit's event")
        let order = Locked<[String]>([])
        let cancellable = events.publisher(for: Planted.self).sink { event in
            order.withLock { $0.append("heard \(event.number)") }
            guard event.number == 1 else { return done.fulfill() }
            let isOver = DispatchSemaphore(value: 0)
            UnitOfWork(container: container)
                .execute(publishingTo: events) { context, events in
                    Banana(context: context).grams = 2
                    events.enqueue(Planted(number: 2))
                }
                .subscribe(Subscribers.Sink(receiveCompletion: { _ in isOver.signal() }, receiveValue: {}))
            isOver.wait()
            order.withLock { $0.append("the second unit is saved") }
        }
        try await UnitOfWork(container: container).execute(publishingTo: events) { _, events in
            events.enqueue(Planted(number: 1))
        }.value
        await fulfillment(of: [done], timeout: 30)
        XCTAssertEqual(order.withLock { $0 }, ["heard 1", "the second unit is saved", "heard 2"])
        withExtendedLifetime(cancellable) {}
    }
}
