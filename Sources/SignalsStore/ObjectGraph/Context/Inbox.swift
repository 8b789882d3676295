/// The changes of others that a context has not taken over yet.
///
/// When more than a limit has come together, as while the context's queue is blocked, it is forgotten, and anything may
/// have changed: so it does not grow, whatever others save.
struct Inbox: Sendable {
    /// The number of rows that are kept, those that came twice counted twice.
    static let limit = 100_000
    /// The number of bytes that they may take, since rows that were added are kept with their values.
    static let byteLimit = 4 << 20

    var notice = CommitNotice() { didSet { if notice.isEmpty { (rowCount, byteCount) = (0, 0) } } }
    private var rowCount = 0
    private var byteCount = 0
    /// Changes with each addition.
    private(set) var generation = 0
    /// True if somebody is on the way to apply it.
    private var isAnnounced = false
    /// True if anything may have changed, and the objects that are known here have not been noted yet.
    private(set) var needsNames = false

    /// True if there is something to apply.
    var hasContent: Bool { needsNames || !notice.isEmpty }

    /// Adds a notice; true when somebody has to be sent to apply it.
    mutating func announce(_ other: CommitNotice) -> Bool {
        add(other)
        defer { isAnnounced = true }
        return !isAnnounced
    }

    /// Returns what is there when somebody has come.
    mutating func open() -> Inbox {
        isAnnounced = false
        return self
    }

    mutating func add(_ other: CommitNotice) {
        generation += 1
        let (count, bytes) = (other.rowCount, other.byteCount)
        if rowCount > 0, rowCount + count > Self.limit || byteCount + bytes > Self.byteLimit {
            notice = CommitNotice()
            notice.isEverything = true
            needsNames = true
        } else {
            notice.merge(other)
            rowCount += count
            byteCount += bytes
            if other.isEverything { needsNames = true }
        }
    }

    /// Notes objects that may have changed.
    mutating func name(_ objects: [ManagedObject]) {
        needsNames = false
        for object in objects { notice.noteUpdate(of: object.number, object.entity.name) }
    }
}
