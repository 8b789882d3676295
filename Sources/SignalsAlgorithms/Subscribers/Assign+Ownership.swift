import SignalsCore

extension Publisher where Failure == Never {
    /// Assigns each value to a property of an object, which need not be kept alive by that.
    ///
    /// ```swift
    /// following = titles.assign(to: \.title, on: self, ownership: .weak)  // no cycle
    /// ```
    ///
    /// **Demand**: unlimited. **Completion**: ends the assigning, and lets go of an object that was kept alive.
    /// **Threads**: the property is set on the threads that deliver, so the object is `Sendable`.
    ///
    /// - Parameters:
    ///   - keyPath: the property.
    ///   - object: the object.
    ///   - ownership: the reference to the object: one that keeps it alive or not.
    /// - Returns: the subscription, which is cancelled when it is released.
    public func assign<Root: AnyObject & Sendable>(
        to keyPath: ReferenceWritableKeyPath<Root, Output> & Sendable, on object: Root, ownership: ObjectOwnership
    ) -> AnyCancellable {
        carryOut([Assignment(keyPath, object, ownership)])
    }

    /// Assigns each value to properties of two objects, in their order, through one subscription.
    ///
    /// - Parameters:
    ///   - keyPath1: the property of the first object.
    ///   - object1: the first object.
    ///   - keyPath2: the property of the second object.
    ///   - object2: the second object.
    ///   - ownership: the reference to the objects; by default it keeps them alive.
    /// - Returns: the subscription, which is cancelled when it is released.
    public func assign<Root1: AnyObject & Sendable, Root2: AnyObject & Sendable>(
        to keyPath1: ReferenceWritableKeyPath<Root1, Output> & Sendable, on object1: Root1,
        and keyPath2: ReferenceWritableKeyPath<Root2, Output> & Sendable, on object2: Root2,
        ownership: ObjectOwnership = .strong
    ) -> AnyCancellable {
        carryOut([Assignment(keyPath1, object1, ownership), Assignment(keyPath2, object2, ownership)])
    }

    /// Assigns each value to properties of three objects, in their order, through one subscription.
    ///
    /// - Parameters:
    ///   - keyPath1: the property of the first object.
    ///   - object1: the first object.
    ///   - keyPath2: the property of the second object.
    ///   - object2: the second object.
    ///   - keyPath3: the property of the third object.
    ///   - object3: the third object.
    ///   - ownership: the reference to the objects; by default it keeps them alive.
    /// - Returns: the subscription, which is cancelled when it is released.
    public func assign<Root1: AnyObject & Sendable, Root2: AnyObject & Sendable, Root3: AnyObject & Sendable>(
        to keyPath1: ReferenceWritableKeyPath<Root1, Output> & Sendable, on object1: Root1,
        and keyPath2: ReferenceWritableKeyPath<Root2, Output> & Sendable, on object2: Root2,
        and keyPath3: ReferenceWritableKeyPath<Root3, Output> & Sendable, on object3: Root3,
        ownership: ObjectOwnership = .strong
    ) -> AnyCancellable {
        carryOut([
            Assignment(keyPath1, object1, ownership), Assignment(keyPath2, object2, ownership),
            Assignment(keyPath3, object3, ownership),
        ])
    }
}
