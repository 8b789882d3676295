/// Some attributes of one object, as they were when they were fetched. Core Data's dictionary result.
///
/// It is a value, and may be used on any thread.
@dynamicMemberLookup
public struct FetchedProperties<Object: ManagedObject>: Sendable {
    let entity: EntityDescription
    /// The index of each column's value.
    let indexes: [Int: Int]
    let values: [StoredValue]

    /// The value of an attribute, such as `row.name`.
    ///
    /// An attribute that was not among the request's `propertiesToFetch`, or whose type does not accept the stored
    /// value, stops the program; `storedValues` has the stored value nevertheless.
    public subscript<Value: AttributeValue>(dynamicMember keyPath: KeyPath<Object, Value>) -> Value {
        guard case .attribute(let index) = entity.target(of: keyPath), let valueIndex = indexes[index] else {
            fatalError("A property of \(entity.name) was read that was not fetched. Add it to propertiesToFetch.")
        }
        do { return try Value(storedValue: values[valueIndex]) } catch {
            fatalError("\(entity.name).\(entity.attributes[index].name): \(error)")
        }
    }

    /// The values by the names of their attributes, as the store keeps them.
    public var storedValues: [String: StoredValue] {
        Dictionary(uniqueKeysWithValues: indexes.map { (entity.attributes[$0.key].name, values[$0.value]) })
    }
}
