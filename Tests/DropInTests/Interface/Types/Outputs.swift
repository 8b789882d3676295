import Combine

// What each type in `Publishers` puts out and fails with.

private func puts<P: Publisher>(_: P.Type, _: P.Output.Type, failing _: P.Failure.Type) {}

func outputs<U: Publisher, V: Publisher, T, E: Error>(_: U.Type, _: V.Type, _: T.Type, _: E.Type)
where U.Output: Equatable, U.Failure == V.Failure {
    puts(Publishers.Map<U, T>.self, T.self, failing: U.Failure.self)
    puts(Publishers.TryMap<U, T>.self, T.self, failing: Error.self)
    puts(Publishers.MapError<U, E>.self, U.Output.self, failing: E.self)
    puts(Publishers.MapKeyPath<U, T>.self, T.self, failing: U.Failure.self)
    puts(Publishers.MapKeyPath2<U, T, E>.self, (T, E).self, failing: U.Failure.self)
    puts(Publishers.MapKeyPath3<U, T, E, T>.self, (T, E, T).self, failing: U.Failure.self)
    puts(Publishers.CompactMap<U, T>.self, T.self, failing: U.Failure.self)
    puts(Publishers.TryCompactMap<U, T>.self, T.self, failing: Error.self)
    puts(Publishers.Scan<U, T>.self, T.self, failing: U.Failure.self)
    puts(Publishers.TryScan<U, T>.self, T.self, failing: Error.self)
    puts(Publishers.Reduce<U, T>.self, T.self, failing: U.Failure.self)
    puts(Publishers.TryReduce<U, T>.self, T.self, failing: Error.self)
    puts(Publishers.Filter<U>.self, U.Output.self, failing: U.Failure.self)
    puts(Publishers.TryFilter<U>.self, U.Output.self, failing: Error.self)
    puts(Publishers.TryDropWhile<U>.self, U.Output.self, failing: Error.self)
    puts(Publishers.TryPrefixWhile<U>.self, U.Output.self, failing: Error.self)
    puts(Publishers.TryFirstWhere<U>.self, U.Output.self, failing: Error.self)
    puts(Publishers.TryLastWhere<U>.self, U.Output.self, failing: Error.self)
    puts(Publishers.TryRemoveDuplicates<U>.self, U.Output.self, failing: Error.self)
    puts(Publishers.TryComparison<U>.self, U.Output.self, failing: Error.self)
    puts(Publishers.PrefixUntilOutput<U, V>.self, U.Output.self, failing: U.Failure.self)
    puts(Publishers.ReplaceError<U>.self, U.Output.self, failing: Never.self)
    puts(Publishers.AssertNoFailure<U>.self, U.Output.self, failing: Never.self)
    puts(Publishers.Collect<U>.self, [U.Output].self, failing: U.Failure.self)
    puts(Publishers.CollectByCount<U>.self, [U.Output].self, failing: U.Failure.self)
    puts(Publishers.CollectByTime<U, ImmediateScheduler>.self, [U.Output].self, failing: U.Failure.self)
    puts(Publishers.Count<U>.self, Int.self, failing: U.Failure.self)
    puts(Publishers.Contains<U>.self, Bool.self, failing: U.Failure.self)
    puts(Publishers.TryContainsWhere<U>.self, Bool.self, failing: Error.self)
    puts(Publishers.AllSatisfy<U>.self, Bool.self, failing: U.Failure.self)
    puts(Publishers.TryAllSatisfy<U>.self, Bool.self, failing: Error.self)
    puts(Publishers.IgnoreOutput<U>.self, Never.self, failing: U.Failure.self)
    puts(Publishers.Zip<U, V>.self, (U.Output, V.Output).self, failing: U.Failure.self)
    puts(Publishers.CombineLatest<U, V>.self, (U.Output, V.Output).self, failing: U.Failure.self)
    puts(
        Publishers.MeasureInterval<U, ImmediateScheduler>.self, ImmediateScheduler.SchedulerTimeType.Stride.self,
        failing: U.Failure.self)
}

func caught<U: Publisher, V: Publisher>(_: U.Type, _: V.Type) where U.Output == V.Output {
    puts(Publishers.Catch<U, V>.self, U.Output.self, failing: V.Failure.self)
    puts(Publishers.TryCatch<U, V>.self, U.Output.self, failing: Error.self)
}

func coded<U: Publisher, Item: Decodable, E: TopLevelEncoder, D: TopLevelDecoder>(
    _: U.Type, _: Item.Type, _: E.Type, _: D.Type
) where U.Output: Encodable, U.Output == D.Input {
    puts(Publishers.Encode<U, E>.self, E.Output.self, failing: Error.self)
    puts(Publishers.Decode<U, Item, D>.self, Item.self, failing: Error.self)
}

func switched<U: Publisher>(_: U.Type) where U.Output: Publisher, U.Output.Failure == U.Failure {
    puts(Publishers.SwitchToLatest<U.Output, U>.self, U.Output.Output.self, failing: U.Failure.self)
    puts(Publishers.FlatMap<U.Output, U>.self, U.Output.Output.self, failing: U.Failure.self)
}
