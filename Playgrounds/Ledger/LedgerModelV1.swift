import Foundation
import Signals
import SignalsStore

/// The model before, in which amounts were whole cents.
enum LedgerModelV1 {
    final class Account: ManagedObject {
        @Attribute(.unique) var name = ""
        @Attribute var balanceInCents = 0
        @Relationship(deleteRule: .deny) var postings: Set<Posting> = []
    }

    final class Posting: ManagedObject {
        @Attribute var cents = 0
        @Attribute var text = ""
        @Relationship(.required, inverse: \Account.postings) var account: Account?
    }

    static let model = ManagedObjectModel(version: 1, Account.self, Posting.self)

    /// The accounts of an old store: a name, and postings in cents.
    static let sample = [
        "Cash": [10_000, -1_999, -1], "Bank": [250_050, -70_000], "Food": [1_999, 1], "Rent": [70_000],
    ]

    /// Writes a store as programs did that had this model.
    static func makeStore(path: String) async throws {
        guard !FileManager.default.fileExists(atPath: path) else { throw LedgerError.fileExists(path) }
        try await makeStore(LedgerStore.store(at: path))
    }

    static func makeStore(_ store: PersistentStoreDescription) async throws {
        let container = try PersistentContainer(name: "Old ledger", model: model, stores: [store])
        defer { container.close() }
        try await container.save { context in
            for (name, amounts) in sample {
                let account = Account(context: context)
                account.name = name
                account.balanceInCents = amounts.reduce(0, +)
                for cents in amounts {
                    let posting = Posting(context: context)
                    (posting.cents, posting.text, posting.account) = (cents, "from the old ledger", account)
                }
            }
        }.value
    }

    /// The way from here to the present model: cents become decimal numbers.
    static let toDecimal = MigrationStage(from: 1, to: LedgerStore.model) { step in
        try step.forEachRow(of: "Account") { old in
            let cents: Int = try old.value("balanceInCents")
            try step.update("Account", old.number, ["balance": Decimal(cents) / 100])
        }
        try step.forEachRow(of: "Posting") { old in
            let cents: Int = try old.value("cents")
            try step.update("Posting", old.number, ["amount": Decimal(cents) / 100])
        }
    }
}
