import Foundation

extension ManagedObjectContext {
    /// Returns the sum of an attribute's values over the objects that a request finds, without nil; zero if there are
    /// no values.
    ///
    /// The store computes it, and integers and decimal numbers exactly. With changes in this context or in its parents, the
    /// store computes what can be continued (sums and averages of integers, minima, maxima, counts) over the objects
    /// without changes, and the others are added; for anything else, and with a limit or an offset, the objects are
    /// fetched. Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - request: the request for the objects.
    /// - Throws: `FetchError`: `.evaluation` when the sum of integers does not fit its type.
    public func sum<Object: ManagedObject, Value: SummableValue>(
        _ keyPath: KeyPath<Object, Value>, of request: FetchRequest<Object>
    ) throws -> Value.Sum {
        try compute(.sum(keyPath), of: request)
    }

    /// Returns the average of an attribute's values over the objects that a request finds, without nil; nil if there
    /// are no values.
    ///
    /// Computed where `sum(_:of:)` is. Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - request: the request for the objects.
    /// - Throws: `FetchError`.
    public func average<Object: ManagedObject, Value: SummableValue>(
        _ keyPath: KeyPath<Object, Value>, of request: FetchRequest<Object>
    ) throws -> Value.Average? {
        try compute(.average(keyPath), of: request)
    }

    /// Returns the least value of an attribute over the objects that a request finds; nil if there are no values. NaN
    /// is left out.
    ///
    /// Computed where `sum(_:of:)` is. Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - request: the request for the objects.
    /// - Throws: `FetchError`: `.unsortable` for a type with an order of its own.
    public func minimum<Object: ManagedObject, Value: AttributeValue & Comparable>(
        _ keyPath: KeyPath<Object, Value>, of request: FetchRequest<Object>
    ) throws -> Value? {
        try compute(.minimum(keyPath), of: request)
    }

    /// Returns the least value of an attribute over the objects that a request finds; nil if there are no values. Nil
    /// and NaN are left out.
    ///
    /// Computed where `sum(_:of:)` is. Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - request: the request for the objects.
    /// - Throws: `FetchError`: `.unsortable` for a type with an order of its own.
    public func minimum<Object: ManagedObject, Value: AttributeValue & Comparable>(
        _ keyPath: KeyPath<Object, Value?>, of request: FetchRequest<Object>
    ) throws -> Value? {
        try compute(.minimum(keyPath), of: request)
    }

    /// Returns the greatest value of an attribute over the objects that a request finds; nil if there are no values.
    /// NaN is left out.
    ///
    /// Computed where `sum(_:of:)` is. Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - request: the request for the objects.
    /// - Throws: `FetchError`: `.unsortable` for a type with an order of its own.
    public func maximum<Object: ManagedObject, Value: AttributeValue & Comparable>(
        _ keyPath: KeyPath<Object, Value>, of request: FetchRequest<Object>
    ) throws -> Value? {
        try compute(.maximum(keyPath), of: request)
    }

    /// Returns the greatest value of an attribute over the objects that a request finds; nil if there are no values.
    /// Nil and NaN are left out.
    ///
    /// Computed where `sum(_:of:)` is. Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - request: the request for the objects.
    /// - Throws: `FetchError`: `.unsortable` for a type with an order of its own.
    public func maximum<Object: ManagedObject, Value: AttributeValue & Comparable>(
        _ keyPath: KeyPath<Object, Value?>, of request: FetchRequest<Object>
    ) throws -> Value? {
        try compute(.maximum(keyPath), of: request)
    }

    /// Returns a value that is computed over the objects that a request finds, such as `.countDistinct(of: \.name)`.
    ///
    /// Computed where `sum(_:of:)` is. Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - aggregate: the computation.
    ///   - request: the request for the objects.
    /// - Throws: `FetchError`.
    public func compute<Object: ManagedObject, Result>(
        _ aggregate: Aggregate<Object, Result>, of request: FetchRequest<Object>
    ) throws -> Result {
        try groups(of: request, computing: aggregate)[0].values
    }
}
