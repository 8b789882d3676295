import Dispatch
import Foundation
import Signals
import SignalsStore
import XCTest

final class ReleasedContextTests: XCTestCase {
    /// On the main queue, where the objects belong.
    func testObjectsAreNotTouchedWhereTheContextIsLetGoOf() throws {
        let container = try makeContainer(makeProjects())
        try container.inBackground { context in
            Duty("dust", in: context).project = Project("old", in: context)
            try context.save()
        }
        var form: ManagedObjectContext? = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let duty = try XCTUnwrap(form?.find(Duty.self, "dust"))
        XCTAssertEqual(duty.project?.name, "old")
        let last = Locked(form)
        form = nil
        let released = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            last.withLock { $0 = nil }
            released.signal()
        }
        // The main queue is not free meanwhile, so that nothing of it can run.
        released.wait()
        XCTAssertNil(duty.managedObjectContext)
        XCTAssertEqual(duty.project?.name, "old")
    }
}
