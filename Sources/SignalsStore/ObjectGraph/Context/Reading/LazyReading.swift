/// The state of a context's reads of values at their first access, which cannot throw.
enum LazyReading {
    case works
    /// The store could not be read: nothing is read at an access until something else can be read again.
    case stopped(FetchError)
    /// The store can be read again, but what was changed since may come from what was shown instead of values.
    case resumed(FetchError)

    /// The failure after which no change can be relied on; nil when all that was asked for was read.
    var failure: FetchError? {
        switch self {
        case .works: nil
        case .stopped(let error), .resumed(let error): error
        }
    }

    var isStopped: Bool { if case .stopped = self { true } else { false } }

    /// Notes that the store can be read.
    mutating func resume(hasChanges: Bool) {
        if let failure { self = hasChanges ? .resumed(failure) : .works }
    }

    /// Notes that nothing is changed any more.
    mutating func forgetChanges() { if case .resumed = self { self = .works } }
}

extension ManagedObjectContext {
    /// Reads at an access what an object needs, if that can be read now.
    ///
    /// - Parameter what: the values that are accessed, for the message with which the program stops where no store is
    ///   at fault.
    /// - Returns: true if it was read.
    func readLazily(_ what: @autoclosure () -> String, _ read: () throws -> Void) -> Bool {
        if faulting.lazyReading.isStopped { return false }
        do { try read() } catch {
            guard let error = error as? FetchError, error.isOfStore else {
                fatalError("\(what()) could not be read: \(error)")
            }
            stopLazyReading(error)
            return false
        }
        return true
    }

    private func stopLazyReading(_ error: FetchError) {
        faulting.lazyReading = .stopped(error)
        let name = name ?? "a context of \(defaults.containerName)"
        defaults.unobserved.handler(
            UnobservedFailure(error: error, contextName: name, containerName: defaults.containerName))
    }

    /// Lets accesses read again, after something was read, and notifies the observers of the objects that are still unread.
    func resumeLazyReading() {
        guard faulting.lazyReading.failure != nil else { return }
        let wasStopped = faulting.lazyReading.isStopped
        faulting.lazyReading.resume(hasChanges: !objects.pending.isEmpty)
        if wasStopped { for object in objects.all where object.isUnloaded { object.willChange?.send() } }
    }

    /// - Throws: the failure of the store, when values were asked for that could not be read.
    @usableFromInline
    func requireValues() throws(SaveError) {
        if let failure = faulting.lazyReading.failure { throw SaveError(reading: failure) }
    }
}

extension FetchError {
    /// True if it is the store that could not be read, and not what was asked for that was wrong.
    fileprivate var isOfStore: Bool {
        switch self {
        case .unreachable, .store, .fileMissing, .damaged, .modelChanged: true
        default: false
        }
    }
}
