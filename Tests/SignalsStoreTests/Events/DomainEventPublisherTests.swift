import Signals
import SignalsStore
import XCTest

final class DomainEventPublisherTests: XCTestCase {
    func testASubscriberHearsOfItsTypeOnlyAndTheOneForAllOfEverything() throws {
        let publisher = DomainEventPublisher()
        let planted = Locked<[Planted]>([])
        let all = Locked(0)
        let done = expectation(description: "all events")
        done.expectedFulfillmentCount = 3
        let cancellables = [
            publisher.publisher(for: Planted.self).sink { event in planted.withLock { $0.append(event) } },
            publisher.publisher.sink { _ in
                all.withLock { $0 += 1 }
                done.fulfill()
            },
        ]
        publisher.publish(Planted(number: 1))
        publisher.publish(AteFood(keeper: "Ada", grams: 3))
        publisher.publish(Planted(number: 2))
        wait(for: [done], timeout: 30)
        XCTAssertEqual(planted.withLock { $0 }, [Planted(number: 1), Planted(number: 2)])
        XCTAssertEqual(all.withLock { $0 }, 3)
        withExtendedLifetime(cancellables) {}
    }

    func testEventsThatASubscriberPublishesComeAfterEarlierOnes() {
        let publisher = DomainEventPublisher()
        let numbers = Locked<[Int]>([])
        let done = expectation(description: "three events")
        done.expectedFulfillmentCount = 3
        let cancellable = publisher.publisher(for: Planted.self).sink { event in
            numbers.withLock { $0.append(event.number) }
            if event.number == 1 { publisher.publish(Planted(number: 3)) }
            done.fulfill()
        }
        publisher.publish(Planted(number: 1))
        publisher.publish(Planted(number: 2))
        wait(for: [done], timeout: 30)
        XCTAssertEqual(Set(numbers.withLock { $0 }), [1, 2, 3])
        XCTAssertEqual(numbers.withLock { $0 }.first, 1)
        withExtendedLifetime(cancellable) {}
    }
}
