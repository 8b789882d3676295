import Foundation
import SignalsBattery
import SignalsDashboardTesting
import SignalsStore
import Testing

@testable import Ledger

/// The program Ledger, run as a process, and what is in its store afterwards.
@Suite struct LedgerTests {
    private let folder: TestFolder
    private let store: String

    init() throws {
        folder = try TestFolder()
        store = try folder.path("ledger.sqlite")
    }

    @Test func aTransferIsPostedToBothAccountsAndPrintedOnce() async throws {
        try openTwoAccounts()
        #expect(try run("transfer", "Cash", "Food", "10.50").lines == ["transfer: Cash → Food 10.50"])
        #expect(try run("list").lines == ["Cash 89.50", "Food 10.51", "sum 100.01"])
        #expect(
            try await postings() == ["Cash": ["-10.50", "100.00"], "Food": ["0.01", "10.50"]])
    }

    /// It waits for its store before its dashboard is run: what comes then runs on a thread that has SIGTTOU blocked.
    @Test func startedInTheBackgroundItStopsUntilItIsBroughtForward() async throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 24)
        let command = "'\(builtProgram("Ledger").path)' '\(store)' show"
        let shell = try terminal.start(
            URL(filePath: "/bin/bash"), ["-c", "set -m; \(command) & wait $!; echo stopped $?; fg; echo over"],
            environment: ["TERM": "xterm", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
        let before = try await terminal.wait(for: "stopped \(128 + SIGTTOU)")
        #expect(!before.contains("\u{1B}["), "it has taken the terminal: \(before.debugDescription)")
        try await terminal.wait(for: "No accounts yet")
        terminal.type("q")
        try await terminal.wait(for: "over")
        #expect(await shell.ending() == .exited(0))
    }

    @Test(arguments: [
        (["transfer", "Cash", "Nobody", "1"], "there is no account “Nobody”; list shows the accounts"),
        (["transfer", "Nobody", "Cash", "1"], "there is no account “Nobody”; list shows the accounts"),
        (
            ["transfer", "Cash", "Food", "100.01"],
            "“Cash” has 100.00, which is less than 100.01; nothing was transferred"
        ),
        (["transfer", "Cash", "Cash", "1"], "“Cash” cannot transfer to itself; name two accounts"),
        (["transfer", "Cash", "Food", "1.005"], "“1.005” is not an amount. Write it as 10.50, and more than nothing."),
        (["transfer", "Cash", "Food", "10x"], "“10x” is not an amount. Write it as 10.50, and more than nothing."),
        (["transfer", "Cash", "Food", "-1"], "“-1” is not an amount. Write it as 10.50, and more than nothing."),
        (["transfer", "Cash", "Food", "0.00"], "“0.00” is not an amount. Write it as 10.50, and more than nothing."),
        (["deposit", "Cash", "much"], "“much” is not an amount. Write it as 10.50, and more than nothing."),
        (["make-old"], nil),
        (
            ["sing"],
            "usage: Ledger STORE deposit ACCOUNT AMOUNT | transfer FROM TO AMOUNT | list | stress COUNT | make-old | show"
        ),
    ])
    func aRefusedCommandSaysWhyAndLeavesTheStoreAsItWas(_ arguments: [String], reason: String?) async throws {
        try openTwoAccounts()
        let (lines, errors, status) = try RunningProgram("Ledger", [store] + arguments).end()
        #expect(lines.isEmpty)
        #expect(errors == "Ledger: \(reason ?? "\(store) exists already; name a new file")\n")
        #expect(status == 1)
        #expect(try await postings() == ["Cash": ["100.00"], "Food": ["0.01"]])
    }

    @Test func aThousandTransfersAtOnceAllSucceedAndArePrintedOnce() async throws {
        let (lines, errors, status) = try run("stress", "1000")
        #expect(errors == "")
        #expect(status == 0)
        #expect(lines.last == "1000 transfers, 0 failed; the sum was 4000.00 and is 4000.00")
        let names = lines.dropLast().map { $0.prefix { $0 != ":" } }
        #expect(names.count == 1000)
        #expect(Set(names) == Set((0..<1000).map { "stress \($0)" }))
        #expect(try await postings().values.map(\.count).reduce(0, +) == 2004)
    }

    @Test func programsThatTransferAtOnceAllSucceed() async throws {
        try openTwoAccounts()
        _ = try run("transfer", "Cash", "Food", "1")
        let programs = try (0..<6).map { number in
            let accounts = number.isMultiple(of: 2) ? ["Cash", "Food"] : ["Food", "Cash"]
            return try RunningProgram("Ledger", [store, "transfer"] + accounts + ["0.01"])
        }
        for program in programs {
            let (lines, errors, _) = try program.end()
            #expect(lines.count == 1, "\(errors)")
        }
        #expect(try run("list").lines == ["Cash 99.00", "Food 1.01", "sum 100.01"])
        _ = try await postings()
    }

    @Test func anOldStoreIsMigratedWithEveryValueAndAReport() async throws {
        #expect(try run("make-old").status == 0)
        let (lines, errors, status) = try run("list")
        #expect(errors == "")
        #expect(status == 0)
        #expect(
            lines.suffix(5) == ["Bank 1800.50", "Cash 80.00", "Food 20.00", "Rent 700.00", "sum 2600.50"])
        let report = lines.dropLast(5)
        #expect(report.allSatisfy { $0.hasPrefix("migration: ") })
        #expect(report.first == "migration: ledger.sqlite.before-migration keeps the store as it was")
        #expect(try run("list").lines == Array(lines.suffix(5)))

        #expect(
            try await postings() == [
                "Cash": ["-0.01", "-19.99", "100.00"], "Bank": ["-700.00", "2500.50"], "Food": ["0.01", "19.99"],
                "Rent": ["700.00"],
            ])
        #expect(try run("transfer", "Food", "Rent", "19.99").lines == ["transfer: Food → Rent 19.99"])
    }

    @Test func theCopyFromBeforeTheMigrationIsTheOldStore() async throws {
        _ = try run("make-old")
        _ = try run("list")
        let container = try PersistentContainer(
            name: "Copy", model: LedgerModelV1.model, stores: [.sqlite(at: URL(filePath: store + ".before-migration"))])
        let cents = try await container.performBackgroundTask { context in
            try context.values(\.name, \.balanceInCents, of: FetchRequest<LedgerModelV1.Account>())
        }.value
        #expect(Dictionary(uniqueKeysWithValues: cents) == LedgerModelV1.sample.mapValues { $0.reduce(0, +) })
    }

    private func openTwoAccounts() throws {
        #expect(try run("deposit", "Cash", "100").status == 0)
        #expect(try run("deposit", "Food", "0.01").status == 0)
    }

    private func run(_ arguments: String...) throws -> (lines: [String], errors: String, status: Int32) {
        try RunningProgram("Ledger", [store] + arguments).end()
    }

    /// The amounts of each account's postings, of which its balance has to be the sum.
    private func postings() async throws -> [String: [String]] {
        let store = try LedgerStore(path: store)
        return try await store.container.performBackgroundTask { context in
            var amounts: [String: [String]] = [:]
            for account in try context.fetch(FetchRequest<Account>()) {
                #expect(account.balance == account.postings.map(\.amount).reduce(0, +))
                amounts[account.name] = account.postings.map(\.amount.money).sorted()
            }
            return amounts
        }.value
    }
}
