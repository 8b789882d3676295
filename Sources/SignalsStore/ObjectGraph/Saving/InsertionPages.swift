/// The encoder of new objects, with a page for each entity.
struct InsertionPages {
    private struct Page {
        let entity: ObjectIdentifier
        /// The number of pages that began before it.
        let order: Int
        var builder: RowPageBuilder
    }

    private let coordinator: StoreCoordinator
    /// The page of the object before, since objects of one entity mostly come one after the other.
    private var current: Page?
    private var others: [Page] = []
    /// The indexes of the others, by their entities.
    private var indexes: [ObjectIdentifier: Int] = [:]
    /// The number of rows that are still to come at most.
    private var expected: Int

    init(_ coordinator: StoreCoordinator, expecting expected: Int) {
        self.coordinator = coordinator
        self.expected = expected
    }

    /// - Throws: `SaveError` when a value cannot be encoded.
    mutating func append(_ object: ManagedObject) throws(SaveError) {
        var page = takePage(of: object.entity)
        defer { current = page }
        // An object that was deleted, saved, and brought back by `undo()` goes on counting.
        page.builder.beginRow(number: object.number, version: object.version + 1)
        expected -= 1
        var index = 0
        do {
            try object.entity.slots.withUnsafeBufferPointer { slots in
                while index < slots.count {
                    try slots[index].codec.encode(slots[index].address(in: object), &page.builder)
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
    mutating func finish() -> [RowPage] {
        guard var last = current.take() else { return [] }
        if others.isEmpty { return [last.builder.finishLast()] }
        return (others + [last]).sorted { $0.order < $1.order }.map { page in
            var builder = page.builder
            return builder.finishLast()
        }
    }

    /// Takes out the page of an entity, which is to become the current one.
    private mutating func takePage(of entity: EntityDescription) -> Page {
        let key = ObjectIdentifier(entity)
        guard let before = current.take() else { return begin(entity, 0) }
        if before.entity == key { return before }
        guard let index = indexes.removeValue(forKey: key) else {
            indexes[before.entity] = others.count
            others.append(before)
            return begin(entity, others.count)
        }
        indexes[before.entity] = index
        let page = others[index]
        others[index] = before
        return page
    }

    // All of the rest may be of this entity; what is too much is given back at the end.
    private func begin(_ entity: EntityDescription, _ order: Int) -> Page {
        let builder = RowPageBuilder(coordinator.schema(of: entity), capacity: max(1, expected))
        return Page(entity: ObjectIdentifier(entity), order: order, builder: builder)
    }
}
