//: # Units of work
//: When a person has completed a task, save. When something fails on the way, nothing of it may stay: neither in the
//: store nor in a context.
import Foundation
import Signals
import SignalsStore

final class StoredFile: ManagedObject {
    @Attribute(.unique) var name = ""
    @Attribute var isLocked = false
}

typealias FileID = ManagedObjectID<StoredFile>

//: A **domain service** keeps to the business rules. It is made with the context that it works in.
struct FileRemoval {
    struct Locked: Error { let name: String }

    let context: ManagedObjectContext

    func removeFile(_ id: FileID) throws {
        let file = try context.existingObject(with: id)
        guard !file.isLocked else { throw Locked(name: file.name) }
        context.delete(file)
    }
}

//: An **application service** is what a button or a command calls: it makes the change and saves it, all of it or
//: nothing. The real transaction spans the whole list, so that a failure at file N takes back files 0 to N-1: the unit
//: of work wraps the loop. To roll back, throw.
struct RemoveFile: Sendable {
    let container: PersistentContainer
    let report: @Sendable (UnitOfWorkError) -> Void

    @discardableResult
    func removeFiles(_ ids: [FileID]) -> Future<Void, UnitOfWorkError> {
        unitOfWork()
            .onError(report)
            .execute { context in
                let removal = FileRemoval(context: context)
                for id in ids { try removal.removeFile(id) }
            }
    }

    // One place decides where the work is done: here beside the view context, which stays clean.
    private func unitOfWork() -> UnitOfWork { UnitOfWork(container: container) }
}

//: ## Try it
let container = try PersistentContainer(
    name: "Files", model: ManagedObjectModel(StoredFile.self), stores: [.inMemory()])
let view = container.viewContext
let ids = try await UnitOfWork(container: container).execute { context in
    ["a.txt", "b.txt", "locked.txt"].map { name in
        let file = StoredFile(context: context)
        file.name = name
        file.isLocked = name == "locked.txt"
        return file.objectID
    }
}.value

let removeFile = RemoveFile(container: container) { error in
    //: The error says at which of three stages the unit failed. Its reason is what was thrown there.
    switch error {
    case .execution(let reason): print("rolled back:", reason)
    case .transactionSave(let reason): print("not saved:", reason)
    case .parentSave(let reason): print("not saved through the parent context:", reason)
    }
}
do { try await removeFile.removeFiles(ids).value } catch { print("the future failed too") }
print("files left:", try view.count(for: FetchRequest<StoredFile>()))

try await removeFile.removeFiles(Array(ids.prefix(2))).value
print("files left:", try view.count(for: FetchRequest<StoredFile>()))

//: ## In a child context
//: `UnitOfWork(parent:)` works in a child of a context, for scratch pads: it sees what is pending there. Both levels are
//: saved when it is done, and of the parent nothing but what the unit did.
let draft = StoredFile(context: view)
draft.name = "draft.txt"
let seen = try await UnitOfWork(parent: view).execute { context in
    StoredFile(context: context).name = "c.txt"
    return try context.count(for: FetchRequest<StoredFile>())
}.value
let stored = try await container.performBackgroundTask { try $0.count(for: FetchRequest<StoredFile>()) }.value
print("the unit saw \(seen) files; in the store are \(stored); the draft is pending:", draft.isInserted)

//: A parent save that fails takes the unit's changes back in the parent too.
do {
    try await UnitOfWork(parent: view).execute { StoredFile(context: $0).name = "c.txt" }.value
} catch UnitOfWorkError.parentSave(let reason) {
    print("parent save:", reason)
}
print("in the view context:", try view.count(for: FetchRequest<StoredFile>()))
