import Foundation

/// A request for objects, and their order. Core Data's `NSFetchRequest`.
///
/// ```swift
/// let request = FetchRequest<HouseholdTask>(
///     predicate: #Predicate { $0.nextDueDate < today },
///     sortBy: [SortDescriptor(\.nextDueDate)])
/// ```
@frozen
public struct FetchRequest<Object: ManagedObject>: Sendable {
    /// The condition on the objects; nil for all.
    public var predicate: Predicate<Object>?
    /// The words that objects must have in their `.searchable` attributes; nil for any.
    ///
    /// Without sort descriptors the objects come in the order of their relevance, the best fit first. Objects with
    /// changes are searched as they are now.
    public var textSearch: TextSearch?
    /// The order; objects that are equal in it come in the order of their IDs, which is that in which they were made, but
    /// for those of several programs, each of which reserves many IDs at once. Nil comes before every value, and NaN,
    /// that of a `Decimal` too, after every number. The types that stores can order by are listed at ``OrderBy``: an enum
    /// is not one of them.
    public var sortDescriptors: [SortDescriptor<Object>]
    /// The greatest number of objects to fetch; nil for all. Of Core Data's `fetchLimit` 0 means all; here it means none.
    public var fetchLimit: Int?
    /// The number of objects to leave out at the start.
    public var fetchOffset: Int
    /// True if objects with unsaved changes in this context are selected and ordered by their present values; if false,
    /// the objects are those that the store finds, which may have changes here. For a child context, "the store" is its
    /// parent.
    ///
    /// While the context has such changes, objects, and their related objects in conditions, may be evaluated with the
    /// values that the context has read, even if other contexts have saved new values that are not merged here yet.
    public var includesPendingChanges = true
    /// True if objects of subclasses are found too.
    public var includesSubentities = true
    /// The properties that `fetchProperties(_:)` reads; empty for all attributes.
    public var propertiesToFetch: [any PartialKeyPath<Object> & Sendable] = []
    /// True if `values(_:of:)` and `fetchProperties(_:)` give each combination of values once: those that are equal in
    /// Swift, and NaN once. The limit and the offset count what is left.
    public var returnsDistinctResults = false
    /// The number of objects that `fetchBatches(_:_:)` hands over at once, and that `FetchedResults` with `readsOnDemand`
    /// reads at once. `fetch(_:)` gives an array of all, whatever this is.
    public var fetchBatchSize = 100
    /// True if conditions that the store cannot translate, such as a computed property or the equality of a Codable
    /// value, are evaluated in memory, on the objects; if false, such a request is an error.
    ///
    /// The store then returns all objects of the entity, except those that the translatable parts of a predicate's `&&`
    /// exclude. An overflow in such a predicate stops the program, as it does in Swift. Live queries and batches are
    /// evaluated in the store alone, and fail with such a condition whatever this is.
    public var allowsInMemoryEvaluation = false
    /// The relationships whose objects are read with those of the request, in a query or two for all of them; snapshots
    /// have the IDs of these objects. Core Data's `relationshipKeyPathsForPrefetching`.
    ///
    /// ```swift
    /// request.relationshipKeyPathsForPrefetching = [\.tasks]
    /// ```
    /// A key path to anything else stops the program.
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<Object> & Sendable] = []
    /// The condition that the clauses of a data stack add to the predicate.
    @usableFromInline var condition: ObjectCondition?

    /// A request for the objects of one class.
    ///
    /// - Parameters:
    ///   - predicate: which objects; nil for all.
    ///   - sortDescriptors: the order.
    ///   - fetchLimit: the greatest number of objects to fetch; nil for all.
    ///   - fetchOffset: the number of objects to leave out at the start.
    @inlinable
    public init(
        predicate: Predicate<Object>? = nil, sortBy sortDescriptors: [SortDescriptor<Object>] = [],
        fetchLimit: Int? = nil, fetchOffset: Int = 0
    ) {
        // Compiled where the class is known: to look up the types of what a request has takes longer than to make it.
        self.predicate = predicate
        self.sortDescriptors = sortDescriptors
        self.fetchLimit = fetchLimit
        self.fetchOffset = fetchOffset
    }
}

extension FetchRequest {
    /// The request as a child makes it to its parent: what is pending there is part of what the child reads.
    var ofParent: FetchRequest {
        var request = self
        request.includesPendingChanges = true
        return request
    }
}

extension FetchRequest {
    /// A request for the objects that have some words in their `.searchable` attributes, the best fit first.
    ///
    /// ```swift
    /// let found = try context.fetch(FetchRequest<Note>(matching: "milk bre*"))
    /// ```
    /// - Parameters:
    ///   - text: the text to search for, as ``TextSearch`` reads it. For text that a person is typing, set ``textSearch``.
    ///   - predicate: a further condition; nil for none.
    ///   - sortDescriptors: another order than that of relevance.
    ///   - fetchLimit: the greatest number of objects to fetch; nil for all.
    ///   - fetchOffset: the number of objects to leave out at the start.
    public init(
        matching text: String, predicate: Predicate<Object>? = nil,
        sortBy sortDescriptors: [SortDescriptor<Object>] = [],
        fetchLimit: Int? = nil, fetchOffset: Int = 0
    ) {
        self.init(predicate: predicate, sortBy: sortDescriptors, fetchLimit: fetchLimit, fetchOffset: fetchOffset)
        textSearch = TextSearch(text)
    }

    /// The predicate, the search and the clauses; nil for all objects.
    var allConditions: ObjectCondition? {
        let conditions = [predicate.map(ObjectCondition.init), searchCondition, condition].compactMap(\.self)
        guard let first = conditions.first else { return nil }
        return conditions.dropFirst().reduce(first) { $0.and($1) }
    }

    /// The condition that objects match the search; nil if there is none.
    var searchCondition: ObjectCondition? {
        guard let textSearch else { return nil }
        return ObjectCondition(
            translate: { entity, _ in .boolean(.matches(try entity.search(textSearch), of: .fetched)) },
            matches: { object in try object.search(textSearch, as: Object.self).matches(object.storedValue) })
    }

    /// Returns the query that asks a store for what the request asks for.
    ///
    /// - Throws: `FetchError` for a part that has no translation.
    func query(_ entity: EntityDescription, _ schema: EntitySchema, store: StoreNumbers) throws -> Query {
        var query = Query(entity: schema)
        if let predicate, condition == nil, textSearch == nil {
            query.condition = try PredicateTranslator.condition(predicate, entity, store: store)
        } else {
            query.condition = try allConditions?.translate(entity, store)
        }
        if sortDescriptors.hasElements {
            query.order = try sortDescriptors.map { try SortTranslator.order($0, entity) }
        } else if let textSearch {
            query.order = [QueryOrder(relevance: try entity.search(textSearch))]
        }
        if !includesSubentities { query.entity = query.entity.alone }
        query.limit = fetchLimit.map { max(0, $0) }
        query.offset = max(0, fetchOffset)
        return query
    }
}
