import Foundation
import Signals

extension Trial {
    /// Random chains of operators: the same on a concurrent queue as at once.
    static let chains = Trial(name: "random chains on a concurrent queue") { seed, _ in
        let count = Int.random(in: 0..<2000, using: &seed)
        let steps = (0..<Int.random(in: 1...6, using: &seed)).map { _ in
            (kind: Int.random(in: 0..<14, using: &seed), number: Int.random(in: 1...9, using: &seed))
        }
        func outcome(hops: Bool) -> (values: [Int], broken: [String])? {
            var chain = (0..<count).publisher.setFailureType(to: Odd.self).eraseToAnyPublisher()
            for step in steps { chain = add(step.kind, step.number, to: chain, hops: hops) }
            let witness = Witness<Int, Odd>()
            chain.subscribe(witness)
            return witness.waitForCompletion() ? (witness.values, witness.broken) : nil
        }
        guard let expected = outcome(hops: false), let actual = outcome(hops: true) else {
            return ["no completion: \(steps) of \(count)"]
        }
        let isSame = expected.values == actual.values
        return expected.broken + actual.broken + (isSame ? [] : ["differs: \(steps) of \(count)"])
    }

    struct Odd: Error, Equatable {}

    private typealias Chain = AnyPublisher<Int, Odd>

    private static func hop(_ chain: Chain, _ hops: Bool) -> Chain {
        hops
            ? chain.receive(on: DispatchQueue.global()).eraseToAnyPublisher()
            : chain.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher()
    }

    private static func add(_ kind: Int, _ number: Int, to chain: Chain, hops: Bool) -> Chain {
        let chain = hop(chain, hops)
        switch kind {
        case 0: return chain.map { $0 &+ number }.eraseToAnyPublisher()
        case 1: return chain.filter { $0 % number == 0 }.eraseToAnyPublisher()
        case 2: return chain.scan(0) { $0 &+ $1 }.eraseToAnyPublisher()
        case 3: return chain.prefix(number * 50).eraseToAnyPublisher()
        case 4: return chain.dropFirst(number).eraseToAnyPublisher()
        case 5: return chain.collect(number).map { $0.reduce(0, &+) }.eraseToAnyPublisher()
        case 6: return chain.removeDuplicates().append(number).eraseToAnyPublisher()
        default: return addGathering(kind, number, to: chain, hops: hops)
        }
    }

    private static func addGathering(_ kind: Int, _ number: Int, to chain: Chain, hops: Bool) -> Chain {
        switch kind {
        case 7:
            return chain.flatMap(maxPublishers: .max(1)) {
                hop(
                    [$0, number].publisher.setFailureType(to: Odd.self)
                        .eraseToAnyPublisher(), hops)
            }.eraseToAnyPublisher()
        case 8: return chain.zip(chain.dropFirst()) { $0 &+ $1 }.eraseToAnyPublisher()
        case 9: return chain.buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest).eraseToAnyPublisher()
        case 10:
            return chain.tryMap { if $0 == number * 37 { throw Odd() } else { $0 } }
                .catch { _ in Just(-number) }.setFailureType(to: Odd.self).eraseToAnyPublisher()
        case 11: return chain.prepend(number, number).eraseToAnyPublisher()
        case 12: return chain.prefix { $0 < number * 1000 }.replaceEmpty(with: number).eraseToAnyPublisher()
        default: return chain.reduce(number) { $0 &+ $1 }.eraseToAnyPublisher()
        }
    }
}
