import Foundation
import Signals
import SignalsPostgres
import SignalsStore

/// The place where tasks are read and saved. Every save runs in the background and is a future of its outcome.
struct StorageProvider: Sendable {
    let container: PersistentContainer
    /// The saves that are made to fail; nil for none.
    var failures: FailureSchedule?
    /// The folder of a copy that is read.
    private var folder: TemporaryFolder?

    /// The store at `url`, which is made if there is none, with the folders on the way to it.
    ///
    /// - Throws: when the folders cannot be made or the file is no such store.
    init(at url: URL) throws {
        let folder = url.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw StoreFolderError(path: folder.path, reason: FileFailure.reason(error, path: folder.path))
        }
        self.init(try Self.container(.sqlite(at: url)))
    }

    /// The store at `url`, from which tasks are only read: nothing is made if there is none.
    ///
    /// - Throws: when the file cannot be read or is no such store.
    init(reading url: URL) throws {
        let store = try ReadableStore.open(url)
        self.init(store.container)
        folder = store.folder
    }

    /// Closes the store if it is a copy that is read, and removes the copy. An open store's files come and go, so that
    /// its folder cannot be removed for certain.
    ///
    /// Blocks until what is being read has been read.
    func removeCopy() {
        guard let folder else { return }
        container.close()
        folder.remove()
    }

    /// The store on the PostgreSQL server at an address, which others may have open too.
    ///
    /// - Throws: `StoreError`, when the server cannot be reached or does not accept the program.
    init(onServer address: String) throws {
        self.init(try Self.container(.postgres(address, schema: "household_tasks")))
    }

    /// The tasks in `container`, whose model is `model`.
    init(_ container: PersistentContainer) {
        self.container = container
    }

    /// The model of the store.
    static var model: ManagedObjectModel { ManagedObjectModel(version: 2, HouseholdTask.self) }

    /// A container over one store, which is brought to the model if an older program wrote it.
    ///
    /// - Throws: `StoreError`.
    static func container(_ store: PersistentStoreDescription) throws -> PersistentContainer {
        var store = store
        store.migrationStages = [HouseholdTask.derivation]
        do {
            return try PersistentContainer(name: "Tasks", model: model, stores: [store])
        } catch StoreError.stageFailed(_, _, _, MigrationError.noSuchEntity) {
            // The store of another program, which says more of itself where there is no stage.
            store.migrationStages = []
            return try PersistentContainer(name: "Tasks", model: model, stores: [store])
        }
    }

    /// All tasks, in the order of their places.
    func tasks() -> Future<[StoredTask], any Error> {
        container.performBackgroundTask { context in
            let request = FetchRequest<HouseholdTask>(sortBy: [SortDescriptor(\.position)])
            return try context.fetch(request).map(StoredTask.init)
        }
    }

    /// The place after the last task.
    func nextPosition() -> Future<Int, any Error> {
        container.performBackgroundTask { try HouseholdTask.nextPosition(in: $0) }
    }

    /// Saves a new task. Fails when it is open and another open one has its name.
    func add(_ task: NewTask) -> Future<Void, any Error> {
        save { try HouseholdTask.add(task, in: $0) }
    }

    /// Completes a task. One that comes back becomes due again, and the completed one is kept before it.
    ///
    /// - Returns: the line of the task that follows, if it comes back.
    func complete(_ id: ManagedObjectID<HouseholdTask>, on day: CalendarDay) -> Future<TodoLine?, any Error> {
        save { try $0.existingObject(with: id).complete(on: day) }
    }

    /// Opens a completed task again. Fails when another open one has its name.
    func reopen(_ id: ManagedObjectID<HouseholdTask>) -> Future<Void, any Error> {
        save { context in
            let task = try context.existingObject(with: id)
            task.take(TodoLine(task.line).reopened)
        }
    }

    /// Deletes tasks, all or none.
    func delete(_ ids: [ManagedObjectID<HouseholdTask>]) -> Future<Void, any Error> {
        save { context in
            for id in ids { context.delete(try context.existingObject(with: id)) }
        }
    }

    /// Deletes a task, if one is given, and adds another, in one save.
    ///
    /// - Returns: the ID of the added one.
    func replace(
        _ old: ManagedObjectID<HouseholdTask>?, with task: NewTask
    ) -> Future<ManagedObjectID<HouseholdTask>, any Error> {
        save { context in
            if let old { context.delete(try context.existingObject(with: old)) }
            return try HouseholdTask.add(task, in: context).objectID
        }
    }

    private func save<Output: Sendable>(
        _ change: @escaping @Sendable (ManagedObjectContext) throws -> Output
    ) -> Future<Output, any Error> {
        container.performBackgroundTask { [failures] context in
            let output = try change(context)
            try failures?.countSave()
            try context.save()
            return output
        }
    }
}
