import Foundation
import Signals
import SignalsStore
import XCTest

final class QueryDiagnosticsTests: XCTestCase {
    private let log = FindingLog()

    /// A container with chores that are called 1, 2 and so on.
    private func makeChores(
        _ count: Int, stores: [PersistentStoreDescription] = [.scratch], model: ManagedObjectModel? = nil
    ) throws -> PersistentContainer {
        let container = try PersistentContainer(
            name: "Household", model: model ?? ManagedObjectModel(Chore.self), stores: stores)
        addTeardownBlock { container.close() }
        try container.addChores((1...count).map { "\($0)" })
        return container
    }

    /// A container with members, each with two jobs and in two clubs.
    private func makeMembers(_ count: Int) throws -> PersistentContainer {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            for number in 1...count {
                let member = Member("\(number)", in: context)
                for index in 1...2 {
                    Job("\(index)", in: context).assignee = member
                    member.clubs.insert(Club("\(index)", in: context))
                }
            }
            try context.save()
        }
        return container
    }

    private func place(_ line: UInt) -> String { "\(CallSite(line: line))" }

    /// Fails unless the calls were found in the program's debug information, where the toolchain can.
    private func expectCallers(_ findings: [QueryFinding], _ lines: [UInt], at testLine: UInt = #line) {
        XCTAssertEqual(findings.count, lines.count, line: testLine)
        #if os(Linux)
            for (finding, line) in zip(findings, lines) {
                let caller = finding.caller ?? "unknown"
                XCTAssertTrue(caller.hasSuffix("/QueryDiagnosticsTests.swift:\(line)"), caller, line: testLine)
                // An optimised build names files by their paths in the package.
                XCTAssertTrue(caller.contains(" at /") || caller.contains(" at Tests/"), caller, line: testLine)
            }
        #endif
    }

    func testASlowFetchIsReportedWithItsCallSite() throws {
        let container = try makeChores(3)
        container.queryDiagnostics = log.diagnostics(slow: .zero)
        let request = FetchRequest<Chore>()
        let lines = try container.inBackground { context -> [UInt] in
            _ = try context.fetch(request)
            _ = try context.count(for: request)
            _ = try context.fetchSnapshots(request)
            return [#line - 3, #line - 2, #line - 1]
        }
        let findings = log.take()
        XCTAssertEqual(findings.map(\.kind), [.slowQuery, .slowQuery, .slowQuery])
        XCTAssertEqual(findings.map(\.caller), lines.map(place))
        XCTAssertEqual(findings.map(\.rowCount), [3, 3, 3])
        for finding in findings {
            XCTAssertEqual(finding.containerName, "Household")
            XCTAssertEqual(finding.entityName, "Chore")
            XCTAssertTrue(finding.statement.contains("Chore"), finding.statement)
            XCTAssertGreaterThan(finding.duration, .zero)
            XCTAssertEqual(finding.queryCount, 1)
        }
    }

    func testQueriesWithoutACallSiteAreReportedWithTheirCallStack() throws {
        let container = try makeChores(3)
        let context = container.newBackgroundContext()
        container.queryDiagnostics = log.diagnostics(slow: .zero)
        let lines = try context.performAndWait { () -> [UInt] in
            _ = try context.values(\.name, of: FetchRequest<Chore>())
            let chore = context.object(with: try context.fetchObjectIDs(FetchRequest<Chore>())[0])
            _ = chore.minutes
            return [#line - 3, #line - 2, #line - 1]
        }
        expectCallers(log.take(), lines)
    }

    func testAQueryThatIsFastEnoughIsNotReported() throws {
        let container = try makeChores(3)
        container.queryDiagnostics = log.diagnostics(slow: .seconds(3600))
        XCTAssertEqual(try container.choreNames(), ["1", "2", "3"])
        XCTAssertEqual(log.take().count, 0)
    }

    func testNothingIsReportedWhenItIsTurnedOffAgain() throws {
        let container = try makeChores(3)
        XCTAssertNil(container.queryDiagnostics)
        container.queryDiagnostics = log.diagnostics(slow: .zero)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            _ = try context.count(for: FetchRequest<Chore>())
            container.queryDiagnostics = nil
            _ = try context.count(for: FetchRequest<Chore>())
        }
        XCTAssertEqual(log.take().count, 1)
    }

    func testTheQueryOfAChildContextIsReportedWithTheCallThatMadeIt() throws {
        let container = try makeChores(3)
        container.queryDiagnostics = log.diagnostics(slow: .zero)
        let parent = container.newBackgroundContext()
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        let lines = try child.performAndWait { () -> [UInt] in
            _ = try child.values(\.name, of: FetchRequest<Chore>())
            _ = try child.fetch(FetchRequest<Chore>())
            return [#line - 2, #line - 1]
        }
        let findings = log.take()
        XCTAssertEqual(findings.map(\.entityName), ["Chore", "Chore"])
        expectCallers([findings[0]], [lines[0]])
        XCTAssertEqual(findings[1].caller, place(lines[1]))
    }

    func testAFindingIsOneLineOfALog() throws {
        let container = try makeChores(3)
        let ids = try container.inBackground { try $0.fetchObjectIDs(FetchRequest<Chore>()) }
        container.queryDiagnostics = log.diagnostics(slow: .zero)
        let line = try container.inBackground { context -> UInt in
            _ = try context.fetch(FetchRequest<Chore>(predicate: #Predicate { ids.contains($0.objectID) }))
            return #line - 1
        }
        let text = try XCTUnwrap(log.take().first).description
        XCTAssertTrue(text.hasPrefix("slow query in Household, \(place(line)): "), text)
        XCTAssertTrue(text.contains(" seconds for 3 rows of Chore: "), text)
        XCTAssertFalse(text.contains("?2"), text)
        XCTAssertFalse(text.contains("\n"), text)
    }

    func testAScanOfManyRowsIsReported() throws {
        let container = try makeChores(50)
        container.queryDiagnostics = log.diagnostics(scan: 50)
        let request = FetchRequest<Chore>(predicate: #Predicate { $0.name.contains("7") })
        XCTAssertEqual(try container.inBackground { try $0.count(for: request) }, 5)
        let findings = log.take()
        XCTAssertEqual(findings.map(\.kind), [.tableScan])
        XCTAssertEqual(findings.map(\.scannedRowCount), [50])
        XCTAssertEqual(findings.map(\.rowCount), [5])
        XCTAssertEqual(findings.map(\.caller), [place(#line - 5)])
        container.queryDiagnostics = log.diagnostics(scan: 51)
        XCTAssertEqual(try container.inBackground { try $0.count(for: request) }, 5)
        XCTAssertEqual(log.take().count, 0)
    }

    func testRowsThatAnIndexFindsAreNoScan() throws {
        let container = try makeChores(1000)
        container.queryDiagnostics = log.diagnostics(scan: 2)
        let request = FetchRequest<Chore>(predicate: #Predicate { $0.name == "7" })
        try container.inBackground { context in
            let chore = try XCTUnwrap(context.fetch(request).first)
            XCTAssertEqual(try context.existingObject(with: chore.objectID).name, "7")
        }
        XCTAssertEqual(log.take().map(\.description), [])
    }

    func testAllObjectsThatARequestWantsAreNoScan() throws {
        let container = try makeChores(50)
        container.queryDiagnostics = log.diagnostics(scan: 2)
        try container.inBackground { context in
            XCTAssertEqual(try context.fetch(FetchRequest<Chore>()).count, 50)
            XCTAssertEqual(try context.sum(\.minutes, of: FetchRequest<Chore>()), 50)
        }
        XCTAssertEqual(log.take().map(\.description), [])
    }

    func testAScanIsReportedOnceForEachTimeThatItIsMade() throws {
        let container = try makeChores(50)
        container.queryDiagnostics = log.diagnostics(scan: 10)
        let request = FetchRequest<Chore>(predicate: #Predicate { $0.name.contains("7") })
        try container.inBackground { context in for _ in 1...3 { _ = try context.fetch(request) } }
        XCTAssertEqual(log.take().map(\.scannedRowCount), [50, 50, 50])
    }

    func testAScanOfAPinnedContextIsReported() throws {
        let container = try makeChores(50)
        container.queryDiagnostics = log.diagnostics(scan: 50)
        let request = FetchRequest<Chore>(predicate: #Predicate { $0.name.contains("7") })
        try container.inBackground { context in
            try context.setQueryGeneration(.current)
            _ = try context.fetch(request)
        }
        XCTAssertEqual(log.take().map(\.scannedRowCount), [50])
    }

    func testScansOfSeveralStoresAreAddedUp() throws {
        let model = ManagedObjectModel(configurations: ["First": [Chore.self], "Second": [Chore.self]])
        var stores = [PersistentStoreDescription.scratch, .scratch]
        (stores[0].configuration, stores[1].configuration) = ("First", "Second")
        let container = try PersistentContainer(name: "Household", model: model, stores: stores)
        addTeardownBlock { container.close() }
        try container.inBackground { context in
            for number in 1...20 {
                Chore(context: context, configuration: number > 15 ? "First" : "Second").name = "\(number)"
            }
            try context.save()
        }
        container.queryDiagnostics = log.diagnostics(scan: 20)
        let request = FetchRequest<Chore>(predicate: #Predicate { $0.name.contains("7") })
        XCTAssertEqual(try container.inBackground { try $0.fetch(request).count }, 2)
        XCTAssertEqual(log.take().map(\.scannedRowCount), [20])
    }

    func testToManysThatAreReadOneByOneAreReportedOnce() throws {
        let container = try makeMembers(12)
        container.queryDiagnostics = log.diagnostics(repeated: 5)
        let line = try container.inBackground { context -> UInt in
            for member in try context.fetch(FetchRequest<Member>()) {
                _ = member.jobs.count
            }
            return #line - 2
        }
        let findings = log.take()
        XCTAssertEqual(findings.map(\.kind), [.repeatedQuery])
        XCTAssertEqual(findings.map(\.queryCount), [5])
        XCTAssertEqual(findings.map(\.entityName), ["Job"])
        expectCallers(findings, [line])
    }

    func testToManysOfAJoinTableThatAreReadOneByOneAreReported() throws {
        let container = try makeMembers(12)
        container.queryDiagnostics = log.diagnostics(repeated: 5)
        try container.inBackground { context in
            for member in try context.fetch(FetchRequest<Member>()) { XCTAssertEqual(member.clubs.count, 2) }
        }
        XCTAssertEqual(log.take().map(\.kind), [.repeatedQuery])
    }

    func testPrefetchingSilencesIt() throws {
        // More than are read with one query.
        let container = try makeMembers(1200)
        container.queryDiagnostics = log.diagnostics(repeated: 2)
        var request = FetchRequest<Member>()
        request.relationshipKeyPathsForPrefetching = [\.jobs, \.clubs]
        try container.inBackground { context in
            for member in try context.fetch(request) {
                XCTAssertEqual([member.jobs.count, member.clubs.count], [2, 2])
            }
        }
        XCTAssertEqual(log.take().map(\.description), [])
    }

    func testFewerThanItTakesAreNotReported() throws {
        let container = try makeMembers(4)
        container.queryDiagnostics = log.diagnostics(repeated: 5)
        try container.inBackground { context in
            for member in try context.fetch(FetchRequest<Member>()) { XCTAssertEqual(member.jobs.count, 2) }
        }
        XCTAssertEqual(log.take().count, 0)
    }

    func testFaultsThatAreReadOneByOneAreReported() throws {
        let container = try makeChores(20)
        let ids = try container.inBackground { try $0.fetchObjectIDs(FetchRequest<Chore>()) }
        container.queryDiagnostics = log.diagnostics(repeated: 5)
        let line = try container.inBackground { context -> UInt in
            for id in ids {
                _ = context.object(with: id).minutes
            }
            return #line - 2
        }
        let findings = log.take()
        XCTAssertEqual(findings.map(\.kind), [.repeatedQuery])
        expectCallers(findings, [line])
        // Those that are known before the first of them is read are read together.
        try container.inBackground { context in
            for chore in ids.map(context.object(with:)) { XCTAssertEqual(chore.minutes, 1) }
        }
        XCTAssertEqual(log.take().map(\.description), [])
    }

    func testFetchesThatDifferInAValueAreReported() throws {
        let container = try makeChores(20)
        container.queryDiagnostics = log.diagnostics(repeated: 5)
        let line = try container.inBackground { context -> UInt in
            for name in ["3", "4", "5", "6", "7", "8"] {
                _ = try context.fetch(FetchRequest<Chore>(predicate: #Predicate { $0.name == name }))
            }
            return #line - 2
        }
        let findings = log.take()
        XCTAssertEqual(findings.map(\.kind), [.repeatedQuery])
        XCTAssertEqual(findings.map(\.caller), [place(line)])
    }

    func testQueriesOfSeveralPiecesOfWorkAreNotCountedTogether() throws {
        let container = try makeChores(20)
        container.queryDiagnostics = log.diagnostics(repeated: 5)
        let context = container.newBackgroundContext()
        for name in ["3", "4", "5", "6", "7", "8"] {
            try context.performAndWait {
                _ = try context.fetch(FetchRequest<Chore>(predicate: #Predicate { $0.name == name }))
            }
        }
        XCTAssertEqual(log.take().count, 0)
    }

    func testPagesOfARequestAreNotReported() throws {
        let container = try makeChores(20)
        container.queryDiagnostics = log.diagnostics(repeated: 2)
        try container.inBackground { context in
            for offset in stride(from: 0, to: 20, by: 4) {
                _ = try context.fetch(FetchRequest<Chore>(fetchLimit: 4, fetchOffset: offset))
            }
        }
        XCTAssertEqual(log.take().count, 0)
    }
}
