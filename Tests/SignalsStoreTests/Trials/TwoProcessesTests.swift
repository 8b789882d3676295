import Dispatch
import Foundation
import Testing

@testable import SignalsStore

@Suite struct TwoProcessesTests {
    private enum Writer {
        /// Adds to the shared account and saves a pair, again and again. A conflict with the other process is tried
        /// again; anything else, as a lock that was waited for in vain, is an error.
        static func write(_ path: String, pairs: Range<Int>) throws {
            let container = try Ledger.open(URL(fileURLWithPath: path), logPages: 12)
            defer { container.close() }
            for pair in pairs {
                while try !add(pair, container) {}
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

        let (path, count) = (url.path, 150 * Torture.factor)
        let here = Task.detached { try Writer.write(path, pairs: 0..<count) }
        await #expect(processExitsWith: .success) { [path = path as String, count = count as Int] in
            try Writer.write(path, pairs: count..<2 * count)
        }
        try await here.value

        let (pairs, broken) = Ledger.audit(url)
        #expect(broken == [])
        #expect(pairs.count == 2 * count)
        let reopened = try Ledger.open(url)
        let after = reopened.newBackgroundContext()
        let balance = try after.performAndWait { try after.fetch(FetchRequest<Account>())[0].balance }
        #expect(balance == 2 * count)
        reopened.close()
    }
}
