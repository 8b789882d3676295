extension PersistentContainer {
    /// The number of closures of `performBackgroundTask` and `save` that run at once, not counting those that wait in
    /// `context.save()`, or for an object that a server is asked for: at least 1; unless it is set the number of processors, or 4 where there are fewer. Like
    /// `OperationQueue`'s `maxConcurrentOperationCount`. May be read and set anywhere; a change concerns closures that
    /// have not begun.
    ///
    /// With 1 closures are serialised: each begins after the one before it was saved, so that it reads what that one
    /// saved, and each save has a sync of its own. A closure that waits for another closure of the container makes no
    /// progress then, until after five seconds without progress the next one begins as well.
    public var maxConcurrentTaskCount: Int {
        get { tasks.limits.running }
        set { tasks.limits.running = max(1, newValue) }
    }

    /// The number of closures that may have begun at once, those that wait in `context.save()` or for a server included: at
    /// least 1; 96 unless it is set. Each takes up a thread (on a busy machine Dispatch may for a moment keep others beside them),
    /// and saves that wait at the same time share one sync of the disk, so that on a slow disk more of them save
    /// faster. `save(_:)` needs none while it waits. May be read and set anywhere.
    public var maxBegunTaskCount: Int {
        get { tasks.limits.slots }
        set {
            tasks.limits.slots = max(1, newValue)
            tasks.limits.stuck = max(tasks.limits.stuck, newValue)
        }
    }

    /// The time that the program waits for the closures that were accepted when it ends by `exit` or by returning from
    /// `main`, those of a ``DataStack``'s asynchronous transactions among them, in seconds: 10 unless it is set, and 0 for
    /// not at all. Standard error says how many had not ended then; what they had not saved is lost. A program that is
    /// killed or stops at an error waits for nothing. May be read and set anywhere.
    public var exitTimeout: Double {
        get { tasks.limits.exitTimeout }
        set { tasks.limits.exitTimeout = max(0, newValue) }
    }
}
