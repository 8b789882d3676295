extension ManagedObjectContext {
    /// Returns the object that has a value of a unique attribute, or inserts one with it.
    ///
    /// ```swift
    /// let tag = try context.findOrCreate(Tag.self, where: \.name, equals: "even")
    /// ```
    /// Unsaved changes of this context are considered. If another save inserts an object with the value before this
    /// context saves, the object that was inserted here becomes that one, under every merge policy: it gets its
    /// `objectID`, and each property is merged as the policy says, see ``MergePolicy``. Under `.error` an attribute
    /// that both have set is a conflict, to the same value too: of two increments one would be lost.
    ///
    /// The search is of the class that is named and of its subclasses. The value is unique in the class of the model
    /// that declares the attribute and in all of its subclasses: if an object of the superclass or of a sibling class
    /// has the value, it is not found and an object is inserted, and the save fails with `SaveError.Reason.valueTaken`
    /// under every merge policy, since objects of two classes never become one. The same happens if another save
    /// inserts a subclass's object with the value meanwhile. If an object of any of these classes may have the value,
    /// search the class that declares the attribute first.
    ///
    /// Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - type: the class of the object.
    ///   - keyPath: an attribute that is `.unique`, or alone in one of the class's `uniquenessConstraints`; any other
    ///     stops the program.
    ///   - value: the value to look for. Nil and NaN, which equals nothing, find no object, so an object is always
    ///     inserted; of NaN, unlike of nil, a store has one as a unique value, and the save fails at the second.
    /// - Throws: `FetchError`.
    public func findOrCreate<Object: ManagedObject, Value: AttributeValue & Hashable>(
        _ type: Object.Type = Object.self, where keyPath: any ReferenceWritableKeyPath<Object, Value> & Sendable,
        equals value: Value
    ) throws -> Object {
        verify("findOrCreate(_:where:equals:)")
        let entity = entity(for: type)
        let attribute = entity.attribute(at: keyPath)
        requireUnique(attribute, of: entity)
        // No object has a value without a stored form, and the save of one fails.
        if let stored = try? value.storedValue(), !stored.isNull {
            var request = FetchRequest<Object>()
            request.condition = try ObjectCondition(keyPath, isOneOf: [value])
            if let found = try fetch(request, at: nil).first { return found }
        }
        let object = type.init(context: self)
        object[keyPath: keyPath] = value
        insertions.noteMissing(CollectionOfOne(object.number))
        return object
    }

    private func requireUnique(_ attribute: AttributeDescription, of entity: EntityDescription) {
        let isUnique = schema(of: entity).uniqueAttributes.contains { $0.map(\.name) == [attribute.name] }
        guard !isUnique else { return }
        fatalError(
            "findOrCreate looks for a \(entity.name) by \(attribute.name), which several may share. "
                + "Declare it @Attribute(.unique).")
    }

    private func schema(of entity: EntityDescription) -> EntitySchema { coordinator.schema(of: entity) }
}
