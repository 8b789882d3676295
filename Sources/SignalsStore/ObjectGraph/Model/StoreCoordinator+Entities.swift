extension StoreCoordinator {
    /// The entity as its store knows it. Stops the program where no store has it.
    func schema(of entity: EntityDescription) -> EntitySchema { schema(of: entity.name) }

    /// The place of the store that a new object goes into. Stops the program where that is not clear.
    func place(of entity: EntityDescription, _ placement: StorePlacement) -> Int { place(of: entity.name, placement) }
}
