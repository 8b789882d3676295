import Combine

/// A source that is shared, recorded and connected.
final class Station {
    let source = PassthroughSubject<Int, Never>()
    private(set) var subscriptions = 0
    var heard: [String] = []
    var bag = Set<AnyCancellable>()

    init() {}

    lazy var shared: Publishers.Share<Publishers.HandleEvents<PassthroughSubject<Int, Never>>> =
        source.handleEvents(receiveSubscription: { _ in self.subscriptions += 1 }).share()

    func multicast() -> Cancellable {
        let connectable = source.multicast { PassthroughSubject<Int, Never>() }
        connectable.sink { self.heard.append("a\($0)") }.store(in: &bag)
        connectable.sink { self.heard.append("b\($0)") }.store(in: &bag)
        return connectable.connect()
    }

    func replay() -> [Int] {
        let record = Record<Int, Never> { recording in
            recording.receive(1)
            recording.receive(2)
            recording.receive(completion: .finished)
        }
        var all: [Int] = []
        record.sink { all.append($0) }.store(in: &bag)
        return all
    }

    func gather() -> [[Int]] {
        var groups: [[Int]] = []
        let cancellable = (1...7).publisher
            .everyOther()
            .collect(2)
            .sink(receiveCompletion: { _ in groups.append([]) }) { groups.append($0) }
        withExtendedLifetime(cancellable) {}
        return groups
    }
}
