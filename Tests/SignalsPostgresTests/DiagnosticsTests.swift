import SignalsCore
import SignalsStore
import XCTest

@testable import SignalsPostgres

final class DiagnosticsTests: XCTestCase {
    func testTheRowsThatAServerScansAreCounted() throws {
        let container = try openContainer(newSchema())
        try container.addManyPlants(3_000)
        try TestServer.execute("ANALYZE")
        let findings = Locked<[QueryFinding]>([])
        container.queryDiagnostics = QueryDiagnostics(
            slowQueryDuration: nil, tableScanRowCount: 2, repeatedQueryCount: nil
        ) { finding in findings.withLock { $0.append(finding) } }
        func scanned(_ request: FetchRequest<Plant>) throws -> [Int] {
            try container.inBackground { _ = try $0.fetch(request) }
            return findings.withLock { findings in
                defer { findings = [] }
                XCTAssertTrue(findings.allSatisfy { $0.statement.contains("\"Plant\"") })
                return findings.map(\.scannedRowCount)
            }
        }
        XCTAssertEqual(try scanned(FetchRequest(predicate: #Predicate { $0.notes == "weed" })), [3_000])
        // The server hands all of them over.
        XCTAssertEqual(try scanned(FetchRequest(predicate: #Predicate { $0.name.count > 900 })), [3_000])
        XCTAssertEqual(try scanned(FetchRequest(predicate: #Predicate { $0.name == "Plant 7" })), [])
        XCTAssertEqual(try scanned(FetchRequest(fetchLimit: 10)), [10])
        XCTAssertEqual(try scanned(FetchRequest()), [])
    }
}
