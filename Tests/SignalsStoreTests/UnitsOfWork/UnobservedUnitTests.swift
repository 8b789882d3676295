import Signals
import SignalsStore
import XCTest

final class UnobservedUnitTests: XCTestCase {
    func testAFailureThatNobodyLooksAtIsReported() throws {
        let container = try makeContainer(Zoo.model)
        let reported = expectation(description: "reported")
        reported.expectedFulfillmentCount = 2
        container.unobservedFailureHandler = { failure in
            XCTAssertTrue("\(failure.error)".contains("OutOfBananas"), "\(failure.error)")
            reported.fulfill()
        }
        UnitOfWork(container: container).execute { _ in throw OutOfBananas() }
        DataStack(container).perform { _ in throw OutOfBananas() }
        wait(for: [reported], timeout: 30)
    }

    func testAFailureThatAHandlerLooksAtIsNotReported() async throws {
        let container = try makeContainer(Zoo.model)
        container.unobservedFailureHandler = { XCTFail("\($0)") }
        let handled = expectation(description: "handled")
        UnitOfWork(container: container).onError { _ in handled.fulfill() }.execute { _ in throw OutOfBananas() }
        await fulfillment(of: [handled], timeout: 30)
        container.close()
    }
}
