import Combine

// Each operator, wrapped with the very constraints and the very result that Combine's interface has.

extension Publisher {
    func ownMap<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> { map(transform) }

    func ownTryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> { tryMap(transform) }

    func ownMapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> {
        mapError(transform)
    }

    func ownMap<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.MapKeyPath<Self, T> { map(keyPath) }

    func ownMap<T0, T1>(
        _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>
    ) -> Publishers.MapKeyPath2<Self, T0, T1> {
        map(keyPath0, keyPath1)
    }

    func ownMap<T0, T1, T2>(
        _ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>, _ keyPath2: KeyPath<Output, T2>
    ) -> Publishers.MapKeyPath3<Self, T0, T1, T2> {
        map(keyPath0, keyPath1, keyPath2)
    }

    func ownReplaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? { replaceNil(with: output) }

    func ownScan<T>(_ initial: T, _ next: @escaping (T, Output) -> T) -> Publishers.Scan<Self, T> {
        scan(initial, next)
    }

    func ownTryScan<T>(_ initial: T, _ next: @escaping (T, Output) throws -> T) -> Publishers.TryScan<Self, T> {
        tryScan(initial, next)
    }

    func ownEncode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder> where Output: Encodable {
        encode(encoder: encoder)
    }

    func ownDecode<Item: Decodable, Coder: TopLevelDecoder>(
        type: Item.Type, decoder: Coder
    ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
        decode(type: type, decoder: decoder)
    }

    func ownFlatMap<T, P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where T == P.Output, Failure == P.Failure {
        flatMap(maxPublishers: maxPublishers, transform)
    }

    func ownFlatMapOfNever<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        flatMap(maxPublishers: maxPublishers, transform)
    }

    func ownSwitchToLatest() -> Publishers.SwitchToLatest<Output, Self>
    where Output: Publisher, Output.Failure == Failure {
        switchToLatest()
    }

    func ownSwitchToLatestOfNever()
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
        > where Output: Publisher, Output.Failure == Never
    {
        switchToLatest()
    }
}

extension Publisher where Failure == Never {
    func ownSetFailureType<E: Error>(to type: E.Type) -> Publishers.SetFailureType<Self, E> { setFailureType(to: type) }

    func ownFlatMapThatMayFail<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
        flatMap(maxPublishers: maxPublishers, transform)
    }

    func ownFlatMapThatCannotFail<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
        flatMap(maxPublishers: maxPublishers, transform)
    }

    func ownSwitchToLatestThatMayFail()
        -> Publishers.SwitchToLatest<
            Output, Publishers.SetFailureType<Self, Output.Failure>
        > where Output: Publisher
    {
        switchToLatest()
    }

    func ownSwitchToLatestThatCannotFail() -> Publishers.SwitchToLatest<Output, Self>
    where Output: Publisher, Output.Failure == Never {
        switchToLatest()
    }
}
