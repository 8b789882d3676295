import Combine
import Foundation

// The conformances, with the conditions that they have in Combine. A condition that is too narrow does not compile.

private func equatable<T: Equatable>(_: T.Type) {}
private func hashable<T: Hashable>(_: T.Type) {}
private func codable<T: Codable>(_: T.Type) {}
private func decodable<T: Decodable>(_: T.Type) {}
private func encodable<T: Encodable>(_: T.Type) {}
private func described<T: CustomStringConvertible>(_: T.Type) {}
private func shown<T: CustomStringConvertible & CustomReflectable & CustomPlaygroundDisplayConvertible>(_: T.Type) {}
private func publisher<T: Publisher>(_: T.Type) {}
private func connectable<T: ConnectablePublisher>(_: T.Type) {}
private func cancellable<T: Cancellable>(_: T.Type) {}
private func object<T: AnyObject>(_: T.Type) {}

func publishersThatAreEquatable<U: Publisher & Equatable, V: Publisher & Equatable, E: Error>(
    _: U.Type, _: V.Type, _: E.Type
) where U.Output: Equatable, U.Output == V.Output, U.Failure == V.Failure {
    equatable(Publishers.Collect<U>.self)
    equatable(Publishers.CollectByCount<U>.self)
    equatable(Publishers.IgnoreOutput<U>.self)
    equatable(Publishers.Count<U>.self)
    equatable(Publishers.First<U>.self)
    equatable(Publishers.Last<U>.self)
    equatable(Publishers.Drop<U>.self)
    equatable(Publishers.DropUntilOutput<U, V>.self)
    equatable(Publishers.Output<U>.self)
    equatable(Publishers.Retry<U>.self)
    equatable(Publishers.Contains<U>.self)
    equatable(Publishers.ReplaceEmpty<U>.self)
    equatable(Publishers.ReplaceError<U>.self)
    equatable(Publishers.Concatenate<U, V>.self)
    equatable(Publishers.Merge<U, V>.self)
    equatable(Publishers.Merge3<U, V, U>.self)
    equatable(Publishers.Merge4<U, V, U, V>.self)
    equatable(Publishers.Merge5<U, V, U, V, U>.self)
    equatable(Publishers.Merge6<U, V, U, V, U, V>.self)
    equatable(Publishers.Merge7<U, V, U, V, U, V, U>.self)
    equatable(Publishers.Merge8<U, V, U, V, U, V, U, V>.self)
    equatable(Publishers.MergeMany<U>.self)
    equatable(Publishers.Zip<U, V>.self)
    equatable(Publishers.Zip3<U, V, U>.self)
    equatable(Publishers.Zip4<U, V, U, V>.self)
    equatable(Publishers.CombineLatest<U, V>.self)
    equatable(Publishers.CombineLatest3<U, V, U>.self)
    equatable(Publishers.CombineLatest4<U, V, U, V>.self)
}

func outputsNeedNotBeEquatable<U: Publisher & Equatable, E: Error>(_: U.Type, _: E.Type) where U.Failure == Never {
    equatable(Publishers.Collect<U>.self)
    equatable(Publishers.First<U>.self)
    equatable(Publishers.SetFailureType<U, E>.self)
    equatable(Publishers.MergeMany<U>.self)
}

func upstreamsNeedNotBeEquatable<U: Publisher, T, E: Error>(_: U.Type, _: T.Type, _: E.Type) {
    equatable(Publishers.Share<U>.self)
    equatable(Empty<T, E>.self)
    object(Publishers.Share<U>.self)
}

func originsThatAreEquatable<T: Equatable, E: Error & Equatable, C: Sequence & Equatable, F: Error>(
    _: T.Type, _: E.Type, _: C.Type, _: F.Type
) {
    equatable(Just<T>.self)
    equatable(Fail<T, E>.self)
    equatable(Optional<T>.Publisher.self)
    equatable(Result<T, E>.Publisher.self)
    equatable(Publishers.Sequence<C, F>.self)
}

func recordsAreCodable<T: Codable, E: Error & Codable>(_: T.Type, _: E.Type) {
    codable(Record<T, E>.self)
    codable(Record<T, E>.Recording.self)
    codable(Subscribers.Completion<E>.self)
}

func completions<D: Error & Decodable, E: Error & Encodable, H: Error & Hashable, Q: Error & Equatable>(
    _: D.Type, _: E.Type, _: H.Type, _: Q.Type
) {
    decodable(Subscribers.Completion<D>.self)
    encodable(Subscribers.Completion<E>.self)
    hashable(Subscribers.Completion<H>.self)
    equatable(Subscribers.Completion<Q>.self)
}

func subscribers<T, E: Error, O: AnyObject>(_: T.Type, _: E.Type, _: O.Type) {
    hashable(Subscribers.Demand.self)
    codable(Subscribers.Demand.self)
    described(Subscribers.Demand.self)
    let _: any Comparable.Type = Subscribers.Demand.self
    shown(Subscribers.Sink<T, E>.self)
    cancellable(Subscribers.Sink<T, E>.self)
    object(Subscribers.Sink<T, E>.self)
    shown(Subscribers.Assign<O, T>.self)
    cancellable(Subscribers.Assign<O, T>.self)
    object(Subscribers.Assign<O, T>.self)
    shown(AnySubscriber<T, E>.self)
    let _: any Subscriber.Type = AnySubscriber<T, E>.self
    let _: any Subscriber<T, E>.Type = Subscribers.Sink<T, E>.self
    let _: any Subscriber<T, Never>.Type = Subscribers.Assign<O, T>.self
}

func core<T, E: Error>(_: T.Type, _: E.Type) {
    hashable(AnyCancellable.self)
    cancellable(AnyCancellable.self)
    object(AnyCancellable.self)
    hashable(CombineIdentifier.self)
    described(CombineIdentifier.self)
    described(AnyPublisher<T, E>.self)
    let _: any CustomPlaygroundDisplayConvertible.Type = AnyPublisher<T, E>.self
    publisher(AnyPublisher<T, E>.self)
    hashable(Publishers.PrefetchStrategy.self)
    let _: any Subject<T, E>.Type = PassthroughSubject<T, E>.self
    let _: any Subject<T, E>.Type = CurrentValueSubject<T, E>.self
    object(PassthroughSubject<T, E>.self)
    object(CurrentValueSubject<T, E>.self)
    object(Future<T, E>.self)
    let _: any Publisher<T, Never>.Type = Published<T>.Publisher.self
    let _: any Publisher<Void, Never>.Type = ObservableObjectPublisher.self
    object(ObservableObjectPublisher.self)
}

func connectables<U: Publisher, S: Subject, C: ConnectablePublisher>(_: U.Type, _: S.Type, _: C.Type)
where U.Output == S.Output, U.Failure == S.Failure {
    connectable(Publishers.Multicast<U, S>.self)
    connectable(Publishers.MakeConnectable<U>.self)
    object(Publishers.Multicast<U, S>.self)
    object(Publishers.Autoconnect<C>.self)
    connectable(Timer.TimerPublisher.self)
    object(Timer.TimerPublisher.self)
}

private func time<S: Scheduler>(_: S.Type) where S.SchedulerTimeType: Codable & Hashable {}

private func stride<
    T: SchedulerTimeIntervalConvertible & Comparable & SignedNumeric & ExpressibleByFloatLiteral & Codable
>(
    _: T.Type
) {}

func schedulers() {
    time(DispatchQueue.self)
    time(RunLoop.self)
    time(OperationQueue.self)
    stride(DispatchQueue.SchedulerTimeType.Stride.self)
    hashable(DispatchQueue.SchedulerTimeType.Stride.self)
    stride(RunLoop.SchedulerTimeType.Stride.self)
    stride(OperationQueue.SchedulerTimeType.Stride.self)
    stride(ImmediateScheduler.SchedulerTimeType.Stride.self)
    let _: any Scheduler.Type = ImmediateScheduler.self
    let _: Never.Type = ImmediateScheduler.SchedulerOptions.self
}

func foundation() {
    equatable(NotificationCenter.Publisher.self)
    let _: any Publisher<Date, Never>.Type = Timer.TimerPublisher.self
    let _: any TopLevelEncoder.Type = JSONEncoder.self
    let _: any TopLevelEncoder.Type = PropertyListEncoder.self
    let _: any TopLevelDecoder.Type = JSONDecoder.self
    let _: any TopLevelDecoder.Type = PropertyListDecoder.self
    let _: Data.Type = JSONEncoder.Output.self
    let _: Data.Type = PropertyListDecoder.Input.self
}
