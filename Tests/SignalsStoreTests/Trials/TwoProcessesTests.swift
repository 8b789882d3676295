import Dispatch
import Foundation
import Testing

@testable import SignalsStore

@Suite struct TwoProcessesTests {
    private enum Writer {
        /// Adds to the shared account and saves a pair, again and again. A conflict with the other process is tried
        /// again; anything else, as a lock that was waited for in vain, is an error.
        static func write(_ path: String, from first: Int) throws {
            let container = try Ledger.open(URL(fileURLWithPath: path), logPages: 12)
            defer { container.close() }
            let end = ContinuousClock.now + (Torture.isLong ? .seconds(60) : .zero)
            var pair = first
            while pair < first + 150 || ContinuousClock.now < end {
                while try !add(pair, container) {}
                pair += 1
            }
        }

        private static func add(_ pair: Int, _ container: PersistentContainer) throws -> Bool {
            let context = container.newBackgroundContext()
            return try context.performAndWait {
                let account = try context.fetch(FetchRequest<Account>())[0]
                account.balance += 1
                Ledger.add(pair, to: context)
                do throws(SaveError) { try context.save() } catch {
                    guard case .conflict = error.reason else { throw error }
                    return false
                }
                return true
            }
        }
    }

    @Test func twoProcessesThatWriteOneFileLoseNoUpdateAndDoNotGiveUpWaiting() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "ledger.sqlite")
        let container = try Ledger.open(url)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            Account(context: context).name = "shared"
            try context.save()
        }
        container.close()

        let path = url.path
        let here = Task.detached { try Writer.write(path, from: 0) }
        await #expect(processExitsWith: .success) { [path = path as String] in
            try Writer.write(path, from: 1_000_000)
        }
        try await here.value

        let (pairs, broken) = Ledger.audit(url)
        #expect(broken == [])
        #expect(pairs.count >= 300)
        let reopened = try Ledger.open(url)
        let after = reopened.newBackgroundContext()
        let balance = try after.performAndWait { try after.fetch(FetchRequest<Account>())[0].balance }
        #expect(balance == pairs.count, "each save added one to what both share")
        reopened.close()
        Torture.report("two processes for a minute: \(pairs.count) saves, no update lost, none that waited in vain")
    }

    private enum Mover {
        static let count = 200

        /// Moves one from a till to the next, all at once.
        static func move(_ path: String) async throws {
            let container = try PersistentContainer(
                name: "Test", model: Tills.model, stores: [.sqlite(at: URL(fileURLWithPath: path))])
            defer { container.close() }
            let units = (0..<count).map { number in
                UnitOfWork(container: container).execute { context in
                    try context.move(number)
                    Coin(context: context).till = try context.till("A")
                }
            }
            for unit in units { try await unit.value }
        }
    }

    @Test func unitsOfTwoProcessesOnTheSameRowsAllSucceed() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "tills.sqlite").path
        let container = try PersistentContainer(
            name: "Test", model: Tills.model, stores: [.sqlite(at: URL(fileURLWithPath: path))])
        defer { container.close() }
        try Tills.fill(container)
        async let here: Void = Mover.move(path)
        await #expect(processExitsWith: .success) { [path = path as String] in try await Mover.move(path) }
        try await here
        #expect(try Tills.balances(container) == [1000, 1000, 1000, 1000])
        #expect(try container.inBackground { try $0.count(for: FetchRequest<Coin>()) } == 2 * Mover.count)
    }
}
