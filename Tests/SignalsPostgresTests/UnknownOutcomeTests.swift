import Foundation
import SignalsStore
import XCTest

@testable import SignalsPostgres

final class UnknownOutcomeTests: XCTestCase {
    private func makeProxy() throws -> CuttingProxy {
        let proxy = try CuttingProxy()
        addTeardownBlock { proxy.close() }
        return proxy
    }

    func testASaveWhoseAnswerWasLostIsReportedAsSavedAndMadeOnce() throws {
        let proxy = try makeProxy()
        let container = try openContainer(newSchema(), address: proxy.address)
        proxy.cut(at: .afterCommit)
        try container.addPlants("Rose")
        XCTAssertEqual(proxy.cuts.withLock { $0 }, 1)
        XCTAssertEqual(try container.plantNames(), ["Rose"])
        try container.addPlants("Fern")
        XCTAssertEqual(try container.plantNames(), ["Fern", "Rose"])
    }

    func testAnEditWhoseAnswerWasLostIsReportedAsSavedAndMadeOnce() throws {
        let proxy = try makeProxy()
        let schema = newSchema()
        let container = try openContainer(schema, address: proxy.address)
        let id = try container.addPlants("Rose")[0]
        try container.inBackground { context in
            let plant = try context.existingObject(with: id)
            plant.name = "Fern"
            proxy.cut(at: .afterCommit)
            try context.save()
        }
        XCTAssertEqual(proxy.cuts.withLock { $0 }, 1)
        XCTAssertEqual(try container.plantNames(), ["Fern"])
        let commits = try TestServer.execute("SELECT count(*)::text FROM \"\(schema)\".signals_history")
        XCTAssertEqual(commits, "3", "the first row is no commit")
    }

    func testALargeSaveWhoseAnswerWasLostIsMadeOnce() throws {
        let proxy = try makeProxy()
        let schema = newSchema()
        let container = try openContainer(schema, address: proxy.address)
        proxy.cut(at: .afterCommit)
        try container.addManyPlants(2500)
        XCTAssertEqual(proxy.cuts.withLock { $0 }, 1)
        XCTAssertEqual(try container.plantNames().count, 2500)
        let commits = try TestServer.execute("SELECT count(*)::text FROM \"\(schema)\".signals_history")
        XCTAssertEqual(commits, "2", "the first row is no commit")
    }

    func testASaveThatTheServerNeverGotIsMadeAgain() throws {
        let proxy = try makeProxy()
        let schema = newSchema()
        let container = try openContainer(schema, address: proxy.address)
        proxy.cut(at: .beforeCommit)
        try container.addPlants("Rose")
        XCTAssertEqual(proxy.cuts.withLock { $0 }, 1)
        XCTAssertEqual(try container.plantNames(), ["Rose"])
        let commits = try TestServer.execute("SELECT count(*)::text FROM \"\(schema)\".signals_history")
        XCTAssertEqual(commits, "2", "the first row is no commit")
    }

    func testASaveThatTheServerEndedInItsCommitIsMadeAgain() throws {
        let schema = newSchema()
        let container = try openContainer(schema)
        try TestServer.execute(
            "CREATE SEQUENCE \"\(schema)\".ends",
            "CREATE FUNCTION \"\(schema)\".end_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                + "IF nextval('\"\(schema)\".ends') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF; "
                + "RETURN NULL; END $$",
            "CREATE CONSTRAINT TRIGGER ends AFTER INSERT ON \"\(schema)\".signals_history DEFERRABLE INITIALLY DEFERRED "
                + "FOR EACH ROW EXECUTE FUNCTION \"\(schema)\".end_once()")
        try container.addPlants("Rose")
        XCTAssertEqual(try container.plantNames(), ["Rose"])
        let ends = try TestServer.execute("SELECT last_value::text FROM \"\(schema)\".ends")
        XCTAssertEqual(ends, "2", "the first commit was ended, and the second was not")
    }

    func testConnectionsThatWereLostAreOpenedAgain() throws {
        let schema = newSchema()
        let container = try openContainer(schema)
        try container.addPlants("Rose")
        try TestServer.execute(
            "SELECT count(pg_terminate_backend(pid))::text FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                + "AND application_name = 'signals'")
        XCTAssertEqual(try container.plantNames(), ["Rose"])
        try container.addPlants("Fern")
        XCTAssertEqual(try container.plantNames(), ["Fern", "Rose"])
    }

    func testAWriterThatKeepsTheStoreTooLongMakesOthersBusy() throws {
        let schema = newSchema()
        // The server gives up after nine tenths of it: its answer is to be here in time, however busy the machine is.
        let container = try openContainer(schema, timeout: 4)
        let deadline = Deadline(after: 30)
        let other = try PostgresConnection(PostgresAddress(TestServer.address), deadline)
        try other.run(
            script: ["BEGIN", "UPDATE \"\(schema)\".signals_store SET generation = generation"], deadline)
        XCTAssertThrowsError(try container.addPlants("Rose")) { error in
            guard case .busy? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
        }
        try other.run(script: ["ROLLBACK"], deadline)
        try container.addPlants("Rose")
        XCTAssertEqual(try container.plantNames(), ["Rose"])
    }
}
