import Foundation
import Signals
import SignalsBattery
import XCTest

final class NotificationCenterPublisherTests: XCTestCase {
    private let center = NotificationCenter()
    private let saved = Notification.Name("saved")

    private func record(
        object: AnyObject? = nil, _ demand: Subscribers.Demand = .unlimited
    ) -> Recorder<NotificationCenter.PublishedNotification, Never> {
        let recorder = Recorder<NotificationCenter.PublishedNotification, Never>(demand)
        center.publisher(for: saved, object: object).subscribe(recorder)
        return recorder
    }

    func testDeliversNameObjectAndUserInfo() {
        let recorder = record()
        center.post(name: saved, object: self, userInfo: ["count": 3])
        XCTAssertEqual(recorder.values.map(\.name), [saved])
        XCTAssertTrue(recorder.values.first?.object as AnyObject === self)
        XCTAssertEqual(recorder.values.first?.userInfo as? [String: Int], ["count": 3])
    }

    func testDeliversNoOtherNameAndNoOtherObject() {
        final class Poster {}
        let posters = [Poster(), Poster()]
        let recorder = record(object: posters[0])
        center.post(name: Notification.Name("deleted"), object: posters[0])
        center.post(name: saved, object: posters[1])
        center.post(name: saved, object: nil)
        XCTAssertTrue(recorder.values.isEmpty)
        center.post(name: saved, object: posters[0])
        XCTAssertEqual(recorder.values.count, 1)
    }

    func testNothingIsDeliveredAfterACancel() {
        let recorder = record()
        recorder.cancel()
        center.post(name: saved, object: nil)
        XCTAssertTrue(recorder.values.isEmpty)
    }

    func testANotificationThatNobodyAskedForIsDropped() {
        let recorder = record(.max(1))
        for _ in 1...3 { center.post(name: saved, object: nil) }
        XCTAssertEqual(recorder.values.count, 1)
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values.count, 1)
        center.post(name: saved, object: nil)
        XCTAssertEqual(recorder.values.count, 2)
    }

    func testASubscriberIsReleasedWhenItCancels() {
        weak var weakRecorder: Recorder<NotificationCenter.PublishedNotification, Never>?
        do {
            let recorder = record()
            weakRecorder = recorder
            recorder.cancel()
        }
        XCTAssertNil(weakRecorder)
    }

    func testThreadsThatPostAtOnceAreDeliveredOneAtATime() {
        let recorder = record()
        DispatchQueue.concurrentPerform(iterations: 4) { [center, saved] _ in
            for _ in 0..<100 { center.post(name: saved, object: nil) }
        }
        XCTAssertEqual(recorder.values.count, 400)
        XCTAssertEqual(recorder.overlaps, 0)
    }

    func testEqualPartsMakeEqualPublishers() {
        XCTAssertEqual(center.publisher(for: saved), center.publisher(for: saved))
        XCTAssertEqual(center.publisher(for: saved, object: self), center.publisher(for: saved, object: self))
        XCTAssertNotEqual(center.publisher(for: saved, object: self), center.publisher(for: saved))
        XCTAssertNotEqual(center.publisher(for: saved), NotificationCenter.default.publisher(for: saved))
    }
}
