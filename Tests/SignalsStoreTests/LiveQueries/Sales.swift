import Foundation
import SignalsStore

/// Sold in a shop: with an attribute of each kind that something can be computed over.
class Sale: ManagedObject {
    @Attribute var label = ""
    @Attribute var kind: Int? = nil
    @Attribute var quantity: Int32 = 0
    @Attribute var weight = 0.0
    @Attribute var price = Decimal(0)
    @Relationship(inverse: \Shop.sales) var shop: Shop?

    static let labels = ["red", "green", "Äpfel", "e\u{301}", "é", "", "zinc"]

    func fill(_ generator: inout some RandomNumberGenerator) {
        label = Self.labels.randomElement(using: &generator)!
        kind = [nil, 1, 2, 3].randomElement(using: &generator)!
        quantity = Int32.random(in: -20..<20, using: &generator)
        weight = [0.1, 1e17, -1e17, .nan, .infinity, 3, 0.2].randomElement(using: &generator)!
        price = Decimal(Int.random(in: -300..<300, using: &generator)) / 100
    }
}

/// A sale that was taken back.
final class Refund: Sale { @Attribute var reason = "" }

final class Shop: ManagedObject {
    @Attribute var name = ""
    @Relationship var sales: Set<Sale> = []
}

func makeSales() -> ManagedObjectModel { ManagedObjectModel(Sale.self, Refund.self, Shop.self) }
