import Foundation

/// The permanent identity of one managed object, in any context and on any thread. Core Data's `NSManagedObjectID`.
///
/// It is permanent from the moment the object is made, may be read anywhere, and can be part of a `#Predicate`:
/// `#Predicate<Person> { $0.objectID == id }`.
public struct ManagedObjectID<Object: ManagedObject>: Sendable, Hashable, Codable, ObjectIDProtocol {
    /// The store that the object belongs to.
    package let store: UUID
    /// The object's number in the store.
    package let number: Int64

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension ManagedObjectID {
    /// Returns the ID for a superclass of the class, or for a subclass that the object may be of; nil for any other
    /// class.
    ///
    /// Only the context can find out if an object is of a subclass: `existingObject(with:)` throws if it is not.
    public func typed<Other: ManagedObject>(as type: Other.Type) -> ManagedObjectID<Other>? {
        guard Object.self is Other.Type || Other.self is Object.Type else { return nil }
        return ManagedObjectID<Other>(store: store, number: number)
    }
}

extension ManagedObjectID: CustomStringConvertible {
    /// The entity's name and the object's number, as in `HouseholdTask/12`.
    public var description: String { "\(Object.self)/\(number)" }
}

extension ManagedObjectID {
    /// The ID of an object by its number in memory.
    init(store: StoreNumbers, number: Int64) {
        self.init(store: store.identifier(of: number), number: StoreNumbers.stored(number))
    }
}

extension AnyManagedObjectID {
    /// The ID without the class.
    public init<Object: ManagedObject>(_ id: ManagedObjectID<Object>) {
        self.init(entityName: String(describing: Object.self), store: id.store, number: id.number)
    }

    /// Returns the ID for the class that it names, which is the object's own in errors and notices; nil for any other
    /// class, since the name alone does not determine the superclasses. The result's `typed(as:)` gives the ID for a
    /// superclass.
    public func typed<Object: ManagedObject>(as type: Object.Type) -> ManagedObjectID<Object>? {
        String(describing: type) == entityName ? ManagedObjectID(store: store, number: number) : nil
    }
}
