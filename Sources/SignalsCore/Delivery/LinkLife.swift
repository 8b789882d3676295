import Synchronization

/// The life of a link: one subscription, awaited, attached, ended. It ends once, and lets go of the subscription then.
@usableFromInline
struct LinkLife<Contents: LinkContents>: ~Copyable, Sendable {
    /// The address of the name, a null-terminated constant, and below it the phase. It changes under the lock.
    @usableFromInline let word: Atomic<UInt64>
    @usableFromInline let contents: Guarded<Contents>

    /// - Parameters:
    ///   - name: the name that `print()` and a debugger show, the operator's.
    ///   - contents: the contents that are kept until the end.
    @inlinable
    init(_ name: StaticString, _ contents: Contents) {
        word = Atomic(UInt64(UInt(bitPattern: name.utf8Start)) << 8)
        self.contents = Guarded(contents)
    }

    /// A life that awaits its subscription, for the operator that another link is for.
    @inlinable
    init<Other>(named other: borrowing LinkLife<Other>, _ contents: Contents) {
        word = Atomic(other.word.load(ordering: .relaxed) & ~0xFF)
        self.contents = Guarded(contents)
    }

    @inlinable @inline(__always)
    var phase: LinkPhase {
        LinkPhase(rawValue: UInt8(truncatingIfNeeded: word.load(ordering: .acquiring))) ?? .cancelled
    }

    /// Enters a phase. Called under the lock.
    @inlinable
    func enter(_ phase: LinkPhase) {
        word.store(word.load(ordering: .relaxed) & ~0xFF | UInt64(phase.rawValue), ordering: .releasing)
    }

    /// True while values may pass: after the subscription and before the end.
    @inlinable @inline(__always)
    var isAttached: Bool { phase == .attached }

    /// True if upstream has completed, or it was cancelled.
    @inlinable @inline(__always)
    var hasEnded: Bool { phase.rawValue >= LinkPhase.completed.rawValue }

    /// True if downstream wants nothing more, not even the completion.
    @inlinable @inline(__always)
    var isCancelled: Bool { phase == .cancelled }

    /// Takes the subscription. False, and the subscription is cancelled, if there is one already or all has ended.
    @inlinable
    func attach(_ subscription: any Subscription) -> Bool {
        let isFirst = contents.withLock { contents in
            guard phase == .awaited else { return false }
            // In place of the stand-in, whose release calls nobody.
            contents.subscription = subscription
            enter(.attached)
            return true
        }
        if !isFirst { subscription.cancel() }
        return isFirst
    }

    /// Asks upstream.
    @inlinable
    func requestUpstream(_ demand: Subscribers.Demand) {
        contents.withLock { $0.subscription }.request(demand)
    }

    /// Ends because upstream has completed, or because the operator has what it needs, which then cancels upstream.
    ///
    /// - Returns: true the first time, and what is to be used and released now.
    @inlinable
    func end() -> (isFirst: Bool, Contents) {
        contents.withLock { contents in
            guard phase == .attached || phase == .drained else { return (false, Contents()) }
            enter(.completed)
            return (true, contents.takeAll())
        }
    }

    /// Ends because the operator has what it needs, and cancels upstream. True the first time.
    @inlinable
    func interrupt() -> Bool {
        let (isFirst, before) = end()
        before.subscription.cancel()
        return isFirst
    }

    /// Ends because downstream wants nothing more.
    ///
    /// - Returns: what the caller is to cancel, and to release.
    @inlinable
    func cancel() -> Contents {
        if isCancelled { return Contents() }
        return contents.withLock { contents in
            enter(.cancelled)
            return contents.takeAll()
        }
    }

    /// The operator's name.
    @usableFromInline var name: String {
        UnsafePointer<CChar>(bitPattern: UInt(word.load(ordering: .relaxed) >> 8)).map { String(cString: $0) } ?? ""
    }
}

/// The references that a link keeps, under its lock, until its end.
@usableFromInline
protocol LinkContents: Sendable {
    var subscription: any Subscription { get set }

    /// The contents of a link that has nothing to keep.
    init()
}

extension LinkContents {
    /// Lets go of everything, and returns it, to be used and released after the lock.
    @inlinable
    mutating func takeAll() -> Self {
        var taken = Self()
        swap(&taken, &self)
        return taken
    }
}

/// The phase of a link.
@usableFromInline
enum LinkPhase: UInt8, Sendable {
    case awaited, attached

    /// Upstream has completed, and downstream may still ask for what it left.
    case drained

    /// Another subscription has taken the place of the first, which had completed.
    case replaced
    case completed, cancelled
}
