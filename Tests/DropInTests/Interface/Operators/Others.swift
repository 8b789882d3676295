import Combine

extension Publisher {
    func ownCatch<P: Publisher>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P>
    where Output == P.Output {
        self.catch(handler)
    }

    func ownTryCatch<P: Publisher>(_ handler: @escaping (Failure) throws -> P) -> Publishers.TryCatch<Self, P>
    where Output == P.Output {
        tryCatch(handler)
    }

    func ownRetry(_ retries: Int) -> Publishers.Retry<Self> { retry(retries) }

    func ownAssertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> Publishers.AssertNoFailure<Self> {
        assertNoFailure(prefix, file: file, line: line)
    }

    func ownMeasureInterval<S: Scheduler>(
        using scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.MeasureInterval<Self, S> {
        measureInterval(using: scheduler, options: options)
    }

    func ownDebounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, S> {
        debounce(for: dueTime, scheduler: scheduler, options: options)
    }

    func ownDelay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, tolerance: S.SchedulerTimeType.Stride? = nil, scheduler: S,
        options: S.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, S> {
        delay(for: interval, tolerance: tolerance, scheduler: scheduler, options: options)
    }

    func ownThrottle<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
    ) -> Publishers.Throttle<Self, S> {
        throttle(for: interval, scheduler: scheduler, latest: latest)
    }

    func ownTimeout<S: Scheduler>(
        _ interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil,
        customError: (() -> Failure)? = nil
    ) -> Publishers.Timeout<Self, S> {
        timeout(interval, scheduler: scheduler, options: options, customError: customError)
    }

    func ownSubscribe<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, S> {
        subscribe(on: scheduler, options: options)
    }

    func ownReceive<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, S> {
        receive(on: scheduler, options: options)
    }

    func ownBuffer(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        buffer(size: size, prefetch: prefetch, whenFull: whenFull)
    }

    func ownMulticast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
    where Failure == S.Failure, Output == S.Output {
        multicast(createSubject)
    }

    func ownMulticast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
    where Failure == S.Failure, Output == S.Output {
        multicast(subject: subject)
    }

    func ownShare() -> Publishers.Share<Self> { share() }

    func ownMakeConnectable() -> Publishers.MakeConnectable<Self> where Failure == Never { makeConnectable() }

    func ownPrint(_ prefix: String = "", to stream: TextOutputStream? = nil) -> Publishers.Print<Self> {
        print(prefix, to: stream)
    }

    func ownBreakpoint(
        receiveSubscription: ((Subscription) -> Bool)? = nil, receiveOutput: ((Output) -> Bool)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
    ) -> Publishers.Breakpoint<Self> {
        breakpoint(
            receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion)
    }

    func ownBreakpointOnError() -> Publishers.Breakpoint<Self> { breakpointOnError() }

    func ownHandleEvents(
        receiveSubscription: ((Subscription) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil,
        receiveRequest: ((Subscribers.Demand) -> Void)? = nil
    ) -> Publishers.HandleEvents<Self> {
        handleEvents(
            receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion, receiveCancel: receiveCancel, receiveRequest: receiveRequest)
    }

    func ownEraseToAnyPublisher() -> AnyPublisher<Output, Failure> { eraseToAnyPublisher() }

    func ownSink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    }

    func ownSubscribe<S: Subscriber>(_ subscriber: S) where Failure == S.Failure, Output == S.Input {
        subscribe(subscriber)
    }

    func ownSubscribe<S: Subject>(_ subject: S) -> AnyCancellable where Failure == S.Failure, Output == S.Output {
        subscribe(subject)
    }

    var ownValues: AsyncThrowingPublisher<Self> { values }
}

extension Publisher where Failure == Never {
    func ownSink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { sink(receiveValue: receiveValue) }

    func ownAssign(to published: inout Published<Output>.Publisher) { assign(to: &published) }

    var ownValuesThatCannotFail: AsyncPublisher<Self> { values }
}

extension ConnectablePublisher {
    func ownAutoconnect() -> Publishers.Autoconnect<Self> { autoconnect() }
}
