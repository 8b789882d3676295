import SignalsCore

/// A unit of changes that are saved together or not at all, made in a context of their own.
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
/// may save: `context.save()` in the closure makes the changes part of the unit, and other contexts do not see them
/// before the unit is saved. Events that are sent after the save are described at `EventQueue`.
///
/// A unit on a container whose commit meets a conflict runs again, see ``onConflict(_:)``; so its closure may be called
/// several times, and its effects outside of its context should be harmless when repeated.
///
/// The unit's reads are not of one moment: each fetch shows the commits of others so far, and an error that the closure
/// throws because of a difference is final. In a unit on a container, `try context.setQueryGeneration(.current)` as the
/// first line makes all of its reads show one moment: if another context changes what the unit changes too, the unit's
/// commit meets the conflict, and the unit runs again.
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
    /// - Parameter container: the container to which the changes are saved.
    public init(container: PersistentContainer) {
        contextOrigin = .peer(container)
        response = .runAgain(times: 3, then: .alone)
    }

    /// A unit whose context is a child of another. Each execution has a context of its own.
    ///
    /// The end of the program by `exit` or by returning from `main` waits up to ten seconds for executions that have not
    /// ended, unless they need the main queue, which it blocks; standard error says how many had not ended.
    ///
    /// - Parameter parent: the context whose objects the unit sees, and through which it saves its own changes only.
    public init(parent: ManagedObjectContext) { contextOrigin = .child(parent) }

    /// Returns the same unit, which also calls a closure when it fails: after everything was rolled back, and before
    /// the future of the execution resolves. Several are called in their order.
    ///
    /// - Parameter handler: called with the stage that failed and what was thrown there, on a background thread.
    public func onError(_ handler: @escaping @Sendable (UnitOfWorkError) -> Void) -> UnitOfWork {
        var unit = self
        unit.errorHandlers.append(handler)
        return unit
    }

    /// Returns the same unit, with another response to a conflict with another commit.
    ///
    /// By default a unit on a container runs again, three times and then alone, so that it never fails because of a
    /// conflict. With `.fail`, the first conflict fails it:
    /// ```swift
    /// UnitOfWork(container: container).onConflict(.fail).execute { context in … }
    /// ```
    /// A unit on a parent never runs again, whatever the response, since the parent would be as old as before: a
    /// conflict fails it.
    ///
    /// - Parameter response: the response; see ``ConflictResponse``.
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
