/// The steps that `undo()` and `redo()` take back: steps in groups, the newest last.
///
/// Taking a step back records its opposite: while undoing, for `redo()`, and while redoing, for `undo()`.
struct UndoHistory {
    /// A recorded change.
    enum Step {
        /// An attribute, by its index, had this value before.
        case assigned(ManagedObject, Int, any Sendable)
        /// It had this number then: a save may have made it one with a stored object, whose number it has since. The causes
        /// are those of its deletion, where that was taken back.
        case inserted(ManagedObject, number: Int64, causes: Set<Int64> = [])
        case deleted(ManagedObject)
        /// Anything else: what takes it back, and in doing so records how to redo it. It cannot throw, as `undo()` cannot:
        /// what it would have to read first, and cannot, stays as it is.
        case did((ManagedObjectContext) -> Void)
    }

    private enum Direction { case forward, undoing, redoing }

    /// True if steps are recorded at all.
    private(set) var isEnabled: Bool
    /// The number of groups that can be taken back; 0 for any number.
    var levels = 1000 {
        didSet {
            undone.trim(to: levels)
            redone.trim(to: levels)
        }
    }
    /// The orders that the steps put back.
    var lists = ListVersions()
    /// The positions that members keep while steps are taken back, since other contexts have put them into their lists
    /// again.
    var unmoved: Set<ListPosition> = []
    /// The positions that members got back while steps are taken back, where there are such.
    var returnedMembers: Set<ListPosition> = []
    /// The links that steps found already made or ended by other contexts: other steps of the same group do not change
    /// them.
    var unchangedLinks: Set<Link> = []
    /// The links that other contexts ended while one of their objects was to be deleted here: `undo()` of the saved
    /// deletion does not make them again.
    private var linksEndedByOthers: Set<Link> = []
    /// The links that steps made again: their members come back to their positions.
    var returnedLinks: Set<Link> = []
    private var undone = UndoStack()
    private var redone = UndoStack()
    private var direction = Direction.forward
    /// True while a group is taken back.
    private var hasTakenGroup = false
    private var depth = 0
    private var isGroupEmpty = true
    private var suspensions = 0

    init(isEnabled: Bool) { self.isEnabled = isEnabled }

    var canUndo: Bool { !undone.isEmpty }
    var canRedo: Bool { !redone.isEmpty }
    var isRecording: Bool { isEnabled && suspensions == 0 }
    var hasOpenGroup: Bool { depth > 0 }
    var isTakingBack: Bool { direction != .forward }

    mutating func enable(_ isEnabled: Bool) {
        self.isEnabled = isEnabled
        clear()
    }

    mutating func clear() {
        lists = ListVersions()
        undone = UndoStack()
        redone = UndoStack()
        linksEndedByOthers = []
        isGroupEmpty = true
    }

    mutating func record(_ step: Step) {
        guard isRecording else { return }
        let startsGroup = depth == 0 || isGroupEmpty
        isGroupEmpty = false
        switch direction {
        case .forward:
            redone = UndoStack()
            undone.push(step, startsGroup: startsGroup, levels)
        case .undoing: redone.push(step, startsGroup: startsGroup, levels)
        case .redoing: undone.push(step, startsGroup: startsGroup, levels)
        }
    }

    /// Opens a group; a group inside another is part of it.
    mutating func begin() {
        if depth == 0 { isGroupEmpty = true }
        depth += 1
    }

    mutating func end() { depth -= 1 }

    /// Notes that another context made or ended a link of an object that is to be deleted here.
    mutating func noteOthers(_ change: LinkChange) {
        guard isEnabled else { return }
        let link = Link(change)
        if change.kind == .removed { linksEndedByOthers.insert(link) } else { linksEndedByOthers.remove(link) }
    }

    func isEndedByOthers(_ link: Link) -> Bool { linksEndedByOthers.contains(link) }

    /// Forgets that other contexts ended a link: only what they end from now on counts.
    mutating func forgetEnd(of link: Link) { linksEndedByOthers.remove(link) }

    mutating func suspend() { suspensions += 1 }
    mutating func resume() { suspensions -= 1 }

    /// The steps to take back, the newest first; `finish()` follows when that was done.
    mutating func startUndo() -> [Step] {
        (direction, hasTakenGroup) = (.undoing, canUndo)
        begin()
        return undone.popGroup()
    }

    /// As `startUndo()`, for what was undone.
    mutating func startRedo() -> [Step] {
        (direction, hasTakenGroup) = (.redoing, canRedo)
        begin()
        return redone.popGroup()
    }

    mutating func finish() {
        end()
        // One whose objects are gone is a step all the same: the opposite takes back that, and not the one before.
        if hasTakenGroup, isGroupEmpty {
            if direction == .undoing { redone.pushEmptyGroup(levels) } else { undone.pushEmptyGroup(levels) }
        }
        (direction, hasTakenGroup) = (.forward, false)
        (unmoved, returnedMembers, unchangedLinks, returnedLinks) = ([], [], [], [])
    }
}

extension UndoHistory {
    /// A pair of objects that a join table has, or had.
    struct Link: Hashable {
        private let table: JoinTable
        private let (source, target): (Int64, Int64)

        /// - Returns: nil for a relationship that no join table keeps.
        init?(_ owner: ManagedObject, _ relationship: RelationshipDescription, _ member: ManagedObject) {
            guard case .links(let table, let side) = relationship.storage else { return nil }
            self.table = table
            (source, target) = side == .source ? (owner.number, member.number) : (member.number, owner.number)
        }

        init(_ change: LinkChange) { (table, source, target) = (change.table, change.source, change.target) }
    }
}
