import Combine

extension Publisher {
    func ownFilter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> { filter(isIncluded) }

    func ownTryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        tryFilter(isIncluded)
    }

    func ownCompactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
        compactMap(transform)
    }

    func ownTryCompactMap<T>(_ transform: @escaping (Output) throws -> T?) -> Publishers.TryCompactMap<Self, T> {
        tryCompactMap(transform)
    }

    func ownRemoveDuplicates() -> Publishers.RemoveDuplicates<Self> where Output: Equatable { removeDuplicates() }

    func ownRemoveDuplicates(by predicate: @escaping (Output, Output) -> Bool) -> Publishers.RemoveDuplicates<Self> {
        removeDuplicates(by: predicate)
    }

    func ownTryRemoveDuplicates(
        by predicate: @escaping (Output, Output) throws -> Bool
    ) -> Publishers.TryRemoveDuplicates<Self> {
        tryRemoveDuplicates(by: predicate)
    }

    func ownReplaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> { replaceEmpty(with: output) }

    func ownReplaceError(with output: Output) -> Publishers.ReplaceError<Self> { replaceError(with: output) }

    func ownDrop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
    where Failure == P.Failure {
        drop(untilOutputFrom: publisher)
    }

    func ownDropFirst(_ count: Int = 1) -> Publishers.Drop<Self> { dropFirst(count) }

    func ownDropFirst() -> Publishers.Drop<Self> { dropFirst() }

    func ownDrop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> { drop(while: predicate) }

    func ownTryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
        tryDrop(while: predicate)
    }

    func ownPrefix(_ maxLength: Int) -> Publishers.Output<Self> { prefix(maxLength) }

    func ownPrefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
        prefix(untilOutputFrom: publisher)
    }

    func ownPrefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
        prefix(while: predicate)
    }

    func ownTryPrefix(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryPrefixWhile<Self> {
        tryPrefix(while: predicate)
    }

    func ownFirst() -> Publishers.First<Self> { first() }

    func ownFirst(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
        first(where: predicate)
    }

    func ownTryFirst(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryFirstWhere<Self> {
        tryFirst(where: predicate)
    }

    func ownLast() -> Publishers.Last<Self> { last() }

    func ownLast(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> { last(where: predicate) }

    func ownTryLast(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
        tryLast(where: predicate)
    }

    func ownOutput(at index: Int) -> Publishers.Output<Self> { output(at: index) }

    func ownOutput<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
        output(in: range)
    }

    func ownIgnoreOutput() -> Publishers.IgnoreOutput<Self> { ignoreOutput() }
}
