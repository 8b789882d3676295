import Combine
import Foundation

// The least that conforms to each protocol: it asks for no more than Combine's does.

struct OwnPublisher<Output, Failure: Error>: Publisher {
    func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {}
}

struct OwnSubscriber<Input, Failure: Error>: Subscriber {
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: Subscription) {}
    func receive(_ input: Input) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Failure>) {}
}

class OwnObjectSubscriber<Input, Failure: Error>: Subscriber {
    func receive(subscription: Subscription) { subscription.request(.unlimited) }
    func receive(_ input: Input) -> Subscribers.Demand { .max(1) }
    func receive(completion: Subscribers.Completion<Failure>) {}
}

class OwnSubscription: Subscription {
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
}

struct OwnValueSubscription: Subscription {
    let combineIdentifier: CombineIdentifier

    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
}

struct OwnCancellable: Cancellable {
    func cancel() {}
}

class OwnSubject<Output, Failure: Error>: Subject {
    func send(_ value: Output) {}
    func send(completion: Subscribers.Completion<Failure>) {}
    func send(subscription: Subscription) {}
    func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {}
}

struct OwnConnectable<Output, Failure: Error>: ConnectablePublisher {
    func connect() -> Cancellable { AnyCancellable {} }
    func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {}
}

struct OwnCoder: TopLevelEncoder, TopLevelDecoder {
    func encode<T>(_ value: T) throws -> String where T: Encodable { "" }
    func decode<T>(_ type: T.Type, from input: String) throws -> T where T: Decodable { throw CancellationError() }
}

struct OwnTime: Strideable {
    var seconds = 0.0

    func distance(to other: OwnTime) -> Span { Span(value: other.seconds - seconds) }
    func advanced(by span: Span) -> OwnTime { OwnTime(seconds: seconds + span.value) }

    struct Span: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral {
        var value: Double
        var magnitude: Double { value.magnitude }

        init(value: Double) { self.value = value }
        init(floatLiteral value: Double) { self.value = value }
        init(integerLiteral value: Double) { self.value = value }
        init?<T: BinaryInteger>(exactly source: T) { value = Double(source) }

        static func < (a: Span, b: Span) -> Bool { a.value < b.value }
        static func + (a: Span, b: Span) -> Span { Span(value: a.value + b.value) }
        static func - (a: Span, b: Span) -> Span { Span(value: a.value - b.value) }
        static func * (a: Span, b: Span) -> Span { Span(value: a.value * b.value) }
        static func *= (a: inout Span, b: Span) { a = a * b }
        static func seconds(_ s: Int) -> Span { Span(value: Double(s)) }
        static func seconds(_ s: Double) -> Span { Span(value: s) }
        static func milliseconds(_ ms: Int) -> Span { Span(value: Double(ms) / 1e3) }
        static func microseconds(_ us: Int) -> Span { Span(value: Double(us) / 1e6) }
        static func nanoseconds(_ ns: Int) -> Span { Span(value: Double(ns) / 1e9) }
    }
}

final class OwnScheduler: Scheduler {
    typealias SchedulerOptions = Never

    var now = OwnTime()
    var minimumTolerance: OwnTime.Span { 0 }

    func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

    func schedule(
        after date: OwnTime, tolerance: OwnTime.Span, options: Never?, _ action: @escaping () -> Void
    ) {
        action()
    }

    func schedule(
        after date: OwnTime, interval: OwnTime.Span, tolerance: OwnTime.Span, options: Never?,
        _ action: @escaping () -> Void
    ) -> Cancellable {
        OwnCancellable()
    }
}

final class OwnObject: ObservableObject {}

final class OwnObjectWithAPublisher: ObservableObject {
    let objectWillChange = PassthroughSubject<String, Never>()
}

func protocols(_ void: OwnSubscriber<Void, Never>) {
    let _: Subscribers.Demand = void.receive()
    OwnSubject<Void, Never>().send()
    OwnPublisher<Int, Never>().subscribe(OwnObjectSubscriber())
    let _: AnyPublisher<Int, Error> = OwnConnectable<Int, Error>().autoconnect().eraseToAnyPublisher()
    let _: any Publisher = OwnPublisher<Int, Never>().encode(encoder: OwnCoder()).decode(
        type: Int.self, decoder: OwnCoder())
    let _: any Publisher = OwnPublisher<Int, Never>().delay(for: .seconds(1), scheduler: OwnScheduler())
        .debounce(for: 1.5, scheduler: OwnScheduler()).receive(on: OwnScheduler())
    let _: ObservableObjectPublisher = OwnObject().objectWillChange
    let _: PassthroughSubject<String, Never> = OwnObjectWithAPublisher().objectWillChange
    let _: AnyCancellable = AnyCancellable(OwnValueSubscription(combineIdentifier: CombineIdentifier()))
}
