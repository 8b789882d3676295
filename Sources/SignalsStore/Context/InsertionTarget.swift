/// Where new objects of a class go. A context keeps the latest, since those of one class mostly come one after the other.
final class InsertionTarget {
    let entity: EntityDescription
    private let coordinator: StoreCoordinator
    private let place: Int

    init(entity: EntityDescription, coordinator: StoreCoordinator, place: Int) {
        self.entity = entity
        self.coordinator = coordinator
        self.place = place
    }

    /// The number of the next new object. Where the store cannot give one, as on a full disk, a random one does: the
    /// save reports what is wrong.
    func nextNumber() -> Int64 {
        (try? coordinator.nextNumber(at: place)) ?? StoreNumbers.number(.random(in: 1 << 54..<1 << 55), at: place)
    }
}
