/// Where new objects of a class go. A context keeps the latest, since those of one class mostly come one after the other.
struct InsertionTarget {
    let entity: EntityDescription
    let coordinator: StoreCoordinator
    let place: Int

    /// The number of the next new object. Where the store cannot give one, as on a full disk, a random one does: the
    /// save reports what is wrong.
    func nextNumber() -> Int64 {
        (try? coordinator.nextNumber(at: place)) ?? StoreNumbers.number(.random(in: 1 << 54..<1 << 55), at: place)
    }
}
