import Foundation
import SignalsStore

/// The object that is imported: a unique number, seven other attributes, a sender and two stickers.
final class Parcel: ManagedObject {
    @Attribute(.unique) var number = 0
    @Attribute var recipient = ""
    @Attribute var street = ""
    @Attribute var city = ""
    @Attribute var weight = 0.0
    @Attribute var price = 0
    @Attribute var isFragile = false
    @Attribute var sent = Date(timeIntervalSinceReferenceDate: 0)
    @Relationship(inverse: \Sender.parcels) var sender: Sender?
    @Relationship(inverse: \Sticker.parcels) var stickers: Set<Sticker> = []
}

/// The sender of many parcels.
final class Sender: ManagedObject {
    @Attribute(.unique) var name = ""
    @Relationship var parcels: Set<Parcel> = []

    convenience init(_ name: String, in context: ManagedObjectContext) {
        self.init(context: context)
        self.name = name
    }
}

/// A sticker on many parcels.
final class Sticker: ManagedObject {
    @Attribute(.unique) var text = ""
    @Relationship var parcels: Set<Parcel> = []

    convenience init(_ text: String, in context: ManagedObjectContext) {
        self.init(context: context)
        self.text = text
    }
}

extension Parcel: ImportableUniqueObject {
    struct Record: Sendable {
        let number: Int
        let sender: ManagedObjectID<Sender>
        let stickers: [ManagedObjectID<Sticker>]
    }

    static var uniqueIDKeyPath: any ReferenceWritableKeyPath<Parcel, Int> & Sendable { \.number }

    static func uniqueID(from source: Record, in transaction: some DataTransaction) -> Int? { source.number }

    func update(from source: Record, in transaction: some DataTransaction) throws {
        try fill(source, in: transaction.context)
    }

    func fill(_ source: Record, in context: ManagedObjectContext) throws {
        let number = source.number
        (recipient, street, city) = ("Recipient \(number)", "Street with the number \(number)", "City \(number % 100)")
        (weight, price, isFragile) = (Double(number % 1000) / 8, number % 5000, number.isMultiple(of: 7))
        sent = Date(timeIntervalSinceReferenceDate: Double(number) * 60)
        sender = try context.existingObject(with: source.sender)
        stickers = Set(try source.stickers.map { try context.existingObject(with: $0) })
    }
}
