import Dispatch
import Foundation
import SignalsCore

/// The objects that a request finds, kept up for a view: an observable object of the main actor. Core Data's
/// `NSFetchedResultsController`.
///
/// ```swift
/// let results = FetchedResults(FetchRequest<HouseholdTask>(), in: container, sectionedBy: \.room)
/// results.objectWillChange.sink { … }
/// for section in results.sections { print(section.name, section.snapshots.map(\.name)) }
/// ```
/// It has the objects as values, as they were last committed. After each commit that changes them it announces the change
/// and then has the new state; while the main queue is busy, states are left out, never put off.
@MainActor
public final class FetchedResults<Object: ManagedObject, SectionName: AttributeValue & Equatable>: ObservableObject {
    /// The objects, in the request's order. Empty until the first fetch is done.
    @Published public private(set) var snapshots = SnapshotList<Object>()
    /// The objects by the value of the attribute that they are sectioned by, in their order; one section of all when
    /// they are not.
    public private(set) var sections: [FetchedSection<Object, SectionName>] = []
    /// The difference of the present state from the one before: which objects left and came, by position. A move is
    /// both.
    public private(set) var difference = CollectionDifference<ManagedObjectID<Object>>([])!
    /// The objects that have other values than in the state before, wherever they are.
    public private(set) var updatedIDs: Set<ManagedObjectID<Object>> = []
    /// Why there are no more states; nil as long as there are.
    @Published public private(set) var error: FetchError?
    /// True if the first fetch is done.
    @Published public private(set) var isLoaded = false

    private let sectionKeyPath: KeyPath<Object, SectionName>?
    private var subscription: AnyCancellable?

    private init(
        _ request: FetchRequest<Object>, in container: PersistentContainer,
        sectionKeyPath: KeyPath<Object, SectionName>?, at site: CallSite
    ) {
        self.sectionKeyPath = sectionKeyPath
        switch container.livePublisher(for: request, at: site) {
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
    ///   - request: which objects. They are sorted by the sections' attribute first, unless the request does so itself.
    ///   - container: where from.
    ///   - keyPath: the attribute whose values make the sections.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    public convenience init(
        _ request: FetchRequest<Object>, in container: PersistentContainer,
        sectionedBy keyPath: KeyPath<Object, SectionName> & Sendable, fileID: StaticString = #fileID,
        line: UInt = #line
    ) where SectionName: Comparable {
        var request = request
        if request.sortDescriptors.first?.keyPath != keyPath {
            request.sortDescriptors.insert(SortDescriptor(keyPath), at: 0)
        }
        self.init(
            request, in: container, sectionKeyPath: keyPath, at: CallSite(fileID: fileID, line: line))
    }

    private func take(_ result: LiveResult) {
        let list = SnapshotList<Object>(result.rows)
        let id = { ManagedObjectID<Object>(store: result.store, number: $0) }
        let newSections = FetchedSection.sections(of: list, by: sectionKeyPath)
        // First what announces that it changes: at that moment nothing has.
        snapshots = list
        sections = newSections
        difference = Self.difference(result.changes, id)
        updatedIDs = Set(result.changes.updated.map(id))
        if !isLoaded { isLoaded = true }
    }

    private func end(_ completion: Subscribers.Completion<FetchError>) {
        if case .failure(let error) = completion { self.error = error }
    }

    private static func difference(
        _ changes: RowChanges, _ id: (Int64) -> ManagedObjectID<Object>
    ) -> CollectionDifference<ManagedObjectID<Object>> {
        let removed = Dictionary(changes.removals.map { ($0.number, $0.position) }) { $1 }
        let inserted = Dictionary(changes.insertions.map { ($0.number, $0.position) }) { $1 }
        var steps: [CollectionDifference<ManagedObjectID<Object>>.Change] = []
        for (number, position) in removed {
            steps.append(.remove(offset: position, element: id(number), associatedWith: inserted[number]))
        }
        for (number, position) in inserted {
            steps.append(.insert(offset: position, element: id(number), associatedWith: removed[number]))
        }
        return CollectionDifference(steps) ?? CollectionDifference([])!
    }
}

extension FetchedResults where SectionName == Bool {
    /// Follows a request, in one section.
    ///
    /// - Parameters:
    ///   - request: which objects.
    ///   - container: where from.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    public convenience init(
        _ request: FetchRequest<Object>, in container: PersistentContainer, fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(request, in: container, sectionKeyPath: nil, at: CallSite(fileID: fileID, line: line))
    }
}
