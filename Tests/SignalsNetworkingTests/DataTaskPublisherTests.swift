import Foundation
import Signals
import SignalsBattery
import SignalsNetworking
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class DataTaskPublisherTests: XCTestCase {
    private typealias Output = URLSession.DataTaskPublisher.Output

    private let session = URLSession(configuration: .ephemeral)

    override class func setUp() {
        setenv("no_proxy", "127.0.0.1", 1)
    }

    /// A recorder, and an expectation that is fulfilled with the completion.
    private func record(
        _ publisher: URLSession.DataTaskPublisher, _ demand: Subscribers.Demand = .unlimited
    ) -> (recorder: Recorder<Output, URLError>, end: XCTestExpectation) {
        let end = expectation(description: "the end")
        let recorder = Recorder<Output, URLError>(demand)
        // The recorder has the completion before the test goes on.
        publisher.subscribe(
            AnySubscriber(
                receiveSubscription: { recorder.receive(subscription: $0) },
                receiveValue: { recorder.receive($0) },
                receiveCompletion: {
                    recorder.receive(completion: $0)
                    end.fulfill()
                }))
        return (recorder, end)
    }

    func testDeliversTheAnswerAndFinishes() throws {
        let server = try LoopbackServer { _ in .text("tea") }
        defer { server.stop() }
        let (recorder, end) = record(session.dataTaskPublisher(for: try server.url("/menu")))
        wait(for: [end], timeout: 60)
        XCTAssertEqual(recorder.values.map(\.data), [Data("tea".utf8)])
        XCTAssertEqual(recorder.values.compactMap { ($0.response as? HTTPURLResponse)?.statusCode }, [200])
        XCTAssertTrue(recorder.isFinished)
        XCTAssertTrue(server.requests[0].hasPrefix("GET /menu "))
    }

    func testACancelWithTheAnswerLeavesOutTheCompletion() throws {
        let server = try LoopbackServer { _ in .text("tea") }
        defer { server.stop() }
        let (answer, next) = (expectation(description: "the answer"), expectation(description: "the next answer"))
        let recorder = Recorder<Output, URLError> { recorder, _ in
            recorder.cancel()
            answer.fulfill()
        }
        session.dataTaskPublisher(for: try server.url()).subscribe(recorder)
        wait(for: [answer], timeout: 60)
        // The session calls back on one queue.
        let after = session.dataTaskPublisher(for: try server.url()).sink { _ in
            next.fulfill()
        } receiveValue: { _ in
        }
        wait(for: [next], timeout: 60)
        after.cancel()
        XCTAssertEqual(recorder.values.count, 1)
        XCTAssertTrue(recorder.completions.isEmpty)
    }

    func testAStatusThatIsNoSuccessIsAnAnswer() throws {
        let server = try LoopbackServer { _ in .text("", status: 404) }
        defer { server.stop() }
        let (recorder, end) = record(session.dataTaskPublisher(for: try server.url()))
        wait(for: [end], timeout: 60)
        XCTAssertEqual(recorder.values.compactMap { ($0.response as? HTTPURLResponse)?.statusCode }, [404])
        XCTAssertTrue(recorder.isFinished)
    }

    func testSendsTheRequestAsItIs() throws {
        let server = try LoopbackServer { _ in .text("") }
        defer { server.stop() }
        var request = URLRequest(url: try server.url())
        request.httpMethod = "DELETE"
        request.setValue("yes", forHTTPHeaderField: "X-Sure")
        let publisher = session.dataTaskPublisher(for: request)
        XCTAssertEqual(publisher.request, request)
        XCTAssertTrue(publisher.session === session)
        let (_, end) = record(publisher)
        wait(for: [end], timeout: 60)
        XCTAssertTrue(server.requests[0].hasPrefix("DELETE / "))
        XCTAssertTrue(server.requests[0].contains("X-Sure: yes"))
    }

    func testEachSubscriptionSendsTheRequestOnce() throws {
        let server = try LoopbackServer { _ in .text("tea") }
        defer { server.stop() }
        let publisher = session.dataTaskPublisher(for: try server.url())
        let (first, firstEnd) = record(publisher)
        let (second, secondEnd) = record(publisher, .max(1))
        second.request(.max(3))
        wait(for: [firstEnd, secondEnd], timeout: 60)
        XCTAssertEqual(server.requests.count, 2)
        XCTAssertEqual(first.values.count + second.values.count, 2)
    }

    func testNothingIsSentBeforeAValueIsAskedFor() throws {
        let server = try LoopbackServer { _ in .text("tea") }
        defer { server.stop() }
        let (lazy, lazyEnd) = record(session.dataTaskPublisher(for: try server.url("/lazy")), .none)
        let (_, eagerEnd) = record(session.dataTaskPublisher(for: try server.url("/eager")))
        wait(for: [eagerEnd], timeout: 60)
        XCTAssertEqual(server.requests.count, 1)
        lazy.request(.max(1))
        wait(for: [lazyEnd], timeout: 60)
        XCTAssertEqual(lazy.values.count, 1)
    }

    func testCancellingCancelsTheTask() throws {
        let (asked, closed) = (expectation(description: "asked"), expectation(description: "closed"))
        let server = try LoopbackServer { _ in
            asked.fulfill()
            return .silence(whenClosed: { closed.fulfill() })
        }
        defer { server.stop() }
        let recorder = Recorder<Output, URLError>()
        session.dataTaskPublisher(for: try server.url()).subscribe(recorder)
        wait(for: [asked], timeout: 60)
        recorder.cancel()
        wait(for: [closed], timeout: 60)
        XCTAssertTrue(recorder.values.isEmpty)
        XCTAssertTrue(recorder.completions.isEmpty)
    }

    func testCancellingBeforeAValueIsAskedForSendsNothing() throws {
        let server = try LoopbackServer { _ in .text("tea") }
        defer { server.stop() }
        let recorder = Recorder<Output, URLError>(.none)
        session.dataTaskPublisher(for: try server.url("/cancelled")).subscribe(recorder)
        recorder.cancel()
        recorder.request(.max(1))
        let (_, end) = record(session.dataTaskPublisher(for: try server.url("/other")))
        wait(for: [end], timeout: 60)
        XCTAssertEqual(server.requests.count, 1)
    }

    func testAServerThatIsNotThereIsAnURLError() throws {
        let server = try LoopbackServer { _ in .text("") }
        let url = try server.url()
        server.stop()
        let (recorder, end) = record(session.dataTaskPublisher(for: url))
        wait(for: [end], timeout: 60)
        XCTAssertEqual(recorder.failure?.code, .cannotConnectToHost)
        XCTAssertTrue(recorder.values.isEmpty)
    }

    func testTheSubscriberIsReleasedAfterTheAnswer() throws {
        let server = try LoopbackServer { _ in .text("tea") }
        defer { server.stop() }
        weak var weakRecorder: Recorder<Output, URLError>?
        do {
            let (recorder, end) = record(session.dataTaskPublisher(for: try server.url()))
            weakRecorder = recorder
            wait(for: [end], timeout: 60)
        }
        let released = XCTNSPredicateExpectation(
            predicate: NSPredicate { _, _ in weakRecorder == nil }, object: nil)
        wait(for: [released], timeout: 60)
    }

    func testDeliveredDataIsDecodedDownTheChain() throws {
        let server = try LoopbackServer { _ in .text("[1, 2, 3]") }
        defer { server.stop() }
        let end = expectation(description: "the end")
        let numbers = CurrentValueSubject<[Int], Never>([])
        let sink = session.dataTaskPublisher(for: try server.url())
            .map { $0.data }
            .decode(type: [Int].self, decoder: JSONDecoder())
            .sink(receiveCompletion: { _ in end.fulfill() }, receiveValue: { numbers.value = $0 })
        wait(for: [end], timeout: 60)
        XCTAssertEqual(numbers.value, [1, 2, 3])
        sink.cancel()
    }
}
