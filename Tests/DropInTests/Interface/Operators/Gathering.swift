import Combine

extension Publisher {
    func ownCollect() -> Publishers.Collect<Self> { collect() }

    func ownCollect(_ count: Int) -> Publishers.CollectByCount<Self> { collect(count) }

    func ownCollect<S: Scheduler>(
        _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
    ) -> Publishers.CollectByTime<Self, S> {
        collect(strategy, options: options)
    }

    func ownReduce<T>(_ initial: T, _ next: @escaping (T, Output) -> T) -> Publishers.Reduce<Self, T> {
        reduce(initial, next)
    }

    func ownTryReduce<T>(_ initial: T, _ next: @escaping (T, Output) throws -> T) -> Publishers.TryReduce<Self, T> {
        tryReduce(initial, next)
    }

    func ownCount() -> Publishers.Count<Self> { count() }

    func ownMin() -> Publishers.Comparison<Self> where Output: Comparable { min() }

    func ownMax() -> Publishers.Comparison<Self> where Output: Comparable { max() }

    func ownMin(by order: @escaping (Output, Output) -> Bool) -> Publishers.Comparison<Self> { min(by: order) }

    func ownMax(by order: @escaping (Output, Output) -> Bool) -> Publishers.Comparison<Self> { max(by: order) }

    func ownTryMin(by order: @escaping (Output, Output) throws -> Bool) -> Publishers.TryComparison<Self> {
        tryMin(by: order)
    }

    func ownTryMax(by order: @escaping (Output, Output) throws -> Bool) -> Publishers.TryComparison<Self> {
        tryMax(by: order)
    }

    func ownContains(_ output: Output) -> Publishers.Contains<Self> where Output: Equatable { contains(output) }

    func ownContains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
        contains(where: predicate)
    }

    func ownTryContains(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryContainsWhere<Self> {
        tryContains(where: predicate)
    }

    func ownAllSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
        allSatisfy(predicate)
    }

    func ownTryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool) -> Publishers.TryAllSatisfy<Self> {
        tryAllSatisfy(predicate)
    }
}
