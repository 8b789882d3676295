import SignalsCore

/// The events that a ``Recorder`` has received, and the callers that wait for more.
struct RecorderState<Output: Sendable, Failure: Error>: Sendable {
    private(set) var elements: [Output] = []
    private(set) var completion: Subscribers.Completion<Failure>?

    /// The number of elements that `next()` has handed out.
    private var handedOut = 0

    /// The number of events so far, so that no caller begins to wait for an event that has come meanwhile.
    private(set) var version = 0
    private var waiting: [@Sendable () -> Void] = []

    /// Makes a change: an element, the completion, or a cancelled wait. Returns the closures that wake the waiting
    /// callers.
    mutating func change(_ change: (inout RecorderState) -> Void = { _ in }) -> [@Sendable () -> Void] {
        change(&self)
        version += 1
        defer { waiting = [] }
        return waiting
    }

    mutating func receive(_ element: Output) {
        elements.append(element)
    }

    mutating func receive(_ completion: Subscribers.Completion<Failure>) {
        self.completion = completion
    }

    /// Registers a closure to be called by the next change. Returns false if there was one since the given version.
    mutating func wait(since version: Int, _ wake: @escaping @Sendable () -> Void) -> Bool {
        guard version == self.version else { return false }
        waiting.append(wake)
        return true
    }

    /// Returns the next elements that were not handed out yet, or nil if they are still to come.
    mutating func next(_ count: Int) throws -> [Output]? {
        let available = elements.count - handedOut
        guard available < count else {
            defer { handedOut += count }
            return Array(elements[handedOut..<(handedOut + count)])
        }
        guard try isFinished() else { return nil }
        throw RecordingError.notEnoughElements(expected: count, received: available)
    }

    /// Returns the only element, or nil if more may come.
    func single() throws -> Output? {
        if elements.count > 1 { throw RecordingError.tooManyElements(received: elements.count) }
        guard try isFinished() else { return nil }
        guard let element = elements.first else {
            throw RecordingError.notEnoughElements(expected: 1, received: 0)
        }
        return element
    }

    /// Returns true if the publisher has finished; a failure is thrown.
    func isFinished() throws -> Bool {
        if case .failure(let error) = completion { throw error }
        return completion != nil
    }
}
