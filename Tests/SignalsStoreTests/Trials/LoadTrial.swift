import Dispatch
import Foundation
import Signals

@testable import SignalsStore

/// Many producers that save at once, some of whose saves fail: what came of them is counted.
struct LoadTrial: Sendable {
    let saves: Int
    let producers = 16

    struct Outcome: Sendable, Equatable {
        var succeeded = 0
        var refused = 0
        var thrown = 0
        var broken: [String] = []
    }

    private struct Refused: Error {}

    /// The kind of a producer's n-th save.
    private enum Kind: Int, CaseIterable {
        case inTask, onReturn, ownContext, taken, throwing
    }

    /// Runs them, each producer with all of its saves under way at once, except for those in its own context.
    func run(_ container: PersistentContainer) -> Outcome {
        let outcome = Locked(Outcome())
        let all = DispatchGroup()
        DispatchQueue.concurrentPerform(iterations: producers) { producer in
            let context = container.newBackgroundContext()
            for number in 0..<saves / producers {
                all.enter()
                save(number, of: producer, context, container) { result in
                    outcome.withLock { count(result, &$0) }
                    all.leave()
                }
            }
        }
        all.wait()
        return outcome.withLock { $0 }
    }

    private func count(_ result: Result<Void, any Error>, _ outcome: inout Outcome) {
        switch result {
        case .success: outcome.succeeded += 1
        case .failure(is Refused): outcome.thrown += 1
        case .failure(let error as SaveError):
            if case .valueTaken = error.reason { outcome.refused += 1 } else { outcome.broken.append("\(error)") }
        case .failure(let error): outcome.broken.append("\(error)")
        }
    }

    private func save(
        _ number: Int, of producer: Int, _ context: ManagedObjectContext, _ container: PersistentContainer,
        _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        let name = "\(producer)/\(number)"
        switch Kind(rawValue: number % Kind.allCases.count) ?? .inTask {
        case .inTask:
            tell(
                completion,
                container.performBackgroundTask { context in
                    Chore(context: context).name = name
                    try context.save()
                })
        case .onReturn: tell(completion, container.save { Chore(context: $0).name = name })
        case .taken: tell(completion, container.save { Chore(context: $0).name = "taken" })
        case .throwing: tell(completion, container.save { _ in throw Refused() })
        case .ownContext:
            context.perform {
                completion(
                    Result {
                        let chore = Chore(context: context)
                        chore.name = name
                        chore.minutes = number
                        try context.save()
                    })
            }
        }
    }

    private func tell(
        _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void, _ future: Future<Void, any Error>
    ) {
        future.whenDone(completion)
    }

    /// The expected outcome.
    var expected: Outcome {
        var expected = Outcome()
        for number in 0..<saves / producers {
            switch Kind(rawValue: number % Kind.allCases.count) ?? .inTask {
            case .inTask, .onReturn, .ownContext: expected.succeeded += producers
            case .taken: expected.refused += producers
            case .throwing: expected.thrown += producers
            }
        }
        // The first of all has the name.
        expected.refused -= 1
        expected.succeeded += 1
        return expected
    }
}

extension Future where Failure == any Error, Output == Void {
    /// Calls the closure with the result, and keeps itself until then.
    fileprivate func whenDone(_ completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
        subscribe(
            Subscribers.Sink(
                receiveCompletion: { ending in
                    if case .failure(let error) = ending { completion(.failure(error)) }
                }, receiveValue: { completion(.success(())) }))
    }
}
