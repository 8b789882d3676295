/// A save to several stores: a part for each, and the outcomes of the committed parts.
struct SplitSave {
    let parts: [Int: ChangeSet]
    private var schemas: [Int64: EntitySchema]
    /// By the index of a store: those of the batch changes it makes.
    private var batchChanges: [Int: [Int]] = [:]
    private var saved: Set<Int> = []
    private var outcome = CommitOutcome.Details()
    private var failure: SaveError?

    init(_ changeSet: ChangeSet, _ group: StoreGroup) {
        var parts: [Int: ChangeSet] = [:]
        do { parts = try changeSet.parts(of: group) } catch { failure = SaveError(.store(reason: "\(error)")) }
        if changeSet.receipt != nil, parts.count > 1 {
            // Of two commits one may be made and the other not, and the key says that of both.
            failure = SaveError(
                .invalid(
                    message: "A task with a key changed objects of several stores, which have no transaction in "
                        + "common. Give those of each store a task with a key of its own."))
        }
        self.parts = parts
        outcome.foundInBatches = changeSet.batchChanges.map { _ in [] }
        for (index, batchChange) in changeSet.batchChanges.enumerated() {
            for storeIndex in group.storeIndexes(of: batchChange.query.entity.name) {
                batchChanges[storeIndex, default: []].append(index)
            }
        }
        schemas = Dictionary(
            changeSet.updates.map { ($0.number, $0.entity) } + changeSet.deletions.map { ($0.number, $0.entity) }
        ) { $1 }
        if changeSet.mergePolicy == .error { return }
        for page in changeSet.insertions { for number in page.numbers { schemas[number] = page.entity } }
    }

    func isDue(at storeIndex: Int) -> Bool { failure == nil && outcome.repeated == nil && parts[storeIndex] != nil }

    mutating func note(_ result: Result<CommitOutcome, SaveError>, at storeIndex: Int) {
        switch result {
        case .success(let part):
            saved.insert(storeIndex)
            outcome.merge(part.details, at: storeIndex, schemas, batchChanges[storeIndex] ?? [])
        case .failure(let error): failure = error
        }
    }

    var result: Result<CommitOutcome, SaveError> {
        guard var failure else { return .success(CommitOutcome(outcome)) }
        if !saved.isEmpty { failure.saved = SavedPart(storeIndexes: saved, outcome: CommitOutcome(outcome)) }
        return .failure(failure)
    }
}
