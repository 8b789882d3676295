import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Signals
import SignalsAdapters
import SignalsStore
import Tracing
import XCTest

final class Page: ManagedObject {
    @Attribute(.unique) var title = ""
}

final class AdaptersTests: XCTestCase {
    private func makeContainer(_ instrumentation: any SignalsStore.Instrumentation) throws -> PersistentContainer {
        let container = try PersistentContainer(
            name: "Library", model: ManagedObjectModel(Page.self), stores: [.inMemory()],
            instrumentation: instrumentation)
        addTeardownBlock { container.close() }
        return container
    }

    /// Saves a page twice, which fails the second time, and fetches it.
    private func saveAndFetch(_ container: PersistentContainer) async throws {
        try await container.save { Page(context: $0).title = "one" }.value
        do {
            try await container.save { Page(context: $0).title = "one" }.value
            XCTFail("The title was taken.")
        } catch {}
        let context = container.newBackgroundContext()
        try await context.perform { XCTAssertEqual(try context.fetch(FetchRequest<Page>()).count, 1) }
    }

    func testALogHasFailuresAsErrorsAndTheLineOfTheCall() async throws {
        let handler = InMemoryLogHandler()
        var logger = Logger(label: "store") { _ in handler }
        logger.logLevel = .debug
        try await saveAndFetch(try makeContainer(LoggedSpans(logger, slow: .seconds(3600))))
        let entries = handler.entries
        XCTAssertEqual(entries.map(\.level), [.debug, .error, .debug])
        XCTAssertEqual(entries.map { "\($0.message)" }, ["save", "save", "fetch"])
        XCTAssertEqual(entries.map { $0.metadata["count"] }, ["1", nil, "1"])
        XCTAssertEqual(entries[2].metadata["entity"], "Page")
        XCTAssertNotNil(entries[1].metadata["error"])
        handler.clear()
        try await makeContainer(LoggedSpans(logger, slow: .zero)).save { _ in }.value
        XCTAssertEqual(handler.entries.map(\.level), [.warning])
    }

    func testMetricsHaveATimerAndRowsByOutcome() async throws {
        let metrics = TestMetrics()
        try await saveAndFetch(try makeContainer(MeasuredSpans(factory: metrics)))
        let timers = metrics.timers(label: "signals_store_duration")
        let outcomes = timers.map { timer in Dictionary(uniqueKeysWithValues: timer.dimensions) }
        XCTAssertEqual(
            Set(outcomes.map { "\($0["kind"] ?? "") \($0["outcome"] ?? "")" }),
            [
                "save success", "save failure", "fetch success",
            ])
        XCTAssertTrue(timers.allSatisfy { $0.values.count == 1 && $0.values[0] > 0 })
        XCTAssertEqual(metrics.counterTotal(label: "signals_store_rows"), 2)
    }

    func testATraceHasTheSpansOfItsTask() async throws {
        let tracer = InMemoryTracer()
        let container = try makeContainer(TracedSpans(tracer))
        try await tracer.withSpan("request") { _ in try await saveAndFetch(container) }
        let spans = tracer.finishedSpans
        XCTAssertEqual(spans.map(\.operationName), ["save", "save", "fetch Page", "request"])
        let request = try XCTUnwrap(spans.last)
        XCTAssertEqual(spans[0].parentSpanID, request.spanID)
        XCTAssertEqual(spans[0].traceID, request.traceID)
        XCTAssertEqual(spans[0].attributes.get("code.file.path"), .string("\(#fileID)"))
        XCTAssertEqual(spans[0].attributes.get("signals.count"), .int64(1))
        XCTAssertEqual(spans[0].errors.count, 0)
        XCTAssertTrue(spans[1].errors.first?.error is SaveError)
        XCTAssertEqual(spans[1].status?.code, .error)
    }

    func testSeveralHearOfEachSpan() async throws {
        let (metrics, tracer) = (TestMetrics(), InMemoryTracer())
        let both = SeveralInstrumentations(MeasuredSpans(factory: metrics), TracedSpans(tracer))
        try await saveAndFetch(try makeContainer(both))
        XCTAssertEqual(tracer.finishedSpans.count, 3)
        XCTAssertEqual(metrics.timers(label: "signals_store_duration").count, 3)
    }
}
