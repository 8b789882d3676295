import Dispatch
import Foundation
import Signals

extension PersistentContainer {
    /// Copies the store into a file, as it is at one moment, while others go on saving. The copy is a store with the
    /// same objects and object IDs; it is made with SQLite's backup functions.
    ///
    /// The file appears when it is whole and on disk, and not before: a failure leaves what was there.
    ///
    /// - Parameters:
    ///   - url: where to. A store of this library that no one has open is replaced.
    ///   - replacingAnyFile: whether any other file is replaced too.
    ///   - onProgress: hears of the progress, from 0 to 1, on a background queue.
    /// - Returns: a future that resolves on a background queue. It fails with `StoreError`: `.wouldReplace` for a file
    ///   that is no store, `.inUse` for a store that is open here or in another process, `.unsupported` for a container
    ///   of several stores, or whose store is of another package and makes no backups.
    @discardableResult
    public func backup(
        to url: URL, replacingAnyFile: Bool = false, onProgress: @escaping @Sendable (Double) -> Void = { _ in }
    ) -> Future<Void, any Error> {
        maintain { store in
            try store.backup(
                to: try url.storeFile(), replacingAnyFile: replacingAnyFile, progress: onProgress)
        }
    }

    /// Looks for damage in the store, and for values that the model does not accept. It reads everything.
    ///
    /// - Returns: a future that resolves on a background queue with all that is wrong: nothing, as a rule. It fails with
    ///   `StoreError`: `.unsupported` for a store of another package that has no such check.
    public func integrityCheck() -> Future<[IntegrityFinding], any Error> {
        maintain { [coordinator] in try $0.checkIntegrity(Array(coordinator.schemas.values)) }
    }

    /// Deletes a store: its file and what SQLite keeps beside it. Where there is no file, it does nothing. Core Data's
    /// `destroyPersistentStore(at:type:options:)`.
    ///
    /// An empty file that ends in `-lock` may stay: processes use it to take turns.
    ///
    /// - Parameter url: the store's file.
    /// - Throws: `StoreError`: `.inUse` when the store is open here or in another process, `.foreignDatabase` when the
    ///   file is no store of this library.
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
