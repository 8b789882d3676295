import Foundation
import Signals
import SignalsAlgorithms

/// A publisher that many subscribe to, and whose values never come.
struct Source: Sendable {
    let name: String
    let make: @Sendable () -> Made

    struct Made {
        let publisher: AnyPublisher<Int, Never>
        /// The object that the publisher belongs to.
        var owner: AnyObject?
    }

    static let all = [
        Source(name: "passthrough") { Made(PassthroughSubject<Int, Never>()) },
        Source(name: "currentvalue") { Made(CurrentValueSubject<Int, Never>(0)) },
        Source(name: "future") { Made(Future<Int, Never> { _ in }) },
        Source(name: "published") {
            let model = Model()
            return Made(publisher: model.$value.eraseToAnyPublisher(), owner: model)
        },
        Source(name: "replay") { Made(ReplaySubject<Int, Never>(bufferSize: 1)) },
        Source(name: "share") { Made(PassthroughSubject<Int, Never>().share()) },
        Source(name: "multicast") {
            Made(PassthroughSubject<Int, Never>().multicast(subject: PassthroughSubject()).autoconnect())
        },
        Source(name: "timer") {
            Made(Timer.publish(every: 3600, on: .main, in: .common).autoconnect().map { _ in 0 })
        },
    ]

    private final class Model {
        @Published var value = 0
    }
}

extension Source.Made {
    init(_ publisher: some Publisher<Int, Never>) { self.publisher = publisher.eraseToAnyPublisher() }
}
