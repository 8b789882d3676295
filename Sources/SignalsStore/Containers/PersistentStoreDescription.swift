import SignalsSQLite
import Foundation

/// The store where a container keeps its objects. Core Data's `NSPersistentStoreDescription`.
public struct PersistentStoreDescription: Sendable {
    enum Kind: Sendable {
        case file(URL)
        case inMemory
        case engine(EngineOpening)
        case other(@Sendable ([StoreTable]) throws -> any PersistentStore)
    }

    let kind: Kind
    /// The name of the part of the model that the store keeps, as `ManagedObjectModel` was given it; nil for all of it.
    /// Core Data's property of the same name.
    public var configuration: String?
    /// The saves that a power cut may take back; nothing by default. The setting is read back from SQLite when the file
    /// is opened. A store in memory has `.off`, whatever is set.
    public var durability = Durability.full
    /// The time that a save waits, in seconds, while another process holds the file locked, before it fails with
    /// `SaveError.Reason.busy`; 5 by default. Reading does not wait for writers. With a server, it is the timeout of
    /// every request.
    public var busyTimeout: TimeInterval = 5
    /// The name of the SQLite VFS to open the file through; nil for the system's.
    package var vfs: String?
    /// The number of pages that the log may have before it is moved into the file.
    package var logPages = 1000
    var migration = MigrationOptions()

    /// True if opening a store that was written with an older model brings it to the present one. If false, opening
    /// such a store fails with an error that lists every difference. Core Data's property of the same name.
    public var shouldMigrateStoreAutomatically: Bool {
        get { migration.isAutomatic }
        set { migration.isAutomatic = newValue }
    }

    /// The parts of migrations that are written by hand, in any order.
    public var migrationStages: [MigrationStage] {
        get { migration.stages }
        set { migration.stages = newValue }
    }

    /// True if a copy of the file is made beside it before a migration drops or converts anything; on by default. Its
    /// name is the file's with `.before-migration`, and a number where there is one already. ``onMigrationProgress``
    /// reports it. The copy stays until a person deletes it; a migration that fails deletes its own.
    public var keepsCopyBeforeMigration: Bool {
        get { migration.keepsCopy }
        set { migration.keepsCopy = newValue }
    }

    /// Returns the same description, with permission to drop what the model does not have any more.
    ///
    /// ```swift
    /// .sqlite(at: url).dropping("Draft", "Note.color")
    /// ```
    /// A store that has objects of a class that the model does not have, or values of such an attribute or relationship,
    /// is refused with `StoreError.wouldDrop`, unless they are named here or a migration stage begins at that model's
    /// version.
    ///
    /// - Parameter names: names of classes, or of a class and a property with a point between, as the store has them. The
    ///   name of a class stands for its subclasses too.
    public func dropping(_ names: String...) -> PersistentStoreDescription {
        var description = self
        description.migration.dropping.formUnion(names)
        return description
    }

    /// Called with the progress of a migration, on the thread that opens the store; nothing when there is none to do.
    public var onMigrationProgress: (@Sendable (MigrationProgress) -> Void)? {
        get { migration.report }
        set { migration.report = newValue }
    }

    /// A store in an SQLite file, which is made where it is missing; its folder must exist.
    ///
    /// The file uses write-ahead logging: reads never wait for writes. Each save is on disk when it is reported, unless
    /// `durability` says otherwise.
    ///
    /// A file that was written with an older model is brought to the present one while it is opened, in one
    /// transaction: entities and attributes are added with their defaults, renamed where they say so (`renamed(from:)`,
    /// `renamedFrom`), and change their type or whether they may be nil where each value survives that. Where one does
    /// not, `StoreError.incompatibleModel` names it, and the file stays as it was. What holds data is dropped only where
    /// ``dropping(_:)`` names it. See <doc:FilesAndMigration>.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - configuration: the part of the model that the file keeps; nil for all of it.
    public static func sqlite(at url: URL, configuration: String? = nil) -> PersistentStoreDescription {
        PersistentStoreDescription(kind: .file(url), configuration: configuration)
    }

    /// A store that is gone when the container is closed or released, for tests and for scratch data.
    ///
    /// It behaves as a store in a file, because it is one: a private file, in memory where the system has a folder for
    /// that and else in the temporary folder, which is never synced and is deleted at the end.
    ///
    /// - Parameter configuration: the part of the model that the store keeps; nil for all of it.
    public static func inMemory(configuration: String? = nil) -> PersistentStoreDescription {
        PersistentStoreDescription(kind: .inMemory, configuration: configuration)
    }

    /// A store that another engine of this package keeps.
    package init(engine: EngineOpening, configuration: String?) {
        self.init(kind: .engine(engine), configuration: configuration)
    }

    private init(kind: Kind, configuration: String?) {
        self.kind = kind
        self.configuration = configuration
    }

    /// A store of another kind than SQLite, which another package provides: see <doc:AddingAStore>.
    ///
    /// ```swift
    /// let description = PersistentStoreDescription { tables in try LedgerStore(url: url, tables: tables) }
    /// ```
    /// Of the settings, `configuration`, `shouldMigrateStoreAutomatically` and `dropping(_:)` concern it: without the
    /// second, a store whose rows were committed with another model is refused, and with it the store is asked to migrate,
    /// unless that drops something that `dropping(_:)` does not name.
    ///
    /// - Parameters:
    ///   - configuration: the part of the model that the store keeps; nil for all of it.
    ///   - open: opens the store, on the thread that makes the container, each time that one is made. Its argument is
    ///     the tables, including those that the package needs for itself. Containers for which it returns the same
    ///     object share it, and the last of them closes it. What it throws is thrown by the container's initialiser.
    public init(
        configuration: String? = nil, open: @escaping @Sendable (_ tables: [StoreTable]) throws -> any PersistentStore
    ) {
        self.init(kind: .other(open), configuration: configuration)
    }
}

extension PersistentStoreDescription {
    var sqliteSettings: SQLiteSettings {
        switch kind {
        case .file: SQLiteSettings(durability: durability, busyTimeout: busyTimeout, vfs: vfs, logPages: logPages)
        case .inMemory, .engine, .other: SQLiteSettings(durability: .off, busyTimeout: busyTimeout, isPrivate: true)
        }
    }
}
