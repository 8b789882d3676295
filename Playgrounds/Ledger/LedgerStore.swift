import Foundation
import Signals
import SignalsPostgres
import SignalsStore

/// The accounts in a file, or on a server. Each change is a unit of work, which runs again if another one changed the account meanwhile.
struct LedgerStore: Sendable {
    static let model = ManagedObjectModel(version: 2, Account.self, Posting.self)

    let container: PersistentContainer
    let events = DomainEventPublisher()

    /// The store at `path`, which is made if there is none, and migrated if it is an old one; or at an address that begins
    /// with `postgresql://`.
    ///
    /// - Parameter report: called with each line of a migration's report.
    init(path: String, report: @escaping @Sendable (String) -> Void = { _ in }) throws {
        try self.init(Self.store(at: path), report: report)
    }

    static func store(at path: String) -> PersistentStoreDescription {
        path.hasPrefix("postgresql://") ? .postgres(path, schema: "ledger") : .sqlite(at: URL(filePath: path))
    }

    init(_ store: PersistentStoreDescription, report: @escaping @Sendable (String) -> Void = { _ in }) throws {
        var store = store
        store.migrationStages = [LedgerModelV1.toDecimal]
        store.onMigrationProgress = { report($0.description) }
        container = try PersistentContainer(name: "Ledger", model: Self.model, stores: [store])
    }

    /// Posts an amount to an account, which is opened if there is none.
    func deposit(_ amount: Decimal, to name: String) -> Future<Void, UnitOfWorkError> {
        UnitOfWork(container: container).execute { context in
            let account = try context.findOrCreate(Account.self, where: \.name, equals: name)
            account.post(amount, text: "deposit")
        }
    }

    /// Moves an amount between two accounts, if the first one has it.
    func transfer(
        _ amount: Decimal, from: String, to: String, text: String = "transfer"
    ) -> Future<Void, UnitOfWorkError> {
        UnitOfWork(container: container).execute(publishingTo: events) { context, events in
            guard from != to else { throw LedgerError.sameAccount(from) }
            let (source, target) = (try account(from, in: context), try account(to, in: context))
            guard source.balance >= amount else {
                throw LedgerError.overdrawn(from, balance: source.balance, amount: amount)
            }
            source.post(-amount, text: text)
            target.post(amount, text: text)
            events.enqueue(Transferred(text: text, from: from, to: to, amount: amount))
        }
    }

    private func account(_ name: String, in context: ManagedObjectContext) throws -> Account {
        let request = FetchRequest<Account>(predicate: #Predicate { $0.name == name })
        guard let account = try context.fetch(request).first else { throw LedgerError.unknownAccount(name) }
        return account
    }

    /// The sum of all balances.
    func sum() -> Future<Decimal, any Error> {
        container.performBackgroundTask { try $0.sum(\.balance, of: FetchRequest<Account>()) }
    }
}
