import Dispatch
import SignalsCore

/// The one writer of a store. Saves that come while it is busy are committed together.
///
/// When it is idle, the caller commits on its own thread, at once. Otherwise the save joins those that wait, and they
/// all go into the next group: a group is whatever arrived while the last one was being synced.
final class SaveQueue: Sendable {
    typealias Outcome = SaveGroup.Outcome

    private let store: any StoreEngine
    private let audience: CommitAudience
    /// The next group while somebody writes; nil when nobody does.
    private let next = Locked<SaveGroup?>(nil)
    private let queue = DispatchQueue(label: "signals.writer")

    init(store: any StoreEngine, audience: CommitAudience = CommitAudience()) {
        self.store = store
        self.audience = audience
    }

    /// Commits what is added to a group, at once on this thread or with the next group on another, and returns what
    /// became of it when everyone has heard of it.
    ///
    /// - Parameter add: adds saves to the group and says which they are; called once.
    @inline(__always)
    func commit(_ add: (inout SaveGroup) -> Range<Int>) -> ArraySlice<Outcome> {
        if let place = joinNext({ (gate: $0.makeGate(), saves: add(&$0)) }) { return place.gate.wait(for: place.saves) }
        var group = SaveGroup()
        let saves = add(&group)
        return lead(group)[saves]
    }

    /// Has a save committed with the next group and the completion called; false when nobody writes, and then the caller
    /// has to `lead`.
    func join(_ save: ChangeSet, from origin: ObjectIdentifier?, _ completion: @escaping SaveGroup.Completion) -> Bool {
        joinNext { $0.add(save, from: origin, completion) } != nil
    }

    /// Has something done with the store that is not to save, and which must not keep the writer waiting: at once, on
    /// this thread, or with the next group, on another.
    func run(_ moment: SaveGroup.Moment, _ body: @escaping @Sendable () -> Void) {
        if joinNext({ $0.add(moment, body) }) != nil { return }
        var group = SaveGroup()
        group.add(moment, body)
        lead(group)
    }

    /// As `run`, on the writer's own thread in any case: the caller does not wait.
    func runLater(_ moment: SaveGroup.Moment, _ body: @escaping @Sendable () -> Void) {
        if joinNext({ $0.add(moment, body) }) != nil { return }
        queue.async {
            var group = SaveGroup()
            group.add(moment, body)
            self.lead(group)
        }
    }

    /// Adds to the next group; nil when nobody writes, and then the caller is the one who does.
    @inline(__always)
    private func joinNext<Place>(_ add: (inout SaveGroup) -> Place) -> Place? {
        next.withLock { next in
            guard next != nil else {
                next = SaveGroup()
                return nil
            }
            return add(&next!)
        }
    }

    /// Does the work of a group on this thread, for whom nobody was found to write, and has the next one done.
    @discardableResult
    func lead(_ group: SaveGroup) -> [Outcome] {
        let outcomes = process(group)
        if store.wantsUpkeep {
            queue.async { self.drain(nil) }
        } else if let group = takeNext() {
            queue.async { self.drain(group) }
        }
        return outcomes
    }

    private func drain(_ first: SaveGroup?) {
        var group = first
        repeat {
            if let group { process(group) }
            if store.wantsUpkeep { store.keepUp() }
            group = takeNext()
        } while group != nil
    }

    /// The next group, or nil, and then the writer is idle.
    private func takeNext() -> SaveGroup? {
        next.withLock { next in
            let group = next.take()
            guard let group, !group.isEmpty else { return nil }
            next = SaveGroup(expecting: group.saves.count)
            return group
        }
    }

    @discardableResult
    private func process(_ group: SaveGroup) -> [Outcome] {
        group.run(.beforeCommit)
        let outcomes = group.saves.isEmpty ? [] : store.commit(group.saves)
        if !group.saves.isEmpty, !audience.isEmpty { announce(group, outcomes) }
        for part in group.parts { part.completion?(outcomes[part.saves]) }
        group.gate?.open(outcomes)
        group.run(.afterCommit)
        group.run(.last)
        return outcomes
    }

    private func announce(_ group: SaveGroup, _ outcomes: [Outcome]) {
        var heard = CommitAudience.Parts(members: audience.members)
        for part in group.parts {
            for index in part.saves {
                switch outcomes[index] {
                case .success(let outcome):
                    if outcome.repeated == nil { heard.add(group.saves[index], outcome, of: part.origin) }
                // Of several stores, some have their part: the context reads that too.
                case .failure(let error): if error.saved != nil { heard.addEverything() }
                }
            }
        }
        audience.hear(heard)
    }
}
