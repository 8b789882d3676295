import Signals
import SignalsBattery
import XCTest

final class MergeManyTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { Publishers.MergeMany($0) }.check()
    }

    func testDeliversTheValuesOfAnyNumberOfPublishers() {
        let subjects = (0..<20).map { _ in PassthroughSubject<Int, TestFailure>() }
        let recorder = Recorder<Int, TestFailure>()
        Publishers.MergeMany(subjects).subscribe(recorder)
        for (index, subject) in subjects.enumerated() {
            subject.send(index)
            subject.send(completion: .finished)
        }
        XCTAssertEqual(recorder.values, Array(0..<20))
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testFinishesAtOnceWithoutPublishers() {
        let recorder = Recorder<Int, Never>()
        Publishers.MergeMany([Just<Int>]()).subscribe(recorder)
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testMergingPublishersOfOneTypeMakesOneMerge() {
        let merged = Just(1).merge(with: Just(2)).merge(with: Just(3))
        XCTAssertEqual(merged, Publishers.MergeMany(Just(1), Just(2), Just(3)))
    }
}
