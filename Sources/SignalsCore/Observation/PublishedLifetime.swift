/// The lifetime of a ``Published`` property, for the assignments to it: they end with it, and each is released when its
/// publisher completes.
final class PublishedLifetime: Sendable {
    private struct State: Sendable {
        var isOver = false
        var nextTicket = 0
        var assignments: [Int: AnyCancellable] = [:]

        /// Assignments that completed before they could be kept.
        var completed: Set<Int> = []
    }

    private let state = Locked(State())

    /// The lifetime of properties to which nothing was assigned before their end.
    static let over = {
        let lifetime = PublishedLifetime()
        lifetime.end()
        return lifetime
    }()

    /// Keeps an assignment until it completes or the property ends.
    ///
    /// - Parameter subscribe: makes the assignment. It is given what to call when the publisher completes.
    func keep(_ subscribe: (_ onCompletion: @escaping @Sendable () -> Void) -> AnyCancellable) {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        let assignment = subscribe { [weak self] in self?.drop(ticket) }
        let isKept = state.withLock { state in
            if state.completed.remove(ticket) != nil || state.isOver { return false }
            state.assignments[ticket] = assignment
            return true
        }
        if !isKept { assignment.cancel() }
    }

    /// The number of assignments that are kept.
    var count: Int { state.withLock { $0.assignments.count } }

    func end() {
        state.release { state in
            defer { state.assignments = [:] }
            state.isOver = true
            return state.assignments
        }
    }

    private func drop(_ ticket: Int) {
        state.release { state -> AnyCancellable? in
            let assignment = state.assignments.removeValue(forKey: ticket)
            if assignment == nil, !state.isOver { state.completed.insert(ticket) }
            return assignment
        }
    }
}
