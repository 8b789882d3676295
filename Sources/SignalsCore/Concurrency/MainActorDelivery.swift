/// A publisher's events on the main actor, returned by `receive(on: MainActor.shared)`.
///
/// ```swift
/// storage.addTask(name: "Water plants")
///     .map { _ in false }
///     .receive(on: MainActor.shared)
///     .handleEvents(receiveCompletion: { completion in
///         if case .failure(let error) = completion { result.error = error }
///     })
///     .replaceError(with: true)
///     .assign(to: &result.$hasError)
/// ```
///
/// Its closures belong to the main actor, so they may touch what belongs to it. It is deliberately not a ``Publisher``,
/// whose closures do not: put the operators that may run anywhere before it, and those for the main actor after it.
///
/// **Demand**: unlimited. **Completion** comes after all values. **Threads**: everything is delivered on the main actor,
/// in order, after what was enqueued on it before; up to 128 values that wait are delivered in one go. After a cancel on
/// the main actor nothing more is delivered.
public struct MainActorDelivery<Output, Failure: Error>: Sendable {
    let attach: @Sendable (MainActorReceiver<Output, Failure>) -> AnyCancellable

    /// Hands the values and the completion to closures on the main actor.
    ///
    /// - Parameters:
    ///   - receiveCompletion: called once, unless cancelled before.
    ///   - receiveValue: called with each value.
    /// - Returns: the subscription, which is cancelled when it is released.
    public func sink(
        receiveCompletion: @escaping @MainActor (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @MainActor (Output) -> Void
    ) -> AnyCancellable {
        attach(
            MainActorReceiver(
                MainActorCancellation(), receiveValue: receiveValue, receiveCompletion: receiveCompletion))
    }

    /// Transforms each value on the main actor. The new values never leave it, so they need not be `Sendable`.
    ///
    /// - Parameter transform: makes a new value from each value.
    /// - Returns: the delivery of the new values.
    public func map<T>(_ transform: @escaping @MainActor (Output) -> T) -> MainActorDelivery<T, Failure> {
        MainActorDelivery<T, Failure> { [attach] receiver in
            attach(
                MainActorReceiver(
                    receiver.cancellation, receiveValue: { receiver.receive(transform($0)) },
                    receiveCompletion: { receiver.receive(completion: $0) }))
        }
    }

    /// Delivers the values for which a closure on the main actor is true.
    ///
    /// - Parameter isIncluded: true for each value to deliver.
    /// - Returns: the delivery of these values.
    public func filter(_ isIncluded: @escaping @MainActor (Output) -> Bool) -> MainActorDelivery<Output, Failure> {
        compactMap { isIncluded($0) ? $0 : nil }
    }

    /// Transforms each value on the main actor, and delivers what is not nil. The new values never leave it, so they need
    /// not be `Sendable`.
    ///
    /// - Parameter transform: makes a new value from each value, or nil.
    /// - Returns: the delivery of the new values.
    public func compactMap<T>(
        _ transform: @escaping @MainActor (Output) -> T?
    ) -> MainActorDelivery<T, Failure> {
        MainActorDelivery<T, Failure> { [attach] receiver in
            attach(
                MainActorReceiver(
                    receiver.cancellation,
                    receiveValue: { if let value = transform($0) { receiver.receive(value) } },
                    receiveCompletion: { receiver.receive(completion: $0) }))
        }
    }

    /// Calls closures on the main actor as events pass, and changes nothing.
    ///
    /// - Parameters:
    ///   - receiveOutput: called with each value.
    ///   - receiveCompletion: called with the completion.
    /// - Returns: the delivery of the same values.
    public func handleEvents(
        receiveOutput: (@MainActor (Output) -> Void)? = nil,
        receiveCompletion: (@MainActor (Subscribers.Completion<Failure>) -> Void)? = nil
    ) -> MainActorDelivery<Output, Failure> {
        MainActorDelivery { [attach] receiver in
            attach(
                MainActorReceiver(
                    receiver.cancellation,
                    receiveValue: {
                        receiveOutput?($0)
                        receiver.receive($0)
                    },
                    receiveCompletion: {
                        receiveCompletion?($0)
                        receiver.receive(completion: $0)
                    }))
        }
    }
}

extension MainActorDelivery where Output: Sendable {
    /// Delivers a value in place of an error, and then finishes.
    ///
    /// - Parameter output: the value to deliver.
    /// - Returns: a delivery that cannot fail.
    public func replaceError(with output: Output) -> MainActorDelivery<Output, Never> {
        MainActorDelivery<Output, Never> { [attach] receiver in
            attach(
                MainActorReceiver(
                    receiver.cancellation, receiveValue: { receiver.receive($0) },
                    receiveCompletion: { completion in
                        if case .failure = completion { receiver.receive(output) }
                        receiver.receive(completion: .finished)
                    }))
        }
    }
}

extension MainActorDelivery where Failure == Never {
    /// Hands the values to a closure on the main actor.
    ///
    /// - Parameter receiveValue: called with each value.
    /// - Returns: the subscription, which is cancelled when it is released.
    public func sink(receiveValue: @escaping @MainActor (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }

    /// Assigns each value to a property of an object on the main actor. The object is kept alive until the completion.
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - object: the object.
    /// - Returns: the subscription, which is cancelled when it is released.
    @MainActor
    public func assign<Root>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
    ) -> AnyCancellable {
        sink { object[keyPath: keyPath] = $0 }
    }
}

extension MainActorDelivery where Failure == Never, Output: Sendable {
    /// Assigns each value to a published property, as long as the property lives. There is nothing to keep.
    ///
    /// - Parameter published: the property, as in `&result.$hasError`.
    public func assign(to published: inout Published<Output>.Publisher) {
        published.keep { end, assign in
            sink(receiveCompletion: { _ in end() }, receiveValue: { assign($0) })
        }
    }
}
