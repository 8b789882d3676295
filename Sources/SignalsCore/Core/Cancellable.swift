/// An activity that can be cancelled. Combine's `Cancellable`.
public protocol Cancellable: Sendable {
    /// Cancels the activity. May be called from any thread, and any number of times.
    ///
    /// A callback that another thread is about to begin at this moment, or is inside, may still run when this call returns.
    /// On the thread that cancels, none begins afterwards.
    func cancel()
}

extension Cancellable {
    /// Keeps this activity in a collection, until it is removed from it or the collection is released.
    ///
    /// ```swift
    /// var cancellables: [AnyCancellable] = []
    /// timer.connect().store(in: &cancellables)
    /// ```
    ///
    /// - Parameter collection: the collection; what is appended cancels when it is released.
    public func store<C: RangeReplaceableCollection<AnyCancellable>>(in collection: inout C) {
        AnyCancellable(self).store(in: &collection)
    }

    /// Keeps this activity in a set, until it is removed from it or the set is released.
    ///
    /// ```swift
    /// var cancellables = Set<AnyCancellable>()
    /// timer.connect().store(in: &cancellables)
    /// ```
    ///
    /// - Parameter set: the set; what is inserted cancels when it is released.
    public func store(in set: inout Set<AnyCancellable>) {
        AnyCancellable(self).store(in: &set)
    }
}
