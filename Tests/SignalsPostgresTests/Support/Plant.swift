import Foundation
import SignalsStore

final class Plant: ManagedObject {
    @Attribute(.unique) var name = ""
    @Attribute var height = 0.0
    @Attribute var price = Decimal(0)
    @Attribute var seeds: UInt64 = 0
    @Attribute var photo = Data()
    @Attribute var planted: Date? = nil
    @Attribute var notes: String? = nil
}

enum Light: Int, Codable, AttributeValue { case sun, shade }

final class Shelf: ManagedObject {
    @Attribute var name = ""
    @Attribute var light = Light.sun
    @Relationship var pots: Set<Pot> = []
    @Relationship var front: Pot?
}

class Pot: ManagedObject { @Attribute var size = 0 }
final class Bowl: Pot {}

final class Bed: ManagedObject {
    @Attribute var name = ""
    @Relationship var seedlings: Set<Seedling> = []
}

final class Seedling: ManagedObject {
    @Attribute var number = 0
    @Relationship(inverse: \Bed.seedlings) var bed: Bed?
}
