import Combine

// Overloads with an extra argument that may be left out, each of which calls the operator of the same name, as logging
// and tracing layers do. Without the argument, a call means the operator.

/// The overloads by which operators were made.
final class CallSites {
    static let shared = CallSites()
    private(set) var names: [String] = []

    func note(_ name: StaticString, _ file: StaticString) {
        names.append("\(name)")
    }

    func clear() {
        names = []
    }
}

extension Publisher {
    func map<T>(_ transform: @escaping (Output) -> T, file: StaticString = #file) -> Publishers.Map<Self, T> {
        CallSites.shared.note("map", file)
        return map(transform)
    }

    func tryMap<T>(
        _ transform: @escaping (Output) throws -> T, file: StaticString = #file
    ) -> Publishers.TryMap<Self, T> {
        CallSites.shared.note("tryMap", file)
        return tryMap(transform)
    }

    func filter(_ isIncluded: @escaping (Output) -> Bool, file: StaticString = #file) -> Publishers.Filter<Self> {
        CallSites.shared.note("filter", file)
        return filter(isIncluded)
    }

    func compactMap<T>(
        _ transform: @escaping (Output) -> T?, file: StaticString = #file
    ) -> Publishers.CompactMap<Self, T> {
        CallSites.shared.note("compactMap", file)
        return compactMap(transform)
    }

    func scan<T>(
        _ initial: T, _ next: @escaping (T, Output) -> T, file: StaticString = #file
    ) -> Publishers.Scan<Self, T> {
        CallSites.shared.note("scan", file)
        return scan(initial, next)
    }

    func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P,
        file: StaticString = #file
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
        CallSites.shared.note("flatMap", file)
        return flatMap(maxPublishers: maxPublishers, transform)
    }

    func removeDuplicates(
        by predicate: @escaping (Output, Output) -> Bool, file: StaticString = #file
    ) -> Publishers.RemoveDuplicates<Self> {
        CallSites.shared.note("removeDuplicates", file)
        return removeDuplicates(by: predicate)
    }

    func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void, file: StaticString = #file
    ) -> AnyCancellable {
        CallSites.shared.note("sink", file)
        return sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    }
}

extension Publisher where Failure == Never {
    func sink(receiveValue: @escaping (Output) -> Void, file: StaticString = #file) -> AnyCancellable {
        CallSites.shared.note("sink", file)
        return sink(receiveValue: receiveValue)
    }

    func assign<Root: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root, file: StaticString = #file
    ) -> AnyCancellable {
        CallSites.shared.note("assign", file)
        return assign(to: keyPath, on: object)
    }
}

extension AnyCancellable {
    convenience init(_ name: StaticString, _ cancel: @escaping () -> Void) {
        CallSites.shared.note(name, #file)
        self.init(cancel)
    }
}

extension Deferred {
    init(file: StaticString = #file, createPublisher: @escaping () -> DeferredPublisher) {
        CallSites.shared.note("Deferred", file)
        self.init(createPublisher: createPublisher)
    }
}
