/// Messages on their way to another thread: in order, none lost, one batch at a time.
///
/// Whoever posts the first message schedules a delivery; the delivery takes batches until nothing is left, and is
/// scheduled anew after each, so that it shares its thread with others. That makes a concurrent queue as good as a
/// serial one, at one block a batch instead of one a value.
@usableFromInline
struct Mailbox<Message: Sendable>: Sendable {
    @usableFromInline
    struct State: Sendable {
        @usableFromInline var arriving: [Message] = []
        @usableFromInline var leaving: ArraySlice<Message> = []
        @usableFromInline var isScheduled = false

        @inlinable
        init() {}
    }

    @usableFromInline let state = Locked(State())

    @inlinable
    init() {}

    /// The most messages that one block delivers.
    @inlinable
    static var batchSize: Int { 128 }

    /// Adds a message. True if the caller is to schedule a delivery.
    @inlinable
    func post(_ message: Message) -> Bool {
        state.withLock { state in
            state.arriving.append(message)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
    }

    /// Takes the messages to deliver now.
    @inlinable
    func takeBatch() -> ArraySlice<Message> {
        state.withLock { state in
            if state.leaving.isEmpty { state.leaving = state.arriving.takeAll()[...] }
            let batch = state.leaving.prefix(Self.batchSize)
            state.leaving = state.leaving.count > batch.count ? state.leaving.dropFirst(batch.count) : []
            return batch
        }
    }

    /// Ends a delivery. True if the caller is to schedule another, for messages that came meanwhile.
    @inlinable
    func finishBatch() -> Bool {
        state.withLock { state in
            state.isScheduled = !(state.leaving.isEmpty && state.arriving.isEmpty)
            return state.isScheduled
        }
    }

    /// Drops all messages, which are released after the lock.
    @inlinable
    func discard() {
        _ = state.withLock { state in
            defer { state.leaving = [] }
            return (state.arriving.takeAll(), state.leaving)
        }
    }
}
