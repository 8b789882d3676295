/// The commits of others that a context has not merged yet.
///
/// Beyond a limit, such as while the context's queue is blocked, the notices are dropped, and the context assumes that
/// anything may have changed: so the inbox does not grow without bound.
struct Inbox: Sendable {
    /// The greatest number of rows that are kept; a row that came twice counts twice.
    static let limit = 100_000
    /// The greatest number of bytes of the rows, since inserted rows are kept with their values.
    static let byteLimit = 4 << 20

    var notice = CommitNotice() { didSet { if notice.isEmpty { (rowCount, byteCount) = (0, 0) } } }
    private var rowCount = 0
    private var byteCount = 0
    /// Changes with each addition.
    private(set) var generation = 0
    /// True if its application is scheduled.
    private var isAnnounced = false
    /// True if anything may have changed, and the objects of the context have not been noted yet.
    private(set) var needsNames = false

    /// True if there is something to apply.
    var hasContent: Bool { needsNames || !notice.isEmpty }

    /// Adds a notice; returns true if its application has to be scheduled.
    mutating func announce(_ other: CommitNotice) -> Bool {
        add(other)
        defer { isAnnounced = true }
        return !isAnnounced
    }

    /// Returns the contents, to be applied.
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
