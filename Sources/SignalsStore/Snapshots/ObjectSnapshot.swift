/// The values of one managed object at one moment: a value that may be used on any thread.
///
/// ```swift
/// container.snapshots(for: FetchRequest<HouseholdTask>()).sink { … } receiveValue: { tasks in
///     for task in tasks { print(task.name, task.objectID) }
/// }
/// .store(in: &cancellables)
/// ```
/// Attributes are read as on the object, and a relationship to one is the other object's ID. A relationship to many is
/// the IDs of its members, where the request asked for them with `relationshipKeyPathsForPrefetching`:
/// ```swift
/// var request = FetchRequest<Article>()
/// request.relationshipKeyPathsForPrefetching = [\.tags]
/// for article in try context.fetchSnapshots(request) { print(article.title, article.tags.count) }
/// ```
/// A snapshot shares its memory with those that were fetched with it, and decodes a value when it is read. It never
/// changes; fetch again, or subscribe to a publisher, for the object's present values.
@dynamicMemberLookup
public struct ObjectSnapshot<Object: ManagedObject>: Sendable, Identifiable {
    @usableFromInline let row: SnapshotRow

    /// The ID of the object, with which contexts find it.
    public var objectID: ManagedObjectID<Object> { ManagedObjectID(store: row.page.store, number: row.number) }

    /// The same as `objectID`.
    public var id: ManagedObjectID<Object> { objectID }

    /// The value of an attribute.
    ///
    /// A key path to anything else, such as a computed property, stops the program: a snapshot has what the store
    /// keeps.
    @inlinable
    public subscript<Value: AttributeValue>(dynamicMember keyPath: KeyPath<Object, Value>) -> Value {
        withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
            let value = memory.baseAddress.unsafelyUnwrapped
            row.initialize(UnsafeMutableRawPointer(value), from: keyPath)
            return value.move()
        }
    }

    /// The ID of the object at the other end of a relationship to one.
    public subscript<Target: ManagedObject>(
        dynamicMember keyPath: KeyPath<Object, Target?>
    ) -> ManagedObjectID<Target>? {
        let entity = row.page.entity
        guard case .relationship(let index) = entity.target(of: keyPath),
            let column = entity.relationships[index].column
        else { row.stop(keyPath) }
        guard case .integer(let number) = row.page.rows.value(row.index, column) else { return nil }
        return ManagedObjectID(store: row.page.store, number: number)
    }

    /// The IDs of the members of a relationship to many.
    ///
    /// A relationship that the request did not name in `relationshipKeyPathsForPrefetching` stops the program.
    public subscript<Target: ManagedObject>(
        dynamicMember keyPath: KeyPath<Object, Set<Target>>
    ) -> Set<ManagedObjectID<Target>> {
        Set(row.members(keyPath).map { ManagedObjectID<Target>(store: row.page.store, number: $0) })
    }

    /// The IDs of the members of an ordered relationship, in their order.
    ///
    /// A relationship that the request did not name in `relationshipKeyPathsForPrefetching` stops the program.
    public subscript<Target: ManagedObject>(
        dynamicMember keyPath: KeyPath<Object, [Target]>
    ) -> [ManagedObjectID<Target>] {
        row.members(keyPath).map { ManagedObjectID<Target>(store: row.page.store, number: $0) }
    }
}

extension SnapshotRow {
    func members(_ keyPath: AnyKeyPath) -> ArraySlice<Int64> {
        guard case .relationship(let index) = page.entity.target(of: keyPath) else { stop(keyPath) }
        guard let members = page.members[index] else {
            fatalError(
                "\(keyPath) was not fetched with the snapshots of \(page.entity.name). Name it in the request's "
                    + "relationshipKeyPathsForPrefetching.")
        }
        return members[self.index]
    }

    /// Makes the value of the attribute that a key path refers to in memory that holds nothing.
    @usableFromInline
    func initialize(_ value: UnsafeMutableRawPointer, from keyPath: AnyKeyPath) {
        let entity = page.entity
        let column = entity.columnsOfKeyPaths.column(of: keyPath) { keyPath in
            if case .attribute(let column) = entity.target(of: keyPath) { column } else { nil }
        }
        guard let column else { stop(keyPath) }
        let isAccepted = page.rows.withCells(of: index) { cells, bytes in
            entity.slots.withUnsafeBufferPointer { $0[column].codec.initialize(cells[column], bytes, value) }
        }
        if !isAccepted {
            fatalError("\(entity.name).\(entity.attributes[column].name) was accepted once, and now is not.")
        }
    }

    func stop(_ keyPath: AnyKeyPath) -> Never {
        fatalError(
            "\(keyPath) is not a stored attribute of \(page.entity.name), nor a relationship to one. Compute it from the "
                + "snapshot's attributes, or fetch the object.")
    }
}

extension ObjectSnapshot: Hashable {
    /// True if both are of the same object and have the same values.
    public static func == (left: ObjectSnapshot, right: ObjectSnapshot) -> Bool { left.row.isSame(as: right.row) }

    /// Hashes the object's ID.
    public func hash(into hasher: inout Hasher) { hasher.combine(row.number) }
}

extension ObjectSnapshot: CustomStringConvertible {
    /// The object's ID and what the store keeps of it.
    public var description: String {
        let values = row.page.entity.attributes.map { attribute in
            let value = row.page.rows.value(row.index, attribute.index)
            return "\(attribute.name): \(value.description(as: attribute.type))"
        }
        return "\(objectID) (\(values.joined(separator: ", ")))"
    }
}
