import Combine
import XCTest

final class HelperTests: XCTestCase {
    private struct Failed: Error, Equatable {}

    private var cancellables = Set<AnyCancellable>()

    private func values<P: Publisher>(_ publisher: P) -> [P.Output] {
        var values: [P.Output] = []
        publisher.sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) }).store(in: &cancellables)
        return values
    }

    func testKeyPathsAreLiteralsStoredAndOfExistentials() {
        let shapes: [any Shape] = [Polygon("square", 4), Polygon("triangle", 3)]
        XCTAssertEqual(values(Shapes.names(shapes.publisher)), ["square", "triangle"])
        XCTAssertEqual(values(Shapes.cornersAndName(shapes.publisher)).map { "\($0)\($1)" }, ["4square", "3triangle"])
        let column = Column<Polygon>.by(\.corners, title: \.name)
        let polygons = Just([Polygon("square", 4), Polygon("triangle", 3)])
        XCTAssertEqual(values(Shapes.titles(column, polygons)), [["triangle", "square"]])
        XCTAssertEqual(values(Shapes.following(\.count, of: ["a", "b", "cc"].publisher)), [1, 2])
        let polygon = Polygon("square", 4)
        Shapes.bind(Just("edge"), to: \.selected, of: polygon).store(in: &cancellables)
        Shapes.keep(5, in: polygon).store(in: &cancellables)
        XCTAssertEqual([polygon.selected, "\(polygon.corners)"], ["edge", "5"])
    }

    func testHelpersRethrowNothingThatIsNotThrown() {
        XCTAssertEqual(values(Just(1).inserting { $0.map { $0 + 1 } }), [2])
        XCTAssertEqual(Just(1).with { $0.output }, 1)
        XCTAssertThrowsError(try Just(1).with { _ in throw Failed() })
        XCTAssertEqual(values(Just(1).if(true) { $0.append(2).eraseToAnyPublisher() }), [1, 2])
        XCTAssertEqual(values(Just((1, "a")).through(Lens(get: \.1, set: { $0.1 = $1 }))), ["a"])
        var isOn = false
        let source = PassthroughSubject<Int, Failed>()
        var heard: [Result<Int, Failed>] = []
        source.whenever(isOn).resultify().sink { heard.append($0) }.store(in: &cancellables)
        source.send(1)
        isOn = true
        source.send(2)
        source.send(completion: .failure(Failed()))
        XCTAssertEqual(heard, [.success(2), .failure(Failed())])
        XCTAssertEqual(values(Fail<Int, Failed>(error: Failed()).ignoreFailure()), [])
        XCTAssertEqual(values(Just(1).mapToVoid()).count, 1)
    }

    func testCollectionsOfPublishersAreOne() {
        XCTAssertEqual(values([Just(1), Just(2)].merged()), [1, 2])
        XCTAssertEqual(values([Just(1), Just(2), Just(3)].chained()), [1, 2, 3])
        XCTAssertEqual(values([Just(1), Just(2)].zipped()), [[1, 2]])
    }

    func testExistentialsAreConnected() {
        let (hub, source) = (Hub(), PassthroughSubject<Int, Never>())
        let sink = CurrentValueSubject<Int, Never>(0)
        hub.add("a", source)
        hub.add("b", sink.map { $0 }.filter { $0 < 0 })
        hub.add(sink)
        hub.connect()
        var seen: [Int] = []
        let subscriber = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { seen.append($0) })
        hub.subscribe(subscriber, to: "a")
        source.send(3)
        XCTAssertEqual(sink.value, 3)
        XCTAssertEqual(seen, [3])
    }

    func testAWrapperOfASubjectIsAProperty() {
        final class Model {
            @Streamed var name = "a"
        }
        let model = Model()
        var names: [String] = []
        model.$name.sink { names.append($0) }.store(in: &cancellables)
        model.name = "b"
        XCTAssertEqual(names, ["a", "b"])
    }

    func testASubjectOfTheClientsOwnIsSubclassed() {
        let subject = CountingSubject(PassthroughSubject<Int, Never>())
        var heard: [Int] = []
        subject.map { $0 * 2 }.sink { heard.append($0) }.store(in: &cancellables)
        (1...5).forEach(subject.send)
        XCTAssertEqual(heard, [2, 4, 6])
        (1...2).publisher.subscribe(subject).store(in: &cancellables)
        XCTAssertEqual(subject.count, 3)
    }
}
