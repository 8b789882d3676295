import Combine

// Each public property of the types in `Publishers`, with its type.

func properties<U: Publisher, T>(
    _ map: Publishers.Map<U, T>, _ tryMap: Publishers.TryMap<U, T>, _ compactMap: Publishers.CompactMap<U, T>,
    _ tryCompactMap: Publishers.TryCompactMap<U, T>, _ scan: Publishers.Scan<U, T>,
    _ tryScan: Publishers.TryScan<U, T>, _ reduce: Publishers.Reduce<U, T>, _ tryReduce: Publishers.TryReduce<U, T>
) -> [U] {
    let _: (U.Output) -> T = map.transform
    let _: (U.Output) throws -> T = tryMap.transform
    let _: (U.Output) -> T? = compactMap.transform
    let _: (U.Output) throws -> T? = tryCompactMap.transform
    let _: (T, U.Output) -> T = scan.nextPartialResult
    let _: (T, U.Output) throws -> T = tryScan.nextPartialResult
    let _: (T, U.Output) -> T = reduce.nextPartialResult
    let _: (T, U.Output) throws -> T = tryReduce.nextPartialResult
    let _: [T] = [scan.initialResult, tryScan.initialResult, reduce.initial, tryReduce.initial]
    return [
        map.upstream, tryMap.upstream, compactMap.upstream, tryCompactMap.upstream, scan.upstream, tryScan.upstream,
        reduce.upstream, tryReduce.upstream,
    ]
}

func keyPaths<U: Publisher, A, B, C>(
    _ one: Publishers.MapKeyPath<U, A>, _ two: Publishers.MapKeyPath2<U, A, B>,
    _ three: Publishers.MapKeyPath3<U, A, B, C>
) -> [U] {
    let _: [KeyPath<U.Output, A>] = [one.keyPath, two.keyPath0, three.keyPath0]
    let _: [KeyPath<U.Output, B>] = [two.keyPath1, three.keyPath1]
    let _: KeyPath<U.Output, C> = three.keyPath2
    return [one.upstream, two.upstream, three.upstream]
}

func predicates<U: Publisher>(
    _ filter: Publishers.Filter<U>, _ drop: Publishers.DropWhile<U>, _ prefix: Publishers.PrefixWhile<U>,
    _ first: Publishers.FirstWhere<U>, _ last: Publishers.LastWhere<U>, _ contains: Publishers.ContainsWhere<U>,
    _ all: Publishers.AllSatisfy<U>, _ duplicates: Publishers.RemoveDuplicates<U>,
    _ comparison: Publishers.Comparison<U>
) -> [U] {
    let _: [(U.Output) -> Bool] = [
        filter.isIncluded, drop.predicate, prefix.predicate, first.predicate, last.predicate, contains.predicate,
        all.predicate,
    ]
    let _: [(U.Output, U.Output) -> Bool] = [duplicates.predicate, comparison.areInIncreasingOrder]
    return [
        filter.upstream, drop.upstream, prefix.upstream, first.upstream, last.upstream, contains.upstream,
        all.upstream, duplicates.upstream, comparison.upstream,
    ]
}

func throwingPredicates<U: Publisher>(
    _ filter: Publishers.TryFilter<U>, _ drop: Publishers.TryDropWhile<U>, _ prefix: Publishers.TryPrefixWhile<U>,
    _ first: Publishers.TryFirstWhere<U>, _ last: Publishers.TryLastWhere<U>,
    _ contains: Publishers.TryContainsWhere<U>, _ all: Publishers.TryAllSatisfy<U>,
    _ duplicates: Publishers.TryRemoveDuplicates<U>, _ comparison: Publishers.TryComparison<U>
) -> [U] {
    let _: [(U.Output) throws -> Bool] = [
        filter.isIncluded, drop.predicate, prefix.predicate, first.predicate, last.predicate, contains.predicate,
        all.predicate,
    ]
    let _: [(U.Output, U.Output) throws -> Bool] = [duplicates.predicate, comparison.areInIncreasingOrder]
    return [
        filter.upstream, drop.upstream, prefix.upstream, first.upstream, last.upstream, contains.upstream,
        all.upstream, duplicates.upstream, comparison.upstream,
    ]
}

func values<U: Publisher, O: Publisher>(
    _ empty: Publishers.ReplaceEmpty<U>, _ error: Publishers.ReplaceError<U>, _ contains: Publishers.Contains<U>,
    _ drop: Publishers.Drop<U>, _ output: Publishers.Output<U>, _ dropUntil: Publishers.DropUntilOutput<U, O>,
    _ prefixUntil: Publishers.PrefixUntilOutput<U, O>, _ group: Publishers.CollectByCount<U>
) -> [U] {
    let _: [U.Output] = [empty.output, error.output, contains.output]
    let _: [Int] = [drop.count, group.count]
    let _: CountableRange<Int> = output.range
    let _: [O] = [dropUntil.other, prefixUntil.other]
    return [
        empty.upstream, error.upstream, contains.upstream, drop.upstream, output.upstream, dropUntil.upstream,
        prefixUntil.upstream, group.upstream,
    ]
}

func upstreams<U: Publisher, E: Error>(
    _ ignored: Publishers.IgnoreOutput<U>, _ first: Publishers.First<U>, _ last: Publishers.Last<U>,
    _ collect: Publishers.Collect<U>, _ count: Publishers.Count<U>, _ share: Publishers.Share<U>,
    _ error: Publishers.MapError<U, E>
) -> [U] {
    let _: (U.Failure) -> E = error.transform
    return [
        ignored.upstream, first.upstream, last.upstream, collect.upstream, count.upstream, share.upstream,
        error.upstream,
    ]
}

func inners<U: Publisher, P: Publisher>(
    _ caught: Publishers.Catch<U, P>, _ tryCaught: Publishers.TryCatch<U, P>, _ retry: Publishers.Retry<U>,
    _ flat: Publishers.FlatMap<P, U>, _ joined: Publishers.Concatenate<U, P>, _ both: Publishers.Zip<U, P>,
    _ latest: Publishers.CombineLatest<U, P>, _ merged: Publishers.Merge<U, P>, _ many: Publishers.MergeMany<U>,
    _ fatal: Publishers.AssertNoFailure<U>
) -> [U] {
    let _: (U.Failure) -> P = caught.handler
    let _: (U.Failure) throws -> P = tryCaught.handler
    let _: Int? = retry.retries
    let _: Subscribers.Demand = flat.maxPublishers
    let _: (U.Output) -> P = flat.transform
    let _: [P] = [joined.suffix, both.b, latest.b, merged.b]
    let _: [U] = many.publishers
    let _: (String, StaticString, UInt) = (fatal.prefix, fatal.file, fatal.line)
    return [
        caught.upstream, tryCaught.upstream, retry.upstream, flat.upstream, joined.prefix, both.a, latest.a, merged.a,
        fatal.upstream,
    ]
}

func members<A, B, C, D, E, F, G, H>(
    _ zip: Publishers.Zip4<A, B, C, D>, _ latest: Publishers.CombineLatest4<A, B, C, D>,
    _ merge: Publishers.Merge8<A, B, C, D, E, F, G, H>, _ zip3: Publishers.Zip3<A, B, C>,
    _ latest3: Publishers.CombineLatest3<A, B, C>
) -> (A, B, C, D, E, F, G, H) {
    let _: [A] = [zip.a, latest.a, zip3.a, latest3.a]
    let _: [B] = [zip.b, latest.b, zip3.b, latest3.b]
    let _: [C] = [zip.c, latest.c, zip3.c, latest3.c]
    let _: [D] = [zip.d, latest.d]
    return (merge.a, merge.b, merge.c, merge.d, merge.e, merge.f, merge.g, merge.h)
}

func times<U: Publisher, S: Scheduler>(
    _ measure: Publishers.MeasureInterval<U, S>, _ debounce: Publishers.Debounce<U, S>,
    _ delay: Publishers.Delay<U, S>, _ throttle: Publishers.Throttle<U, S>, _ timeout: Publishers.Timeout<U, S>,
    _ group: Publishers.CollectByTime<U, S>, _ receive: Publishers.ReceiveOn<U, S>,
    _ subscribe: Publishers.SubscribeOn<U, S>
) -> [U] {
    let _: [S] = [
        measure.scheduler, debounce.scheduler, delay.scheduler, throttle.scheduler, timeout.scheduler,
        receive.scheduler, subscribe.scheduler,
    ]
    let _: [S.SchedulerTimeType.Stride] = [
        debounce.dueTime, delay.interval, delay.tolerance, throttle.interval, timeout.interval,
    ]
    let _: [S.SchedulerOptions?] = [
        debounce.options, delay.options, timeout.options, group.options, receive.options, subscribe.options,
    ]
    let _: Bool = throttle.latest
    let _: (() -> U.Failure)? = timeout.customError
    let _: Publishers.TimeGroupingStrategy<S> = group.strategy
    return [
        measure.upstream, debounce.upstream, delay.upstream, throttle.upstream, timeout.upstream, group.upstream,
        receive.upstream, subscribe.upstream,
    ]
}

func events<U: Publisher, S: Subject>(
    _ multicast: Publishers.Multicast<U, S>, _ connected: Publishers.Autoconnect<Publishers.Multicast<U, S>>,
    _ buffer: Publishers.Buffer<U>, _ print: Publishers.Print<U>, _ stop: inout Publishers.Breakpoint<U>,
    _ handle: inout Publishers.HandleEvents<U>
) -> [U] {
    let _: () -> S = multicast.createSubject
    let _: Publishers.Multicast<U, S> = connected.upstream
    let _: (Int, Publishers.PrefetchStrategy, Publishers.BufferingStrategy<U.Failure>) =
        (buffer.size, buffer.prefetch, buffer.whenFull)
    let _: (String, TextOutputStream?) = (print.prefix, print.stream)
    let _: ((Subscription) -> Bool)? = stop.receiveSubscription
    let _: ((U.Output) -> Bool)? = stop.receiveOutput
    let _: ((Subscribers.Completion<U.Failure>) -> Bool)? = stop.receiveCompletion
    handle.receiveSubscription = { _ in }
    handle.receiveOutput = { _ in }
    handle.receiveCompletion = { _ in }
    handle.receiveCancel = {}
    handle.receiveRequest = nil
    return [multicast.upstream, buffer.upstream, print.upstream, stop.upstream, handle.upstream]
}
