/// Encodes new objects, a page for each entity.
struct InsertionPages {
    private let coordinator: StoreCoordinator
    private var builders: [RowPageBuilder] = []
    /// Where the builders of the entities are, but for the last one.
    private var places: [ObjectIdentifier: Int] = [:]
    /// The entity of the object before, since objects of one entity mostly come one after the other.
    private var last: (entity: ObjectIdentifier, place: Int)?

    /// How many rows are still to come at most.
    private var expected: Int

    init(_ coordinator: StoreCoordinator, expecting expected: Int) {
        self.coordinator = coordinator
        self.expected = expected
    }

    /// - Throws: `SaveError` when a value cannot be encoded.
    mutating func append(_ object: ManagedObject) throws(SaveError) {
        let place = place(of: object.entity)
        // An object that was deleted, saved, and brought back by `undo()` goes on counting.
        builders[place].beginRow(number: object.number, version: object.version + 1)
        expected -= 1
        var index = 0
        do {
            try object.entity.slots.withUnsafeBufferPointer { slots in
                while index < slots.count {
                    try slots[index].codec.encode(slots[index].address(in: object), &builders[place])
                    index += 1
                }
            }
        } catch {
            throw SaveError(
                .unencodable(reason: "\(error)"), entityName: object.entity.name,
                attributeName: object.entity.attributes[index].name, objectIDs: [object.anyObjectID])
        }
    }

    /// The pages, in the order in which their first objects came.
    mutating func finish() -> [RowPage] { builders.indices.map { builders[$0].finishLast() } }

    private mutating func place(of entity: EntityDescription) -> Int {
        let key = ObjectIdentifier(entity)
        if let last, last.entity == key { return last.place }
        if let last { places[last.entity] = last.place }
        let place = places[key] ?? builders.count
        if place == builders.count {
            // All of the rest may be of this entity; what is too much is given back at the end.
            builders.append(RowPageBuilder(coordinator.schema(of: entity), capacity: max(1, expected)))
        }
        last = (key, place)
        return place
    }
}
