/// Saves that are committed together, and what else is done with the store before and after.
struct SaveGroup: Sendable {
    typealias Outcome = Result<CommitOutcome, SaveError>

    /// The saves that came together from one origin, as a rule one.
    struct Part: Sendable {
        /// The origin of the commit, which need not be notified of it.
        let origin: ObjectIdentifier?
        /// The range of the group's saves.
        let saves: Range<Int>
        let completion: Completion?
        /// The time when they came, in nanoseconds.
        let since = SaveMeter.now
    }

    /// Called with the outcomes of the saves, in their order, after all observers were notified of the commit. Called
    /// by the writer, which it must not keep waiting.
    typealias Completion = @Sendable (ArraySlice<Outcome>) -> Void

    /// The moment for an errand.
    enum Moment: Sendable {
        case beforeCommit
        /// After all observers were notified of the commit.
        case afterCommit
        case last
    }

    /// Work with the store that is not a save.
    struct Errand: Sendable {
        let moment: Moment
        let body: @Sendable () -> Void
        /// Called instead when the errand cannot wait any longer; nil for one that can.
        var refuse: (@Sendable () -> Void)?
    }

    private(set) var saves: [ChangeSet] = []
    private(set) var parts: [Part] = []
    private(set) var errands: [Errand] = []
    /// The tickets of the threads that want the store to themselves when all of this is done.
    var tickets: [WriterTicket] = []
    /// The gate at which threads wait; nil while none does.
    private(set) var gate: SaveGate?

    /// - Parameter expected: the number of saves that are likely to come, so that they are not moved again and again.
    init(expecting expected: Int = 0) {
        saves.reserveCapacity(expected)
        parts.reserveCapacity(expected)
    }

    var isEmpty: Bool { parts.isEmpty && errands.isEmpty && tickets.isEmpty }

    /// Adds a save, and says which of the group's it is.
    @discardableResult
    mutating func add(_ save: ChangeSet, from origin: ObjectIdentifier?, _ completion: Completion?) -> Range<Int> {
        saves.append(save)
        return addPart(saves.count - 1, origin, completion)
    }

    /// Adds saves that came together, and says which of the group's they are.
    @discardableResult
    mutating func add(_ added: [ChangeSet], from origin: ObjectIdentifier?) -> Range<Int> {
        saves += added
        return addPart(saves.count - added.count, origin, nil)
    }

    private mutating func addPart(
        _ start: Int, _ origin: ObjectIdentifier?, _ completion: Completion?
    ) -> Range<Int> {
        parts.append(Part(origin: origin, saves: start..<saves.count, completion: completion))
        return start..<saves.count
    }

    mutating func add(
        _ moment: Moment, refusing refuse: (@Sendable () -> Void)? = nil, _ body: @escaping @Sendable () -> Void
    ) { errands.append(Errand(moment: moment, body: body, refuse: refuse)) }

    /// Adds a thread to the line of those that want the store to themselves.
    mutating func addTicket() -> WriterTicket {
        let ticket = WriterTicket()
        tickets.append(ticket)
        return ticket
    }

    /// Removes and returns the part of the group that cannot wait any longer: all but the errands that can.
    mutating func takeImpatient() -> SaveGroup {
        var rest = SaveGroup()
        rest.errands = errands.filter { $0.refuse == nil }
        errands.removeAll { $0.refuse == nil }
        swap(&self, &rest)
        return rest
    }

    /// Fails all saves of the group, and refuses its errands and tickets.
    func refuse(_ error: SaveError) {
        let outcomes = [Outcome](repeating: .failure(error), count: saves.count)
        for part in parts { part.completion?(outcomes[part.saves]) }
        gate?.open(outcomes)
        for errand in errands { errand.refuse?() }
        for ticket in tickets { ticket.decide(granted: false) }
    }

    func run(_ moment: Moment) { for errand in errands where errand.moment == moment { errand.body() } }

    /// The gate at which a thread is to wait.
    mutating func makeGate() -> SaveGate {
        if let gate { return gate }
        let made = SaveGate()
        gate = made
        return made
    }
}
