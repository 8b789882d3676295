import Dispatch
import Foundation
import SignalsCore
import SignalsSQLite

extension PersistentContainer {
    /// Copies the container's store into a file, or its stores into a folder, as they are at one moment, while saves go
    /// on. Each copy is a store with the same objects and object IDs. It is made with SQLite's backup functions;
    /// a server has backups of its own, such as `pg_dump`.
    ///
    /// A container with one store is backed up to a file. The file appears when it is whole and on disk, and not before:
    /// a failure leaves an earlier file as it was.
    ///
    /// A container with several is backed up to a folder, in which each store has a file: under the name of its own file,
    /// or, for a store in memory, under that of its configuration (`Cache.sqlite`; `store.sqlite` without one); the second
    /// of a name is `Cache-2.sqlite`. All copies are of one moment: a save to several stores of this container is in all
    /// of them, or in none. The files are moved to their paths when all are whole; what fails before that leaves the
    /// folder as it was. Other files in it are left alone.
    ///
    /// - Parameters:
    ///   - url: the file, or the folder, to write. A store of this library that nobody has open is replaced. A folder
    ///     is made where it is missing.
    ///   - replacingAnyFile: true to replace any other file too.
    ///   - onProgress: called with the progress, from 0 to 1, on a background queue.
    /// - Returns: a future that resolves on a background queue. It fails with `StoreError`: `.wouldReplace` for a file
    ///   that is not a store, `.inUse` for a store that is open here or in another process, `.unsupported` for a store
    ///   on a server, and for one of another package that makes no backups, alone or among several.
    @discardableResult
    public func backup(
        to url: URL, replacingAnyFile: Bool = false, onProgress: @escaping @Sendable (Double) -> Void = { _ in }
    ) -> Future<Void, any Error> {
        guard let group = coordinator.store as? StoreGroup else {
            return maintain { store in
                try store.backup(to: try url.storeFile(), replacingAnyFile: replacingAnyFile, progress: onProgress)
            }
        }
        let names = StoreGroupBackup.fileNames(of: group)
        return Future { [coordinator, name] promise in
            coordinator.pin(taking: {}) { pinned in
                DispatchQueue.global(qos: .utility).async {
                    promise(
                        Result {
                            if coordinator.isClosed { throw StoreError.closed(name: name) }
                            let folder = try url.storeFile()
                            let backup = try StoreGroupBackup(
                                of: try pinned.mapError { StoreError.failed(folder, reason: "\($0)") }.get().reader,
                                names, to: folder, replacingAnyFile: replacingAnyFile)
                            try backup.run(onProgress)
                        })
                }
            }
        }
    }

    /// Looks for damage in the store, for values that the model does not accept, for relationships that refer to objects
    /// that do not exist, for one-to-ones whose ends disagree, for unique values that objects of two classes share, for
    /// texts that are not in normal form C, and for row IDs that were never reserved. It reads everything. It does not look
    /// for ``RelationshipOptions/required`` relationships that refer to nothing, such as a batch insert or a migration may
    /// leave.
    ///
    /// - Returns: a future that resolves on a background queue with all problems, usually none. It fails with
    ///   `StoreError`: `.unsupported` for a store of another package that has no such check.
    public func integrityCheck() -> Future<[IntegrityFinding], any Error> {
        maintain { [coordinator] in try $0.checkIntegrity(Array(coordinator.schemas.values)) }
    }

    /// Deletes a store: its file and what SQLite keeps beside it. Where there is no file, it does nothing. Core Data's
    /// `destroyPersistentStore(at:type:options:)`.
    ///
    /// An empty file that ends in `-lock` may stay: with it processes exclude each other. A copy from before a migration
    /// stays.
    ///
    /// - Parameter url: the store's file.
    /// - Throws: `StoreError`: `.inUse` when the store is open here or in another process, `.foreignDatabase` when the
    ///   file is a database of another program, `.notADatabase` when it is not a database, or a damaged one.
    public static func destroyStore(at url: URL) throws {
        try SQLiteClaim(url: try url.storeFile()).destroy()
    }

    private func maintain<Output: Sendable>(
        _ work: @escaping @Sendable (any StoreEngine) throws -> Output
    ) -> Future<Output, any Error> {
        Future { [coordinator, name] promise in
            DispatchQueue.global(qos: .utility).async {
                promise(
                    Result {
                        if coordinator.isClosed { throw StoreError.closed(name: name) }
                        return try work(coordinator.store)
                    })
            }
        }
    }
}
