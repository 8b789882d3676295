import Signals

public enum Signalled {
    /// Where results go, so that no work can be left out. One thread at a time.
    nonisolated(unsafe) public static var sum = 0

    @inline(never)
    static func passthrough(_ subject: PassthroughSubject<Int, Never>, _ count: Int) {
        for value in 0..<count { subject.send(value) }
    }

    @inline(never)
    static func currentValue(_ subject: CurrentValueSubject<Int, Never>, _ count: Int) {
        for value in 0..<count { subject.send(value) }
    }

    public static func passthroughSink(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.sink { sum &+= $0 }
        passthrough(subject, count)
        sink.cancel()
    }

    public static func passthroughChain(_ count: Int) {
        let subject = PassthroughSubject<Int, Never>()
        let sink = subject.map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { sum &+= $0 }
        passthrough(subject, count)
        sink.cancel()
    }

    public static func currentValueSink(_ count: Int) {
        let subject = CurrentValueSubject<Int, Never>(0)
        let sink = subject.sink { sum &+= $0 }
        currentValue(subject, count)
        sink.cancel()
    }

    final class Counter: ObservableObject {
        @Published var count = 0
    }

    @inline(never)
    static func set(_ counter: Counter, _ count: Int) {
        for value in 0..<count { counter.count = value }
    }

    public static func publishedSink(_ count: Int) {
        let counter = Counter()
        let sink = counter.$count.sink { sum &+= $0 }
        set(counter, count)
        sink.cancel()
    }

    struct Offline: Error {}

    public static func futureChain(_ count: Int) {
        for value in 0..<count {
            let future = Future<Int, Offline> { promise in promise(.success(value)) }
            let sink = future.map { $0 &* 3 }.handleEvents(receiveCompletion: { _ in sum &+= 1 })
                .replaceError(with: 0).sink { sum &+= $0 }
            sink.cancel()
        }
    }
}
