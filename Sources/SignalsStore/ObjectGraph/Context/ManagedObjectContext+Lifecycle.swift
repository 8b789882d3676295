// The lifecycle methods and the validation of objects before a save.
extension ManagedObjectContext {
    /// Gives observers and objects a last chance for changes, and validates the objects.
    func prepareObjects() throws(SaveError) {
        if changeRecorder.isPreparing {
            fatalError("save() was called while the context saves, as in willSave(). Call it before or after.")
        }
        publish(\.willSave) { ObjectChanges(pending: objects.pending) }
        processPendingChanges()
        changeRecorder.beginPreparing()
        observeEveryAssignment()
        callWillSave()
        processPendingChanges()
        try validate()
    }

    /// Calls `willSave()` of each object that is to be saved, and again of those that another one changed.
    private func callWillSave() {
        defer { _ = changeRecorder.exchange(preparing: nil) }
        var round = registry.pendingInOrder
        for _ in 0..<1000 {
            for object in round where object.status.isPending {
                _ = changeRecorder.exchange(preparing: object)
                object.willSave()
            }
            let others = changeRecorder.takeTouched()
            if others.isEmpty { return }
            round = ContiguousArray(others.filter(\.status.isPending).sorted { $0.number < $1.number })
            if round.isEmpty { return }
        }
        fatalError(
            "The objects' willSave() still change one another after 1000 rounds, \(round[0].entity.name) among them. "
                + "Assign there only what is different.")
    }

    /// Reports the first object, in the order in which they were made, that must not be saved as it is.
    private func validate() throws(SaveError) {
        for object in registry.pendingInOrder {
            do { try validate(object) } catch {
                let invalid = error as? ValidationError
                throw SaveError(
                    .invalid(message: invalid?.message ?? "\(error)"), entityName: object.entity.name,
                    attributeName: invalid?.attributeName, objectIDs: [object.anyObjectID])
            }
        }
    }

    private func validate(_ object: ManagedObject) throws {
        switch object.status {
        case .inserted: try object.validateForInsert()
        case .updated: try object.validateForUpdate()
        case .deleted: try object.validateForDelete()
        case .clean, .gone, .loading: break
        }
    }
}
