import Combine
import Foundation

extension Publisher {
    func unwrap<T>() -> Publishers.CompactMap<Self, T> where Output == T? {
        compactMap { $0 }
    }

    func asResult() -> AnyPublisher<Result<Output, Failure>, Never> {
        map(Result.success).catch { Just(.failure($0)) }.eraseToAnyPublisher()
    }

    func pairwise() -> AnyPublisher<(Output, Output), Failure> {
        scan((nil, nil) as (Output?, Output?)) { ($0.1, $1) }
            .compactMap { pair -> (Output, Output)? in
                guard let first = pair.0, let second = pair.1 else { return nil }
                return (first, second)
            }
            .eraseToAnyPublisher()
    }

    func withPrevious<T>(_ transform: @escaping (Output?, Output) -> T) -> some Publisher<T, Failure> {
        var previous: Output?
        return map { value -> T in
            defer { previous = value }
            return transform(previous, value)
        }
    }

    func tap(_ action: @escaping (Output) -> Void) -> Publishers.HandleEvents<Self> {
        handleEvents(receiveOutput: action)
    }

    func sinkToResult(_ result: @escaping (Result<Output, Failure>) -> Void) -> AnyCancellable {
        sink(
            receiveCompletion: { completion in
                if case let .failure(error) = completion { result(.failure(error)) }
            },
            receiveValue: { result(.success($0)) })
    }

    func asyncMap<T>(_ transform: @escaping (Output) async throws -> T) -> AnyPublisher<T, Error> {
        mapError { $0 as Error }
            .flatMap { value in
                Future { promise in
                    Task {
                        do { promise(.success(try await transform(value))) } catch { promise(.failure(error)) }
                    }
                }
            }
            .eraseToAnyPublisher()
    }
}

extension Publisher where Output == String, Failure == Never {
    func trimmed() -> AnyPublisher<String, Never> {
        map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.eraseToAnyPublisher()
    }
}

extension Publisher where Failure == Never {
    func weakAssign<Root: AnyObject>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
    ) -> AnyCancellable {
        sink { [weak object] value in object?[keyPath: keyPath] = value }
    }
}

/// An operator with a type of its own, as people write it.
struct EveryOther<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure
    let upstream: Upstream

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        var isWanted = false
        upstream
            .filter { _ in
                isWanted.toggle()
                return isWanted
            }
            .receive(subscriber: subscriber)
    }
}

extension Publisher {
    func everyOther() -> EveryOther<Self> { EveryOther(upstream: self) }
}

func total<P: Publisher>(_ publisher: P) -> AnyPublisher<P.Output, P.Failure>
where P.Output: AdditiveArithmetic {
    publisher.reduce(.zero, +).eraseToAnyPublisher()
}

func firstNames(_ people: any Publisher<[Person], Never>) -> AnyPublisher<[String], Never> {
    people.eraseToAnyPublisher().map { $0.map(\.name) }.eraseToAnyPublisher()
}

struct Person: Codable, Equatable {
    var name: String
    var age: Int

    init(name: String, age: Int) {
        self.name = name
        self.age = age
    }
}

func describe(_ person: Person) -> AnyPublisher<String, Error> {
    Just(person)
        .encode(encoder: JSONEncoder())
        .decode(type: Person.self, decoder: JSONDecoder())
        .map(\.name, \.age)
        .map { "\($0), \($1)" }
        .eraseToAnyPublisher()
}
