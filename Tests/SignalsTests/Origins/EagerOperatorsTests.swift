import Signals
import SignalsBattery
import Testing

/// What an operator does at once on a sequence, an optional or a result is what it does later on any publisher.
struct EagerOperatorsTests {
    private static let samples: [[Int]] = [[], [1], [2, 2], [3, 1, 2], [5, 5, 4, 4, 5, 1], Array(0..<50)]

    private func expect<A: Publisher, B: Publisher>(
        _ eager: A, _ later: B, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) where A.Output == B.Output, A.Output: Equatable {
        let (first, second) = (eager.recording(), later.recording())
        #expect(first.values == second.values, "\(name)", sourceLocation: sourceLocation)
        #expect(first.isFinished == second.isFinished, "\(name)", sourceLocation: sourceLocation)
    }

    @Test(arguments: samples) func aSequenceTransformsAndFiltersAlike(_ numbers: [Int]) {
        let eager = numbers.publisher
        let later = numbers.publisher.eraseToAnyPublisher()
        expect(eager.map { $0 * 2 }, later.map { $0 * 2 }, "map")
        expect(eager.compactMap { $0 > 2 ? "\($0)" : nil }, later.compactMap { $0 > 2 ? "\($0)" : nil }, "compactMap")
        expect(eager.scan(1) { $0 + $1 }, later.scan(1) { $0 + $1 }, "scan")
        expect(eager.filter { $0 > 2 }, later.filter { $0 > 2 }, "filter")
        expect(eager.removeDuplicates(), later.removeDuplicates(), "removeDuplicates")
        expect(eager.first(), later.first(), "first")
        expect(eager.first { $0 > 2 }, later.first { $0 > 2 }, "first(where:)")
        expect(eager.last(), later.last(), "last")
        expect(eager.last { $0 > 2 }, later.last { $0 > 2 }, "last(where:)")
        expect(eager.drop { $0 > 2 }, later.drop { $0 > 2 }, "drop(while:)")
        expect(eager.prefix { $0 > 2 }, later.prefix { $0 > 2 }, "prefix(while:)")
        for count in 0...4 {
            expect(eager.dropFirst(count), later.dropFirst(count), "dropFirst(\(count))")
            expect(eager.prefix(count), later.prefix(count), "prefix(\(count))")
            expect(eager.output(at: count), later.output(at: count), "output(at: \(count))")
            expect(eager.output(in: 1..<(count + 1)), later.output(in: 1..<(count + 1)), "output(in:) to \(count)")
        }
    }

    @Test(arguments: samples) func aSequenceGathersAlike(_ numbers: [Int]) {
        let eager = numbers.publisher
        let later = numbers.publisher.eraseToAnyPublisher()
        expect(eager.allSatisfy { $0 < 4 }, later.allSatisfy { $0 < 4 }, "allSatisfy")
        expect(eager.tryAllSatisfy { $0 < 4 }, later.tryAllSatisfy { $0 < 4 }, "tryAllSatisfy")
        expect(eager.contains(2), later.contains(2), "contains")
        expect(eager.contains { $0 > 2 }, later.contains { $0 > 2 }, "contains(where:)")
        expect(eager.tryContains { $0 > 2 }, later.tryContains { $0 > 2 }, "tryContains")
        expect(eager.collect(), later.collect(), "collect")
        expect(eager.count(), later.count(), "count")
        expect(eager.reduce(0) { $0 + $1 }, later.reduce(0) { $0 + $1 }, "reduce")
        expect(eager.tryReduce(0) { $0 + $1 }, later.tryReduce(0) { $0 + $1 }, "tryReduce")
        expect(eager.min(), later.min(), "min")
        expect(eager.max(), later.max(), "max")
        expect(eager.min { $0 % 3 < $1 % 3 }, later.min { $0 % 3 < $1 % 3 }, "min(by:)")
        expect(eager.max { $0 % 3 < $1 % 3 }, later.max { $0 % 3 < $1 % 3 }, "max(by:)")
    }

    @Test(arguments: [nil, 2, 3]) func anOptionalDoesAlike(_ number: Int?) {
        let eager = number.publisher
        let later = number.publisher.eraseToAnyPublisher()
        expect(eager.map { $0 * 2 }, later.map { $0 * 2 }, "map")
        expect(eager.compactMap { $0 > 2 ? $0 : nil }, later.compactMap { $0 > 2 ? $0 : nil }, "compactMap")
        expect(eager.filter { $0 > 2 }, later.filter { $0 > 2 }, "filter")
        expect(eager.drop { $0 > 2 }, later.drop { $0 > 2 }, "drop(while:)")
        expect(eager.prefix { $0 > 2 }, later.prefix { $0 > 2 }, "prefix(while:)")
        expect(eager.scan(1) { $0 + $1 }, later.scan(1) { $0 + $1 }, "scan")
        expect(eager.replaceEmpty(with: 9), later.replaceEmpty(with: 9), "replaceEmpty")
        expect(eager.collect(), later.collect(), "collect")
        expect(eager.min(), later.min(), "min")
        if number != nil {
            // Without a value there is no result, other than from any other empty publisher.
            expect(eager.allSatisfy { $0 < 3 }, later.allSatisfy { $0 < 3 }, "allSatisfy")
            expect(eager.contains(2), later.contains(2), "contains")
            expect(eager.contains { $0 < 3 }, later.contains { $0 < 3 }, "contains(where:)")
            expect(eager.count(), later.count(), "count")
            expect(eager.reduce(5) { $0 + $1 }, later.reduce(5) { $0 + $1 }, "reduce")
        }
        for count in 0...2 {
            expect(eager.dropFirst(count), later.dropFirst(count), "dropFirst(\(count))")
            expect(eager.prefix(count), later.prefix(count), "prefix(\(count))")
            expect(eager.output(at: count), later.output(at: count), "output(at: \(count))")
        }
    }

    @Test(arguments: [Result<Int, TestFailure>.success(2), .failure(TestFailure())])
    func aResultDoesAlike(_ result: Result<Int, TestFailure>) {
        let eager = result.publisher
        let later = result.publisher.eraseToAnyPublisher()
        expect(eager.map { $0 * 2 }, later.map { $0 * 2 }, "map")
        expect(eager.tryMap { $0 * 2 }, later.tryMap { $0 * 2 }, "tryMap")
        expect(eager.replaceError(with: 9), later.replaceError(with: 9), "replaceError")
        expect(eager.replaceEmpty(with: 9), later.replaceEmpty(with: 9), "replaceEmpty")
        expect(eager.scan(1) { $0 + $1 }, later.scan(1) { $0 + $1 }, "scan")
        expect(eager.tryScan(1) { $0 + $1 }, later.tryScan(1) { $0 + $1 }, "tryScan")
        expect(eager.allSatisfy { $0 < 2 }, later.allSatisfy { $0 < 2 }, "allSatisfy")
        expect(eager.contains(2), later.contains(2), "contains")
        expect(eager.collect(), later.collect(), "collect")
        expect(eager.count(), later.count(), "count")
        expect(eager.max(), later.max(), "max")
        expect(eager.tryMin { $0 < $1 }, later.tryMin { $0 < $1 }, "tryMin")
        expect(eager.tryMax { $0 < $1 }, later.tryMax { $0 < $1 }, "tryMax")
        expect(eager.reduce(5) { $0 + $1 }, later.reduce(5) { $0 + $1 }, "reduce")
        expect(eager.tryReduce(5) { $0 + $1 }, later.tryReduce(5) { $0 + $1 }, "tryReduce")
    }

    @Test func aJustDoesAlike() {
        let eager = Just(2)
        let later = Just(2).eraseToAnyPublisher()
        expect(eager.map { $0 * 2 }, later.map { $0 * 2 }, "map")
        expect(eager.tryMap { $0 * 2 }, later.tryMap { $0 * 2 }, "tryMap")
        expect(eager.scan(1) { $0 + $1 }, later.scan(1) { $0 + $1 }, "scan")
        expect(eager.tryScan(1) { $0 + $1 }, later.tryScan(1) { $0 + $1 }, "tryScan")
        expect(eager.collect(), later.collect(), "collect")
        expect(eager.count(), later.count(), "count")
        expect(eager.reduce(5) { $0 + $1 }, later.reduce(5) { $0 + $1 }, "reduce")
        for count in 0...2 {
            expect(eager.dropFirst(count), later.dropFirst(count), "dropFirst(\(count))")
            expect(eager.prefix(count), later.prefix(count), "prefix(\(count))")
            expect(eager.output(at: count), later.output(at: count), "output(at: \(count))")
            expect(eager.filter { $0 > count }, later.filter { $0 > count }, "filter")
            expect(eager.first { $0 > count }, later.first { $0 > count }, "first(where:)")
            expect(eager.last { $0 > count }, later.last { $0 > count }, "last(where:)")
            expect(eager.drop { $0 > count }, later.drop { $0 > count }, "drop(while:)")
            expect(eager.prefix { $0 > count }, later.prefix { $0 > count }, "prefix(while:)")
            expect(eager.allSatisfy { $0 > count }, later.allSatisfy { $0 > count }, "allSatisfy")
            expect(eager.contains { $0 > count }, later.contains { $0 > count }, "contains(where:)")
        }
    }
}
