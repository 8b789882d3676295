import SignalsCore

extension Publisher {
    /// Follows a save in a state object, on the main actor, until it completes. There is nothing to keep.
    ///
    /// ```swift
    /// storage.addTask(name: "Water plants").track(in: addTaskState)
    /// ```
    /// It replaces the chain that Combine needs, shown here with an observable object of one's own:
    /// ```swift
    /// storage.addTask(name: "Water plants")
    ///     .map { false }
    ///     .receive(on: MainActor.shared)
    ///     .handleEvents(receiveCompletion: { completion in
    ///         if case .failure(let error) = completion { result.error = error }
    ///     })
    ///     .replaceError(with: true)
    ///     .assign(to: &result.$hasError)
    /// ```
    /// Values are ignored; use `handleEvents` before this operator to receive them. When the state object is released,
    /// it follows no longer, and the save goes on.
    ///
    /// - Parameter state: the state that says `saving` from now on, and then `saved` or `failed`.
    @MainActor
    public func track(in state: SaveState) { receive(on: MainActor.shared).track(in: state) }
}

extension MainActorDelivery {
    /// Follows a save in a state object until it completes, after operators of the main actor. There is nothing to
    /// keep.
    ///
    /// ```swift
    /// storage.addTask(name: "Water plants")
    ///     .receive(on: MainActor.shared)
    ///     .handleEvents(receiveOutput: { notice = "Saved." })
    ///     .track(in: addTaskState)
    /// ```
    ///
    /// - Parameter state: the state that says `saving` from now on, and then `saved` or `failed`.
    @MainActor
    public func track(in state: SaveState) { state.follow(self) }
}
