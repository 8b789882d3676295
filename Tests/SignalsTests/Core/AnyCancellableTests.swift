import Signals
import XCTest

final class AnyCancellableTests: XCTestCase {
    func testCancelsOnceHoweverOftenItIsAsked() {
        let cancels = Locked(0)
        let cancellable = AnyCancellable { cancels.withLock { $0 += 1 } }
        cancellable.cancel()
        cancellable.cancel()
        XCTAssertEqual(cancels.withLock { $0 }, 1)
    }

    func testCancelsWhenItIsReleased() {
        let cancels = Locked(0)
        var cancellable: AnyCancellable? = AnyCancellable { cancels.withLock { $0 += 1 } }
        XCTAssertNotNil(cancellable)
        cancellable = nil
        XCTAssertEqual(cancels.withLock { $0 }, 1)
    }

    func testASetKeepsItUntilItIsRemoved() {
        let subject = PassthroughSubject<Int, Never>()
        let received = Locked<[Int]>([])
        var cancellables = Set<AnyCancellable>()
        subject.sink { value in received.withLock { $0.append(value) } }.store(in: &cancellables)
        subject.send(1)
        cancellables = []
        subject.send(2)
        XCTAssertEqual(received.withLock { $0 }, [1])
    }

    func testACollectionKeepsAnyActivity() {
        let cancels = Locked(0)
        let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
        PassthroughSubject<Int, Never>()
            .handleEvents(receiveCancel: { cancels.withLock { $0 += 1 } })
            .subscribe(sink)
        var cancellables: [AnyCancellable] = []
        sink.store(in: &cancellables)
        XCTAssertEqual(cancellables.count, 1)
        cancellables = []
        XCTAssertEqual(cancels.withLock { $0 }, 1)
    }

    func testConcurrentCancelsCancelOnce() {
        let cancels = Locked(0)
        let cancellable = AnyCancellable { cancels.withLock { $0 += 1 } }
        DispatchQueue.concurrentPerform(iterations: 100) { _ in cancellable.cancel() }
        XCTAssertEqual(cancels.withLock { $0 }, 1)
    }
}
