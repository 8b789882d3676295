@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Subscribers.Sink {
    /// A sink with the given closures.
    ///
    /// - Parameters:
    ///   - receiveCompletion: called once with the completion.
    ///   - receiveValue: called with each value.
    @inlinable
    public convenience init(
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @Sendable (Input) -> Void
    ) {
        self.init(receiveCompletion: receiveCompletion, receiveValue: receiveValue, link: SinkLink())
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher {
    /// Asks for everything and hands it to closures.
    ///
    /// ```swift
    /// let saving = storage.addTask(name: "Water plants").sink(
    ///     receiveCompletion: { print($0) },
    ///     receiveValue: { _ in print("saved") })
    /// ```
    ///
    /// **Demand**: unlimited. **Completion**: handed to `receiveCompletion`. **Threads**: the closures are called
    /// serially, on the threads that deliver, so they are `@Sendable`; use ``receive(on:)`` with `MainActor.shared` to
    /// call closures that belong to the main actor.
    ///
    /// - Parameters:
    ///   - receiveCompletion: called once, unless cancelled before.
    ///   - receiveValue: called with each value.
    /// - Returns: the subscription, which is cancelled when it is released.
    @inlinable
    public func sink(
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @Sendable (Output) -> Void
    ) -> AnyCancellable {
        sink(values: receiveValue, completion: receiveCompletion)
    }
}

@available(swift, introduced: 6, message: "In the Swift 5 language mode, import SignalsCombine.")
extension Publisher where Failure == Never {
    /// Asks for everything and hands it to a closure.
    ///
    /// ```swift
    /// let watching = result.$hasError.sink { print("hasError:", $0) }
    /// ```
    ///
    /// **Demand**: unlimited. **Completion**: ignored. **Threads**: the closure is called serially, on the threads that
    /// deliver.
    ///
    /// - Parameter receiveValue: called with each value.
    /// - Returns: the subscription, which is cancelled when it is released.
    @inlinable
    public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
