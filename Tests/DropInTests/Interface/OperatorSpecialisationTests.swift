import Combine
import XCTest

/// The operators whose types have operators of their own, and the overloads of which the compiler chooses one.
final class OperatorSpecialisationTests: XCTestCase {
    private struct Failed: Error {}
    private typealias Source = PassthroughSubject<Int, Never>
    private typealias Failing = PassthroughSubject<Int, Failed>

    private let source = Source()
    private let failing = Failing()

    /// With the types written out, since the operators of `Map` and its like are disfavoured: see `Differences.swift`.
    func testTransformationsInARowBecomeOne() {
        let _: Publishers.Map<Source, String> = source.map { $0 }.map { "\($0)" }
        let _: Publishers.TryMap<Source, String> = source.map { $0 }.tryMap { "\($0)" }
        let _: Publishers.TryMap<Source, String> = source.tryMap { $0 }.map { "\($0)" }
        let _: Publishers.TryMap<Source, String> = source.tryMap { $0 }.tryMap { "\($0)" }
        let _: Publishers.Filter<Source> = source.filter { $0 > 0 }.filter { $0 > 1 }
        let _: Publishers.TryFilter<Source> = source.filter { $0 > 0 }.tryFilter { $0 > 1 }
        let _: Publishers.TryFilter<Source> = source.tryFilter { $0 > 0 }.filter { $0 > 1 }
        let _: Publishers.TryFilter<Source> = source.tryFilter { $0 > 0 }.tryFilter { $0 > 1 }
        let _: Publishers.CompactMap<Source, String> = source.compactMap { $0 }.map { "\($0)" }
        let _: Publishers.CompactMap<Source, Int> = source.compactMap { $0 }.compactMap { Int?($0) }
        let _: Publishers.TryCompactMap<Source, Int> = source.tryCompactMap { $0 }.compactMap { Int?($0) }
        let _: Publishers.Map<Publishers.MapKeyPath<Source, String>, Int> = source.map(\.description).map { $0.count }
        typealias Retyped<E: Error> = Publishers.SetFailureType<Source, E>
        expect(source.setFailureType(to: Failed.self), isA: Retyped<Failed>.self)
        expect(Retyped<Failed>(upstream: source).setFailureType(to: Error.self), isA: Retyped<Error>.self)
    }

    func testMergesOfMergesAreFlat() {
        let other = CurrentValueSubject<Int, Never>(0)
        typealias O = CurrentValueSubject<Int, Never>
        expect(source.merge(with: source), isA: Publishers.MergeMany<Source>.self)
        expect(source.merge(with: source).merge(with: source), isA: Publishers.MergeMany<Source>.self)
        expect(source.merge(with: other), isA: Publishers.Merge<Source, O>.self)
        expect(source.merge(with: other).merge(with: source), isA: Publishers.Merge3<Source, O, Source>.self)
        expect(
            source.merge(with: other, source).merge(with: other), isA: Publishers.Merge4<Source, O, Source, O>.self)
        expect(
            source.merge(with: other).merge(with: other, source, other, source, other, source),
            isA: Publishers.Merge8<Source, O, O, Source, O, Source, O, Source>.self)
        expect(
            source.merge(with: other, other).merge(with: other, source, other, source, other),
            isA: Publishers.Merge8<Source, O, O, O, Source, O, Source, O>.self)
        expect(
            source.merge(with: other, other, other).merge(with: source, other, source, other),
            isA: Publishers.Merge8<Source, O, O, O, Source, O, Source, O>.self)
        expect(
            source.merge(with: other, other, other, other).merge(with: other, source, other),
            isA: Publishers.Merge8<Source, O, O, O, O, O, Source, O>.self)
        expect(
            source.merge(with: other, other, other, other, other).merge(with: source, other),
            isA: Publishers.Merge8<Source, O, O, O, O, O, Source, O>.self)
        expect(
            source.merge(with: other, other, other, other, other, other).merge(with: source),
            isA: Publishers.Merge8<Source, O, O, O, O, O, O, Source>.self)
    }

    func testFlatMapTakesOverTheFailureThatThereIs() {
        expect(source.flatMap { Just($0) }, isA: Publishers.FlatMap<Just<Int>, Source>.self)
        expect(
            source.flatMap { _ in self.failing },
            isA: Publishers.FlatMap<Failing, Publishers.SetFailureType<Source, Failed>>.self)
        expect(failing.flatMap { _ in self.failing }, isA: Publishers.FlatMap<Failing, Failing>.self)
        expect(
            failing.flatMap { Just($0) },
            isA: Publishers.FlatMap<Publishers.SetFailureType<Just<Int>, Failed>, Failing>.self)
        expect(
            failing.flatMap(maxPublishers: .max(1)) { _ in self.failing },
            isA: Publishers.FlatMap<Failing, Failing>.self)
    }

    func testSwitchToLatestTakesOverTheFailureThatThereIs() {
        let plain = PassthroughSubject<Source, Never>()
        expect(
            plain.switchToLatest(), isA: Publishers.SwitchToLatest<Source, PassthroughSubject<Source, Never>>.self)
        let inner = PassthroughSubject<Failing, Never>()
        expect(
            inner.switchToLatest(),
            isA: Publishers.SwitchToLatest<
                Failing, Publishers.SetFailureType<PassthroughSubject<Failing, Never>, Failed>
            >.self)
        let outer = PassthroughSubject<Source, Failed>()
        typealias Inner = Publishers.SetFailureType<Source, Failed>
        expect(
            outer.switchToLatest(),
            isA: Publishers.SwitchToLatest<Inner, Publishers.Map<PassthroughSubject<Source, Failed>, Inner>>.self)
        let both = PassthroughSubject<Failing, Failed>()
        expect(
            both.switchToLatest(), isA: Publishers.SwitchToLatest<Failing, PassthroughSubject<Failing, Failed>>.self)
    }

    func testOverloadsThatACallChoosesBetween() {
        let _: Publishers.MapKeyPath<Source, String> = source.map(\.description)
        expect(source.map { $0.description }, isA: Publishers.Map<Source, String>.self)
        let stored: KeyPath<Int, String> = \.description
        expect(source.map(stored), isA: Publishers.MapKeyPath<Source, String>.self)
        expect(source.map(\.description, \.hashValue), isA: Publishers.MapKeyPath2<Source, String, Int>.self)
        expect(source.compactMap(\.description.first), isA: Publishers.CompactMap<Source, Character>.self)
        expect(source.filter(\.isZero), isA: Publishers.Filter<Source>.self)
        expect(source.values, isA: AsyncPublisher<Source>.self)
        expect(failing.values, isA: AsyncThrowingPublisher<Failing>.self)
        expect(source.prefix(1), isA: Publishers.Output<Source>.self)
        expect(source.output(at: 1), isA: Publishers.Output<Source>.self)
        expect(source.append(1), isA: Publishers.Concatenate<Source, Publishers.Sequence<[Int], Never>>.self)
        expect(
            source.append(1...2), isA: Publishers.Concatenate<Source, Publishers.Sequence<ClosedRange<Int>, Never>>.self
        )
        expect(source.prepend(Just(1)), isA: Publishers.Concatenate<Just<Int>, Source>.self)
        expect(
            source.zip(failing.replaceError(with: 0)) { $0 + $1 },
            isA: Publishers.Map<
                Publishers.Zip<Source, Publishers.ReplaceError<Failing>>, Int
            >.self)
        expect(source.multicast(subject: Source()), isA: Publishers.Multicast<Source, Source>.self)
        expect(
            source.multicast { Source() }.autoconnect(),
            isA: Publishers.Autoconnect<Publishers.Multicast<Source, Source>>.self)
        expect(source.receive(on: DispatchQueue.main), isA: Publishers.ReceiveOn<Source, DispatchQueue>.self)
        expect(source.sink { _ in }, isA: AnyCancellable.self)
    }

    func testClosureTypesAreNotEquatable() {
        XCTAssertFalse(Publishers.Map<Just<Int>, Int>.self is any Equatable.Type)
        XCTAssertFalse(Publishers.Filter<Just<Int>>.self is any Equatable.Type)
        XCTAssertFalse(Publishers.RemoveDuplicates<Just<Int>>.self is any Equatable.Type)
        XCTAssertFalse(Publishers.Comparison<Just<Int>>.self is any Equatable.Type)
        XCTAssertFalse(AnyPublisher<Int, Never>.self is any Equatable.Type)
        XCTAssertFalse(Publishers.Collect<AnyPublisher<Int, Never>>.self is any Equatable.Type)
        XCTAssertTrue(Publishers.Collect<Just<Int>>.self is any Equatable.Type)
    }
}

extension Int {
    fileprivate var isZero: Bool { self == 0 }
}
