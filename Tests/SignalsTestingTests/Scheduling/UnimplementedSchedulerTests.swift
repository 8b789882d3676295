#if !canImport(ObjectiveC)
    import Signals
    import SignalsTesting
    import XCTest

    final class UnimplementedSchedulerTests: XCTestCase {
        private let failures = CurrentValueSubject<[String], Never>([])

        override func recordFailure(
            withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
        ) {
            failures.value.append(description)
        }

        func testUsingItFailsTheTestThatRuns() {
            let scheduler = UnimplementedScheduler()
            let runs = CurrentValueSubject<Int, Never>(0)
            scheduler.schedule { runs.value += 1 }
            scheduler.schedule(after: VirtualTime()) { runs.value += 1 }
            scheduler.schedule(after: VirtualTime(), interval: .seconds(1)) { runs.value += 1 }.cancel()
            _ = scheduler.now
            let reported = failures.value
            guard reported.count == 4, runs.value == 0 else { fatalError("reported: \(reported)") }
            guard reported.allSatisfy({ $0.contains("Give the code a TestScheduler") }) else {
                fatalError("reported: \(reported)")
            }
        }
    }
#endif
