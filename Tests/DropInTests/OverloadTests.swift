import Combine
import XCTest

/// A client's own overloads of the operators neither take their place nor call themselves, and of the operators' own the
/// right one is taken.
final class OverloadTests: XCTestCase {
    private final class Box {
        var value = 0
    }

    override func setUp() {
        CallSites.shared.clear()
    }

    private func pipeline(_ source: PassthroughSubject<Int, Never>, to box: Box) -> [AnyCancellable] {
        let shown = source.map { $0 + 1 }.filter { $0 > 1 }.compactMap { Int?($0) }.scan(0) { $0 + $1 }
            .removeDuplicates { $0 == $1 }.flatMap { Just($0) }
        return [shown.sink { box.value = $0 }, shown.assign(to: \.value, on: box)]
    }

    func testACallWithoutTheArgumentIsTheOperator() {
        let (source, box) = (PassthroughSubject<Int, Never>(), Box())
        let cancellables = pipeline(source, to: box)
        source.send(1)
        XCTAssertEqual(box.value, 2)
        XCTAssertEqual(CallSites.shared.names, [])
        cancellables.forEach { $0.cancel() }
    }

    func testACallWithTheArgumentIsTheOverloadWhichCallsTheOperator() {
        let (source, box) = (PassthroughSubject<Int, Never>(), Box())
        let shown = source.map({ $0 + 1 }, file: "").tryMap({ $0 }, file: "").filter({ $0 > 1 }, file: "")
            .compactMap({ Int?($0) }, file: "").scan(0, { $0 + $1 }, file: "")
            .removeDuplicates(by: { $0 == $1 }, file: "")
            .flatMap({ Just($0).setFailureType(to: Error.self) }, file: "")
        let cancellables = [
            shown.sink(receiveCompletion: { _ in }, receiveValue: { box.value = $0 }, file: ""),
            Deferred(file: "") { source }.sink(receiveValue: { _ in }, file: ""),
            source.assign(to: \.value, on: Box(), file: ""),
            AnyCancellable("AnyCancellable") {},
        ]
        source.send(1)
        XCTAssertEqual(box.value, 2)
        XCTAssertEqual(
            CallSites.shared.names,
            [
                "map", "tryMap", "filter", "compactMap", "scan", "removeDuplicates", "flatMap", "sink",
                "Deferred", "sink", "assign", "AnyCancellable",
            ])
        cancellables.forEach { $0.cancel() }
    }

    func testAPublisherBesideAnArrayLiteralIsNoElementOfIt() {
        var received: [String] = []
        _ = [1, 2].publisher.append(Just(3)).sink { received.append("\($0)") }
        _ = [5].publisher.prepend(Just(4)).sink { received.append("\($0)") }
        XCTAssertEqual(received, ["1", "2", "3", "4", "5"])
    }

    func testJoinedPublishersOfLiteralsHaveTheTypeOfTheLiterals() {
        let expected: [Any.Type] = [
            Int.self, Int.self, String.self, Int.self, Int.self, Int?.self, Int.self, Int.self,
        ]
        XCTAssertEqual(inferredOutputs().map { "\($0)" }, expected.map { "\($0)" })
    }
}
