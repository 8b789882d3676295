// The objects that are no longer where a context reads.
extension ManagedObjectContext {
    /// Lets go of objects that are no longer where this context reads, unless they were changed here.
    ///
    /// - Returns: those that are gone now.
    func forgetIfClean(_ missing: [ManagedObject]) -> [ManagedObject] {
        ObjectGraph(context: self).removingFromLists(missing) { for object in missing { forgetIfClean(object) } }
        return missing.filter { $0.status == .gone }
    }

    /// Lets go of an object that is no longer where this context reads, unless it was changed here.
    func forgetIfClean(_ object: ManagedObject) {
        guard object.status == .clean else { return keepMissing(object) }
        object.willChange?.send()
        lose(object)
        object.removeFromRelationships()
        didChange(object)
    }

    /// Forgets an object whose row was deleted elsewhere: no step of `undo()` brings it back.
    func lose(_ object: ManagedObject) {
        objects.remove(object)
        object.isMissing = true
    }

    /// Keeps an object that was changed here and whose row is deleted: its targets refer back to it, though where this
    /// context reads nothing says so any more.
    func keepMissing(_ object: ManagedObject) {
        // A new one has no row, or none any more.
        if object.status == .inserted { return object.isStoredToo = false }
        object.isMissing = true
        guard object.status == .updated, !object.isUnloaded else { return }
        for reference in object.entity.references {
            let number = reference.state(in: object).pointee.reference
            guard number != 0, let inverse = reference.inverse else { continue }
            relationships.strays.note(object.number, referringTo: number)
            guard let other = objects[number] else { continue }
            if inverse.isToOne { pair(object, by: reference, with: other) } else { inverse.regain(object, in: other) }
        }
    }
}
