// The treatment of events that another thread is to handle. The gate and the backlog change in one step, under the
// backlog's lock, to which a closure gives access.
extension Gate {
    /// The outcome for an event that was brought while another thread was inside.
    @usableFromInline
    enum Passage: Sendable {
        /// The thread inside handles it.
        case left

        /// This thread owns the gate now, and finds the event in the backlog when it leaves.
        case owned

        /// It was not left: this thread waits for the gate.
        case waiting(Successor)
    }

    /// A change that a thread makes to the backlog, under its lock.
    @usableFromInline
    enum Step: Sendable {
        /// Leaves its event, or takes a ticket among those that wait for the gate.
        case queue

        /// Gives the ticket up, and leaves its event beyond the bound.
        case giveUp(Successor)

        /// Leaves its event as the owner.
        case leave
    }

    /// Leaves an event in the backlog, or waits for the gate and puts it there then. True if this thread owns the gate
    /// now: then it must leave.
    ///
    /// - Parameter perform: calls `perform(_:in:_:)` under the backlog's lock.
    @usableFromInline
    func leaveOrWait(_ perform: (Step) -> Passage?) -> Bool {
        guard case .waiting(let successor)? = perform(.queue) else { return isOwned }
        if successor.waitPatiently() { return perform(.leave) != nil }
        if perform(.giveUp(successor)) != nil { return isOwned }
        successor.wait()
        return perform(.leave) != nil
    }

    /// Performs a step. Returns nil if there is no ticket to give up, since the gate was handed over.
    ///
    /// - Parameter leave: puts the event into the backlog. It is called once in all steps.
    @usableFromInline
    func perform<Event>(
        _ step: Step, in backlog: inout Backlog<Event>, _ leave: (inout Backlog<Event>) -> Void
    ) -> Passage? {
        switch step {
        case .queue:
            let successor = backlog.queue()
            if successor == nil { leave(&backlog) }
            guard markLeftEvent() == .claimed else { return successor.map { .waiting($0) } ?? .left }
            if let successor, backlog.withdraw(successor) { leave(&backlog) }
            return .owned
        case .giveUp(let successor):
            guard backlog.withdraw(successor) else { return nil }
            leave(&backlog)
            return markLeftEvent() == .claimed ? .owned : .left
        case .leave:
            leave(&backlog)
            return .owned
        }
    }

    /// Returns the owner's next step, under the backlog's lock. A thread that is handed the gate is to be woken after
    /// it.
    @usableFromInline
    func next<Event>(in backlog: inout Backlog<Event>, hasDoneItsShare: Bool) -> Backlog<Event>.NextStep {
        let step = backlog.next(hasDoneItsShare: hasDoneItsShare)
        if case .handOver(let successor) = step {
            // Marked, so that it does not leave without a look at the backlog.
            owner.store(successor.thread.rawValue | Self.mark, ordering: .releasing)
        }
        return step
    }

    /// Handles the backlog as the owner, until nothing is left or another thread takes the gate over.
    ///
    /// - Parameters:
    ///   - next: calls `next(in:hasDoneItsShare:)` under the backlog's lock.
    ///   - handle: handles events, the first one first. Those that it has not come to are before what is brought from
    ///     inside.
    @inlinable
    func handleBacklog<Event>(
        _ next: (_ hasDoneItsShare: Bool) -> Backlog<Event>.NextStep, _ handle: ([Event]) -> Void
    ) {
        var hasDoneItsShare = false
        while true {
            switch next(hasDoneItsShare) {
            case .handOver(let successor): return successor.wake()
            case .events(let events):
                handle(events)
                if events.isEmpty || !hasDoneItsShare, self.leave() { return }
                hasDoneItsShare = hasDoneItsShare || !events.isEmpty
            }
        }
    }
}
