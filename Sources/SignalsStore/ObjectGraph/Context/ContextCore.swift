import CPlatform

/// The part of a context that may be read and set from anywhere, under one lock: a context is made for each background
/// task, and a lock costs an allocation.
struct ContextCore: Sendable {
    var name: String?
    var settings = ContextSettings()
    var subjects = ContextSubjects()
    var inbox = Inbox()
    /// The work that waits for the end of a save off the queue.
    var afterSave: WorkAfterSave?
    /// The child contexts that follow.
    var children: [ManagedObjectContext.WeakContext] = []
    /// The address of the context, which removes it before it is released: while the lock is held, its memory is valid.
    /// A weak reference would cost an allocation, and slow down each retain of the context.
    private var address: UInt = 0

    init(name: String? = nil) { self.name = name }

    /// The context; nil if it is released or being released.
    var context: ManagedObjectContext? {
        guard let pointer = UnsafeMutableRawPointer(bitPattern: address), let retained = swift_tryRetain(pointer)
        else { return nil }
        return Unmanaged<ManagedObjectContext>.fromOpaque(retained).takeRetainedValue()
    }

    mutating func adopt(_ context: ManagedObjectContext) {
        address = UInt(bitPattern: Unmanaged.passUnretained(context).toOpaque())
    }

    /// Ends with the context. Returns the contents that others may still refer to, to be released after the lock.
    mutating func abandon() -> ContextCore? {
        address = 0
        if subjects.isEmpty, children.isEmpty, !inbox.hasContent { return nil }
        var core = ContextCore(name: name)
        // The work after the save is kept: its callers rely on it without the context.
        core.afterSave = afterSave.take()
        swap(&self, &core)
        return core
    }
}

/// The settings of a context, which may be set from anywhere.
struct ContextSettings: Sendable {
    /// Nil for that of the parent or the container.
    var mergePolicy: MergePolicy?
    var followsParent = false
    /// True if the context is, or was, registered as one that follows.
    var isKnown = false

    /// True the first time that the context follows.
    mutating func follow(_ follows: Bool) -> Bool {
        followsParent = follows
        guard follows, !isKnown else { return false }
        isKnown = true
        return true
    }
}
