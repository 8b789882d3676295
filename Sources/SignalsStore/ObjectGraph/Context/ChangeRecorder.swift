/// The context's record of objects that changed: for `objectsDidChange`, and for `willSave()` while a save prepares.
///
/// No method calls out, and methods that release objects return them: each access ends before any code of the objects
/// runs.
struct ChangeRecorder {
    /// The changes that `objectsDidChange` has not reported yet; nil without a subscriber.
    private var changes: ObjectChanges?
    /// The objects that changed while a save prepares; nil at other times.
    private var touched: Set<ManagedObject>?
    /// The object whose `willSave()` runs.
    private var preparing: ManagedObject?

    /// True if `objectsDidChange` was read.
    @inline(__always) var isObserved: Bool { changes != nil }

    /// True while a save prepares.
    @inline(__always) var isPreparing: Bool { touched != nil }

    /// True if each change is noted.
    @inline(__always) var isRecording: Bool { touched != nil || changes != nil }

    /// Begins with changes for `objectsDidChange`, or begins anew.
    mutating func observe() { changes = ObjectChanges() }

    /// Returns the changes until now, which are reported; nil where there are none.
    mutating func takeChanges() -> ObjectChanges? {
        guard let changed = changes, !changed.isEmpty else { return nil }
        observe()
        return changed
    }

    /// Notes changes for `objectsDidChange`.
    ///
    /// - Returns: true if they are the first that are to be reported.
    mutating func note(_ body: (inout ObjectChanges) -> Void) -> Bool {
        guard var changed = changes.take() else { return false }
        let isFirst = changed.isEmpty
        body(&changed)
        changes = changed
        return isFirst
    }

    mutating func beginPreparing() { touched = [] }

    /// Ends the preparation of a save.
    mutating func endPreparing() -> Set<ManagedObject>? { touched.take() }

    /// Notes an object that changed while a save prepares, unless its own `willSave()` changes it.
    mutating func touch(_ object: ManagedObject) { if object !== preparing { touched?.insert(object) } }

    /// Notes that `willSave()` of an object runs, which need not be called for what changed it before; nil when it has run.
    mutating func exchange(preparing object: ManagedObject?) -> ManagedObject? {
        if let object, touched?.isEmpty == false { touched?.remove(object) }
        defer { preparing = object }
        return preparing
    }

    /// Returns the objects that changed until now.
    mutating func takeTouched() -> Set<ManagedObject> {
        guard let objects = touched else { return [] }
        touched = []
        return objects
    }
}
