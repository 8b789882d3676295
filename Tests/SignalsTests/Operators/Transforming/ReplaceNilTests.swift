import Signals
import XCTest

final class ReplaceNilTests: XCTestCase {
    func testAValueTakesThePlaceOfEachNil() {
        let source = PassthroughSubject<Int?, TestFailure>()
        let recorder = source.replaceNil(with: 0).recording()
        for value in [1, nil, 3] { source.send(value) }
        source.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [1, 0, 3])
        XCTAssertEqual(recorder.failure, TestFailure())
    }
}
