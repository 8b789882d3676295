import Combine
import Foundation

// What subjects, subscribers, origins and schedulers have, with its types.

func members<T, E: Error>(
    of subject: PassthroughSubject<T, E>, _ current: CurrentValueSubject<T, E>, _ value: T,
    _ subscription: Subscription
) {
    subject.send(value)
    subject.send(completion: .finished)
    subject.send(subscription: subscription)
    current.send(value)
    current.send(completion: .finished)
    current.send(subscription: subscription)
    current.value = value
    let _: PassthroughSubject<T, E> = PassthroughSubject()
    let _: CurrentValueSubject<T, E> = CurrentValueSubject(current.value)
    let _: PassthroughSubject<T, E> = .init()
}

func members<E: Error>(ofVoid subject: PassthroughSubject<Void, E>, _ any: any Subject<Void, E>) {
    subject.send()
    any.send()
}

func members<T, E: Error>(
    of sink: Subscribers.Sink<T, E>, _ subscriber: AnySubscriber<T, E>, _ value: T, _ subscription: Subscription
) {
    let _: (T) -> Void = sink.receiveValue
    let _: (Subscribers.Completion<E>) -> Void = sink.receiveCompletion
    let _: Subscribers.Demand = sink.receive(value)
    sink.receive(subscription: subscription)
    sink.receive(completion: .finished)
    sink.cancel()
    let _: (String, Mirror, Any, CombineIdentifier) =
        (sink.description, sink.customMirror, sink.playgroundDescription, sink.combineIdentifier)
    let _: (String, Mirror, Any, CombineIdentifier) =
        (
            subscriber.description, subscriber.customMirror, subscriber.playgroundDescription,
            subscriber.combineIdentifier
        )
    let _: AnySubscriber<T, E> = AnySubscriber()
    let _: AnySubscriber<T, E> = AnySubscriber(sink)
    let _: AnySubscriber<T, E> = AnySubscriber(PassthroughSubject<T, E>())
    let _: AnySubscriber<T, E> = AnySubscriber(receiveSubscription: { $0.cancel() })
    let _: AnySubscriber<T, E> = AnySubscriber(
        receiveSubscription: nil, receiveValue: { _ in .none }, receiveCompletion: { _ in })
    let _ = Subscribers.Sink<T, E>(receiveCompletion: { _ in }, receiveValue: { _ in })
}

func members<Root, T>(
    of assign: Subscribers.Assign<Root, T>, _ root: Root, _ path: ReferenceWritableKeyPath<Root, T>
) {
    let _: Root? = assign.object
    let _: ReferenceWritableKeyPath<Root, T> = assign.keyPath
    let _ = Subscribers.Assign<Root, T>(object: root, keyPath: path)
    assign.cancel()
}

func members(of demand: Subscribers.Demand, _ cancellable: AnyCancellable, _ other: any Cancellable) throws {
    var demand = demand
    let _: Int? = demand.max
    let _: [Subscribers.Demand] = [.unlimited, .none, .max(2)]
    let _: [Subscribers.Demand] = [demand + demand, demand - demand, demand + 1, demand - 1, demand * 2]
    demand += demand
    demand -= demand
    demand += 1
    demand -= 1
    demand *= 2
    let _: [Bool] = [demand > 1, demand >= 1, demand < 1, demand <= 1, demand == 1, demand != 1]
    let _: [Bool] = [1 > demand, 1 >= demand, 1 < demand, 1 <= demand, 1 == demand, 1 != demand]
    let _: [Bool] = [demand > demand, demand >= demand, demand < demand, demand <= demand]
    var list = ContiguousArray<AnyCancellable>()
    var set = Set<AnyCancellable>()
    cancellable.store(in: &list)
    cancellable.store(in: &set)
    other.store(in: &list)
    other.store(in: &set)
    let _ = AnyCancellable {}
    let _ = AnyCancellable(Subscriptions.empty)
    let _: any Subscription = Subscriptions.empty
    let _: (CombineIdentifier, CombineIdentifier) = (CombineIdentifier(), CombineIdentifier(cancellable))
}

func members<T, E: Error>(of record: Record<T, E>, _ value: T, _ fail: Fail<T, E>, _ never: Empty<T, E>) {
    var recording: Record<T, E>.Recording = record.recording
    let _: ([T], Subscribers.Completion<E>) = (recording.output, recording.completion)
    let _: T.Type = Record<T, E>.Recording.Input.self
    recording.receive(value)
    recording.receive(completion: .finished)
    let _ = Record<T, E>.Recording()
    let _ = Record<T, E>.Recording(output: [value], completion: .finished)
    let _ = Record<T, E>.Recording(output: [value])
    let _ = Record<T, E>.Recording(completion: .finished)
    let _ = Record<T, E> { $0.receive(value) }
    let _ = Record<T, E>(recording: recording)
    let _ = Record<T, E>(output: [value], completion: .finished)
    let _ = Fail<T, E>(error: fail.error)
    let _ = Fail(outputType: T.self, failure: fail.error)
    let _: Bool = never.completeImmediately
    let _ = Empty<T, E>()
    let _ = Empty<T, E>(completeImmediately: false)
    let _ = Empty(completeImmediately: false, outputType: T.self, failureType: E.self)
    let _ = Empty(outputType: T.self, failureType: E.self)
}

func members<P: Publisher, T, E: Error>(of deferred: Deferred<P>, _ future: Future<T, E>, _ result: Result<T, E>) async
{
    let _: () -> P = deferred.createPublisher
    let _ = Deferred<P>(createPublisher: deferred.createPublisher)
    let _: Future<T, E>.Promise = { (_: Result<T, E>) in }
    let _ = Future<T, E> { (promise: @escaping (Result<T, E>) -> Void) in promise(result) }
    let _: T? = try? await future.value
    let _ = Result.Publisher(result)
    let _: Result<T, E> = result.publisher.result
}

func members<T>(of future: Future<T, Never>, _ just: Just<T>, _ optional: T?) async {
    let _: T = await future.value
    let _: T = just.output
    let _: Optional<T>.Publisher = optional.publisher
    let _: T? = optional.publisher.output
    let _ = Optional<T>.Publisher(optional)
}

func members<P: Publisher>(of publisher: P) async throws where P.Failure == Never {
    let values: AsyncPublisher<P> = AsyncPublisher(publisher)
    var iterator: AsyncPublisher<P>.Iterator = values.makeAsyncIterator()
    let _: P.Output? = await iterator.next()
    var throwing: AsyncThrowingPublisher<P>.AsyncIterator = AsyncThrowingPublisher(publisher).makeAsyncIterator()
    let _: P.Output? = try await throwing.next()
    let _: P.Output.Type = AsyncPublisher<P>.Element.self
    for await _ in publisher.values {}
}

func members<S: Scheduler>(of scheduler: S, _ time: S.SchedulerTimeType, _ options: S.SchedulerOptions?) {
    let _: (S.SchedulerTimeType, S.SchedulerTimeType.Stride) = (scheduler.now, scheduler.minimumTolerance)
    scheduler.schedule {}
    scheduler.schedule(options: options) {}
    scheduler.schedule(after: time) {}
    scheduler.schedule(after: time, tolerance: .seconds(1)) {}
    scheduler.schedule(after: time, tolerance: .seconds(1), options: options) {}
    let _: Cancellable = scheduler.schedule(after: time, interval: .seconds(1.5)) {}
    let _: Cancellable = scheduler.schedule(after: time, interval: .milliseconds(1), tolerance: .zero) {}
    let _: Cancellable = scheduler.schedule(
        after: time, interval: .microseconds(1), tolerance: .nanoseconds(1), options: options
    ) {}
}

func members(of queue: DispatchQueue) {
    let time = DispatchQueue.SchedulerTimeType(.now())
    let _: DispatchTime = time.dispatchTime
    let stride: DispatchQueue.SchedulerTimeType.Stride = 1.5
    let _: [DispatchQueue.SchedulerTimeType.Stride] = [2, .init(.seconds(1)), .init(floatLiteral: 2)]
    let _: (DispatchTimeInterval, Int) = (stride.timeInterval, stride.magnitude)
    let _ = DispatchQueue.SchedulerOptions()
    var options = DispatchQueue.SchedulerOptions(qos: .utility, flags: .barrier, group: DispatchGroup())
    let _: (DispatchQoS, DispatchWorkItemFlags, DispatchGroup?) = (options.qos, options.flags, options.group)
    options.group = nil
    let _: ImmediateScheduler = .shared
    let _: Int = ImmediateScheduler.SchedulerTimeType.Stride(3).magnitude
}

func members(of loop: RunLoop, _ queue: OperationQueue) {
    let _: Date = RunLoop.SchedulerTimeType(Date()).date
    let _: (TimeInterval, TimeInterval) =
        (RunLoop.SchedulerTimeType.Stride(1).timeInterval, RunLoop.SchedulerTimeType.Stride(1).magnitude)
    let _: Date = OperationQueue.SchedulerTimeType(Date()).date
    let _: TimeInterval = OperationQueue.SchedulerTimeType.Stride(1).timeInterval
    let timer: Timer.TimerPublisher = Timer.publish(every: 1, tolerance: nil, on: .main, in: .common, options: nil)
    let _ = Timer.publish(every: 1, on: loop, in: .default)
    let _: (TimeInterval, TimeInterval?, RunLoop, RunLoop.Mode, RunLoop.SchedulerOptions?) =
        (timer.interval, timer.tolerance, timer.runLoop, timer.mode, timer.options)
    let _ = Timer.TimerPublisher(interval: 1, runLoop: loop, mode: .default)
    let _ = Timer.TimerPublisher(interval: 1, tolerance: 1, runLoop: loop, mode: .default, options: nil)
}

func members(of center: NotificationCenter, _ name: Notification.Name) {
    let publisher: NotificationCenter.Publisher = center.publisher(for: name)
    let _ = center.publisher(for: name, object: center)
    let _: (NotificationCenter, Notification.Name, AnyObject?) = (publisher.center, publisher.name, publisher.object)
    let _ = NotificationCenter.Publisher(center: center, name: name, object: nil)
    let _ = NotificationCenter.Publisher(center: center, name: name)
}

final class Properties: ObservableObject {
    @Published var value = 1
    @Published(initialValue: 2) var other: Int

    func members() {
        let _: Published<Int>.Publisher = $value
        let _: ObservableObjectPublisher = objectWillChange
        objectWillChange.send()
        Just(1).assign(to: &$value)
        let _ = Published(wrappedValue: 1)
        let _ = ObservableObjectPublisher()
    }
}

func existentials(
    _ publisher: any Publisher<Int, Never>, _ subject: any Subject<Int, Never>,
    _ subscriber: any Subscriber<Int, Never>,
    _ scheduler: any Scheduler<DispatchQueue.SchedulerTimeType>, _ connectable: any ConnectablePublisher<Int, Never>
) {
    subject.send(1)
    let _: Cancellable = connectable.connect()
    let _: AnyCancellable = publisher.sink { _ in }
    let _: AnyPublisher<Int, Never> = publisher.eraseToAnyPublisher()
    let _: CombineIdentifier = subscriber.combineIdentifier
    let _: DispatchQueue.SchedulerTimeType = scheduler.now
}
