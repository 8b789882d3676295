import Foundation
import Signals
import SignalsStore
import XCTest

final class InstrumentationTests: XCTestCase {
    private func makeContainer(_ log: SpanLog) throws -> PersistentContainer {
        let container = try PersistentContainer(
            name: "Spans", model: ManagedObjectModel(Chore.self), stores: [.scratch], instrumentation: log)
        addTeardownBlock { container.close() }
        return container
    }

    private static let fileID = "\(#fileID)"

    /// Fails unless one save was a span that ended once, without an error, from this file.
    private func expectOneSave(
        _ log: SpanLog, rows: Int?, line: UInt, _ message: String = "", at testLine: UInt = #line
    ) {
        let entries = log.take().filter { $0.span.kind == .save }
        XCTAssertEqual(entries.count, 1, message, line: testLine)
        guard let entry = entries.first else { return }
        XCTAssertEqual(entry.span.callSite, CallSite(line: line), message, line: testLine)
        XCTAssertEqual(entry.span.containerName, "Spans", line: testLine)
        XCTAssertNil(entry.span.entityName, line: testLine)
        XCTAssertEqual(entry.outcomes.map(\.count), [rows], message, line: testLine)
        XCTAssertNil(entry.outcomes.first?.error, message, line: testLine)
    }

    func testASaveInTheBackgroundIsASpanThatEndedWhenItsFutureResolves() async throws {
        let log = SpanLog()
        let container = try makeContainer(log)
        let saved = container.save { context in
            Chore(context: context).name = "sweep"
            Chore(context: context).name = "cook"
        }
        try await saved.value
        expectOneSave(log, rows: 2, line: #line - 5)
        try await container.save { _ in }.value
        expectOneSave(log, rows: 0, line: #line - 1)
    }

    func testASaveThatFailsEndsItsSpanWithTheError() async throws {
        let log = SpanLog()
        let container = try makeContainer(log)
        try await container.save { Chore(context: $0).name = "sweep" }.value
        _ = log.take()
        for number in 1...2 {
            let saved = container.save { context in
                Chore(context: context).name = "sweep"
                if number == 1 { throw CancellationError() }
            }
            do { try await saved.value } catch {}
        }
        container.close()
        do { try await container.save { _ in }.value } catch {}
        let outcomes = log.take().flatMap(\.outcomes)
        XCTAssertEqual(outcomes.map(\.count), [nil, nil, nil])
        XCTAssertTrue(outcomes.first?.error is CancellationError)
        guard case .valueTaken? = (outcomes.dropFirst().first?.error as? SaveError)?.reason else {
            return XCTFail("\(outcomes)")
        }
        guard case StoreError.closed? = outcomes.last?.error else { return XCTFail("\(outcomes)") }
    }

    func testASaveThatIsMadeAgainAfterAConflictIsOneSpan() async throws {
        let log = SpanLog([.save])
        let container = try makeContainer(log)
        let id = try container.addChores("sweep")[0]
        _ = log.take()
        let isFirst = Locked(true)
        let saved = container.save(onConflict: .runAgain(times: 2, then: .fail)) { context in
            let chore = try context.existingObject(with: id)
            if isFirst.withLock({ isFirst in
                defer { isFirst = false }; return isFirst
            }) {
                try container.inBackground {
                    try $0.existingObject(with: id).minutes = 5; try $0.save()
                }
            }
            chore.minutes += 1
        }
        try await saved.value
        let entries = log.take()
        XCTAssertEqual(entries.count, 2, "the other's and this one's")
        XCTAssertEqual(entries.map(\.outcomes.count), [1, 1])
    }

    func testASaveOfAContextIsASpanAndOneWithoutChangesIsNot() throws {
        let log = SpanLog()
        let container = try makeContainer(log)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            try context.save()
            XCTAssertEqual(log.take().count, 0)
            Chore(context: context).name = "sweep"
            try context.save()
            expectOneSave(log, rows: 1, line: #line - 1)
            Chore(context: context).name = "sweep"
            XCTAssertThrowsError(try context.save())
            let failed = log.take()
            XCTAssertEqual(failed.count, 1)
            XCTAssertTrue(failed.first?.outcomes.first?.error is SaveError)
        }
    }

    func testASaveInsideOfAClosureThatIsSavedIsNoSpanOfItsOwn() async throws {
        let log = SpanLog()
        let container = try makeContainer(log)
        let saved = container.save { context in
            Chore(context: context).name = "sweep"
            try context.save()
            Chore(context: context).name = "cook"
        }
        try await saved.value
        expectOneSave(log, rows: 2, line: #line - 6)
    }

    func testUnitsAndKeyedTasksAreSpans() async throws {
        let log = SpanLog()
        let container = try makeContainer(log)
        let unit = UnitOfWork(container: container)
        _ = try await unit.execute { Chore(context: $0).name = "unit" }.value
        expectOneSave(log, rows: 1, line: #line - 1, "execute")
        try await unit.perform { Chore(context: $0).name = "performed" }
        expectOneSave(log, rows: 1, line: #line - 1, "perform")
        let child = UnitOfWork(parent: container.newBackgroundContext())
        _ = try await child.execute { Chore(context: $0).name = "child" }.value
        expectOneSave(log, rows: 1, line: #line - 1, "child")
        try await container.performBackgroundTask(idempotencyKey: "once") { Chore(context: $0).name = "keyed" }.value
        let keyed = log.take()
        XCTAssertEqual(keyed.map(\.span.callSite), [CallSite(line: #line - 2)])
        XCTAssertEqual(keyed.map(\.outcomes.count), [1])
    }

    func testATransactionThatAClosedContainerRefusesIsASpanThatFailed() async throws {
        let log = SpanLog()
        let stack = DataStack(try makeContainer(log))
        stack.container.close()
        _ = log.take()
        do {
            try await stack.perform { _ in }.value
            XCTFail("It was accepted.")
        } catch StoreError.closed {}
        XCTAssertEqual(log.take().map { $0.outcomes.map { $0.error is StoreError } }, [[true]])
    }

    func testTransactionsAreSpans() async throws {
        let log = SpanLog()
        let stack = DataStack(try makeContainer(log))
        try await stack.perform { $0.create(Into<Chore>()).name = "performed" }.value
        expectOneSave(log, rows: 1, line: #line - 1, "perform")
        let outcome = stack.beginAsynchronous { transaction in
            transaction.create(Into<Chore>()).name = "asynchronous"
            transaction.commit()
        }
        _ = try await outcome.value
        expectOneSave(log, rows: 1, line: #line - 5, "beginAsynchronous")
        try stack.beginSynchronous { transaction in
            transaction.create(Into<Chore>()).name = "synchronous"
            transaction.commit()
        }
        expectOneSave(log, rows: 1, line: #line - 4, "beginSynchronous")
        try await Self.commitDetached(in: stack)
        XCTAssertEqual(log.take().filter { $0.span.kind == .save }.map(\.outcomes.count), [1])
    }

    @MainActor
    private static func commitDetached(in stack: DataStack) async throws {
        let transaction = stack.beginDetached()
        transaction.create(Into<Chore>()).name = "detached"
        try await transaction.commit().value
    }

    func testASaveThroughAParentAndABatchAreSpans() throws {
        let log = SpanLog()
        let container = try makeContainer(log)
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        try child.performAndWait {
            Chore(context: child).name = "through"
            try child.saveThroughParent()
            expectOneSave(log, rows: 1, line: #line - 1)
            Chore(context: child).name = "to the parent, and not to the store"
            try child.save()
        }
        XCTAssertEqual(log.take().count, 0)
        let request = BatchUpdateRequest<Chore>().setting(\.minutes, to: 3)
        _ = try container.inBackground { try $0.execute(request) }
        let batch = log.take()
        XCTAssertEqual(batch.map(\.span.kind), [.save])
        XCTAssertEqual(batch.flatMap(\.outcomes).map(\.count), [nil])
    }

    func testAFetchIsASpanWithItsClassAndWhatItFound() throws {
        let log = SpanLog([.fetch])
        let container = try makeContainer(log)
        try container.addChores("sweep", "cook")
        let request = FetchRequest<Chore>()
        let lines = try container.inBackground { context -> [UInt] in
            _ = try context.fetch(request)
            _ = try context.count(for: request)
            _ = try context.fetchSnapshots(request)
            // With a change that is not saved, what is fetched for a count is part of it.
            Chore(context: context).name = "third"
            _ = try context.count(for: request)
            return [#line - 6, #line - 5, #line - 4, #line - 1]
        }
        let entries = log.take()
        XCTAssertEqual(entries.map(\.span.callSite), lines.map { CallSite(line: $0) })
        XCTAssertEqual(entries.map(\.span.entityName), Array(repeating: "Chore", count: 4))
        XCTAssertEqual(entries.map { $0.outcomes.map(\.count) }, [[2], [2], [2], [3]])
        XCTAssertEqual(
            "\(entries[0].span)", "fetch Chore in Spans, \(Self.fileID):\(lines[0])")
    }

    func testValuesIDsAndClausesAreFetches() throws {
        let log = SpanLog([.fetch])
        let container = try makeContainer(log)
        try container.addChores("sweep", "cook")
        let stack = DataStack(container)
        _ = try container.inBackground { context in
            _ = try context.values(\.name, of: FetchRequest<Chore>())
            _ = try context.fetchObjectIDs(FetchRequest<Chore>())
            _ = try context.sum(\.minutes, of: FetchRequest<Chore>())
        }
        XCTAssertEqual(log.take().map { $0.outcomes.map(\.count) }, [[2], [2], [1]])
        let found = try stack.beginSynchronous { transaction in
            _ = try transaction.fetchAll(From<Chore>(), Where(\.name == "cook"))
        }
        XCTAssertEqual(found, .discarded)
        let entries = log.take()
        XCTAssertEqual(entries.map(\.span.callSite), [CallSite(line: #line - 4)])
        XCTAssertEqual(entries.map { $0.outcomes.map(\.count) }, [[1]])
    }

    func testAFetchThatFailsEndsItsSpanWithTheError() throws {
        let log = SpanLog()
        let container = try makeContainer(log)
        let context = container.newBackgroundContext()
        container.close()
        try context.performAndWait { XCTAssertThrowsError(try context.fetch(FetchRequest<Chore>())) }
        let entries = log.take()
        XCTAssertEqual(entries.map(\.outcomes.count), [1])
        guard case FetchError.closed? = entries.first?.outcomes.first?.error else { return XCTFail("\(entries)") }
    }

    func testASubscriptionIsASpanUntilItIsCancelled() async throws {
        let log = SpanLog([.subscription])
        let container = try makeContainer(log)
        let site = CallSite(line: #line + 1)
        let publisher = container.publisher(for: FetchRequest<Chore>())
        XCTAssertEqual(log.all.count, 0, "it begins with a subscriber")
        let came = AsyncStream<Int>.makeStream()
        let watching = publisher.sink { _ in
        } receiveValue: {
            came.continuation.yield($0.count)
        }
        var counts = came.stream.makeAsyncIterator()
        _ = await counts.next()
        try container.addChores("sweep")
        while let count = await counts.next(), count == 0 {}
        XCTAssertEqual(log.all.map(\.outcomes.count), [0])
        watching.cancel()
        let entry = try XCTUnwrap(log.all.first)
        XCTAssertEqual(entry.span.callSite, site)
        XCTAssertEqual(entry.span.entityName, "Chore")
        XCTAssertEqual(entry.outcomes.map(\.count), [2])
        XCTAssertNil(entry.outcomes.first?.error)
        watching.cancel()
        XCTAssertEqual(log.all.map(\.outcomes.count), [1])
    }

    func testASubscriptionThatIsKeptAfterItsCancelHasEnded() throws {
        let log = SpanLog([.subscription])
        let kept = Locked<(any Subscription)?>(nil)
        let subscriber = AnySubscriber<SnapshotList<Chore>, FetchError>(
            receiveSubscription: { subscription in kept.withLock { $0 = subscription } },
            receiveValue: { _ in .none }, receiveCompletion: { _ in })
        try makeContainer(log).publisher(for: FetchRequest<Chore>()).subscribe(subscriber)
        let subscription = try XCTUnwrap(kept.withLock { $0 })
        XCTAssertEqual(log.all.map(\.outcomes.count), [0])
        subscription.cancel()
        XCTAssertEqual(log.all.map { $0.outcomes.map(\.count) }, [[nil]])
        withExtendedLifetime(subscription) {}
    }

    @MainActor
    func testFetchedResultsAndLiveValuesAreSubscriptionsThatEndWithTheContainer() async throws {
        let log = SpanLog([.subscription])
        let container = try makeContainer(log)
        let sites = [CallSite(line: #line + 1), CallSite(line: #line + 3)]
        let results = FetchedResults(FetchRequest<Chore>(), in: container)
        let ended = expectation(description: "the count ended")
        let counting = container.publisher(computing: .count, of: FetchRequest<Chore>())
            .sink { _ in
                ended.fulfill()
            } receiveValue: { _ in
            }
        for await isLoaded in results.$isLoaded.values where isLoaded { break }
        container.close()
        await fulfillment(of: [ended], timeout: 20)
        let entries = log.all
        XCTAssertEqual(entries.map(\.span.callSite), sites)
        XCTAssertEqual(entries[1].outcomes.count, 1)
        XCTAssertNil(entries[1].outcomes[0].error)
        withExtendedLifetime((results, counting)) {}
    }

    func testASpanOfNoInterestIsNotHeardOfAgain() async throws {
        let log = SpanLog([])
        let container = try makeContainer(log)
        try await container.save { Chore(context: $0).name = "sweep" }.value
        XCTAssertEqual(try container.choreNames(), ["sweep"])
        XCTAssertEqual(log.all.count, 0)
    }

    func testContainersOnOneFileHaveTheirOwnSpans() throws {
        let log = SpanLog()
        let url = try makeFolder().appending(path: "store.sqlite")
        let observed = try PersistentContainer(
            name: "Spans", model: ManagedObjectModel(Chore.self), stores: [.sqlite(at: url)], instrumentation: log)
        addTeardownBlock { observed.close() }
        let other = try openContainer(at: url)
        addTeardownBlock { other.close() }
        try other.addChores("sweep")
        XCTAssertEqual(log.all.count, 0)
        try observed.addChores("cook")
        XCTAssertEqual(log.all.count, 1)
    }

    func testReferencesToSaveAndFetchAsFunctionsStillCompile() throws {
        let log = SpanLog()
        let container = try makeContainer(log)
        try container.inBackground { context in
            Chore(context: context).name = "sweep"
            let save: () throws -> Void = context.save
            try save()
            let fetch: (FetchRequest<Chore>) throws -> [Chore] = context.fetch
            XCTAssertEqual(try fetch(FetchRequest()).count, 1)
            let repository: any Saving = context
            try repository.save()
            XCTAssertEqual(try repository.count(for: FetchRequest<Chore>()), 1)
        }
        XCTAssertEqual(log.take().map(\.span.callSite), [nil, nil, nil])
    }
}

/// A program's own protocol, which its tests have another type for.
private protocol Saving {
    func save() throws(SaveError)
    func count<Object: ManagedObject>(for request: FetchRequest<Object>) throws -> Int
}

extension ManagedObjectContext: Saving {}
