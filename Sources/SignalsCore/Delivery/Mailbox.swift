/// Messages on their way to another thread: in order, none lost, one batch at a time.
///
/// The sender of the first message schedules a delivery; the delivery takes batches until nothing is left, and is
/// scheduled again after each, so that it shares its thread with others. That makes a concurrent queue as good as a
/// serial one, at one block a batch instead of one a value.
@usableFromInline
struct Mailbox<Message: Sendable>: Sendable {
    /// The newest messages, which do not fill a batch yet.
    @usableFromInline var arriving: [Message] = []

    /// Whole batches before them. Each is an array of its own, which goes when it is delivered.
    @usableFromInline var waiting = Queue<[Message]>()
    @usableFromInline var isScheduled = false

    @inlinable
    init() {}

    /// The most messages that one block delivers.
    @inlinable
    static var batchSize: Int { 128 }

    /// Adds a message. True if the caller is to schedule a delivery.
    @inlinable
    mutating func post(_ message: Message) -> Bool {
        if arriving.count == Self.batchSize {
            waiting.append(arriving.takeAll())
            arriving.reserveCapacity(Self.batchSize)
        }
        arriving.append(message)
        defer { isScheduled = true }
        return !isScheduled
    }

    /// Takes the messages to deliver now.
    @inlinable
    mutating func takeBatch() -> Batch {
        Batch(waiting.popFirst() ?? arriving.takeAll())
    }

    /// Ends a delivery. True if the caller is to schedule another, for messages that came meanwhile.
    @inlinable
    mutating func finishBatch() -> Bool {
        isScheduled = !arriving.isEmpty
        return isScheduled
    }

    /// Empties it. Returns all messages, to be released after the lock. A delivery that is scheduled still is.
    @inlinable
    mutating func takeAll() -> Mailbox {
        var before = Mailbox()
        before.isScheduled = isScheduled
        swap(&before, &self)
        return before
    }

    /// A batch of messages, each of which is released when it is taken out.
    @usableFromInline
    struct Batch: Sendable {
        @usableFromInline var reversed: [Message]

        @inlinable
        init(_ messages: [Message]) {
            reversed = messages
        }

        /// Prepares for taking out, which is not for under a lock. The last element of an array is the cheapest to take.
        @inlinable
        mutating func open() {
            reversed.reverse()
        }

        @inlinable
        mutating func next() -> Message? {
            reversed.popLast()
        }
    }
}
