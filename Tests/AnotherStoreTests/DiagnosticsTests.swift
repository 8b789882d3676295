import AnotherStore
import Foundation
import SignalsStore
import Synchronization
import XCTest

final class DiagnosticsTests: XCTestCase {
    private final class Log: Sendable {
        private let texts = Mutex<[String]>([])

        var diagnostics: QueryDiagnostics {
            QueryDiagnostics(slowQueryDuration: nil, tableScanRowCount: 4, repeatedQueryCount: 3) { finding in
                self.texts.withLock { $0.append("\(finding.kind.rawValue): \(finding.statement)") }
            }
        }

        func take() -> [String] {
            texts.withLock { texts in
                let taken = texts
                texts = []
                return taken
            }
        }
    }

    func testATableThatIsReadAsAWholeIsAScan() throws {
        let log = Log()
        let container = try makeGarden(ThriftyStore())
        try container.addPlants("Ash", "Basil", "Clover", "Dill")
        container.queryDiagnostics = log.diagnostics
        try container.inBackground { context in
            _ = try context.fetch(FetchRequest<Plant>(predicate: #Predicate { $0.name.contains("i") }))
            _ = try context.fetch(FetchRequest<Plant>(predicate: #Predicate { $0.height >= 0 }))
        }
        // Which rows are found, and then those of each class: of trees there are none.
        XCTAssertEqual(
            log.take(), ["table scan: each row of Plant; each row of Tree", "table scan: each row of Plant"])
    }

    func testToManysThatAreReadOneByOneAreReported() throws {
        let log = Log()
        let container = try makeGarden()
        try container.inBackground { context in
            for name in ["North", "South", "West"] {
                let bed = Bed(context: context)
                bed.name = name
                let plant = Plant(context: context)
                (plant.name, plant.bed) = (name, bed)
            }
            try context.save()
        }
        container.queryDiagnostics = log.diagnostics
        try container.inBackground { context in
            for bed in try context.fetch(FetchRequest<Bed>()) { XCTAssertEqual(bed.plants.count, 1) }
        }
        XCTAssertEqual(log.take(), ["N+1: rows of Plant by bed", "N+1: rows of Tree by bed"])
    }
}
