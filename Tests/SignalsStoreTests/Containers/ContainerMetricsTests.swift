import Foundation
import Signals
import SignalsStore
import XCTest

final class ContainerMetricsTests: XCTestCase {
    private func makeContainer() throws -> PersistentContainer {
        let container = try PersistentContainer(
            name: "Metrics", model: ManagedObjectModel(Chore.self), stores: [.inMemory()])
        addTeardownBlock { container.close() }
        return container
    }

    func testSavesGroupsAndLatenciesAreCounted() async throws {
        let container = try makeContainer()
        XCTAssertEqual(container.metrics.saves, 0)
        try await container.save { Chore(context: $0).name = "sweep" }.value
        try container.addChores("cook")
        let futures = (0..<50).map { number in container.save { Chore(context: $0).name = "chore \(number)" } }
        for future in futures { try await future.value }
        let metrics = container.metrics
        XCTAssertEqual(metrics.saves, 52)
        XCTAssertEqual(metrics.failures, 0)
        XCTAssertEqual(metrics.latencies.count, 52)
        XCTAssertTrue((3...52).contains(metrics.groups), "\(metrics.groups)")
        XCTAssertTrue((1...50).contains(metrics.largestGroup), "\(metrics.largestGroup)")
        XCTAssertEqual(metrics.averageGroup, 52 / Double(metrics.groups))
        XCTAssertGreaterThan(metrics.latencies.maximum, .zero)
        XCTAssertLessThanOrEqual(metrics.latencies.percentile(0.5), metrics.latencies.maximum)
    }

    func testASaveWithoutChangesIsNone() async throws {
        let container = try makeContainer()
        try await container.save { _ in }.value
        XCTAssertEqual(container.metrics.saves, 0)
        XCTAssertEqual(container.metrics.groups, 0)
    }

    func testAFailureIsCountedWithItsReason() async throws {
        let container = try makeContainer()
        try container.addChores("sweep")
        do {
            try await container.save { Chore(context: $0).name = "sweep" }.value
            XCTFail("The name was taken.")
        } catch {}
        let metrics = container.metrics
        XCTAssertEqual([metrics.saves, metrics.failures, metrics.conflicts, metrics.retries], [1, 1, 0, 0])
        guard case .valueTaken? = metrics.lastFailure?.reason else {
            return XCTFail("\(String(describing: metrics.lastFailure))")
        }
    }

    /// Runs a task whose first run meets a conflict, and expects that to be counted with its second one.
    private func expectARetry(
        _ run: (PersistentContainer, @escaping @Sendable (ManagedObjectContext) throws -> Void) async throws -> Void
    ) async throws {
        let container = try makeContainer()
        let id = try container.addChores("sweep")[0]
        let runs = Locked(0)
        try await run(container) { context in _ = try Self.meetConflict(context, container, id, runs) }
        let metrics = container.metrics
        XCTAssertEqual([metrics.saves, metrics.failures, metrics.conflicts, metrics.retries], [3, 1, 1, 1])
        XCTAssertEqual(runs.withLock { $0 }, 2)
    }

    /// Changes a chore, which others change too while the first run does. Returns true in that.
    private static func meetConflict(
        _ context: ManagedObjectContext, _ container: PersistentContainer, _ id: ManagedObjectID<Chore>,
        _ runs: Locked<Int>
    ) throws -> Bool {
        let chore = try context.existingObject(with: id)
        let isFirst = runs.withLock { runs in
            runs += 1
            return runs == 1
        }
        if isFirst {
            try container.inBackground {
                try $0.existingObject(with: id).minutes = 5; try $0.save()
            }
        }
        chore.minutes += 1
        return isFirst
    }

    func testAConflictThatIsMadeAgainIsAFailureAConflictAndARetry() async throws {
        try await expectARetry { container, body in
            try await container.save(onConflict: .runAgain(times: 2, then: .fail)) { try body($0) }.value
        }
    }

    func testASaveThatFailsAloneIsAFailure() async throws {
        let container = try makeContainer()
        let id = try container.addChores("sweep")[0]
        let runs = Locked(0)
        do {
            try await container.save(onConflict: .runAgain(times: 0, then: .alone)) { context in
                if try Self.meetConflict(context, container, id, runs) { return }
                Chore(context: context).name = "sweep"
            }.value
            XCTFail("The name was taken.")
        } catch {}
        let metrics = container.metrics
        XCTAssertEqual([metrics.saves, metrics.failures, metrics.conflicts, metrics.retries], [2, 2, 1, 1])
        guard case .valueTaken? = metrics.lastFailure?.reason else {
            return XCTFail("\(String(describing: metrics.lastFailure))")
        }
    }

    func testAKeyedTaskThatRunsAgainIsARetry() async throws {
        try await expectARetry { container, body in
            try await container.performBackgroundTask(
                idempotencyKey: "sweep", onConflict: .runAgain(times: 2, then: .fail)
            ) { context in
                try body(context)
                try context.save()
            }.value
        }
    }

    func testAKeyedTaskThatRunsAloneIsARetry() async throws {
        try await expectARetry { container, body in
            try await container.performBackgroundTask(
                idempotencyKey: "sweep", onConflict: .runAgain(times: 0, then: .alone)
            ) { context in
                try body(context)
                try context.save()
            }.value
        }
    }

    func testRunningTasksAreCountedAndEndedOnesAreNot() async throws {
        let container = try makeContainer()
        let (begun, goOn) = (expectation(description: "it runs"), DispatchSemaphore(value: 0))
        let task = container.performBackgroundTask { _ in
            begun.fulfill()
            goOn.wait()
        }
        await fulfillment(of: [begun], timeout: 20)
        XCTAssertEqual(container.metrics.pendingTasks, 1)
        XCTAssertEqual(container.metrics.liveQueries, 0)
        var results: FetchedResults<Chore, Bool>? = await FetchedResults(FetchRequest<Chore>(), in: container)
        XCTAssertEqual(container.metrics.liveQueries, 1)
        withExtendedLifetime(results) {}
        results = nil
        // What is fetched for it at this moment keeps it.
        let end = ContinuousClock.now + .seconds(20)
        while container.metrics.liveQueries > 0, ContinuousClock.now < end { await Task.yield() }
        XCTAssertEqual(container.metrics.liveQueries, 0)
        goOn.signal()
        try await task.value
        container.close()
        XCTAssertEqual(container.metrics.pendingTasks, 0)
        XCTAssertEqual(container.metrics.busyReaders, 0)
    }

    @MainActor
    func testTheObservedMetricsFollowSavesAndSendNothingWithoutOne() async throws {
        let container = try makeContainer()
        let state = MetricsState(container, every: .zero)
        XCTAssertEqual(state.value.saves, 0)
        let sent = Locked(0)
        let watching = state.objectWillChange.sink { _ in sent.withLock { $0 += 1 } }
        for number in 1...3 {
            try await container.save { Chore(context: $0).name = "chore \(number)" }.value
            for await value in state.$value.values where value.saves == number { break }
        }
        watching.cancel()
        XCTAssertTrue((3...6).contains(sent.withLock { $0 }))
    }
}
