import Combine

// Each public initialiser of the types in `Publishers`, with its labels, its generic parameters in their order, and
// parameters that may be left out.

func transformers<U: Publisher, T, E: Error>(
    _ u: U, _ transform: @escaping (U.Output) -> T, _ trying: @escaping (U.Output) throws -> T,
    _ failure: @escaping (U.Failure) -> E, _ optional: @escaping (U.Output) -> T?,
    _ next: @escaping (T, U.Output) -> T, _ initial: T
) -> [Any] {
    [
        Publishers.Map<U, T>(upstream: u, transform: transform),
        Publishers.TryMap<U, T>(upstream: u, transform: trying),
        Publishers.MapError<U, E>(upstream: u, failure),
        Publishers.CompactMap<U, T>(upstream: u, transform: optional),
        Publishers.TryCompactMap<U, T>(upstream: u, transform: optional),
        Publishers.Scan<U, T>(upstream: u, initialResult: initial, nextPartialResult: next),
        Publishers.TryScan<U, T>(upstream: u, initialResult: initial, nextPartialResult: next),
        Publishers.Reduce<U, T>(upstream: u, initial: initial, nextPartialResult: next),
        Publishers.TryReduce<U, T>(upstream: u, initial: initial, nextPartialResult: next),
    ]
}

func filters<U: Publisher, O: Publisher>(
    _ u: U, _ other: O, _ predicate: @escaping (U.Output) -> Bool, _ order: @escaping (U.Output, U.Output) -> Bool,
    _ value: U.Output
) -> [Any] where O.Failure == U.Failure {
    [
        Publishers.Filter<U>(upstream: u, isIncluded: predicate),
        Publishers.TryFilter<U>(upstream: u, isIncluded: predicate),
        Publishers.RemoveDuplicates<U>(upstream: u, predicate: order),
        Publishers.TryRemoveDuplicates<U>(upstream: u, predicate: order),
        Publishers.ReplaceEmpty<U>(upstream: u, output: value),
        Publishers.ReplaceError<U>(upstream: u, output: value),
        Publishers.Drop<U>(upstream: u, count: 1),
        Publishers.DropWhile<U>(upstream: u, predicate: predicate),
        Publishers.TryDropWhile<U>(upstream: u, predicate: predicate),
        Publishers.DropUntilOutput<U, O>(upstream: u, other: other),
        Publishers.PrefixUntilOutput<U, O>(upstream: u, other: other),
        Publishers.PrefixWhile<U>(upstream: u, predicate: predicate),
        Publishers.TryPrefixWhile<U>(upstream: u, predicate: predicate),
        Publishers.First<U>(upstream: u),
        Publishers.FirstWhere<U>(upstream: u, predicate: predicate),
        Publishers.TryFirstWhere<U>(upstream: u, predicate: predicate),
        Publishers.Last<U>(upstream: u),
        Publishers.LastWhere<U>(upstream: u, predicate: predicate),
        Publishers.TryLastWhere<U>(upstream: u, predicate: predicate),
        Publishers.Output<U>(upstream: u, range: 0..<1),
        Publishers.IgnoreOutput<U>(upstream: u),
    ]
}

func gatherers<U: Publisher>(
    _ u: U, _ predicate: @escaping (U.Output) -> Bool, _ order: @escaping (U.Output, U.Output) -> Bool,
    _ value: U.Output
) -> [Any] where U.Output: Equatable {
    [
        Publishers.Collect<U>(upstream: u),
        Publishers.CollectByCount<U>(upstream: u, count: 2),
        Publishers.Count<U>(upstream: u),
        Publishers.Comparison<U>(upstream: u, areInIncreasingOrder: order),
        Publishers.TryComparison<U>(upstream: u, areInIncreasingOrder: order),
        Publishers.Contains<U>(upstream: u, output: value),
        Publishers.ContainsWhere<U>(upstream: u, predicate: predicate),
        Publishers.TryContainsWhere<U>(upstream: u, predicate: predicate),
        Publishers.AllSatisfy<U>(upstream: u, predicate: predicate),
        Publishers.TryAllSatisfy<U>(upstream: u, predicate: predicate),
    ]
}

func combiners<A: Publisher, B: Publisher, C: Publisher, D: Publisher>(
    _ a: A, _ b: B, _ c: C, _ d: D
) -> [Any] where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
    [
        Publishers.CombineLatest<A, B>(a, b),
        Publishers.CombineLatest3<A, B, C>(a, b, c),
        Publishers.CombineLatest4<A, B, C, D>(a, b, c, d),
        Publishers.Zip<A, B>(a, b),
        Publishers.Zip3<A, B, C>(a, b, c),
        Publishers.Zip4<A, B, C, D>(a, b, c, d),
    ]
}

func mergers<P: Publisher, Q: Publisher>(_ p: P, _ q: Q) -> [Any] where P.Output == Q.Output, P.Failure == Q.Failure {
    [
        Publishers.Merge<P, Q>(p, q),
        Publishers.Merge3<P, Q, P>(p, q, p),
        Publishers.Merge4<P, Q, P, Q>(p, q, p, q),
        Publishers.Merge5<P, Q, P, Q, P>(p, q, p, q, p),
        Publishers.Merge6<P, Q, P, Q, P, Q>(p, q, p, q, p, q),
        Publishers.Merge7<P, Q, P, Q, P, Q, P>(p, q, p, q, p, q, p),
        Publishers.Merge8<P, Q, P, Q, P, Q, P, Q>(p, q, p, q, p, q, p, q),
        Publishers.MergeMany<P>(p, p, p),
        Publishers.MergeMany<P>([p, p]),
        Publishers.MergeMany(Set([1]).map { _ in p }.lazy.map { $0 }),
        Publishers.Concatenate<P, Q>(prefix: p, suffix: q),
    ]
}

func inner<U: Publisher, P: Publisher>(
    _ u: U, _ handler: @escaping (U.Failure) -> P, _ transform: @escaping (U.Output) -> P
) -> [Any] where P.Output == U.Output, P.Failure == U.Failure {
    [
        Publishers.Catch<U, P>(upstream: u, handler: handler),
        Publishers.TryCatch<U, P>(upstream: u, handler: handler),
        Publishers.Retry<U>(upstream: u, retries: 1),
        Publishers.Retry<U>(upstream: u, retries: nil),
        Publishers.FlatMap<P, U>(upstream: u, maxPublishers: .unlimited, transform: transform),
        Publishers.AssertNoFailure<U>(upstream: u, prefix: "", file: #file, line: #line),
    ]
}

func latest<U: Publisher>(_ u: U) -> [Any] where U.Output: Publisher, U.Output.Failure == U.Failure {
    [Publishers.SwitchToLatest<U.Output, U>(upstream: u)]
}

func timers<U: Publisher, S: Scheduler>(
    _ u: U, _ scheduler: S, _ time: S.SchedulerTimeType.Stride, _ options: S.SchedulerOptions,
    _ failure: @escaping () -> U.Failure
) -> [Any] {
    [
        Publishers.MeasureInterval<U, S>(upstream: u, scheduler: scheduler),
        Publishers.Debounce<U, S>(upstream: u, dueTime: time, scheduler: scheduler, options: nil),
        Publishers.Debounce<U, S>(upstream: u, dueTime: time, scheduler: scheduler, options: options),
        Publishers.Delay<U, S>(upstream: u, interval: time, tolerance: time, scheduler: scheduler),
        Publishers.Delay<U, S>(upstream: u, interval: time, tolerance: time, scheduler: scheduler, options: options),
        Publishers.Throttle<U, S>(upstream: u, interval: time, scheduler: scheduler, latest: true),
        Publishers.Timeout<U, S>(upstream: u, interval: time, scheduler: scheduler, options: nil, customError: nil),
        Publishers.Timeout<U, S>(
            upstream: u, interval: time, scheduler: scheduler, options: options, customError: failure),
        Publishers.CollectByTime<U, S>(upstream: u, strategy: .byTime(scheduler, time), options: nil),
        Publishers.CollectByTime<U, S>(upstream: u, strategy: .byTimeOrCount(scheduler, time, 2), options: options),
        Publishers.ReceiveOn<U, S>(upstream: u, scheduler: scheduler, options: nil),
        Publishers.SubscribeOn<U, S>(upstream: u, scheduler: scheduler, options: options),
        Publishers.TimeGroupingStrategy<S>.byTime(scheduler, time),
    ]
}

func sharers<U: Publisher, S: Subject>(_ u: U, _ subject: @escaping () -> S) -> [Any]
where S.Output == U.Output, S.Failure == U.Failure {
    let multicast = Publishers.Multicast<U, S>(upstream: u, createSubject: subject)
    return [
        multicast,
        Publishers.Autoconnect<Publishers.Multicast<U, S>>(upstream: multicast),
        Publishers.Share<U>(upstream: u),
        Publishers.Buffer<U>(upstream: u, size: 1, prefetch: .byRequest, whenFull: .dropNewest),
        Publishers.Print<U>(upstream: u, prefix: ""),
        Publishers.Print<U>(upstream: u, prefix: "", to: nil),
        Publishers.Breakpoint<U>(upstream: u),
        Publishers.Breakpoint<U>(
            upstream: u, receiveSubscription: { _ in false }, receiveOutput: { _ in false },
            receiveCompletion: { _ in false }),
        Publishers.HandleEvents<U>(upstream: u, receiveRequest: nil),
        Publishers.HandleEvents<U>(
            upstream: u, receiveSubscription: { _ in }, receiveOutput: { _ in }, receiveCompletion: { _ in },
            receiveCancel: {}, receiveRequest: { _ in }),
    ]
}

func others<U: Publisher, E: Error>(_ u: U, _ type: E.Type) -> [Any] where U.Failure == Never {
    [
        Publishers.MakeConnectable<U>(upstream: u),
        Publishers.SetFailureType<U, E>(upstream: u),
    ]
}

func coders<U: Publisher, D: Publisher, E: TopLevelEncoder, C: TopLevelDecoder, Item: Decodable>(
    _ u: U, _ data: D, _ encoder: E, _ decoder: C, _ item: Item.Type
) -> [Any] where U.Output: Encodable, D.Output == C.Input {
    [
        Publishers.Encode<U, E>(upstream: u, encoder: encoder),
        Publishers.Decode<D, Item, C>(upstream: data, decoder: decoder),
    ]
}
