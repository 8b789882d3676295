import Foundation
import Testing

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQLite

@Suite struct SQLiteReceiptsTests {
    @Test func receiptsThatHaveExpiredAreForgottenWithTheNextOne() throws {
        let connection = try SQLiteConnection(path: ":memory:")
        let receipts = SQLiteReceipts(connection)
        let now = Date(timeIntervalSinceReferenceDate: 1000)
        #expect(try receipts.result(of: "a", at: now) == nil, "there is no table yet")
        try receipts.keep(Receipt(key: "a", result: Data([1]), expires: now + 10), at: now)
        try receipts.keep(Receipt(key: "b", result: Data([2]), expires: now + 30), at: now)
        #expect(try receipts.result(of: "a", at: now + 9) == Data([1]))
        #expect(try receipts.result(of: "a", at: now + 10) == nil)
        try receipts.keep(Receipt(key: "c", result: Data(), expires: now + 50), at: now + 20)
        let keys = try connection.rows("SELECT key FROM signals_receipts ORDER BY key").map { $0[0] }
        #expect(keys == [.text("b"), .text("c")])
        #expect(try receipts.result(of: "c", at: now + 20) == Data())
    }
}
