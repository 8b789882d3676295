/// Which rows a commit changed or removed. Rows that it added concern no object that exists already.
struct CommitNotice: Sendable {
    var numbers: [Int64: String] = [:]

    var isEmpty: Bool { numbers.isEmpty }

    init() {}

    init(_ changeSet: ChangeSet) {
        for update in changeSet.updates { numbers[update.number] = update.entity.name }
        for deletion in changeSet.deletions { numbers[deletion.number] = deletion.entity.name }
    }

    mutating func merge(_ other: CommitNotice) { numbers.merge(other.numbers) { _, new in new } }
}
