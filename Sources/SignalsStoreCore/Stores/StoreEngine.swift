import Foundation

/// An engine that answers the queries of contexts and commits their change sets, over one kind of store: an SQLite
/// file, a schema of a PostgreSQL database, several stores as one, or tables that a `PersistentStore` of another
/// package keeps.
///
/// A store deals in values, never in objects. `commit` is called by one thread at a time, everything else by any.
package protocol StoreEngine: AnyObject, StoreReader {
    /// Names the store for good; part of each object ID.
    var identifier: UUID { get }

    /// A reader that sees the store as it is now, however long it is kept and whatever is committed meanwhile.
    ///
    /// - Throws: `FetchError`.
    func pin() throws -> any StoreReader

    /// A reader that replicas answer as far as they have what was seen before; nil where there are none.
    ///
    /// - Parameter startsAnew: true if the reader has read nothing before.
    func makeReplicaReader(startsAnew: Bool) -> (any StoreReader)?

    /// Returns when the store can be read.
    ///
    /// - Throws: `FetchError`.
    func awaitReachable() throws

    /// Applies the change sets in their order, commits once, and returns when that is durable. Each has an outcome of
    /// its own: a failed change set leaves nothing, and the others are committed.
    func commit(_ changeSets: [ChangeSet]) -> [Result<CommitOutcome, SaveError>]

    /// Gives the store to `work` alone, and commits what that applied when it returns; nothing when it throws. Called like
    /// `commit`. `work` is called once, but by a store that tries again because others came between.
    ///
    /// - Throws: `SaveError`: what `work` threw, or why nothing was committed.
    func exclusively(_ work: (any StoreTurn) throws(SaveError) -> Void) throws(SaveError)

    /// True if the work of several callers may be committed in one turn, each on what the others applied before.
    var sharesTurns: Bool { get }

    /// The time, in seconds, that a save waits for another that has the store to itself.
    var busyTimeout: TimeInterval { get }

    /// Takes numbers for new objects, which no one else will ever get. Called like `commit`.
    ///
    /// - Throws: `SaveError`.
    func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64>

    /// The first result of a key that was committed with a receipt and has not expired. `commit` looks for it too.
    ///
    /// - Throws: `FetchError`.
    func receipt(for key: String) throws -> Data?

    /// The number of reads under way; 0 if that is unknown.
    var busyReaders: Int { get }

    /// True if the store has work to do between commits. Called like `commit`.
    var needsCheckpoint: Bool { get }

    /// Does that work, after the observers were notified of what was committed. Called like `commit`.
    func checkpoint()

    /// Calls `handler`, on any thread, whenever someone else may have committed: another process, as a rule. It
    /// may be called for nothing. Called once, before anything else.
    func watch(_ handler: @escaping @Sendable () -> Void)

    /// Called once, when somebody follows the store for the first time: before that, what others commit need not be
    /// noticed at once.
    func beginToListen()

    /// True if others may have committed since the last call of `takeForeignCommits`. May be called on any thread.
    var mayHaveForeignCommits: Bool { get }

    /// True if observers may lack notices of commits of the state that a reader from `pin()` sees. Called like `commit`.
    func mayLackNotices(of pinned: any StoreReader) -> Bool

    /// Returns what others have committed since the last call. Called like `commit`.
    ///
    /// - Parameter observers: the observers that are notified, and with that what needs to be read of it.
    /// - Throws: `FetchError` where the store cannot say; then they are among what the next call returns.
    func takeForeignCommits(for observers: ObserverKind) throws -> ForeignCommits

    /// Returns what others committed before the last commit of this process, as far as that commit came upon it. It is
    /// not among what `takeForeignCommits` returns later. Called like `commit`, after each.
    ///
    /// - Parameter observers: the observers that are notified, and with that what needs to be read of it.
    func takeCommitsBefore(for observers: ObserverKind) -> ForeignCommits

    /// Copies the store, as it is at one moment, into a file, while others go on committing. `progress` is called with parts
    /// from 0 to 1.
    ///
    /// - Throws: `StoreError`.
    func backup(to url: URL, replacingAnyFile: Bool, progress: (Double) -> Void) throws

    /// Returns what is wrong with the store and with the values of these entities.
    ///
    /// - Throws: `StoreError`.
    func checkIntegrity(_ entities: [EntitySchema]) throws -> [IntegrityFinding]

    /// Ends all use of the store. Called once, when nothing runs.
    func close()
}

extension StoreEngine {
    package func exclusively(_ work: (any StoreTurn) throws(SaveError) -> Void) throws(SaveError) {
        throw SaveError(.store(reason: "this kind of store runs no work alone: choose another response to conflicts"))
    }

    package func makeReplicaReader(startsAnew: Bool) -> (any StoreReader)? { nil }
    package func awaitReachable() throws {}
    package var sharesTurns: Bool { true }
    package var busyTimeout: TimeInterval { 5 }
    package var busyReaders: Int { 0 }
    package var needsCheckpoint: Bool { false }
    package func receipt(for key: String) throws -> Data? { nil }
    package func checkpoint() {}

    package func pin() throws -> any StoreReader {
        throw FetchError.store(reason: "this store cannot keep one state readable while others commit")
    }

    package func watch(_ handler: @escaping @Sendable () -> Void) {}
    package func beginToListen() {}
    package var mayHaveForeignCommits: Bool { true }
    package func mayLackNotices(of pinned: any StoreReader) -> Bool { true }
    package func takeForeignCommits(for observers: ObserverKind) -> ForeignCommits { .none }
    package func takeCommitsBefore(for observers: ObserverKind) -> ForeignCommits { .none }

    package func backup(to url: URL, replacingAnyFile: Bool, progress: (Double) -> Void) throws {
        throw StoreError.unsupported(operation: "backup")
    }

    package func checkIntegrity(_ entities: [EntitySchema]) throws -> [IntegrityFinding] {
        throw StoreError.unsupported(operation: "integrity check")
    }
}
