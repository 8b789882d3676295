import Synchronization

/// The subscribers of a subject and the value that is on its way to them. It belongs to whoever is inside the subject's
/// gate.
///
/// A value goes to the subscribers that were there when it was sent, in the order of their subscription. A value that is
/// sent from inside a subscriber is delivered before that `send` returns, but behind the one that is on its way, so that
/// all subscribers see one order.
///
/// Subscriptions cost the same however many there are: adding is amortised O(1), removing O(log n). Nothing is retained
/// or released for a delivery: what is removed during one is kept until its end.
// SAFETY: everything here is touched only inside the gate, whose ownership passes with acquire and release.
@usableFromInline
final class Broadcast<Output: Sendable, Failure: Error>: @unchecked Sendable {
    @usableFromInline typealias Target = SubjectTarget<Output, Failure>
    @usableFromInline typealias Ticket = UInt64

    @usableFromInline @exclusivity(unchecked) var targets: ContiguousArray<(ticket: Ticket, target: Unmanaged<Target>?)>
    @usableFromInline @exclusivity(unchecked) var nextTicket: Ticket = 0
    @usableFromInline @exclusivity(unchecked) var vacancies = 0

    /// The value on its way, or for subjects that keep it the latest that was.
    @usableFromInline @exclusivity(unchecked) var value: Output?
    @usableFromInline let keepsValue: Bool

    /// How many values there have been.
    @usableFromInline @exclusivity(unchecked) var version: UInt64 = 0

    /// Whom the value goes to next, and where it ends.
    @usableFromInline @exclusivity(unchecked) var position = 0
    @usableFromInline @exclusivity(unchecked) var end = 0

    /// Values that were sent from inside a delivery and wait for those before them, with what each replaces.
    @usableFromInline @exclusivity(unchecked) var waiting: [(value: Output, replaced: Output?)] = []

    /// How many deliveries are under way, one inside the other. What is removed meanwhile is kept for the end.
    @usableFromInline @exclusivity(unchecked) var depth = 0
    @usableFromInline @exclusivity(unchecked) var removedTickets: [Ticket] = []
    @usableFromInline @exclusivity(unchecked) var removedTargets: [Target] = []

    /// What a `@Published` property's owner is told by before a value is delivered, and the value that is replaced.
    @usableFromInline @exclusivity(unchecked) var announcer: Unmanaged<ObservableObjectPublisher>?
    @usableFromInline @exclusivity(unchecked) var replaced: Output?

    /// The subscribers of a subject that keeps nothing.
    @inlinable @inline(never)
    init() {
        targets = []
        keepsValue = false
    }

    /// The subscribers of a subject that keeps its latest value.
    @inlinable @inline(never)
    init(keeping value: Output) {
        targets = []
        keepsValue = true
        self.value = value
    }

    @inlinable
    deinit {
        for entry in targets { entry.target?.release() }
        announcer?.release()
    }

    /// Delivers a value, after the one that is on its way.
    @inlinable @inline(__always)
    func deliver(_ value: Output) {
        if depth > 0 { return deliverInTurn(value) }
        deliverNow(value)
    }

    @inlinable @inline(__always)
    func deliverNow(_ value: Output) {
        depth += 1
        position = 0
        end = targets.count
        version += 1
        self.value = value
        while position < end {
            let target = targets[position].target
            position += 1
            target?._withUnsafeGuaranteedRef { $0.offer(value) }
        }
        if !keepsValue { self.value = nil }
        depth -= 1
        if depth == 0, !(removedTickets.isEmpty && removedTargets.isEmpty) { removeForGood() }
    }

    /// Delivers a value that is sent from inside a delivery: after that one, and after all that were sent before it.
    @inlinable @inline(never)
    func deliverInTurn(_ value: Output) {
        waiting.append((value, replaced))
        deliverWaiting()
    }

    /// Finishes the delivery that is under way, and what was sent from inside it.
    @inlinable @inline(never)
    func deliverWaiting() {
        deliverToTheRest()
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            let outer = replaced
            replaced = next.replaced
            deliverNow(next.value)
            replaced = outer
        }
    }

    /// Finishes the delivery from inside which another was begun.
    @inlinable @inline(never)
    func deliverToTheRest() {
        guard let value else { return }
        while position < end {
            let target = targets[position].target
            position += 1
            target?._withUnsafeGuaranteedRef { $0.offer(value) }
        }
    }

    /// Delivers the latest value to a subscriber that has missed it and wants it now.
    @inlinable
    func deliverMissed(to ticket: Ticket) {
        if depth > 0 { deliverToTheRest() }
        guard let target = target(ticket), target.subscription.hasMissed.load(ordering: .relaxed) else { return }
        if let value { target.offer(value) }
    }

    /// Adds a subscriber.
    @inlinable
    func insert(_ target: Target) {
        target.subscription.ticket.store(nextTicket, ordering: .relaxed)
        targets.append((nextTicket, Unmanaged.passRetained(target)))
        nextTicket += 1
    }

    /// The subscriber with the given ticket.
    @inlinable
    func target(_ ticket: Ticket) -> Target? {
        index(of: ticket).flatMap { targets[$0].target?.takeUnretainedValue() }
    }

    /// Removes a subscriber, now or when the values on their way have arrived.
    @inlinable
    func remove(_ ticket: Ticket) {
        removedTickets.append(ticket)
        if depth == 0 { removeForGood() }
    }

    /// Removes all subscribers and returns them.
    @inlinable
    func removeAll() -> [Target] {
        if depth > 0 { deliverWaiting() }
        let all = targets.compactMap { $0.target?.takeRetainedValue() }
        targets = []
        vacancies = 0
        (position, end) = (0, 0)
        if depth > 0 { removedTargets += all }
        return all
    }

    @inlinable @inline(never)
    func removeForGood() {
        let tickets = removedTickets.takeAll()
        var released = removedTargets.takeAll()
        for ticket in tickets {
            guard let index = index(of: ticket), let target = targets[index].target else { continue }
            released.append(target.takeRetainedValue())
            targets[index].target = nil
            vacancies += 1
        }
        if vacancies == targets.count || vacancies > 16 && vacancies * 2 > targets.count {
            targets.removeAll { $0.target == nil }
            vacancies = 0
        }
        withExtendedLifetime(released) {}
    }

    /// Where a ticket is: tickets ascend.
    @inlinable
    func index(of ticket: Ticket) -> Int? {
        var low = 0
        var high = targets.count
        while low < high {
            let middle = (low + high) / 2
            if targets[middle].ticket < ticket { low = middle + 1 } else { high = middle }
        }
        return low < targets.count && targets[low].ticket == ticket && targets[low].target != nil ? low : nil
    }
}
