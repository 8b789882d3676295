/// The assignment of values to an object's attributes by name. Relationships are left to the class's own `update`.
struct AttributeImport {
    let object: ManagedObject

    /// Assigns what `source` has under the names of attributes.
    ///
    /// - Throws: `ImportError.unsuitable`.
    func assign(_ source: (String) -> (any Sendable)?) throws(ImportError) {
        guard let context = object.managedObjectContext else { return }
        for attribute in object.entity.attributes where attribute.type != .reference {
            guard let given = source(attribute.name) else { continue }
            let value = try Self.stored(given, for: attribute, of: object.entity)
            if (try? attribute.storedValue(in: object)) == value { continue }
            context.willAssign(attribute, of: object)
            object.assignStored(value, at: attribute.index)
        }
    }

    /// Returns what `source` has under the name of an attribute, in the attribute's type.
    ///
    /// - Throws: `ImportError.unsuitable`.
    static func value<Object: ManagedObject, Value: AttributeValue>(
        of keyPath: KeyPath<Object, Value>, _ context: ManagedObjectContext, in source: (String) -> (any Sendable)?
    ) throws -> Value? {
        let entity = context.entity(for: Object.self)
        let attribute = entity.attribute(at: keyPath)
        guard let given = source(attribute.name) else { return nil }
        return try Value(storedValue: stored(given, for: attribute, of: entity))
    }

    private static func stored(
        _ value: any Sendable, for attribute: AttributeDescription, of entity: EntityDescription
    ) throws(ImportError) -> StoredValue {
        if let stored = AttributeConversion(attribute: attribute).stored(value) { return stored }
        throw .unsuitable(
            entityName: entity.name, attributeName: attribute.name, typeName: "\(attribute.access.valueType)",
            value: (value as? String)?.debugDescription ?? "\(value)")
    }
}

extension EntityDescription {
    /// The attribute that a key path refers to; the program stops when it refers to none.
    func attribute(at keyPath: AnyKeyPath) -> AttributeDescription {
        guard case .attribute(let index) = target(of: keyPath) else {
            fatalError("The key path \(keyPath) refers to no stored attribute of \(name). Give that of one.")
        }
        return attributes[index]
    }
}
