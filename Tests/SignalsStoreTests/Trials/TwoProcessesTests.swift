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
}
