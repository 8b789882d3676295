import Foundation
import Signals
import XCTest

@testable import SignalsStore

final class LiveSumOfNothingTests: XCTestCase {
    func testAZeroIsNotPutOutAgainWhenTheFirstRowsComeThatAddNothing() throws {
        let container = try makeContainer(makeSales())
        let ofShop = FetchRequest<Sale>(predicate: #Predicate { $0.shop?.name == "A" })
        let sums = LiveRecorder(container.publisher(computing: .sum(\.price), of: ofShop))
        XCTAssertTrue(sums.waitForLast { $0 == 0 })
        func addSale(_ price: Decimal) throws {
            try container.inBackground { context in
                let sale = Sale(context: context)
                sale.price = price
                let shop = Shop(context: context)
                shop.name = "A"
                sale.shop = shop
                try context.save()
            }
        }
        try addSale(0)
        try addSale(2)
        XCTAssertTrue(sums.waitForLast { $0 == 2 })
        XCTAssertEqual(sums.values, [0, 2])
    }
}
