import SignalsSQLite
import Dispatch
import Foundation
import SignalsCore

/// The stores that are open in this process: containers on one file share one store, because a file has one writer.
final class OpenStores: Sendable {
    static let shared = OpenStores()

    private let slots = Locked<[String: Slot]>([:])

    private final class Slot: Sendable {
        /// Opening and closing one file happen one after the other.
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
                if isKnown { throw StoreError.sameStoreTwice(member.store.identifier) }
            }
        } catch {
            for member in members { release(member, closing: true) }
            throw error
        }
        return members.count == 1 ? members[0] : group(members)
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

    /// The store at an index, which the caller releases.
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
        try share(store.identifier.uuidString) { open, _ in
            let isSame = (open.store as? TableStore)?.store === store
            guard isSame, Set(open.schemas.values) == Set(entities) else {
                if !isSame { store.close() }
                throw StoreError.sameStoreTwice(store.identifier)
            }
        } open: { _ in
            let tables = TableStore(store, entities)
            do { try tables.adopt(entities, description.migration) } catch {
                tables.close()
                throw error
            }
            return StoreCoordinator(store: tables, schemas: entities, configuration: description.configuration) {}
        }
    }

    private func open(
        _ opening: EngineOpening, _ entities: [EntitySchema], _ settings: EngineSettings, _ configuration: String?
    ) throws -> StoreCoordinator {
        let fingerprint = "\(opening.settings) \(settings.durability) \(settings.timeout)"
        return try share(opening.key, settings: fingerprint) { open, openSettings in
            guard Set(open.schemas.values) == Set(entities) else {
                throw StoreError.openWithAnotherModel(opening.url)
            }
            guard openSettings == fingerprint else { throw StoreError.openWithOtherSettings(opening.url) }
        } open: { _ in
            let store = try opening.open(entities, settings)
            return StoreCoordinator(store: store, schemas: entities, configuration: configuration) {}
        }
    }

    private func open(_ opening: SQLiteOpening, _ configuration: String?) throws -> StoreCoordinator {
        let url = opening.url
        let entities = opening.entities
        return try share(url.path) { open, _ in
            guard Set(open.schemas.values) == Set(entities) else { throw StoreError.openWithAnotherModel(url) }
            guard (open.store as? SQLiteStore)?.settings == opening.settings else {
                throw StoreError.openWithOtherSettings(url)
            }
        } open: { slot in
            // One that was let go of may be closing still.
            slot.open.wait()
            let store = try SQLiteStore(opening)
            slot.open.enter()
            return StoreCoordinator(store: store, schemas: entities, configuration: configuration) {
                slot.open.leave()
            }
        }
    }

    /// Returns the store that is open under a name, for one more user, or opens it.
    ///
    /// - Parameters:
    ///   - settings: the settings of an engine that is not SQLite's.
    ///   - check: what throws if the open store, with its settings, is not the one that is asked for.
    private func share(
        _ name: String, settings: String = "", check: (StoreCoordinator, String) throws -> Void,
        open: (Slot) throws -> StoreCoordinator
    ) throws -> StoreCoordinator {
        let slot = slot(name)
        return try slot.queue.sync {
            let (known, knownSettings) = slot.state.withLock { ($0.coordinator, $0.settings) }
            if let known, !known.isClosed {
                try check(known, knownSettings)
                slot.state.withLock { $0.users += 1 }
                return known
            }
            let coordinator = try open(slot)
            slot.state.withLock { $0 = Slot.State(coordinator: coordinator, users: 1, settings: settings) }
            return coordinator
        }
    }

    /// Ends one use of a store, without waiting. Whoever lets go of the coordinator last closes it.
    func abandon(_ coordinator: StoreCoordinator) {
        DispatchQueue.global().async { self.release(coordinator, closing: false) }
    }

    /// Ends one use of a store. The last one closes it, or leaves that to whoever still holds the coordinator.
    func release(_ coordinator: StoreCoordinator, closing: Bool) {
        if let group = coordinator.store as? StoreGroup {
            if closing { coordinator.close() }
            for member in group.members { release(member, closing: closing) }
            return
        }
        // One that is shared with nobody has none.
        guard let slot = slot(of: coordinator) else {
            if closing { coordinator.close() }
            return
        }
        slot.queue.sync {
            let isLast = slot.state.withLock { state in
                guard state.coordinator === coordinator else { return true }
                state.users -= 1
                return state.users == 0
            }
            if isLast, closing { coordinator.close() }
        }
    }

    private func slot(of coordinator: StoreCoordinator) -> Slot? {
        let all = slots.withLock { Array($0.values) }
        return all.first { slot in slot.state.withLock { $0.coordinator } === coordinator }
    }

    private func slot(_ name: String) -> Slot {
        slots.withLock { slots in
            if let slot = slots[name] { return slot }
            let slot = Slot()
            slots[name] = slot
            return slot
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
