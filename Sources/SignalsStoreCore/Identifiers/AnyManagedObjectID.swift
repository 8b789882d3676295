import Foundation

/// A `ManagedObjectID` of an object of any class, as in errors and notices.
public struct AnyManagedObjectID: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name of the object's entity, which is that of its class.
    public let entityName: String
    package let store: UUID
    package let number: Int64

    package init(entityName: String, store: UUID, number: Int64) {
        self.entityName = entityName
        self.store = store
        self.number = number
    }

    /// True if both name the same object, whether by its class or by a superclass.
    public static func == (left: AnyManagedObjectID, right: AnyManagedObjectID) -> Bool {
        left.number == right.number && left.store == right.store
    }

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }

    /// The entity's name and the object's number, as in `HouseholdTask/12`.
    public var description: String { "\(entityName)/\(number)" }
}
