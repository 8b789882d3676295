extension StoreCoordinator {
    /// Returns the schema of an entity in its store. Stops the program where no store has it.
    func schema(of entity: EntityDescription) -> EntitySchema { schema(of: entity.name) }

    /// The index of the store that a new object goes into. Stops the program where that is not clear.
    func storeIndex(of entity: EntityDescription, _ placement: StorePlacement) -> Int {
        storeIndex(of: entity.name, placement)
    }
}
