import CPlatform
import Dispatch
import Foundation
import SignalsCore
import Synchronization

/// The confinement that a context and its objects share: the queue they belong to, and the check that they are used
/// there.
///
/// `perform` writes the thread that runs its closure into one word and restores it on the way out, so that the check
/// inside `perform` compares two words. Outside of it, a context of the main queue asks the queue itself: under an async
/// `main` on Linux the main queue runs on worker threads, so that neither `Thread.isMainThread` nor a thread
/// remembered from last time identifies it.
@usableFromInline
final class QueueConfinement: Sendable {
    enum Kind: Sendable {
        case mainQueue
        case privateQueue
        /// A queue of the caller's, which runs other code of the caller's too.
        case givenQueue
        /// The queue of the context above, for the level that its inner saves go into.
        case levelBelow(QueueConfinement)
        case prototype(AccessRecorder)
    }

    @usableFromInline let thread = Atomic<UInt>(0)
    let kind: Kind
    let queue: DispatchQueue
    /// The stores that the objects are kept in.
    let store: StoreNumbers
    /// True if the context has to be notified of each assignment, or is gone.
    private let attentive = Atomic(false)
    /// True while a background task's changes are saved, which ends on another queue.
    let isSaving = Atomic(false)
    /// The number of to-manys of the context's objects that are open to be changed in place.
    let mutationCount = Atomic(0)
    /// The model, which the objects refer to without counting.
    let kept: any AnyObject & Sendable
    /// The context's objects that are in use.
    var identities: IdentityTable { vouchedIdentities.value }

    // SAFETY: used on the queue only, as the objects are, but for `leave`, which only counts elsewhere.
    private let vouchedIdentities = Vouched(IdentityTable())
    let core: Locked<ContextCore>

    init(
        _ kind: Kind, queue: DispatchQueue, store: StoreNumbers, keeping kept: any AnyObject & Sendable,
        name: String? = nil
    ) {
        self.kept = kept
        self.kind = kind
        self.queue = queue
        self.store = store
        core = Locked(ContextCore(name: name))
        if case .givenQueue = kind { queue.setSpecific(key: Self.given, value: ObjectIdentifier(queue)) }
    }

    private static let given = DispatchSpecificKey<ObjectIdentifier>()

    var context: ManagedObjectContext? { core.withLock { $0.context } }

    func abandon() {
        attentive.store(true, ordering: .relaxed)
        _ = core.withLock { $0.abandon() }
    }

    /// True if the context has to be notified of an assignment, beyond keeping the replaced value.
    var isAttentive: Bool {
        get { attentive.load(ordering: .relaxed) }
        set { attentive.store(newValue, ordering: .relaxed) }
    }

    /// True if a to-many of the context's objects is open to be changed in place.
    @usableFromInline var isMutating: Bool { mutationCount.load(ordering: .relaxed) > 0 }

    func adopt(_ context: ManagedObjectContext) { core.withLock { $0.adopt(context) } }

    var name: String? {
        get { core.withLock { $0.name } }
        set { core.withLock { $0.name = newValue } }
    }

    /// The context as messages call it.
    var displayName: String { name.map { "the context \"\($0)\"" } ?? "a context without a name" }

    /// True if this thread is inside `perform` of the context.
    @inlinable @inline(__always)
    var isEntered: Bool { thread.load(ordering: .relaxed) == Self.currentThread }

    @inlinable @inline(__always)
    static var currentThread: UInt { signals_current_thread() }

    /// True if the context exists for the shape of one object only.
    var isPrototype: Bool {
        if case .prototype = kind { true } else { false }
    }

    var isOfMainQueue: Bool {
        if case .mainQueue = kind { true } else { false }
    }

    /// True if the queue is the main queue and this code runs on it.
    var isOnMainQueue: Bool { isOfMainQueue && CurrentQueue.isMain }

    /// True if this code runs on the context's queue.
    var isCurrent: Bool {
        if isEntered { return true }
        switch kind {
        case .mainQueue: return CurrentQueue.isMain
        case .givenQueue: return DispatchQueue.getSpecific(key: Self.given) == ObjectIdentifier(queue)
        case .levelBelow(let above): return above.isCurrent
        case .privateQueue, .prototype: return false
        }
    }

    /// Takes note that an object of the context is no longer in use, on whichever thread.
    func objectGoesAway(_ object: ManagedObject) {
        let isCurrent = isCurrent
        identities.leave(object, onQueue: isCurrent)
        if isCurrent { identities.releaseRelated(to: object) }
    }

    /// Runs `body` as code of the queue: the caller makes sure that nothing else of it runs meanwhile.
    @inlinable
    func enter<Result, Thrown: Error>(_ body: () throws(Thrown) -> Result) throws(Thrown) -> Result {
        let outer = thread.exchange(Self.currentThread, ordering: .relaxed)
        defer { thread.store(outer, ordering: .relaxed) }
        return try body()
    }

    /// Stops the program unless this code runs on the context's queue.
    func verify(_ access: ConfinedAccess) {
        if isCurrent { return }
        switch kind {
        case .prototype(let recorder):
            if case .attribute(let index, _) = access { recorder.record(index) }
        default: fatalError(ConfinementMessage.text(for: access, in: self))
        }
    }
}
