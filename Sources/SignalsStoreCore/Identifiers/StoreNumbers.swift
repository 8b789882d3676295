import Foundation

/// The numbering of a container's stores: a number in memory is the number in the store, with the index of the store in
/// its top byte. In the first store, the two are the same.
package struct StoreNumbers: Sendable, Hashable {
    /// The UUID of each store, in their order.
    let identifiers: [UUID]
    package let aliases = ObjectAliases()

    package static func == (one: StoreNumbers, other: StoreNumbers) -> Bool { one.identifiers == other.identifiers }

    package func hash(into hasher: inout Hasher) { hasher.combine(identifiers) }

    private static let storeShift: Int64 = 56
    /// A number that no store gives, for all that are out of range.
    private static let none: Int64 = 1 << storeShift - 1

    package init(_ identifiers: [UUID]) { self.identifiers = identifiers }

    /// The index of the store that a number belongs to.
    package static func storeIndex(of number: Int64) -> Int { Int(number >> storeShift) }

    /// Returns the number of an object in its store.
    package static func stored(_ number: Int64) -> Int64 { number & (1 << storeShift - 1) }

    /// The number in memory of an object of the store at an index.
    package static func number(_ stored: Int64, at storeIndex: Int) -> Int64 {
        stored | Int64(storeIndex) << storeShift
    }

    /// Returns what names the store that a number belongs to.
    package func identifier(of number: Int64) -> UUID {
        // A damaged file may have numbers that no store gives.
        let storeIndex = Self.storeIndex(of: number)
        return identifiers[identifiers.indices.contains(storeIndex) ? storeIndex : 0]
    }

    /// The number in memory of the object that an ID names; nil when it belongs to none of these stores.
    package func number(of id: any ObjectIDProtocol) -> Int64? {
        identifiers.firstIndex(of: id.store).map {
            aliases.resolve(Self.number(min(max(id.number, 0), Self.none), at: $0))
        }
    }
}

extension AnyManagedObjectID: ObjectIDProtocol {
    /// The ID of an object by its number in memory.
    package init(entityName: String, store: StoreNumbers, number: Int64) {
        self.init(
            entityName: entityName, store: store.identifier(of: number), number: StoreNumbers.stored(number))
    }
}
