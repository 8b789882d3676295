import Foundation
import Signals
import SignalsDashboard
import SignalsStore

/// The program: accounts in a store, and transfers between them.
@main struct Ledger {
    static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("Ledger: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ words: [String]) async throws {
        switch (words.dropFirst().first, words.count) {
        case ("deposit", 4):
            let amount = try Decimal(amount: words[3])
            try await open(words[0]) { try await $0.deposit(amount, to: words[2]).value }
        case ("transfer", 5):
            let amount = try Decimal(amount: words[4])
            try await open(words[0]) { try await $0.transfer(amount, from: words[2], to: words[3]).value }
        case ("show", _):
            try await open(words[0], printsTransfers: false) { store in
                try await LedgerDashboard(store).dashboard.run(OutputMode(arguments: words))
            }
        case ("list", 2): try await open(words[0], list)
        case ("stress", 3):
            guard let count = Int(words[2]), count > 0 else { throw LedgerError.usage }
            try await open(words[0]) { try await stress($0, count: count) }
        case ("make-old", 2): try await LedgerModelV1.makeStore(path: words[0])
        default: throw LedgerError.usage
        }
    }

    /// Opens the store at `path`, prints each transfer when it is saved, and closes the store at the end: then all that
    /// is in it is in this one file.
    private static func open(
        _ path: String, printsTransfers: Bool = true, _ body: (LedgerStore) async throws -> Void
    ) async throws {
        let store = try LedgerStore(path: path, report: { say("migration: \($0)") })
        let printing = store.events.publisher(for: Transferred.self)
            .sink { if printsTransfers { say("\($0.text): \($0.from) → \($0.to) \($0.amount.money)") } }
        defer {
            printing.cancel()
            store.container.close()
        }
        try await body(store)
    }

    private static func list(_ store: LedgerStore) async throws {
        let accounts = FetchRequest<Account>(sortBy: [SortDescriptor(\.name)])
        for account in try await store.container.snapshots(for: accounts).value {
            say("\(account.name) \(account.balance.money)")
        }
        say("sum \(try await store.sum().value.money)")
    }

    /// Makes transfers between four accounts, all at once, and prints what became of them.
    private static func stress(_ store: LedgerStore, count: Int) async throws {
        let names = (1...4).map { "Stress \($0)" }
        for name in names { try await store.deposit(Decimal(count), to: name).value }
        let before = try await store.sum().value
        let transfers = (0..<count).map { number in
            let (from, distance) = (number % 4, 1 + number / 4 % 3)
            return store.transfer(
                Decimal(number % 10 + 1) / 100, from: names[from], to: names[(from + distance) % 4],
                text: "stress \(number)")
        }
        var failed = 0
        for transfer in transfers {
            do { try await transfer.value } catch { failed += 1 }
        }
        let after = try await store.sum().value
        say("\(count) transfers, \(failed) failed; the sum was \(before.money) and is \(after.money)")
        guard failed == 0, before == after else { throw LedgerError.stressFailed }
    }

    /// Writes a line at once, also into a pipe.
    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
