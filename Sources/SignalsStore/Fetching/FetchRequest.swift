import Foundation

/// Which objects to fetch, and in which order. Core Data's `NSFetchRequest`.
///
/// ```swift
/// let request = FetchRequest<HouseholdTask>(
///     predicate: #Predicate { $0.nextDueDate < today },
///     sortBy: [SortDescriptor(\.nextDueDate)])
/// ```
public struct FetchRequest<Object: ManagedObject>: Sendable {
    /// Which objects; nil for all.
    public var predicate: Predicate<Object>?
    /// The order; objects that it does not tell apart come in the order in which they were made.
    public var sortDescriptors: [SortDescriptor<Object>]
    /// The greatest number of objects to fetch; nil for all.
    public var fetchLimit: Int?
    /// How many objects to leave out at the start.
    public var fetchOffset: Int
    /// The relationships whose objects are read with those of the request, in a query or two for all of them. Core Data's
    /// `relationshipKeyPathsForPrefetching`.
    ///
    /// ```swift
    /// request.relationshipKeyPathsForPrefetching = [\.tasks]
    /// ```
    /// A key path to anything else stops the program.
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<Object> & Sendable] = []
    /// What the clauses of a data stack ask for beside the predicate.
    var condition: ObjectCondition?

    /// A request for the objects of one class.
    ///
    /// - Parameters:
    ///   - predicate: which objects; nil for all.
    ///   - sortDescriptors: the order.
    ///   - fetchLimit: the greatest number of objects to fetch; nil for all.
    ///   - fetchOffset: how many objects to leave out at the start.
    public init(
        predicate: Predicate<Object>? = nil, sortBy sortDescriptors: [SortDescriptor<Object>] = [],
        fetchLimit: Int? = nil, fetchOffset: Int = 0
    ) {
        self.predicate = predicate
        self.sortDescriptors = sortDescriptors
        self.fetchLimit = fetchLimit
        self.fetchOffset = fetchOffset
    }
}

extension FetchRequest {
    /// The predicate and the clauses; nil for all objects.
    var allConditions: ObjectCondition? {
        guard let predicate = predicate.map(ObjectCondition.init) else { return condition }
        return condition.map { predicate.and($0) } ?? predicate
    }

    func query(_ entity: EntityDescription, _ schema: EntitySchema, store: StoreNumbers) throws -> Query {
        var query = Query(entity: schema)
        query.condition = try allConditions?.translate(entity, store)
        query.order = try sortDescriptors.map { try SortTranslator.order($0, entity) }
        query.limit = fetchLimit.map { max(0, $0) }
        query.offset = max(0, fetchOffset)
        return query
    }
}
