import Foundation
import SignalsStore

enum Frequency: Int, Codable, AttributeValue { case days, weeks, months }

/// A household's task, as most tests save it.
final class Chore: ManagedObject {
    @Attribute(.unique) var name = ""
    @Attribute var notes: String? = nil
    @Attribute(.indexed) var dueDate = Date.distantFuture
    @Attribute var minutes = 1
    @Attribute var frequency = Frequency.weeks
    @Attribute var isDone = false

    /// Computed properties, which no store knows.
    var shoutedName: String { name.uppercased() }
    var alias: String { name }
}

struct Address: Codable, Equatable, AttributeValue {
    var street = ""
    var number = 0
    var moved = Date(timeIntervalSinceReferenceDate: 0.1)
}

/// One attribute of each type.
final class Everything: ManagedObject {
    @Attribute var bool = false
    @Attribute var int = 0
    @Attribute var int8: Int8 = 0
    @Attribute var int16: Int16 = 0
    @Attribute var int32: Int32 = 0
    @Attribute var int64: Int64 = 0
    @Attribute var uint: UInt = 0
    @Attribute var uint8: UInt8 = 0
    @Attribute var uint16: UInt16 = 0
    @Attribute var uint32: UInt32 = 0
    @Attribute var uint64: UInt64 = 0
    @Attribute var double = 0.0
    @Attribute var float: Float = 0
    @Attribute var string = ""
    @Attribute var date = Date(timeIntervalSinceReferenceDate: 0)
    @Attribute var data = Data()
    @Attribute var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    @Attribute var url = URL(string: "https://example.com")!
    @Attribute var decimal = Decimal(0)
    @Attribute var frequency = Frequency.weeks
    @Attribute var address = Address()
    @Attribute var tags: [String] = []
    @Attribute var optionalInt: Int? = nil
    @Attribute var optionalDouble: Double? = nil
    @Attribute var optionalString: String? = nil
    @Attribute var optionalDate: Date? = nil
    @Attribute var optionalFrequency: Frequency? = nil
    @Attribute var optionalAddress: Address? = nil
}

/// An object whose initialiser gives new objects a value.
final class Greeting: ManagedObject {
    @Attribute var text = ""
    @Attribute var words: Set<String> = []

    required init(context: ManagedObjectContext) {
        super.init(context: context)
        text = "hello"
    }
}

/// A thing with a unique value that may be missing.
final class Ticket: ManagedObject {
    @Attribute(.unique) var code: String?
    @Attribute var seat = 0
}
