import Foundation
import Signals
import SignalsStore

/// Where tasks are read and saved. Every save runs in the background and is a future that says what became of it.
struct StorageProvider: Sendable {
    let container: PersistentContainer

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
        self.init(try PersistentContainer(name: "Tasks", model: Self.model, stores: [.sqlite(at: url)]))
    }

    /// The tasks in `container`, whose model is `model`.
    init(_ container: PersistentContainer) {
        self.container = container
    }

    /// What the store holds.
    static var model: ManagedObjectModel { ManagedObjectModel(HouseholdTask.self) }

    /// All tasks, in the order of their places.
    func tasks() -> Future<[StoredTask], any Error> {
        container.performBackgroundTask { context in
            let request = FetchRequest<HouseholdTask>(sortBy: [SortDescriptor(\.position)])
            return try context.fetch(request).map(StoredTask.init)
        }
    }

    /// The place after the last task.
    func nextPosition() -> Future<Int, any Error> {
        container.performBackgroundTask { try Self.nextPosition(in: $0) }
    }

    /// Saves a new task. Fails when it is open and another open one has its name.
    func add(_ task: NewTask) -> Future<Void, any Error> {
        container.performBackgroundTask { context in
            let position = try task.position ?? Self.nextPosition(in: context)
            let stored = HouseholdTask(context: context)
            stored.take(task.line)
            stored.beginning = task.beginning
            stored.ending = task.ending
            stored.position = position
            try context.save()
        }
    }

    /// Completes a task. One that comes back becomes due again, and the completed one is kept before it.
    ///
    /// - Returns: the line of the task that follows, if it comes back.
    func complete(_ id: ManagedObjectID<HouseholdTask>, on day: CalendarDay) -> Future<TodoLine?, any Error> {
        container.performBackgroundTask { context in
            let task = try context.existingObject(with: id)
            let line = TodoLine(task.line)
            guard !line.header.isCompleted else { throw TaskError.alreadyDone(name: line.name) }
            let next = line.next(after: day)
            if next != nil { keepCompleted(line.completed(on: day), before: task, in: context) }
            task.take(next ?? line.completed(on: day))
            try context.save()
            return next
        }
    }

    /// Deletes tasks.
    func delete(_ ids: [ManagedObjectID<HouseholdTask>]) -> Future<Void, any Error> {
        container.performBackgroundTask { context in
            for id in ids { context.delete(try context.existingObject(with: id)) }
            try context.save()
        }
    }

    private func keepCompleted(_ line: TodoLine, before task: HouseholdTask, in context: ManagedObjectContext) {
        let completed = HouseholdTask(context: context)
        completed.take(line)
        completed.position = task.position
        completed.beginning = task.beginning
        completed.ending = task.ending.hasPrefix("\r\n") ? "\r\n" : "\n"
        task.beginning = ""
    }

    /// The place after the last task that `context` finds.
    static func nextPosition(in context: ManagedObjectContext) throws -> Int {
        var last = FetchRequest<HouseholdTask>(sortBy: [SortDescriptor(\.position, order: .reverse)])
        last.fetchLimit = 1
        return try context.fetch(last).first.map { $0.position + 1 } ?? 0
    }
}
