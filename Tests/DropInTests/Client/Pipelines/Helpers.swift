import Combine
import Foundation

// Generic helpers: rethrowing ones, existentials, opaque results, collections of publishers.

struct Lens<Whole, Part> {
    let get: (Whole) -> Part
    let set: (inout Whole, Part) -> Void
}

extension Publisher {
    func with<T>(_ body: (Self) throws -> T) rethrows -> T { try body(self) }

    func inserting<P: Publisher>(_ make: (Self) throws -> P) rethrows -> P { try make(self) }

    func `if`(_ condition: Bool, _ transform: (AnyPublisher<Output, Failure>) -> AnyPublisher<Output, Failure>)
        -> AnyPublisher<Output, Failure>
    {
        condition ? transform(eraseToAnyPublisher()) : eraseToAnyPublisher()
    }

    func through<Part>(_ lens: Lens<Output, Part>) -> some Publisher<Part, Failure> { map(lens.get) }

    func whenever(_ condition: @autoclosure @escaping () -> Bool) -> Publishers.Filter<Self> {
        filter { _ in condition() }
    }

    func ignoreFailure() -> AnyPublisher<Output, Never> { self.catch { _ in Empty() }.eraseToAnyPublisher() }

    func ignoreFailure(completeImmediately: Bool) -> Publishers.Catch<Self, Empty<Output, Never>> {
        self.catch { _ in Empty(completeImmediately: completeImmediately) }
    }

    func mapToVoid() -> Publishers.Map<Self, Void> { map { _ in } }

    func resultify() -> some Publisher<Result<Output, Failure>, Never> {
        map(Result<Output, Failure>.success).catch { Just(.failure($0)) }
    }
}

extension Collection where Element: Publisher {
    func merged() -> Publishers.MergeMany<Element> { Publishers.MergeMany(self) }

    func chained() -> AnyPublisher<Element.Output, Element.Failure> {
        dropFirst().reduce(first?.eraseToAnyPublisher() ?? Empty().eraseToAnyPublisher()) {
            $0.append($1).eraseToAnyPublisher()
        }
    }

    func zipped() -> AnyPublisher<[Element.Output], Element.Failure> {
        reduce(Just([]).setFailureType(to: Element.Failure.self).eraseToAnyPublisher()) {
            $0.zip($1) { $0 + [$1] }.eraseToAnyPublisher()
        }
    }
}

/// Whatever may be followed, by existentials only.
final class Hub {
    private var sources: [String: any Publisher<Int, Never>] = [:]
    private var sinks: [any Subject<Int, Never>] = []
    private var cancellables: [any Cancellable] = []

    func add(_ name: String, _ source: any Publisher<Int, Never>) { sources[name] = source }

    func add(_ sink: any Subject<Int, Never>) { sinks.append(sink) }

    func connect() {
        for (_, source) in sources {
            for sink in sinks { cancellables.append(link(source, sink)) }
        }
    }

    private func link<P: Publisher, S: Subject>(_ source: P, _ sink: S) -> Cancellable
    where P.Output == S.Output, P.Failure == S.Failure {
        source.subscribe(sink)
    }

    func subscribe(_ subscriber: any Subscriber<Int, Never>, to name: String) {
        if let source = sources[name] { attach(subscriber, to: source) }
    }

    private func attach<S: Subscriber, P: Publisher>(_ subscriber: S, to publisher: P)
    where P.Output == Int, P.Failure == Never {
        guard let any = AnySubscriber(subscriber) as? AnySubscriber<Int, Never> else { return }
        publisher.subscribe(any)
    }
}

/// A property wrapper over a subject, as view models have.
@propertyWrapper
struct Streamed<Value> {
    private let subject: CurrentValueSubject<Value, Never>

    init(wrappedValue: Value) { subject = CurrentValueSubject(wrappedValue) }

    var wrappedValue: Value {
        get { subject.value }
        nonmutating set { subject.value = newValue }
    }

    var projectedValue: AnyPublisher<Value, Never> { subject.eraseToAnyPublisher() }
}

/// A subject that a client makes of another, and subclasses.
class LoggingSubject<Output, Failure: Error>: Subject {
    private let wrapped: any Subject<Output, Failure>
    private(set) var log: [String] = []

    init(_ wrapped: any Subject<Output, Failure>) { self.wrapped = wrapped }

    func send(_ value: Output) {
        log.append("\(value)")
        wrapped.send(value)
    }

    func send(completion: Subscribers.Completion<Failure>) { wrapped.send(completion: completion) }

    func send(subscription: Subscription) { wrapped.send(subscription: subscription) }

    func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        wrapped.subscribe(subscriber)
    }
}

final class CountingSubject<Output>: LoggingSubject<Output, Never> {
    var count: Int { log.count }

    override func send(_ value: Output) {
        guard count < 3 else { return }
        super.send(value)
    }
}
