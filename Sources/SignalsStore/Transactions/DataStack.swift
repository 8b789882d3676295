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
    /// The container behind the stack.
    public let container: PersistentContainer
    /// The main-queue context that the stack reads with.
    public let fetchOrigin: FetchOrigin
    private let queue: DispatchQueue

    /// A stack over a container.
    ///
    /// - Parameter container: the container, which may be used otherwise too.
    public init(_ container: PersistentContainer) {
        self.container = container
        let reading = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        reading.name = "data stack of \(container.name)"
        fetchOrigin = FetchOrigin(context: reading)
        queue = DispatchQueue(label: "transactions of \(container.name)")
        queue.setSpecific(key: Self.current, value: ObjectIdentifier(self))
        reading.automaticallyMergesChangesFromParent = true
        reading.readOnlyMessage = Self.readOnlyMessage
    }

    /// Runs a closure in a transaction in the background, and returns at once.
    ///
    /// - Parameter body: what to do. What it changed is kept if it calls `transaction.commit()`; when it throws, nothing
    ///   is kept.
    /// - Returns: a future that says what became of the changes, after other contexts can read them. It fails with what
    ///   the closure threw, or with `SaveError`.
    @discardableResult
    public func beginAsynchronous(
        _ body: @escaping @Sendable (AsynchronousDataTransaction) throws -> Void
    ) -> Future<TransactionOutcome, any Error> {
        enqueue { context in
            let transaction = AsynchronousDataTransaction(context)
            try body(transaction)
            guard transaction.isCommitted else { return .discarded }
            try context.saveWhole()
            return .committed
        }
    }

    /// Runs a closure in a transaction, and returns when it has ended and its changes are saved.
    ///
    /// The closure runs on the transactions' queue, after those that were begun before, while the caller waits: take
    /// care that it waits for nothing that needs the caller.
    ///
    /// - Parameter body: what to do. What it changed is kept if it calls `transaction.commit()`; when it throws, nothing
    ///   is kept.
    /// - Returns: what became of the changes.
    /// - Throws: `TransactionError.nested` inside another transaction of the stack; what the closure throws;
    ///   `SaveError`.
    @discardableResult
    public func beginSynchronous(
        _ body: (SynchronousDataTransaction) throws -> Void
    ) throws -> TransactionOutcome {
        if DispatchQueue.getSpecific(key: Self.current) == ObjectIdentifier(self) { throw TransactionError.nested }
        let outcome = try queue.sync {
            try run { context -> TransactionOutcome in
                let transaction = SynchronousDataTransaction(context)
                try body(transaction)
                guard transaction.isCommitted else { return .discarded }
                try context.saveWhole()
                return .committed
            }
        }
        if context.confinement.isCurrent { try context.applyInbox() }
        return outcome
    }

    /// Runs a closure in a transaction in the background, commits it when the closure returns, and hands over the
    /// closure's result.
    ///
    /// - Parameter body: what to do. When it throws, nothing is kept.
    /// - Returns: a future of the closure's result, after other contexts can read the changes. It fails with what the
    ///   closure threw, or with `SaveError`.
    @discardableResult
    public func perform<Output: Sendable>(
        _ body: @escaping @Sendable (PerformedDataTransaction) throws -> Output
    ) -> Future<Output, any Error> {
        enqueue { context in
            let output = try body(PerformedDataTransaction(context))
            try context.saveWhole()
            return output
        }
    }

    /// A transaction that belongs to the main actor, until it is released.
    @MainActor
    public func beginDetached() -> DetachedDataTransaction {
        beginDetached(on: .main)
    }

    /// A transaction that belongs to a queue, until it is released.
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
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Output
    ) -> Future<Output, any Error> {
        container.backgroundWork.future { completion in
            queue.async {
                completion(
                    Result { try self.run(body) }.mapError {
                        BackgroundFailure(error: $0, contextName: "transaction of \(self.container.name)")
                    })
            }
        }
    }

    private func run<Output: Sendable>(_ body: (ManagedObjectContext) throws -> Output) throws -> Output {
        let context = ManagedObjectContext(
            .privateQueue, queue: queue, coordinator: container.coordinator, model: container.model,
            defaults: container.contextDefaults)
        context.name = "transaction of \(container.name)"
        context.beginInnerSaves()
        return try context.confinement.enter { try body(context) }
    }

    private static let readOnlyMessage = """
        What a data stack fetches is for reading. Change it in a transaction, on its copy there: \
        dataStack.perform { transaction in let person = try transaction.edit(person.objectID); person.age += 1 }
        """

    private static let current = DispatchSpecificKey<ObjectIdentifier>()
}
