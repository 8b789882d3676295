import Dispatch

/// The events that were left at a ``Gate`` for the thread inside, and the threads that wait to take the gate over.
///
/// It bounds what one thread does for others: after its own event and one batch of theirs it hands the gate to the next
/// thread that comes with a value. It bounds the queue too: a thread that finds it full waits for the gate. No thread
/// waits longer than `patience`, so that a subscriber that waits for another sender cannot deadlock: that sender leaves
/// its value beyond the bound.
@usableFromInline
struct Backlog<Event: Sendable>: Sendable {
    /// The next step of the thread inside the gate.
    @usableFromInline
    enum NextStep: Sendable {
        /// Handle these events. None are left after them.
        case events([Event])

        /// Hand over the gate.
        case handOver(Successor)
    }

    private var events: [Event] = []
    private var successors: [Successor] = []

    /// True while the thread inside handles more than its share.
    private var wantsSuccessor = false

    @usableFromInline
    init() {}

    /// Leaves an event, whatever waits.
    @usableFromInline
    mutating func leave(_ event: Event) {
        events.append(event)
    }

    /// Queues this thread for the gate. Returns its ticket, or nil if an event may be left instead.
    @usableFromInline
    mutating func queue() -> Successor? {
        guard events.count >= backlogLimit || wantsSuccessor && successors.isEmpty else { return nil }
        let successor = Successor()
        successors.append(successor)
        return successor
    }

    /// Ends the waiting. False if the gate was handed over meanwhile.
    @usableFromInline
    mutating func withdraw(_ successor: Successor) -> Bool {
        guard let index = successors.firstIndex(where: { $0 === successor }) else { return false }
        successors.remove(at: index)
        return true
    }

    /// Takes the events, for the thread inside, which brings one of its own after them.
    @usableFromInline
    mutating func takeEvents() -> [Event] { events.takeAll() }

    /// Returns what the thread inside is to do next.
    ///
    /// - Parameter hasDoneItsShare: true if it has handled events of other threads already.
    @usableFromInline
    mutating func next(hasDoneItsShare: Bool) -> NextStep {
        if hasDoneItsShare, !successors.isEmpty {
            wantsSuccessor = false
            return .handOver(successors.removeFirst())
        }
        wantsSuccessor = hasDoneItsShare && !events.isEmpty
        return .events(events.takeAll())
    }
}

/// The number of events that may wait before a gate until senders wait themselves.
@usableFromInline let backlogLimit = 128

/// A thread that waits to be handed a gate.
@usableFromInline
final class Successor: Sendable {
    let thread = ThreadIdentity.current
    private let handover = DispatchSemaphore(value: 0)

    /// The longest time a thread waits, in milliseconds.
    private static let patience = 100

    /// Wakes the thread, which owns the gate now.
    @usableFromInline
    func wake() {
        handover.signal()
    }

    /// Waits for the gate. False if that has taken too long.
    @usableFromInline
    func waitPatiently() -> Bool {
        handover.wait(timeout: .now() + .milliseconds(Self.patience)) == .success
    }

    /// Waits for the gate, which is handed over at this moment.
    @usableFromInline
    func wait() {
        handover.wait()
    }
}
