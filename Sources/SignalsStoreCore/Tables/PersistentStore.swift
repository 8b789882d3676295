import Foundation

/// A store of another kind than SQLite, which another package provides: over a dictionary, a file of its own, or a
/// server. Core Data's `NSAtomicStore` and `NSIncrementalStore`.
///
/// A store keeps tables of rows with row IDs, and does not deal with objects: it returns rows, and replaces those that
/// a commit changes. All else is done for it, in the same way as over SQLite: predicates, sorting, relationships,
/// aggregates, conflicts and merge policies, unique values, delete rules, batch requests, receipts of keyed tasks,
/// query generations.
///
/// ```swift
/// let container = try PersistentContainer(
///     name: "Household", model: model, stores: [PersistentStoreDescription { _ in DictionaryStore() }])
/// ```
/// <doc:AddingAStore> shows a complete one. Three members are required; the others are for stores that can do more.
///
/// A store that breaks the rules stated here stops the program with a message that names the store's type and the rule.
public protocol PersistentStore: RowReader, AnyObject {
    /// Names the store for good; part of each object ID. No two stores of a container have the same.
    var identifier: UUID { get }

    /// Makes changes of several tables: all of them or, when it throws, none. A table and a row are in them once.
    ///
    /// Called by one thread at a time, any one, for the saves that came together; it may block. When it returns, the
    /// saves are reported as done, so the changes have to be where the store promises to keep them, and each
    /// ``RowReader/rows(_:)`` that is called from then on has to see them.
    ///
    /// - Throws: anything; all these saves fail with it if it is a `SaveError`, such as `SaveError(.busy)`, which tells
    ///   the caller that a retry can help, and else with `SaveError.Reason.store`, which quotes it.
    func commit(_ changes: [TableChanges]) throws

    /// Decides on changes and commits them while nobody else writes to the store.
    ///
    /// The changes of a commit depend on the store's contents: `decide` reads rows, compares versions and unique
    /// values, and returns the changes. Unless a store does otherwise, it is called with the store itself, and
    /// ``commit(_:)`` with what it returns: that is right as long as only this program writes to the store. One that
    /// others write to as well begins a transaction here, calls `decide` with a reader of it, makes the changes and
    /// commits; where the changes cannot be made because others came between, it may call `decide` again.
    ///
    /// A unit of work that runs alone does so inside of `decide`, on its thread: it reads rows by the reader that is given
    /// and may take as long as its closure does. When `decide` is called again, so is that closure.
    ///
    /// Called like ``commit(_:)``.
    ///
    /// - Parameter decide: computes the changes; there may be none. What it throws has to be thrown on.
    /// - Throws: as ``commit(_:)`` does; then nothing was changed.
    func exclusively(_ decide: (any RowReader) throws -> [TableChanges]) throws

    /// Brings rows to other tables than those that they were committed to, after the model has changed: those of `old`
    /// are there, those of `new` are asked for from now on. Unless a store does it, the container is not opened.
    ///
    /// Called while the container is opened, before anything else; the rows of tables that are in both are to stay.
    ///
    /// - Throws: anything; opening fails with it, and with `StoreError.unsupported` where a store has no migration.
    func migrate(from old: [StoreTable], to new: [StoreTable]) throws

    /// Calls `handler`, on any thread, after others than this program have changed rows and these can be read. It
    /// may be called for nothing. Called once, after the store was opened; unless a store does it, nobody is notified
    /// of such changes.
    func watch(_ handler: @escaping @Sendable () -> Void)

    /// Copies the store as it is at one moment, for ``PersistentContainer/backup(to:replacingAnyFile:onProgress:)``. May
    /// be called by any thread, while others go on reading and committing.
    ///
    /// - Parameters:
    ///   - url: the file to copy to.
    ///   - replacingAnyFile: true if a file that is not a copy of such a store may be replaced.
    ///   - progress: to be called with parts from 0 to 1.
    /// - Throws: anything; the future fails with it, and with `StoreError.unsupported` where a store has no backup.
    func backup(to url: URL, replacingAnyFile: Bool, progress: (Double) -> Void) throws

    /// Looks for what is wrong with the store, for ``PersistentContainer/integrityCheck()``. May be called by any thread.
    ///
    /// - Throws: anything; the future fails with it, and with `StoreError.unsupported` where a store has no such check.
    func checkIntegrity() throws -> [IntegrityFinding]

    /// Ends all use of the store. Called once, when nothing else runs, on any thread; nothing is called after it, unless a
    /// container is opened with the same object again.
    func close()
}

extension PersistentStore {
    /// Calls `decide` with the store, and commits the result.
    public func exclusively(_ decide: (any RowReader) throws -> [TableChanges]) throws {
        let changes = try decide(self)
        if !changes.isEmpty { try commit(changes) }
    }

    /// Throws `StoreError.unsupported`.
    public func migrate(from old: [StoreTable], to new: [StoreTable]) throws {
        throw StoreError.unsupported(operation: "migration from another model")
    }

    /// Does nothing.
    public func watch(_ handler: @escaping @Sendable () -> Void) {}

    /// Throws `StoreError.unsupported`.
    public func backup(to url: URL, replacingAnyFile: Bool, progress: (Double) -> Void) throws {
        throw StoreError.unsupported(operation: "backup")
    }

    /// Throws `StoreError.unsupported`.
    public func checkIntegrity() throws -> [IntegrityFinding] {
        throw StoreError.unsupported(operation: "integrity check")
    }

    /// Does nothing.
    public func close() {}
}
