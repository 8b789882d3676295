/// The store that new objects of a class go into. A context keeps the latest, since those of one class mostly come one
/// after the other.
struct InsertionTarget {
    let entity: EntityDescription
    let coordinator: StoreCoordinator
    let storeIndex: Int

    /// The number of the next new object. Where the store cannot give one, such as on a full disk, a random one does, out of a
    /// range that the store does not reach; the next save fails with what kept it from that.
    ///
    /// - Parameter failure: the failure that kept the store from it before; then it is not asked.
    func nextNumber(after failure: SaveError?) -> (number: Int64, failure: SaveError?) {
        do throws(SaveError) {
            if let failure { throw failure }
            return (try coordinator.nextNumber(at: storeIndex), nil)
        } catch {
            return (StoreNumbers.number(.random(in: 1 << 54..<1 << 55), at: storeIndex), error)
        }
    }
}
