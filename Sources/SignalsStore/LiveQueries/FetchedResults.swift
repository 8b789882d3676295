import Dispatch
import Foundation
import SignalsCore

/// The objects that a request finds, kept up to date for a view: an observable object of the main actor. Core Data's
/// `NSFetchedResultsController`.
///
/// ```swift
/// let results = FetchedResults(FetchRequest<HouseholdTask>(), in: container, sectionedBy: \.room)
/// results.objectWillChange.sink { … }.store(in: &cancellables)
/// for section in results.sections { print(section.name, section.snapshots.map(\.name)) }
/// ```
/// It has the objects as values, as they were last committed. After each commit that changes them it announces the change
/// and then has the new state; while the main queue is busy, states are skipped, not queued.
///
/// `readsOnDemand` is for a list of a million objects of which a screen shows a few: the results then keep the IDs
/// alone, eight bytes an object, and each batch of the request's `fetchBatchSize` is read when one of its objects is
/// accessed, on the caller's thread; the batches that were accessed last are kept. A snapshot that was read stays as it
/// is. One that is read after a further commit has the values of that commit, of which the results will be notified
/// next; one of an object that was deleted meanwhile has the values of a new object. A request with a limit, an offset
/// or relationships to prefetch keeps its objects all the same.
@MainActor
public final class FetchedResults<Object: ManagedObject, SectionName: AttributeValue & Equatable>: ObservableObject {
    /// The objects, in the request's order. Empty until the first fetch is done.
    @Published public private(set) var snapshots = SnapshotList<Object>()
    /// The objects by the value of the attribute that they are sectioned by, in their order; one section of all when
    /// they are not.
    public private(set) var sections: [FetchedSection<Object, SectionName>] = []
    /// The difference of the present state from the one before: removals and insertions, by position. A move is both; an
    /// object that has other values where it was is neither. It is computed at each access.
    public var difference: CollectionDifference<ManagedObjectID<Object>> { states.value.difference }
    /// The objects that have other values than in the state before, wherever they are. If a commit does not report what
    /// it changed, such as one by another process, this has only the objects that were read, where objects are read on
    /// demand.
    public var updatedIDs: Set<ManagedObjectID<Object>> { states.value.updatedIDs }
    /// The error that ended the states, or with which objects could not be read on demand; nil if neither happened.
    @Published public private(set) var error: FetchError?
    /// True if the first fetch is done.
    @Published public private(set) var isLoaded = false

    /// The states, each put out when the published properties have its values.
    package let states = CurrentValueSubject<FetchedState<Object>, Never>(FetchedState())
    private let sectionKeyPath: KeyPath<Object, SectionName>?
    private var subscription: AnyCancellable?

    private init(
        _ request: FetchRequest<Object>, in container: PersistentContainer,
        sectionKeyPath: KeyPath<Object, SectionName>?, readsOnDemand: Bool, at site: CallSite
    ) {
        self.sectionKeyPath = sectionKeyPath
        let fail: @Sendable (FetchError) -> Void = { [weak self] error in
            // SAFETY: the main queue is the main actor's executor.
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.error = error } }
        }
        switch container.livePublisher(for: request, at: site, readingOnDemand: readsOnDemand ? fail : nil) {
        case .failure(let error): self.error = error
        case .success(let publisher):
            let newest = NewestOnMain { [weak self] in
                self?.take($0)
            } whenDone: { [weak self] in
                self?.end($0)
            }
            subscription = AnyCancellable(newest)
            publisher.subscribe(newest)
        }
    }

    /// Follows a request, in sections.
    ///
    /// - Parameters:
    ///   - request: the request for the objects. They are sorted by the sections' attribute first, unless the request
    ///     does so itself.
    ///   - container: the container that has the objects.
    ///   - keyPath: the attribute whose values make the sections. The store sorts by it, so its type has to be one that
    ///     stores order, see ``OrderBy``: with a `Comparable` enum there are no sections and no objects, and ``error``
    ///     is `FetchError.unsortable`. Use an attribute that keeps the enum's raw value instead.
    ///   - readsOnDemand: true to keep the IDs only, and read objects when they are asked for.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    public convenience init(
        _ request: FetchRequest<Object>, in container: PersistentContainer,
        sectionedBy keyPath: KeyPath<Object, SectionName> & Sendable, readsOnDemand: Bool = false,
        fileID: StaticString = #fileID, line: UInt = #line
    ) where SectionName: Comparable {
        var request = request
        if request.sortDescriptors.first?.keyPath != keyPath {
            request.sortDescriptors.insert(SortDescriptor(keyPath), at: 0)
        }
        self.init(
            request, in: container, sectionKeyPath: keyPath, readsOnDemand: readsOnDemand,
            at: CallSite(fileID: fileID, line: line))
    }

    private func take(_ result: LiveResult) {
        let next = FetchedState<Object>(result)
        let newSections = FetchedSection.sections(of: next.snapshots, by: sectionKeyPath)
        // First what announces that it changes: at that moment nothing has.
        snapshots = next.snapshots
        sections = newSections
        states.send(next)
        if !isLoaded { isLoaded = true }
    }

    private func end(_ completion: Subscribers.Completion<FetchError>) {
        if case .failure(let error) = completion { self.error = error }
    }
}

extension FetchedResults where SectionName == Bool {
    /// Follows a request, in one section.
    ///
    /// - Parameters:
    ///   - request: the request for the objects.
    ///   - container: the container that has the objects.
    ///   - readsOnDemand: true to keep the IDs only, and read objects when they are asked for.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    public convenience init(
        _ request: FetchRequest<Object>, in container: PersistentContainer, readsOnDemand: Bool = false,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(
            request, in: container, sectionKeyPath: nil, readsOnDemand: readsOnDemand,
            at: CallSite(fileID: fileID, line: line))
    }
}
