import SignalsCore

/// The observers of a store's commits: the contexts that follow it, the rounds of a container's live queries, and the
/// groups of stores it is part of.
package final class CommitObservers: Sendable {
    private let state = Locked(State())

    private struct State: Sendable {
        var followers: [WeakFollower] = []
        /// The number of followers from which on those that are gone are looked for: a look costs as much as there are.
        var sweepThreshold = 16
        var listeners: [WeakListener] = []
        var groups: [ObjectIdentifier: @Sendable (CommitNotice) -> Void] = [:]
        /// Called when the first observer is added; nil from then on.
        var onFirst: (@Sendable () -> Void)?

        var isEmpty: Bool { followers.isEmpty && listeners.isEmpty && groups.isEmpty }
    }

    private struct WeakFollower: Sendable {
        weak var follower: (any CommitFollower)?
        /// The address that identifies the observer while it exists.
        let address: ObjectIdentifier
    }

    private struct WeakListener: Sendable {
        weak var listener: (any CommitListener)?
    }

    /// - Parameter onFirst: called once, when the first observer is added.
    init(onFirst: (@Sendable () -> Void)? = nil) { state.withLock { $0.onFirst = onFirst } }

    private func add(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            return state.onFirst.take()
        }?()
    }

    /// Notifies a context of each commit of others from now on.
    package func follow(_ context: any CommitFollower) {
        add { state in
            if state.followers.count >= state.sweepThreshold {
                state.followers.removeAll { $0.follower == nil }
                state.sweepThreshold = max(16, state.followers.count * 2)
            }
            state.followers.append(WeakFollower(follower: context, address: ObjectIdentifier(context)))
        }
    }

    /// Notifies a listener of each commit from now on, once also when it is added again. It is not kept.
    package func listen(_ listener: any CommitListener) {
        add { state in
            state.listeners.removeAll { $0.listener == nil || $0.listener === listener }
            state.listeners.append(WeakListener(listener: listener))
        }
    }

    /// Notifies a group of stores of each commit from now on, other than its own.
    package func join(_ group: StoreGroup, _ receive: @escaping @Sendable (CommitNotice) -> Void) {
        add { $0.groups[ObjectIdentifier(group)] = receive }
    }

    package func leave(_ group: StoreGroup) { state.withLock { $0.groups[ObjectIdentifier(group)] = nil } }

    package func storeDidClose() {
        for listener in state.withLock({ $0.listeners.compactMap(\.listener) }) { listener.storeDidClose() }
    }

    /// Notifies all observers but the one whose commit it was.
    package func notify(of notice: CommitNotice, except origin: ObjectIdentifier? = nil) {
        let (followers, listeners, groups) = everyone
        for follower in followers where ObjectIdentifier(follower) != origin { follower.receive(notice) }
        for listener in listeners { listener.receive(notice) }
        for (group, receive) in groups where group != origin { receive(notice) }
    }

    /// Notifies all observers that anything may have changed.
    func notifyOfEverything() {
        var notice = CommitNotice()
        notice.isEverything = true
        notify(of: notice)
    }

    /// Notifies all observers of the commits of other processes.
    func notify(of commits: ForeignCommits) {
        switch commits {
        case .none: break
        case .notices(let notices): for notice in notices { notify(of: notice) }
        case .everything: notifyOfEverything()
        }
    }

    /// Notifies all observers of a group's commit, in one notice. An observer that made a part of it is notified of the
    /// other parts.
    package func notify(of parts: Parts) {
        let (followers, listeners, groups) = everyone
        for follower in followers {
            let notice = parts.together(except: ObjectIdentifier(follower))
            if !notice.isEmpty { follower.receive(notice) }
        }
        let all = parts.together(except: nil)
        if all.isEmpty { return }
        for listener in listeners { listener.receive(all) }
        for (group, receive) in groups {
            let notice = parts.together(except: group)
            if !notice.isEmpty { receive(notice) }
        }
    }

    /// The parts that were committed together.
    package struct Parts {
        /// The part of those that are not notified themselves, such as the contexts of background tasks.
        private var common = CommitNotice()
        /// The followers that are notified of commits.
        private let members: Set<ObjectIdentifier>
        private var ofMembers: [(notice: CommitNotice, member: ObjectIdentifier)] = []

        init(members: Set<ObjectIdentifier>) { self.members = members }

        /// Adds a save with its origin, which may be an observer.
        package mutating func add(_ changeSet: ChangeSet, _ outcome: CommitOutcome, of origin: ObjectIdentifier?) {
            guard let origin, members.contains(origin) else { return common.add(changeSet, outcome) }
            ofMembers.append((CommitNotice(changeSet, outcome), origin))
        }

        mutating func addEverything() { common.isEverything = true }

        package func together(except member: ObjectIdentifier?) -> CommitNotice {
            if ofMembers.isEmpty { return common }
            var together = common
            for part in ofMembers where part.member != member { together.merge(part.notice) }
            return together
        }
    }

    /// The followers that are notified of commits and may have made them.
    package var members: Set<ObjectIdentifier> {
        state.withLock { state in Set(state.groups.keys).union(state.followers.lazy.map(\.address)) }
    }

    /// The kind of the observers that need the most detail. A group of stores may have any.
    var kind: ObserverKind {
        state.withLock { state in
            if !state.listeners.isEmpty || !state.groups.isEmpty { return .liveQueries }
            return state.followers.isEmpty ? .nobody : .contexts
        }
    }

    /// True if there are no observers.
    package var isEmpty: Bool { state.withLock { $0.isEmpty } }

    private var everyone:
        (
            followers: [any CommitFollower], listeners: [any CommitListener],
            groups: [ObjectIdentifier: @Sendable (CommitNotice) -> Void]
        )
    {
        state.withLock { ($0.followers.compactMap(\.follower), $0.listeners.compactMap(\.listener), $0.groups) }
    }
}
