import SignalsCore

/// Changes that are saved together or not at all, made in a context of their own.
///
/// ```swift
/// UnitOfWork(container: container)
///     .onError { error in log("\(error)") }
///     .execute(publishingTo: events) { context, events in
///         let children = ChildRepository(context: context)
///         let bananas = BananaRepository(context: context)
///         try children.hungriest().eat(bananas.biggest(), reportingTo: events)
///     }
/// ```
/// The closure fetches and changes in the context that it is given, off the caller's queue; repositories are made in it,
/// from that context. When it returns, its changes are saved; when it throws, all of them are rolled back. A repository
/// may save: `context.save()` in the closure makes the changes part of the unit, which nobody else sees before. What is
/// published after the save is described at `EventQueue`.
///
/// A unit on a container whose commit meets a conflict runs again, see ``onConflict(_:)``; so its closure may be called
/// several times, and what it does outside of its context should be harmless when repeated.
///
/// The unit's reads are not of one moment: each fetch shows what others have committed until then, and what the closure
/// throws over the difference is final. In a unit on a container, `try context.setQueryGeneration(.current)` as the
/// first line makes all of them reads of one moment: if others change what the unit changes too, its commit meets the
/// conflict, and it runs again.
///
/// A unit on a **container** works in a peer of the view context, which stays clean and merges what was saved: right for
/// fetching and editing. A unit on a **parent** works in a child of that context, sees what is pending there, and saves
/// both levels, of the parent only the unit's own changes: right for scratch pads. It uses the parent's queue, so a
/// unit whose parent is a main-queue context gets nowhere while the main thread is blocked.
public struct UnitOfWork: Sendable {
    /// The context that a unit's own is a peer or a child of.
    enum ContextOrigin: Sendable {
        case peer(PersistentContainer)
        case child(ManagedObjectContext)
    }

    let contextOrigin: ContextOrigin
    private(set) var response = ConflictResponse.fail
    private var errorHandlers: [@Sendable (UnitOfWorkError) -> Void] = []

    /// A unit whose context is a peer of the container's view context. Each execution has a context of its own.
    ///
    /// - Parameter container: where the changes are saved.
    public init(container: PersistentContainer) {
        contextOrigin = .peer(container)
        response = .runAgain(times: 3, then: .alone)
    }

    /// A unit whose context is a child of another. Each execution has a context of its own.
    ///
    /// - Parameter parent: the context whose objects the unit sees and whose changes, but only the unit's own, it saves.
    public init(parent: ManagedObjectContext) { contextOrigin = .child(parent) }

    /// The same unit, which also calls a closure when it fails: after everything was rolled back, and before the future
    /// of the execution resolves. Several are called in their order.
    ///
    /// - Parameter handler: called with the stage that failed and what was thrown there, on a background thread.
    public func onError(_ handler: @escaping @Sendable (UnitOfWorkError) -> Void) -> UnitOfWork {
        var unit = self
        unit.errorHandlers.append(handler)
        return unit
    }

    /// The same unit, with another response to a conflict with what others committed.
    ///
    /// A unit on a container runs again unless it is told otherwise, three times and then alone, so that it never fails
    /// over a conflict:
    /// ```swift
    /// UnitOfWork(container: container).onConflict(.fail).execute { context in … }
    /// ```
    /// A unit on a parent never runs again, whatever is said here, since the parent would be as old as before: a conflict
    /// fails it.
    ///
    /// - Parameter response: the work; see ``ConflictResponse``.
    public func onConflict(_ response: ConflictResponse) -> UnitOfWork {
        var unit = self
        unit.response = response
        return unit
    }

    var hasErrorHandler: Bool { !errorHandlers.isEmpty }

    func report(_ error: UnitOfWorkError) {
        for handler in errorHandlers { handler(error) }
    }
}
