import Foundation
import SignalsCore
import Synchronization

/// An open store with the model of what is in it: makes contexts, and saves in the background. Core Data's
/// `NSPersistentContainer`.
///
/// ```swift
/// let container = try PersistentContainer(
///     name: "Household", model: ManagedObjectModel(HouseholdTask.self), stores: [.sqlite(at: url)])
/// container.performBackgroundTask { context in
///     HouseholdTask(context: context).name = "Water plants"
///     try context.save()
/// }
/// ```
/// It may be used from any thread. Containers on one file of one process share the store.
public final class PersistentContainer: Sendable {
    /// The name for messages.
    public let name: String
    /// The model of the objects that the store keeps.
    public let model: ManagedObjectModel
    /// The context of the main queue. It merges other contexts' saves before each fetch, count and save.
    ///
    /// It belongs to the main actor: elsewhere it is asked for with `await`, and used inside its `perform`.
    @preconcurrency @MainActor public var viewContext: ManagedObjectContext {
        madeViewContext.load() ?? madeViewContext.storeIfNil(makeViewContext())
    }

    /// The view context once somebody has asked for it: it follows the store, which costs those nothing that save in the
    /// background alone.
    private let madeViewContext = AtomicLazyReference<ManagedObjectContext>()
    let coordinator: StoreCoordinator
    let contextDefaults: ContextDefaults
    let tasks = BackgroundTasks()
    let liveRounds: LiveRounds
    /// The object that runs closures in the background; it does not keep the container.
    @usableFromInline let backgroundWork: BackgroundWork
    private let isReleased = Locked(false)

    /// Opens the stores.
    ///
    /// With several, each keeps the part of the model that its `configuration` names, and a fetch finds the objects of
    /// all that keep the class, in one order. An object stays in its store, which its ID names; which one a new object
    /// goes into has to be said where several keep its class: `Note(context: context, configuration: "Cache")`. Objects
    /// of different stores cannot be related. A save to several stores is committed to one after the other, in the
    /// order given here: as with Core Data, each store's part is atomic, but the whole is not. When one part fails, the
    /// parts before it are saved, and the parts after it are not tried.
    ///
    /// - Parameters:
    ///   - name: a name for messages.
    ///   - model: the classes that the stores keep.
    ///   - stores: the stores; at least one, and at most 127.
    /// - Throws: `StoreError`. A file that is refused is not changed. For a store of another package, the error that it
    ///   throws while it is opened, or a `FetchError` or `SaveError` that quotes it.
    public convenience init(name: String, model: ManagedObjectModel, stores: [PersistentStoreDescription]) throws {
        try self.init(name: name, model: model, stores: stores, instrumentation: nil)
    }

    /// Opens the stores, and reports the container's work to an instrumentation.
    ///
    /// - Parameters:
    ///   - name: a name for messages.
    ///   - model: the classes that the stores keep.
    ///   - stores: the stores; at least one, and at most 127.
    ///   - instrumentation: the observer of the migrations, saves, fetches and subscriptions of this container, but not
    ///     of other containers on the same file; nil for none.
    /// - Throws: as the initialiser without an instrumentation.
    public init(
        name: String, model: ManagedObjectModel, stores: [PersistentStoreDescription],
        instrumentation: (any Instrumentation)?
    ) throws {
        guard (1...127).contains(stores.count) else {
            fatalError("The container \"\(name)\" was given \(stores.count) stores. Give it one, or up to 127.")
        }
        self.name = name
        self.model = model
        contextDefaults = ContextDefaults(containerName: name, instrumentation: instrumentation)
        coordinator = try contextDefaults.spans.aroundMigrations(of: stores) { stores in
            try OpenStores.shared.open(stores, model)
        }
        liveRounds = LiveRounds(coordinator)
        ProgramEnd.wait(
            for: tasks, in: "the container \"\(name)\"",
            advice: "Wait for their futures before the end, call close(), or set exitTimeout.")
        backgroundWork = BackgroundWork(
            tasks: tasks, coordinator: coordinator, model: model, defaults: contextDefaults)
    }

    private func makeViewContext() -> ManagedObjectContext {
        let context = ManagedObjectContext(
            .mainQueue, queue: .main, coordinator: coordinator, model: model, defaults: contextDefaults)
        context.name = "view context of \(name)"
        context.automaticallyMergesChangesFromParent = true
        // As with Core Data on iOS: what a person may want to undo is edited in a child context.
        context.history.enable(false)
        context.updateAttention()
        return context
    }

    // Without closing: tasks that were accepted still have the store, and the last of them lets go of it.
    deinit { release(closing: false) }

    /// The policy of saves for conflicts, in each context of the container for which nothing else was set; `.error`
    /// unless it is set. May be read and set anywhere.
    public var mergePolicy: MergePolicy {
        get { contextDefaults.mergePolicy }
        set { contextDefaults.mergePolicy = newValue }
    }

    /// A context with a queue of its own, to be used inside `perform(_:)`.
    public func newBackgroundContext() -> ManagedObjectContext {
        ManagedObjectContext(concurrencyType: .privateQueue, container: self)
    }

    /// Runs a closure in the background, with a context of its own, and hands over its result.
    ///
    /// A bounded number of closures runs at once, first come first served. The closure saves the context itself; changes
    /// that it does not save are discarded, and so are those of a closure that throws.
    ///
    /// - Parameter body: the work, on a background queue, with a context that belongs to it until the closure returns.
    /// - Returns: a future that resolves, on a background thread, with the closure's result or with what it threw, after
    ///   what it saved can be read by other contexts. It fails with `StoreError.closed` if the container is closed.
    @inlinable
    @discardableResult
    public func performBackgroundTask<Output: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Output
    ) -> Future<Output, any Error> {
        let future = Future<Output, any Error>(unpromised: ())
        let isAccepted = backgroundWork.run { [backgroundWork] context in
            let result = Result {
                try context.confinement.enter {
                    let output = try body(context)
                    try context.requireValues()
                    return output
                }
            }
            switch result {
            case .success(let output): future.resolve(.success(output))
            case .failure(let error): backgroundWork.fail(future, backgroundWork.failure(error, in: context))
            }
        }
        if !isAccepted { backgroundWork.fail(future, backgroundWork.refusal) }
        return future
    }

    /// Runs a closure in the background, with a context of its own, saves what it changed when it returns, and hands
    /// over its result.
    ///
    /// ```swift
    /// container.save { context in HouseholdTask(context: context).name = "Water plants" }
    /// ```
    /// All of the closure's changes are saved, in one transaction, or none when it throws. No thread waits for the disk
    /// meanwhile, which makes this the cheapest form of many small saves. What the closure saves itself, with
    /// `context.save()`, is part of that transaction: other contexts do not see it before, and it is rolled back when
    /// the closure throws later. A batch request could not be part of that transaction, and stops the program.
    ///
    /// A bounded number of closures runs at once, first come first served. Saves whose closures return at about the same
    /// time are committed in the order in which they returned.
    ///
    /// - Parameters:
    ///   - response: the response when the commit meets a conflict: by default it fails the save.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    ///   - body: the work, on a background queue, with a context that belongs to it until the closure returns.
    /// - Returns: a future that resolves, on a background thread, with the closure's result after it is durable and can
    ///   be read by other contexts. It fails with what the closure threw, with `SaveError` when its changes could not
    ///   be saved, or with `StoreError.closed` if the container is closed.
    @inlinable
    @discardableResult
    public func save<Output: Sendable>(
        onConflict response: ConflictResponse = .fail, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Output
    ) -> Future<Output, any Error> {
        let future = Future<Output, any Error>(unpromised: ())
        backgroundWork.save(response, at: CallSite(fileID: fileID, line: line)) { context in
            let output = try body(context)
            return BackgroundWork.Ending { future.resolve(.success(output)) }
        } _: { [backgroundWork] failure in
            backgroundWork.fail(future, failure)
        }
        return future
    }

    /// Called for each background task that failed and whose future was released without ever having had a subscriber,
    /// on the thread that released it. Unless set, it prints one line to standard error, with the context's name.
    public var unobservedFailureHandler: @Sendable (UnobservedFailure) -> Void {
        get { contextDefaults.unobserved.handler }
        set { contextDefaults.unobserved.handler = newValue }
    }

    /// Closes the store, after the background tasks that were accepted have ended, and the transactions that were begun
    /// asynchronously. Contexts of the container can then neither fetch nor save, and its live queries end; those of other
    /// containers on the same file go on. Units of work in children of its contexts are not waited for, since they may
    /// need the caller's queue: what they have not saved fails. Calling it again does nothing.
    ///
    /// Blocks the caller; called inside a background task or a transaction of the same container it stops the program.
    public func close() {
        tasks.close()
        contextDefaults.isClosed = true
        liveRounds.close()
        release(closing: true)
    }

    private func release(closing: Bool) {
        let isFirst = isReleased.withLock { isReleased in
            defer { isReleased = true }
            return !isReleased
        }
        guard isFirst else { return }
        if closing {
            OpenStores.shared.release(coordinator, closing: true)
        } else {
            OpenStores.shared.abandon(coordinator)
        }
    }
}
