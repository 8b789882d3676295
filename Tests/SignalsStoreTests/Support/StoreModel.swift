import SignalsStore

/// The expected contents of nested and peer contexts of one store, as plain values: no queues, notices, pages or
/// registries.
final class StoreModel {
    struct Row: Equatable {
        var values: [Int]
        var version: Int
    }

    var rows: [Int: Row] = [:]
    private var restorations = 0
    private(set) var roots: [ContextModel] = []

    /// A version that no row had.
    fileprivate func versionAnew() -> Int {
        restorations += 1_000_000
        return restorations
    }

    func makeRoot(_ policy: MergePolicy, follows: Bool, undoes: Bool) -> ContextModel {
        let context = ContextModel(store: self, parent: nil, policy, follows: follows, undoes: undoes)
        roots.append(context)
        return context
    }

    /// A commit reaches the other contexts of the store that follow it.
    func announce(_ ids: Set<Int>, except origin: ContextModel) {
        for root in roots where root !== origin && root.follows { root.apply(ids) }
    }
}

/// One object of one context.
final class ObjectModel {
    enum Status { case clean, inserted, updated, deleted, gone }

    let id: Int
    var values: [Int]
    var base: [Int: Int] = [:]
    var status: Status
    /// The row's version as it is known, and as it was at the first edit.
    var version: Int
    var baseVersion = 0
    /// True if it was read again since the first edit.
    var isStale = false
    /// True if it was not found when it was looked for.
    var isMissing = false
    /// True if its row was seen with other values, or may have been, while it was deleted here: it is read when the
    /// deletion is undone.
    var isBehind = false
    /// True if others have stored it again, which is to be inserted again here.
    var isStoredToo = false
    var isOutdated: Bool { isStale || isMissing || isBehind }

    init(_ id: Int, _ values: [Int], _ status: Status, version: Int = 0) {
        self.id = id
        self.values = values
        self.status = status
        self.version = version
    }

    var baseValues: [Int] { values.enumerated().map { base[$0] ?? $1 } }
    var edits: [Int: Int] { base.filter { values[$0] != $1 } }

    func assign(_ value: Int, _ index: Int) {
        if status != .inserted {
            if base.isEmpty { baseVersion = version }
            if base[index] == nil { base[index] = values[index] }
            if status == .clean { status = .updated }
        }
        values[index] = value
    }

    /// Takes over what the source has, but not over edits.
    func take(_ source: [Int], version newVersion: Int) {
        for (index, value) in source.enumerated() where base[index] == nil { values[index] = value }
        if !base.isEmpty { isStale = true }
        version = newVersion
    }

    func settle(_ source: [Int]? = nil, version newVersion: Int? = nil) {
        values = source ?? values
        version = newVersion ?? version
        base = [:]
        isStale = false
        isMissing = false
        isBehind = false
        status = .clean
    }
}

struct SaveRefused: Error {}

final class ContextModel {
    enum Step {
        case assigned(ObjectModel, Int, Int)
        case inserted(ObjectModel)
        case deleted(ObjectModel)
    }

    private enum Direction { case forward, undoing, redoing }

    unowned let store: StoreModel
    let parent: ContextModel?
    let policy: MergePolicy
    let follows: Bool
    let undoes: Bool
    var known: [Int: ObjectModel] = [:]
    var lastSave: Set<Int> = []
    private var children: [ContextModel] = []
    private var undone: [[Step]] = []
    private var redone: [[Step]] = []
    private var direction = Direction.forward
    private var group: [Step]?
    private var outdated: Set<Int> = []
    /// The objects that were read again when a child's changes were made here: the child is notified when it has saved.
    private var rereadForChild: Set<Int> = []

    init(store: StoreModel, parent: ContextModel?, _ policy: MergePolicy, follows: Bool, undoes: Bool) {
        self.store = store
        self.parent = parent
        self.policy = policy
        self.follows = follows
        self.undoes = undoes
    }

    func makeChild(_ policy: MergePolicy, follows: Bool, undoes: Bool) -> ContextModel {
        let child = ContextModel(store: store, parent: self, policy, follows: follows, undoes: undoes)
        children.append(child)
        return child
    }

    var pending: [ObjectModel] { known.values.filter { $0.status != .clean }.sorted { $0.id < $1.id } }
}

// Reading.
extension ContextModel {
    /// An object's present values in the place this context reads from, and their version there.
    private func source(_ id: Int) -> StoreModel.Row? {
        guard let parent else { return store.rows[id] }
        return parent.live(id).map { StoreModel.Row(values: $0, version: 1) }
    }

    private func live(_ id: Int) -> [Int]? {
        if let object = known[id] { return object.status == .deleted ? nil : object.values }
        return source(id)?.values
    }

    /// All objects that a fetch finds, by ID; those that `keeps` stay known.
    @discardableResult
    func fetch(keeps: Bool = true) -> [Int: [Int]] {
        let rows =
            parent.map { $0.fetch(keeps: false).mapValues { StoreModel.Row(values: $0, version: 1) } } ?? store.rows
        var found: [Int: [Int]] = [:]
        for (id, row) in rows {
            if let object = known[id] {
                bringUpToDate(object, row)
                if object.status != .deleted { found[id] = object.values }
            } else {
                if keeps { known[id] = ObjectModel(id, row.values, .clean, version: row.version) }
                found[id] = row.values
            }
        }
        for object in pending where object.status != .deleted { found[object.id] = object.values }
        return found
    }

    /// The object with an ID, without looking again at one that is known.
    func existing(_ id: Int) -> [Int]? {
        if let object = known[id] { return object.status == .deleted ? nil : object.values }
        guard let row = source(id) else { return nil }
        known[id] = ObjectModel(id, row.values, .clean, version: row.version)
        return row.values
    }

    private func bringUpToDate(_ object: ObjectModel, _ row: StoreModel.Row) {
        object.isMissing = false
        if object.status == .inserted { object.isStoredToo = true }
        let isNewer = parent != nil || object.version < row.version
        if object.status == .deleted, isNewer {
            // What is as it was when it was deleted is so when the deletion is undone, too.
            let isSame = object.base.isEmpty && object.values == row.values
            if isSame { object.version = row.version } else { object.isBehind = true }
        }
        guard object.status != .deleted, object.status != .inserted else { return }
        if parent != nil || object.version < row.version { object.take(row.values, version: row.version) }
    }

    /// Others changed these; children that follow hear of it too.
    func apply(_ ids: Set<Int>) {
        for id in ids { if let object = known[id] { reread(object) } }
        for child in children where child.follows { child.apply(ids) }
    }

    private func reread(_ object: ObjectModel) {
        if let row = source(object.id) {
            bringUpToDate(object, row)
        } else if object.status == .clean {
            forget(object, byOthers: true)
        } else {
            object.isMissing = true
        }
    }

    private func forget(_ object: ObjectModel, byOthers: Bool = false) {
        object.isMissing = byOthers
        object.status = .gone
        object.base = [:]
        known[object.id] = nil
    }
}

// Changing.
extension ContextModel {
    func insert(_ id: Int) {
        let object = ObjectModel(id, [0, 0, 0], .inserted)
        known[id] = object
        record(.inserted(object))
    }

    func assign(_ id: Int, _ index: Int, _ value: Int) {
        guard let object = known[id] else { return }
        record(.assigned(object, index, object.values[index]))
        object.assign(value, index)
    }

    func delete(_ id: Int) { if let object = known[id] { remove(object) } }

    private func remove(_ object: ObjectModel) {
        if object.status == .inserted, object.version > 0 { joinStoredAgain(object) }
        switch object.status {
        case .inserted:
            forget(object)
            for child in children where child.follows { child.apply([object.id]) }
        case .clean, .updated: object.status = .deleted
        case .deleted, .gone: return
        }
        record(.deleted(object))
    }

    private func joinStoredAgain(_ object: ObjectModel) {
        let row = source(object.id)
        guard object.isStoredToo || follows && row != nil else { return }
        object.isStoredToo = false
        guard let row else { return forget(object, byOthers: true) }
        object.settle(row.values, version: row.version)
        object.status = .clean
    }

    private func bringBack(_ object: ObjectModel) {
        switch object.status {
        case .deleted:
            object.status = object.base.isEmpty ? .clean : .updated
            if object.base.isEmpty, object.isMissing { outdated.insert(object.id) }
            if object.base.isEmpty { object.isMissing = false }
            // Undo is no merge: where others are not followed, the next fetch brings what is newer.
            if object.isBehind, follows || direction == .forward { outdated.insert(object.id) }
            object.isBehind = false
        // What others deleted is not brought back.
        case .gone where known[object.id] == nil && !object.isMissing:
            object.status = .inserted
            object.isStoredToo = false
            object.version = object.version == 0 ? 0 : store.versionAnew()
            known[object.id] = object
        default: return
        }
        record(.inserted(object))
    }

    func rollback() {
        (undone, redone) = ([], [])
        for object in pending {
            if object.status == .inserted {
                forget(object)
            } else {
                let isOutdated = object.isOutdated
                let version = object.base.isEmpty ? object.version : object.baseVersion
                object.settle(object.baseValues, version: version)
                if isOutdated { apply([object.id]) }
            }
        }
        refreshChildren()
    }

    func reset() {
        (undone, redone) = ([], [])
        for object in known.values { forget(object) }
        refreshChildren()
    }

    /// Anything may have changed: children that follow look at all that they know, too.
    func refreshAll() {
        for object in known.values { reread(object) }
        refreshChildren()
    }

    private func refreshChildren() {
        for child in children where child.follows { child.refreshAll() }
    }
}

// Undo.
extension ContextModel {
    private func record(_ step: Step) {
        guard undoes else { return }
        if group != nil { return group!.append(step) }
        close([step])
    }

    private func close(_ steps: [Step]) {
        // What is taken back is a step for the opposite, also where nothing was left to do.
        guard !steps.isEmpty || direction != .forward else { return }
        switch direction {
        case .forward:
            redone = []
            undone.append(steps)
        case .undoing: redone.append(steps)
        case .redoing: undone.append(steps)
        }
    }

    func grouping(_ body: () throws -> Void) rethrows {
        group = []
        defer {
            let steps = group ?? []
            group = nil
            close(steps)
        }
        try body()
    }

    func undo() {
        guard let steps = undone.popLast() else { return }
        takeBack(steps, .undoing)
        refreshChildren()
    }

    func redo() {
        guard let steps = redone.popLast() else { return }
        takeBack(steps, .redoing)
        refreshChildren()
    }

    private func takeBack(_ steps: [Step], _ direction: Direction) {
        self.direction = direction
        var assigned: [ObjectModel] = []
        var returned: [ObjectModel] = []
        grouping {
            for step in steps.reversed() {
                switch step {
                case .assigned(let object, let index, let value):
                    if object.status == .gone { continue }
                    record(.assigned(object, index, object.values[index]))
                    object.assign(value, index)
                    assigned.append(object)
                case .inserted(let object): remove(object)
                case .deleted(let object):
                    bringBack(object)
                    returned.append(object)
                }
            }
        }
        self.direction = .forward
        var stale = outdated
        outdated = []
        for object in assigned + returned where object.status == .updated {
            let edited = object.base.count
            object.base = object.edits
            // Whatever is edited no more follows the source again.
            guard object.base.count < edited else { continue }
            if object.base.isEmpty {
                if object.isMissing || follows && object.isOutdated { stale.insert(object.id) }
                object.settle(version: object.baseVersion)
            } else if object.isStale, !object.isMissing {
                if follows { stale.insert(object.id) } else { object.isStale = false }
                object.version = object.baseVersion
            }
        }
        // Others deleted the rows of these: nothing is pending for them.
        for object in returned where object.isMissing {
            guard object.status == .clean || object.status == .updated else { continue }
            forget(object, byOthers: true)
            stale.insert(object.id)
        }
        apply(stale)
    }
}

// Saving.
extension ContextModel {
    private enum Outcome {
        case written
        case merged([Int], version: Int)
        case gone
    }

    func save() throws {
        guard !pending.isEmpty else { return }
        let saved = pending
        let edited = saved.filter { $0.status == .updated && !$0.edits.isEmpty }
        let deleted = saved.filter { $0.status == .deleted }
        let returned = saved.filter { $0.status == .inserted && $0.version > 1 }
        let rows = store.rows
        let outcomes = try parent.map { try $0.absorb(saved, policy) } ?? write()
        var changed = Set((edited + deleted + returned).map(\.id))
        // Of a deletion that the policy gave up, and of a row that comes back as others have stored it, followers of the store
        // hear nothing.
        if parent == nil {
            for object in deleted { if case .merged? = outcomes[object.id] { changed.remove(object.id) } }
            for object in returned where rows[object.id] == store.rows[object.id] { changed.remove(object.id) }
        }
        var stale: Set<Int> = []
        for object in saved {
            switch outcomes[object.id] {
            case .gone: forget(object, byOthers: true)
            case .merged(let values, let version): object.settle(values, version: version)
            case .written where object.status == .deleted: forget(object)
            case .written: object.settle(version: parent == nil ? object.version : 1)
            case nil:
                // Its edits changed nothing, but kept out what others saved; and where they are not followed nobody told.
                if object.isOutdated || parent == nil && !follows { stale.insert(object.id) }
                object.settle(version: object.base.isEmpty ? object.version : object.baseVersion)
            }
        }
        lastSave = Set(saved.map(\.id))
        if parent == nil { store.announce(changed, except: self) }
        apply(stale)
        for child in children where child.follows { child.apply(lastSave) }
        if let parent {
            if follows { apply(parent.rereadForChild) }
            for sibling in parent.children where sibling !== self && sibling.follows { sibling.apply(changed) }
        }
    }

    /// Writes to the store, all or nothing.
    private func write() throws -> [Int: Outcome] {
        var rows = store.rows
        var outcomes: [Int: Outcome] = [:]
        for object in pending where object.status == .deleted {
            outcomes[object.id] = try writeDeletion(of: object, &rows)
        }
        for object in pending where object.status == .updated && !object.edits.isEmpty {
            outcomes[object.id] = try writeUpdate(of: object, &rows)
        }
        for object in pending where object.status == .inserted {
            if let row = rows[object.id] {
                outcomes[object.id] = try writeReturn(of: object, over: row, &rows)
                continue
            }
            object.version = object.version == 0 ? 1 : store.versionAnew()
            rows[object.id] = StoreModel.Row(values: object.values, version: object.version)
            outcomes[object.id] = .written
        }
        store.rows = rows
        return outcomes
    }

    /// A row that comes back, and that somebody else has stored again.
    private func writeReturn(
        of object: ObjectModel, over row: StoreModel.Row, _ rows: inout [Int: StoreModel.Row]
    ) throws -> Outcome {
        let isSame = row.values == object.values
        switch policy {
        case .error where !isSame: throw SaveRefused()
        case .mergeByPropertyObjectTrump where !isSame, .overwrite where !isSame:
            rows[object.id] = StoreModel.Row(values: object.values, version: row.version + 1)
            return .merged(object.values, version: row.version + 1)
        default: return .merged(row.values, version: row.version)
        }
    }

    private func writeDeletion(of object: ObjectModel, _ rows: inout [Int: StoreModel.Row]) throws -> Outcome {
        guard let row = rows[object.id] else { return .written }
        let version = object.base.isEmpty ? object.version : object.baseVersion
        let isUnchanged = row.version == version || row.values == object.baseValues
        switch isUnchanged ? .overwrite : policy {
        case .error: throw SaveRefused()
        case .mergeByPropertyStoreTrump, .rollback: return .merged(row.values, version: row.version)
        case .mergeByPropertyObjectTrump, .overwrite:
            rows[object.id] = nil
            return .written
        }
    }

    private func writeUpdate(of object: ObjectModel, _ rows: inout [Int: StoreModel.Row]) throws -> Outcome {
        guard let row = rows[object.id] else {
            switch policy {
            case .error: throw SaveRefused()
            case .mergeByPropertyStoreTrump, .rollback: return .gone
            case .mergeByPropertyObjectTrump, .overwrite:
                let version = store.versionAnew()
                rows[object.id] = StoreModel.Row(values: object.values, version: version)
                return .merged(object.values, version: version)
            }
        }
        guard let values = try resolve(object, row.values, policy) else {
            return .merged(row.values, version: row.version)
        }
        let version = row.version + (values.isWritten ? 1 : 0)
        rows[object.id] = StoreModel.Row(values: values.values, version: version)
        return .merged(values.values, version: version)
    }

    /// The values that an update leads to, and whether any of them had to be written; nil for what is there.
    private func resolve(
        _ object: ObjectModel, _ there: [Int], _ policy: MergePolicy
    ) throws -> (values: [Int], isWritten: Bool)? {
        let conflicts = object.edits.filter { there[$0.key] != $0.value }.keys
        var merged = there
        for index in object.edits.keys { merged[index] = object.values[index] }
        guard !conflicts.isEmpty else { return (merged, true) }
        switch policy {
        case .error: throw SaveRefused()
        case .rollback: return nil
        case .overwrite: return (object.values, true)
        case .mergeByPropertyObjectTrump: return (merged, true)
        case .mergeByPropertyStoreTrump:
            for index in conflicts { merged[index] = there[index] }
            return (merged, conflicts.count < object.edits.count)
        }
    }

    /// Makes a child's changes changes of this context, all or nothing.
    private func absorb(_ objects: [ObjectModel], _ policy: MergePolicy) throws -> [Int: Outcome] {
        var work: [() -> Void] = []
        var later: [() -> Void] = []
        var outcomes: [Int: () -> Outcome] = [:]
        for object in objects where object.status == .deleted {
            outcomes[object.id] = { .written }
            guard let there = live(object.id) else { continue }
            let decision: MergePolicy = there == object.baseValues ? .overwrite : policy
            switch decision {
            case .error: throw SaveRefused()
            case .mergeByPropertyStoreTrump, .rollback: outcomes[object.id] = { .merged(there, version: 1) }
            default: work.append { self.remove(self.materialized(object.id)) }
            }
        }
        for object in objects where object.status == .updated && !object.edits.isEmpty {
            outcomes[object.id] = { self.live(object.id).map { .merged($0, version: 1) } ?? .gone }
            if let there = live(object.id) {
                let values = try resolve(object, there, policy)?.values ?? there
                work.append { self.write(values, to: self.materialized(object.id, keepsIf: values)) }
                continue
            }
            switch policy {
            case .error: throw SaveRefused()
            case .mergeByPropertyStoreTrump, .rollback: break
            default:
                later.append {
                    let isNew = self.known[object.id] == nil
                    self.putBack(object)
                    if isNew { self.known[object.id]?.version = self.store.versionAnew() }
                }
            }
        }
        for object in objects where object.status == .inserted {
            guard let there = live(object.id) else {
                outcomes[object.id] = { .written }
                work.append { self.putBack(object) }
                continue
            }
            // One that comes back, and that this context has again.
            outcomes[object.id] = { self.live(object.id).map { .merged($0, version: 1) } ?? .gone }
            switch policy {
            case .error where there != object.values: throw SaveRefused()
            case .mergeByPropertyObjectTrump, .overwrite:
                work.append { self.write(object.values, to: self.materialized(object.id, keepsIf: object.values)) }
            default: break
            }
        }
        grouping { for change in work + later { change() } }
        let results = outcomes.mapValues { $0() }
        let stale = outdated
        outdated = []
        apply(stale)
        rereadForChild = stale
        return results
    }

    /// The object, known from now on, unless it would not differ from the source.
    private func materialized(_ id: Int, keepsIf values: [Int]? = nil) -> ObjectModel {
        if let object = known[id] { return object }
        let row = source(id)!
        let object = ObjectModel(id, row.values, .clean, version: row.version)
        if values != row.values { known[id] = object }
        return object
    }

    private func write(_ values: [Int], to object: ObjectModel) {
        for (index, value) in values.enumerated() where object.values[index] != value {
            record(.assigned(object, index, object.values[index]))
            object.assign(value, index)
        }
    }

    private func putBack(_ theirs: ObjectModel) {
        if let object = known[theirs.id] {
            bringBack(object)
            return write(theirs.values, to: object)
        }
        let version = theirs.status == .inserted ? theirs.version : 0
        let object = ObjectModel(theirs.id, theirs.values, .inserted, version: version)
        known[theirs.id] = object
        record(.inserted(object))
    }
}
