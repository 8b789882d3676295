/// Encodes new objects, a page for each entity.
struct InsertionPages {
    private let coordinator: StoreCoordinator
    private var builders: [RowPageBuilder] = []
    private var places: [ObjectIdentifier: Int] = [:]
    /// The entity of the object before, since objects of one entity mostly come one after the other.
    private var last: (entity: ObjectIdentifier, place: Int)?

    init(_ coordinator: StoreCoordinator) { self.coordinator = coordinator }

    /// - Throws: `SaveError` when a value cannot be encoded.
    mutating func append(_ object: ManagedObject) throws(SaveError) {
        let place = place(of: object.entity)
        // An object that was deleted, saved, and brought back by `undo()` goes on counting.
        builders[place].beginRow(number: object.number, version: object.version + 1)
        let slots = object.entity.slots
        for index in slots.indices {
            do { try slots[index].codec.encode(slots[index].address(in: object), &builders[place]) } catch {
                throw SaveError(
                    .unencodable(reason: "\(error)"), entityName: object.entity.name,
                    attributeName: object.entity.attributes[index].name, objectIDs: [object.anyObjectID])
            }
        }
    }

    /// The pages, in the order in which their first objects came.
    mutating func finish() -> [RowPage] { builders.indices.map { builders[$0].finish() } }

    private mutating func place(of entity: EntityDescription) -> Int {
        let key = ObjectIdentifier(entity)
        if let last, last.entity == key { return last.place }
        let place = places[key] ?? builders.count
        if place == builders.count { builders.append(RowPageBuilder(coordinator.schema(of: entity))) }
        places[key] = place
        last = (key, place)
        return place
    }
}
