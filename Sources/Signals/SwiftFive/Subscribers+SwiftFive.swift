extension Subscribers.Sink {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public convenience init(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Input) -> Void
    ) {
        self.init(
            receiveCompletion: { [receiveCompletion = SwiftFiveClosure(receiveCompletion)] in
                receiveCompletion.function($0)
            }, receiveValue: { [receiveValue = SwiftFiveClosure(receiveValue)] in receiveValue.function($0) })
    }
}

extension Publisher {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void, receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        sink(
            receiveCompletion: { [receiveCompletion = SwiftFiveClosure(receiveCompletion)] in
                receiveCompletion.function($0)
            }, receiveValue: { [receiveValue = SwiftFiveClosure(receiveValue)] in receiveValue.function($0) })
    }
}

extension Publisher where Failure == Never {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveValue: { [receiveValue = SwiftFiveClosure(receiveValue)] in receiveValue.function($0) })
    }
}

extension AnySubscriber {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(
        receiveSubscription: ((any Subscription) -> Void)? = nil, receiveValue: ((Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        self.init(
            receiveSubscription: vouched(receiveSubscription), receiveValue: vouched(receiveValue),
            receiveCompletion: vouched(receiveCompletion))
    }
}
