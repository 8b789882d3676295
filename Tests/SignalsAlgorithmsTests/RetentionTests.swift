import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

/// After the end no operator keeps anything of the client's.
final class RetentionTests: XCTestCase {
    private typealias Other = AnyPublisher<Tracked, TestFailure>

    private static func never() -> Other {
        Empty(completeImmediately: false).eraseToAnyPublisher()
    }

    func testCombiningOperatorsLetGo() {
        Retention { upstream, closure in
            [upstream, upstream.dropFirst().map { closure($0) }.eraseToAnyPublisher()].zip()
        }.check()
        Retention { upstream, closure in
            [upstream, upstream.dropFirst().map { closure($0) }.eraseToAnyPublisher()].combineLatest()
        }.check()
        Retention { upstream, closure in [Self.never().map { closure($0) }.eraseToAnyPublisher(), upstream].amb() }
            .check()
        Retention { upstream, closure in upstream.amb(with: Self.never().map { closure($0) }) }.check()
        Retention { upstream, closure in
            upstream.withLatestFrom(upstream.prepend(closure.value)) { closure($0).number + $1.number }
        }.check()
        Retention { upstream, closure in upstream.flatMapLatest { Self.never().prepend(closure($0)) } }.check()
    }

    func testOtherOperatorsLetGo() {
        Retention { upstream, _ in upstream.nwise(2) }.check()
        Retention { upstream, _ in upstream.pairwise() }.check()
        Retention { upstream, _ in upstream.removeAllDuplicates() }.check()
        Retention { upstream, closure in upstream.removeAllDuplicates { closure($0) == $1 } }.check()
        Retention { upstream, _ in upstream.materialize() }.check()
        Retention { upstream, _ in upstream.materialize().dematerialize() }.check()
        Retention { upstream, _ in upstream.share(replay: 2) }.check()
    }
}
