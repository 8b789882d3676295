import Dispatch
import SignalsCore

/// A store whose objects are read on the main actor and changed in transactions only.
///
/// ```swift
/// let dataStack = DataStack(container)
/// dataStack.beginAsynchronous { transaction in
///     let person = transaction.create(Into<Person>())
///     person.name = "John Smith"
///     person.age = 30
///     transaction.commit()  // without it, nothing is kept
/// }
/// let john = try dataStack.fetchOne(From<Person>(), Where(\.name == "John Smith"))
/// ```
/// The stack fetches with a main-queue context of its own, whose objects follow what transactions commit. Changing one
/// of them stops the program with a message that shows the right way: `transaction.edit(_:)`.
///
/// Transactions that are begun with a closure run one after the other, in their order, on a background queue, and each
/// sees what those before it committed.
public final class DataStack: FetchableSource, Sendable {
    /// The container of the stack.
    public let container: PersistentContainer
    /// The main-queue context that the stack reads with.
    public let fetchOrigin: FetchOrigin
    let queue: DispatchQueue

    /// A stack over a container.
    ///
    /// - Parameter container: the container, which may be used without the stack too.
    public init(_ container: PersistentContainer) {
        self.container = container
        let reading = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        reading.name = "data stack of \(container.name)"
        fetchOrigin = FetchOrigin(context: reading)
        queue = DispatchQueue(label: "transactions of \(container.name)")
        queue.setSpecific(key: Self.current, value: ObjectIdentifier(self))
        container.tasks.adopt(queue)
        reading.automaticallyMergesChangesFromParent = true
        reading.readOnlyMessage = Self.readOnlyMessage
    }

    /// Runs a closure in a transaction in the background, and returns at once.
    ///
    /// - Parameters:
    ///   - response: the response when the commit meets a conflict with another commit, such as a detached transaction's:
    ///     by default it fails; the closure may run again, each time in a transaction of its own.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    ///   - body: the work. What it changed is kept if it calls `transaction.commit()`; when it throws, nothing is kept.
    /// - Returns: a future of the outcome, which resolves after other contexts can read the changes. It fails with what
    ///   the closure threw, with `SaveError`, or with `StoreError.closed` if the container is closed.
    @discardableResult
    public func beginAsynchronous(
        onConflict response: ConflictResponse = .fail, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (AsynchronousDataTransaction) throws -> Void
    ) -> Future<TransactionOutcome, any Error> {
        enqueue(response, at: CallSite(fileID: fileID, line: line)) { context in
            let transaction = AsynchronousDataTransaction(context)
            try body(transaction)
            return (transaction.isCommitted ? .committed : .discarded, transaction.isCommitted)
        }
    }

    /// Runs a closure in a transaction, and returns when it has ended and its changes are saved.
    ///
    /// The closure runs on the transactions' queue, after those that were begun before, while the caller waits: the
    /// closure must not wait for anything that needs the caller's thread.
    ///
    /// - Parameters:
    ///   - response: the response when the commit meets a conflict, as in ``beginAsynchronous(onConflict:fileID:line:_:)``.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    ///   - body: the work. What it changed is kept if it calls `transaction.commit()`; when it throws, nothing is kept.
    /// - Returns: the outcome of the changes.
    /// - Throws: `TransactionError.nested` inside another transaction of the stack; what the closure throws;
    ///   `SaveError`.
    @discardableResult
    public func beginSynchronous(
        onConflict response: ConflictResponse = .fail, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: (SynchronousDataTransaction) throws -> Void
    ) throws -> TransactionOutcome {
        if DispatchQueue.getSpecific(key: Self.current) == ObjectIdentifier(self) { throw TransactionError.nested }
        let span = container.contextDefaults.spans.begin(.save, at: CallSite(fileID: fileID, line: line))
        let outcome = try queue.sync {
            try run(onConflict: response, span) { context -> Run<TransactionOutcome> in
                let transaction = SynchronousDataTransaction(context)
                try body(transaction)
                return (transaction.isCommitted ? .committed : .discarded, transaction.isCommitted)
            }
        }
        if context.confinement.isCurrent { try context.applyInbox() }
        return outcome
    }

    /// Runs a closure in a transaction in the background, commits it when the closure returns, and hands over the
    /// closure's result.
    ///
    /// - Parameters:
    ///   - response: the response when the commit meets a conflict, as in ``beginAsynchronous(onConflict:fileID:line:_:)``.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    ///   - body: the work. When it throws, nothing is kept.
    /// - Returns: a future of the closure's result, after other contexts can read the changes. It fails with what the
    ///   closure threw, with `SaveError`, or with `StoreError.closed` if the container is closed.
    @discardableResult
    public func perform<Output: Sendable>(
        onConflict response: ConflictResponse = .fail, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (PerformedDataTransaction) throws -> Output
    ) -> Future<Output, any Error> {
        enqueue(response, at: CallSite(fileID: fileID, line: line)) {
            (try body(PerformedDataTransaction($0)), isCommitted: true)
        }
    }

    /// Begins a transaction that belongs to the main actor, until it is released.
    @MainActor
    public func beginDetached() -> DetachedDataTransaction {
        beginDetached(on: .main)
    }

    /// Begins a transaction that belongs to a queue, until it is released.
    ///
    /// ```swift
    /// let queue = DispatchQueue(label: "imports")
    /// queue.async {
    ///     let transaction = dataStack.beginDetached(on: queue)
    ///     transaction.create(Into<Person>()).name = "Ada"
    ///     transaction.commit()
    /// }
    /// ```
    /// A transaction is not `Sendable`: begin it in a closure that the queue runs, since it cannot be sent there.
    ///
    /// - Parameter queue: a serial queue, on which the transaction and its objects are used from then on, and nowhere
    ///   else.
    public func beginDetached(on queue: DispatchQueue) -> DetachedDataTransaction {
        let context =
            queue === DispatchQueue.main
            ? ManagedObjectContext(concurrencyType: .mainQueue, container: container)
            : ManagedObjectContext(on: queue, container: container)
        context.name = "detached transaction of \(container.name)"
        return DetachedDataTransaction(context)
    }

    private func enqueue<Output: Sendable>(
        _ response: ConflictResponse, at site: CallSite,
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Run<Output>
    ) -> Future<Output, any Error> {
        let span = container.contextDefaults.spans.begin(.save, at: site)
        return container.backgroundWork.future { completion in
            guard container.tasks.enter() else {
                let refusal = container.backgroundWork.refusal
                span?.end(refusal.error)
                return completion(.failure(refusal))
            }
            queue.async {
                completion(
                    Result { try self.run(onConflict: response, span, body) }.mapError {
                        BackgroundFailure(error: $0, contextName: "transaction of \(self.container.name)")
                    })
                self.container.tasks.leave()
            }
        }
    }

    private static let readOnlyMessage = """
        What a data stack fetches is for reading. Change it in a transaction, on its copy there: \
        dataStack.perform { transaction in let person = try transaction.edit(person.objectID); person.age += 1 }
        """

    private static let current = DispatchSpecificKey<ObjectIdentifier>()
}
