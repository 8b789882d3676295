import Foundation

extension ManagedObjectContext {
    /// Puts the objects that a request finds into groups of the same values and computes something over each. SQL's
    /// `GROUP BY`, Core Data's `propertiesToGroupBy`.
    ///
    /// ```swift
    /// let groups = try context.groups(
    ///     of: request, by: \.frequency, computing: .count, .sum(\.minutes)
    /// ) { count, minutes in count > 1 }  // having
    /// for (frequency, (count, minutes)) in groups { … }
    /// ```
    /// The groups come in the order of their keys as the store keeps them, nil first. Keys are compared as in Swift,
    /// except that NaN equals itself. The request's limit and offset say which objects are grouped. The store computes
    /// the groups, beside changes as ``sum(_:of:)`` says. Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - request: the request for the objects.
    ///   - keyPaths: the attributes that the objects of a group have in common; without any, all are one group.
    ///   - aggregates: the computation over each group.
    ///   - having: returns true for the groups to keep, by what was computed over them; unless it is given, all are
    ///     kept.
    /// - Throws: `FetchError`.
    public func groups<Object: ManagedObject, each Key: AttributeValue, each Result>(
        of request: FetchRequest<Object>, by keyPaths: repeat KeyPath<Object, each Key>,
        computing aggregates: repeat Aggregate<Object, each Result>,
        having: ((repeat each Result) throws -> Bool)? = nil
    ) throws -> [(key: (repeat each Key), values: (repeat each Result))] {
        let resolver = AttributeResolver(entity: entity(for: Object.self))
        let columns = try resolver.columns(repeat each keyPaths)
        let aggregations = try resolver.aggregations(repeat each aggregates)
        let table = try tabulate(request, .groups(by: columns, aggregations))
        var row = TableDecoder(table)
        var groups: [(key: (repeat each Key), values: (repeat each Result))] = []
        for _ in table.indices {
            let key = (repeat try row.next(as: (each Key).self))
            let values = (repeat try row.next { try (each aggregates).decode($0) })
            if try having?(repeat each values) ?? true { groups.append((key: key, values: values)) }
        }
        return groups
    }

    /// Groups the objects that a request finds by the object that they refer to, and computes something over each
    /// group.
    ///
    /// ```swift
    /// for (feed, count) in try context.groups(of: unread, by: \.feed, computing: .count) { … }
    /// ```
    /// The keys are the IDs of the objects at the other end, and nil, which comes first, for none; there is no group
    /// for an object that nothing refers to. All else is as with groups by attributes.
    ///
    /// - Parameters:
    ///   - request: the request for the objects.
    ///   - keyPath: the relationship to one.
    ///   - aggregates: the computation over each group.
    /// - Throws: `FetchError`.
    public func groups<Object: ManagedObject, Target: ManagedObject, each Result>(
        of request: FetchRequest<Object>, by keyPath: KeyPath<Object, Target?>,
        computing aggregates: repeat Aggregate<Object, each Result>
    ) throws -> [(key: ManagedObjectID<Target>?, values: (repeat each Result))] {
        let resolver = AttributeResolver(entity: entity(for: Object.self))
        let column = try resolver.reference(keyPath)
        let aggregations = try resolver.aggregations(repeat each aggregates)
        var groups: [(key: ManagedObjectID<Target>?, values: (repeat each Result))] = []
        let table = try tabulate(request, .groups(by: [column], aggregations))
        var row = TableDecoder(table)
        for _ in table.indices {
            let key = try row.next { ManagedObjectID<Target>(reference: $0, store: confinement.store) }
            groups.append((key: key, values: (repeat try row.next { try (each aggregates).decode($0) })))
        }
        return groups
    }
}

/// Finds the attributes that key paths refer to.
struct AttributeResolver {
    let entity: EntityDescription

    func attribute(_ keyPath: AnyKeyPath) throws -> AttributeDescription {
        guard case .attribute(let index) = entity.target(of: keyPath) else {
            throw FetchError.untranslatable(
                expression: "\\\(entity.name).\(PredicatePrinter.propertyName(of: keyPath))",
                reason: "it is not a stored attribute of \(entity.name). Compute it over what was fetched")
        }
        return entity.attributes[index]
    }

    /// An attribute whose values a store can tell apart.
    func comparable(_ keyPath: AnyKeyPath) throws -> Int {
        let attribute = try attribute(keyPath)
        guard attribute.type != .codable else {
            throw FetchError.untranslatable(
                expression: "\\\(entity.name).\(attribute.name)",
                reason: "it is kept as JSON, which cannot be compared. Keep what is looked for as an attribute")
        }
        return attribute.index
    }

    /// The columns of attributes whose values a store can tell apart.
    func columns<Object, each Value>(_ keyPaths: repeat KeyPath<Object, each Value>) throws -> [Int] {
        var columns: [Int] = []
        for keyPath in repeat each keyPaths { columns.append(try comparable(keyPath)) }
        return columns
    }

    /// The column of a relationship to one.
    func reference(_ keyPath: AnyKeyPath) throws -> Int {
        guard case .relationship(let index) = entity.target(of: keyPath),
            let column = entity.relationships[index].column
        else {
            throw FetchError.untranslatable(
                expression: "\\\(entity.name).\(PredicatePrinter.propertyName(of: keyPath))",
                reason: "it is not a relationship to one of \(entity.name). Group what was fetched")
        }
        return column
    }

    func aggregations<Object, each Result>(_ aggregates: repeat Aggregate<Object, each Result>) throws -> [Aggregation]
    {
        var aggregations: [Aggregation] = []
        for aggregate in repeat each aggregates { aggregations.append(try aggregation(aggregate)) }
        return aggregations
    }

    private func aggregation<Object, Result>(_ aggregate: Aggregate<Object, Result>) throws -> Aggregation {
        guard let keyPath = aggregate.keyPath else { return Aggregation(kind: aggregate.kind, column: nil) }
        let attribute = try attribute(keyPath)
        if aggregate.kind == .countDistinct { _ = try comparable(keyPath) }
        if aggregate.needsOrder, !StandardOrder.isKept(of: attribute.access.valueType) {
            throw FetchError.unsortable(
                entityName: entity.name,
                reason: "\(attribute.name) is of a type with an order of its own, which the store does not know. "
                    + "Keep what orders it as an attribute")
        }
        return Aggregation(kind: aggregate.kind, column: attribute.index)
    }
}

extension ManagedObjectID {
    /// The ID that a column of references has in memory; nil for none.
    init?(reference: StoredValue, store: StoreNumbers) {
        guard case .integer(let number) = reference else { return nil }
        self.init(store: store, number: number)
    }
}
