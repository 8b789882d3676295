/// The commits since a live query was last updated, as far as they concern its rows.
struct LiveChanges: Sendable {
    /// True if anything may have changed, or too much to look at one by one: all rows are to be read.
    private(set) var isEverything = false
    private var pages: [RowPage] = []
    private var numbers: Set<Int64> = []
    /// By the index of a relationship, the rows that may have become another's members, or nobody's.
    private(set) var members: [Int: Set<Int64>] = [:]
    private var count = 0

    /// So many rows are looked at one by one at most.
    private static let limit = 20_000

    static var everything: LiveChanges {
        var changes = LiveChanges()
        changes.noteEverything()
        return changes
    }

    var isEmpty: Bool { !isEverything && count == 0 }

    /// The numbers of the rows that came, changed or went.
    var touched: Set<Int64> { pages.reduce(into: numbers) { $0.formUnion($1.numbers) } }

    mutating func add(_ notice: CommitNotice, _ interest: LiveInterest) {
        if isEverything || notice.isEmpty { return }
        if notice.isEverything || interest.readsOtherRows { return noteEverything() }
        for page in notice.inserted where interest.entityNames.contains(page.entity.name) {
            pages.append(page)
            count += page.count
        }
        for name in interest.entityNames {
            let updated = notice.updated[name]?.numbers ?? []
            let deleted = notice.deleted[name] ?? []
            count += updated.count + deleted.count
            guard count <= Self.limit else { break }
            numbers.formUnion(updated)
            numbers.formUnion(deleted)
        }
        if !interest.included.isEmpty { add(membersIn: notice, interest.included) }
        if count > Self.limit { noteEverything() }
    }

    private mutating func add(membersIn notice: CommitNotice, _ included: IncludedRelationships) {
        let owners = included.owners(in: notice)
        numbers.formUnion(owners)
        let members = included.members(in: notice)
        self.members.merge(members) { $0.union($1) }
        count += members.values.reduce(owners.count) { $0 + $1.count }
    }

    private mutating func noteEverything() {
        self = LiveChanges()
        isEverything = true
    }
}
