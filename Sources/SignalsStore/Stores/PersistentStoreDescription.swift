import Foundation

/// Where a container keeps its objects. Core Data's `NSPersistentStoreDescription`.
public struct PersistentStoreDescription: Sendable {
    enum Kind: Sendable {
        case file(URL)
        case inMemory
    }

    let kind: Kind

    /// A store in an SQLite file, which is made where it is missing; its folder must exist. Each save is on disk when
    /// it returns: the file uses write-ahead logging with `synchronous=FULL`.
    ///
    /// - Parameter url: the file.
    public static func sqlite(at url: URL) -> PersistentStoreDescription {
        PersistentStoreDescription(kind: .file(url))
    }

    /// A store that is gone when the container is closed or released, for tests and for scratch data.
    ///
    /// It behaves as a store in a file, because it is one: a private file, in memory where the system has a folder for
    /// that and else in the temporary folder, which is never synced and is deleted at the end.
    public static func inMemory() -> PersistentStoreDescription { PersistentStoreDescription(kind: .inMemory) }
}
