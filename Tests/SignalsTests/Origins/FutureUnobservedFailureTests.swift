import Signals
import XCTest

final class FutureUnobservedFailureTests: XCTestCase {
    private struct Refused: Error, Equatable {}

    private final class Reports: Sendable {
        let count = CurrentValueSubject<Int, Never>(0)

        func add() { count.value += 1 }
    }

    private func failing(_ reports: Reports) -> Future<Int, Refused> {
        Future.reporting { promise in promise(.failure(Refused())) { reports.add() } }
    }

    func testAFailureIsReportedWhenItsFutureIsReleasedAndNobodySubscribed() {
        let reports = Reports()
        var future: Future<Int, Refused>? = failing(reports)
        XCTAssertEqual(reports.count.value, 0)
        withExtendedLifetime(future) {}
        future = nil
        XCTAssertEqual(reports.count.value, 1)
    }

    func testAFailureIsReportedAlsoWhenItsFutureWasReleasedFirst() {
        let reports = Reports()
        let kept = CurrentValueSubject<Future<Int, Refused>.ReportingPromise?, Never>(nil)
        _ = Future<Int, Refused>.reporting { kept.value = $0 }
        kept.value?(.failure(Refused())) { reports.add() }
        XCTAssertEqual(reports.count.value, 0, "whoever keeps the promise keeps the future")
        kept.value = nil
        XCTAssertEqual(reports.count.value, 1)
    }

    func testOneSubscriberIsEnoughWheneverItCame() async {
        let reports = Reports()
        for isEarly in [true, false] {
            let kept = CurrentValueSubject<Future<Int, Refused>.ReportingPromise?, Never>(nil)
            let future = Future<Int, Refused>.reporting { kept.value = $0 }
            let seen = CurrentValueSubject<Subscribers.Completion<Refused>?, Never>(nil)
            let subscribe = { future.sink(receiveCompletion: { seen.value = $0 }, receiveValue: { _ in }) }
            let early = isEarly ? subscribe() : nil
            kept.value?(.failure(Refused())) { reports.add() }
            kept.value = nil
            let late = isEarly ? nil : subscribe()
            XCTAssertEqual(seen.value, .failure(Refused()))
            withExtendedLifetime((early, late)) {}
        }
        do {
            _ = try await failing(reports).value
            XCTFail("it did not fail")
        } catch { XCTAssertTrue(error is Refused) }
        XCTAssertEqual(reports.count.value, 0)
    }

    func testTheFirstOutcomeCountsAndASuccessIsNeverReported() {
        let reports = Reports()
        _ = Future<Int, Refused>.reporting { promise in
            promise(.success(1), nil)
            promise(.failure(Refused())) { reports.add() }
        }
        XCTAssertEqual(reports.count.value, 0)
    }
}
