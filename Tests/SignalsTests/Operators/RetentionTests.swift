import Signals
import SignalsBattery
import XCTest

/// After the end no operator keeps anything of the client's.
final class RetentionTests: XCTestCase {
    private typealias Other = AnyPublisher<Tracked, TestFailure>

    private static func never() -> Other {
        Empty(completeImmediately: false).eraseToAnyPublisher()
    }

    func testTransformingOperatorsLetGo() {
        Retention { $0.map($1.callAsFunction) }.check()
        Retention { upstream, closure in upstream.tryMap { closure($0) } }.check()
        Retention { upstream, closure in upstream.compactMap { closure($0) } }.check()
        Retention { upstream, closure in upstream.tryCompactMap { closure($0) } }.check()
        Retention { upstream, closure in upstream.scan(nil as Tracked?) { _, value in closure(value) } }.check()
        Retention { upstream, closure in upstream.tryScan(nil as Tracked?) { _, value in closure(value) } }.check()
        Retention { upstream, closure in upstream.map { closure($0) as Tracked? }.replaceNil(with: nil) }.check()
        Retention { upstream, closure in upstream.filter { _ in false }.replaceEmpty(with: closure.value) }.check()
        Retention { upstream, _ in upstream.map(\.number) }.check()
    }

    func testFilteringOperatorsLetGo() {
        Retention { upstream, closure in upstream.filter { closure($0).number > 1 } }.check()
        Retention { upstream, closure in upstream.tryFilter { closure($0).number > 1 } }.check()
        Retention { upstream, closure in upstream.removeDuplicates { closure($0) == $1 } }.check()
        Retention { upstream, closure in upstream.tryRemoveDuplicates { closure($0) == $1 } }.check()
        Retention { upstream, closure in upstream.drop { closure($0).number < 2 } }.check()
        Retention { upstream, closure in upstream.tryDrop { closure($0).number < 2 } }.check()
        Retention { upstream, closure in upstream.prefix { closure($0).number < 3 } }.check()
        Retention { upstream, closure in upstream.tryPrefix { closure($0).number < 3 } }.check()
        Retention { upstream, closure in upstream.first { closure($0).number > 1 } }.check()
        Retention { upstream, closure in upstream.tryFirst { closure($0).number > 1 } }.check()
        Retention { upstream, closure in upstream.last { closure($0).number > 1 } }.check()
        Retention { upstream, closure in upstream.tryLast { closure($0).number > 1 } }.check()
        Retention { upstream, _ in upstream.first() }.check()
        Retention { upstream, _ in upstream.last() }.check()
        Retention { upstream, _ in upstream.dropFirst(2) }.check()
        Retention { upstream, _ in upstream.prefix(2) }.check()
        Retention { upstream, _ in upstream.output(in: 1...2) }.check()
        Retention { upstream, _ in upstream.ignoreOutput() }.check()
        Retention { upstream, closure in upstream.drop(untilOutputFrom: Self.never().map { closure($0) }) }.check()
        Retention { upstream, closure in upstream.prefix(untilOutputFrom: Self.never().map { closure($0) }) }.check()
    }

    func testGatheringOperatorsLetGo() {
        Retention { upstream, _ in upstream.collect() }.check()
        Retention { upstream, _ in upstream.collect(2) }.check()
        Retention { upstream, _ in upstream.count() }.check()
        Retention { upstream, _ in upstream.max() }.check()
        Retention { upstream, closure in upstream.min { closure($0) < $1 } }.check()
        Retention { upstream, closure in upstream.tryMax { closure($0) < $1 } }.check()
        Retention { upstream, closure in upstream.reduce(nil as Tracked?) { _, value in closure(value) } }.check()
        Retention { upstream, closure in upstream.tryReduce(nil as Tracked?) { _, value in closure(value) } }.check()
        Retention { upstream, closure in upstream.contains { closure($0).number == 9 } }.check()
        Retention { upstream, closure in upstream.tryContains { closure($0).number == 2 } }.check()
        Retention { upstream, closure in upstream.contains(closure.value) }.check()
        Retention { upstream, closure in upstream.allSatisfy { closure($0).number < 9 } }.check()
        Retention { upstream, closure in upstream.tryAllSatisfy { closure($0).number < 2 } }.check()
    }

    func testErrorOperatorsLetGo() {
        Retention { upstream, closure in upstream.mapError { closure($0) } }.check()
        Retention { upstream, closure in upstream.replaceError(with: closure.value) }.check()
        Retention { upstream, closure in
            upstream.catch { _ in closure(Just(closure.value)).setFailureType(to: TestFailure.self) }
        }.check()
        Retention { upstream, closure in upstream.catch { _ in Self.never().map { closure($0) } } }.check()
        Retention { upstream, closure in upstream.tryCatch { _ in Self.never().map { closure($0) } } }.check()
        Retention { upstream, _ in upstream.retry(2) }.check()
    }

    func testCombiningOperatorsLetGo() {
        Retention { upstream, closure in upstream.flatMap { Just(closure($0)).setFailureType(to: TestFailure.self) } }
            .check()
        Retention { upstream, closure in
            upstream.flatMap(maxPublishers: .max(1)) {
                [closure($0), $0].publisher.setFailureType(to: TestFailure.self)
            }
        }.check()
        Retention { upstream, closure in
            upstream.flatMap { value in Self.never().prepend(closure(value)).map { closure($0) } }
        }.check()
        Retention { upstream, closure in
            upstream.map { value in Self.never().prepend(closure(value)).map { closure($0) } }.switchToLatest()
        }.check()
        Retention { upstream, closure in upstream.merge(with: Self.never().map { closure($0) }) }.check()
        Retention { upstream, closure in
            Publishers.MergeMany(upstream, Self.never().prepend(closure.value).eraseToAnyPublisher())
        }.check()
        Retention { upstream, closure in upstream.zip(upstream.dropFirst(2).map { closure($0) }) }.check()
        Retention { upstream, closure in upstream.zip(upstream, Self.never().prepend(closure.value)) }.check()
        Retention { upstream, closure in upstream.combineLatest(upstream.dropFirst(2).map { closure($0) }) }.check()
        Retention { upstream, closure in upstream.combineLatest(upstream, Self.never().prepend(closure.value)) }.check()
        Retention { upstream, closure in upstream.append(Self.never().map { closure($0) }) }.check()
        Retention { upstream, closure in upstream.prepend(closure.value) }.check()
    }

    func testBufferingAndObservingOperatorsLetGo() {
        for prefetch in [Publishers.PrefetchStrategy.byRequest, .keepFull] {
            Retention { upstream, _ in upstream.buffer(size: 3, prefetch: prefetch, whenFull: .dropOldest) }.check()
            Retention { upstream, _ in upstream.buffer(size: 3, prefetch: prefetch, whenFull: .dropNewest) }.check()
            Retention { upstream, closure in
                upstream.buffer(
                    size: 3, prefetch: prefetch,
                    whenFull: .customError {
                        closure(TestFailure())
                    })
            }.check()
        }
        Retention { upstream, closure in upstream.handleEvents(receiveOutput: { _ = closure($0) }) }.check()
        Retention { upstream, closure in upstream.breakpoint(receiveOutput: { closure($0).number > 9 }) }.check()
    }
}
