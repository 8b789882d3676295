import SignalsSQLite
import Dispatch
import Foundation
import SignalsCore

/// The stores that are open in this process: containers on one file share one store, because a file has one writer.
final class OpenStores: Sendable {
    static let shared = OpenStores()

    private let state = Locked<[String: (entry: Entry, holders: Int)]>([:])

    /// The store of one name. It is held by each thread that opens the store, and by the store until that is closed;
    /// without a holder it is forgotten.
    private final class Entry: Sendable {
        /// Opening and closing one store happen one after the other.
        let queue = DispatchQueue(label: "signals.stores")
        let state = Locked(State())
        /// Entered while a store is open or being closed.
        let open = DispatchGroup()

        struct State: Sendable {
            weak var coordinator: StoreCoordinator?
            var users = 0
            /// The settings of an engine that is not SQLite's.
            var settings = ""
        }
    }

    /// The names of the stores that are open, or being opened or closed.
    var names: Set<String> { state.withLock { Set($0.keys) } }

    /// One store, or several as a group, which the caller releases.
    ///
    /// - Throws: `StoreError`.
    func open(_ descriptions: [PersistentStoreDescription], _ model: ManagedObjectModel) throws -> StoreCoordinator {
        var members: [StoreCoordinator] = []
        do {
            for description in descriptions {
                let member = try open(description, model)
                members.append(member)
                let isKnown = members.dropLast().contains { $0.store.identifier == member.store.identifier }
                if isKnown { throw sameStoreTwice(members) }
            }
        } catch {
            for member in members { release(member, closing: true) }
            throw error
        }
        return members.count == 1 ? members[0] : group(members)
    }

    /// The error of the last of these, which is the store that another of them is, or a copy of it.
    private func sameStoreTwice(_ members: [StoreCoordinator]) -> StoreError {
        let identifier = members[members.count - 1].store.identifier
        let same = members.map(\.store).filter { $0.identifier == identifier }
        return .sameStoreTwice(identifier, locations: same.compactMap { ($0 as? SQLiteStore)?.url })
    }

    private func group(_ members: [StoreCoordinator]) -> StoreCoordinator {
        let group = StoreGroup(members)
        let coordinator = StoreCoordinator(store: group, schemas: group.schemas) {}
        for (storeIndex, member) in members.enumerated() {
            member.observers.join(group) { [weak coordinator] in
                coordinator?.observers.notify(of: $0.inMemory(at: storeIndex))
            }
        }
        return coordinator
    }

    /// The store of a description, which the caller releases.
    private func open(_ description: PersistentStoreDescription, _ model: ManagedObjectModel) throws -> StoreCoordinator
    {
        let entities = model.schemas(in: description.configuration)
        switch description.kind {
        case .inMemory: return try openScratch(entities, description)
        case .file(let url):
            let opening = SQLiteOpening(
                url: try url.storeFile(), entities: entities,
                settings: description.sqliteSettings, version: model.version, migration: description.migration)
            return try open(opening, description.configuration)
        case .engine(let opening):
            let settings = EngineSettings(
                modelVersion: model.version, migration: description.migration, durability: description.durability,
                timeout: description.busyTimeout)
            return try open(opening, entities, settings, description.configuration)
        case .other(let open): return try adopt(try open(StoreTable.all(entities)), entities, description)
        }
    }

    /// A store that another package has opened. The same object that is open already is shared.
    private func adopt(
        _ store: any PersistentStore, _ entities: [EntitySchema], _ description: PersistentStoreDescription
    ) throws -> StoreCoordinator {
        try share(store.identifier.uuidString, entities, description.configuration) { open, _ in
            let isSame = (open.store as? TableStore)?.store === store
            guard isSame, Set(open.schemas.values) == Set(entities) else {
                if !isSame { store.close() }
                throw StoreError.sameStoreTwice(store.identifier, locations: [])
            }
        } open: { _ in
            let tables = TableStore(store, entities)
            do { try tables.adopt(entities, description.migration) } catch {
                tables.close()
                throw error
            }
            return tables
        }
    }

    private func open(
        _ opening: EngineOpening, _ entities: [EntitySchema], _ settings: EngineSettings, _ configuration: String?
    ) throws -> StoreCoordinator {
        let fingerprint = "\(opening.settings) \(settings.durability) \(settings.timeout)"
        return try share(opening.key, entities, configuration, settings: fingerprint) { open, openSettings in
            guard Set(open.schemas.values) == Set(entities) else {
                throw StoreError.openWithAnotherModel(opening.url)
            }
            guard openSettings == fingerprint else { throw StoreError.openWithOtherSettings(opening.url) }
        } open: { _ in
            try opening.open(entities, settings)
        }
    }

    private func open(_ opening: SQLiteOpening, _ configuration: String?) throws -> StoreCoordinator {
        let url = opening.url
        let entities = opening.entities
        return try share(url.path, entities, configuration) { open, _ in
            guard Set(open.schemas.values) == Set(entities) else { throw StoreError.openWithAnotherModel(url) }
            guard (open.store as? SQLiteStore)?.settings == opening.settings else {
                throw StoreError.openWithOtherSettings(url)
            }
        } open: { entry in
            // One that was let go of may be closing still.
            entry.open.wait()
            return try SQLiteStore(opening)
        }
    }

    /// Returns the store that is open under a name, for one more user, or opens it.
    ///
    /// - Parameters:
    ///   - settings: the settings of an engine that is not SQLite's.
    ///   - check: what throws if the open store, with its settings, is not the one that is asked for.
    private func share(
        _ name: String, _ entities: [EntitySchema], _ configuration: String?, settings: String = "",
        check: (StoreCoordinator, String) throws -> Void, open: (Entry) throws -> any StoreEngine
    ) throws -> StoreCoordinator {
        let entry = hold(name)
        defer { letGo(name) }
        return try entry.queue.sync {
            let (known, knownSettings) = entry.state.withLock { ($0.coordinator, $0.settings) }
            if let known, !known.isClosed {
                try check(known, knownSettings)
                entry.state.withLock { $0.users += 1 }
                return known
            }
            let store = try open(entry)
            hold(name).open.enter()
            let coordinator = StoreCoordinator(
                store: store, schemas: entities, configuration: configuration, name: name
            ) {
                entry.open.leave()
                self.letGo(name)
            }
            entry.state.withLock { $0 = Entry.State(coordinator: coordinator, users: 1, settings: settings) }
            return coordinator
        }
    }

    @discardableResult
    private func hold(_ name: String) -> Entry {
        state.withLock { entries in
            let entry = entries[name]?.entry ?? Entry()
            entries[name] = (entry, (entries[name]?.holders ?? 0) + 1)
            return entry
        }
    }

    private func letGo(_ name: String) {
        state.release { entries in
            entries[name]?.holders -= 1
            return entries[name]?.holders == 0 ? entries.removeValue(forKey: name) : nil
        }
    }

    /// Ends one use of a store, without waiting. Whoever lets go of the coordinator last closes it.
    func abandon(_ coordinator: StoreCoordinator) {
        DispatchQueue.global().async { self.release(coordinator, closing: false) }
    }

    /// Ends one use of a store. The last one closes it, unless the coordinator is still held elsewhere.
    func release(_ coordinator: StoreCoordinator, closing: Bool) {
        if let group = coordinator.store as? StoreGroup {
            if closing { coordinator.close() }
            for member in group.members { release(member, closing: closing) }
            return
        }
        // A store that is not shared has none, nor does a closed one.
        guard let entry = state.withLock({ entries in coordinator.name.flatMap { entries[$0]?.entry } }) else {
            if closing { coordinator.close() }
            return
        }
        entry.queue.sync {
            let isLast = entry.state.withLock { state in
                guard state.coordinator === coordinator else { return true }
                state.users -= 1
                return state.users == 0
            }
            if isLast, closing { coordinator.close() }
        }
    }

    private func openScratch(
        _ entities: [EntitySchema], _ description: PersistentStoreDescription
    ) throws -> StoreCoordinator {
        let files = FileManager.default
        let shared = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
        let parent = files.isWritableFile(atPath: shared.path) ? shared : files.temporaryDirectory
        ScratchClaim.removeLeftoversOnce(in: parent)
        let made: ScratchClaim
        do { made = try ScratchClaim(in: parent) } catch { throw StoreError.noPermission(parent) }
        let folder = made.folder
        let claim = Locked<ScratchClaim?>(made)
        ScratchFolders.add(folder)
        let remove: @Sendable () -> Void = {
            ScratchFolders.remove(folder)
            // Whoever still holds the closed store needs no lock.
            _ = claim.withLock { $0.take() }
        }
        do {
            let store = try SQLiteStore(
                SQLiteOpening(
                    url: folder.appending(path: "store.sqlite"), entities: entities,
                    settings: description.sqliteSettings))
            return StoreCoordinator(
                store: store, schemas: entities, configuration: description.configuration, onClose: remove)
        } catch {
            remove()
            throw error
        }
    }
}
