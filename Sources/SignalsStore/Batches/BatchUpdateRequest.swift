import Foundation

/// Gives attributes of all objects for which a predicate holds other values, in the store, without fetching them. Core
/// Data's `NSBatchUpdateRequest`.
///
/// ```swift
/// let request = BatchUpdateRequest<Chore>(predicate: #Predicate { $0.dueDate < today })
///     .setting(\.isDone, to: false)
///     .setting(\.minutes, to: #Expression { $0.minutes + 5 })
/// let count = try context.execute(request).count
/// ```
/// Validation and the lifecycle methods of the class do not run. Unique values may go from one object to another: they are
/// compared as they are in the end.
public struct BatchUpdateRequest<Object: ManagedObject>: Sendable {
    /// The condition on the objects; nil for all.
    public var predicate: Predicate<Object>?
    private(set) var assignments: [@Sendable (EntityDescription, StoreNumbers) throws -> ChangeSet.Assignment] = []

    /// A request that changes nothing yet.
    ///
    /// - Parameter predicate: the condition on the objects; nil for all.
    public init(predicate: Predicate<Object>? = nil) { self.predicate = predicate }

    /// The request, with a value for an attribute.
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - value: the value that each object gets.
    public func setting<Value: AttributeValue>(
        _ keyPath: any KeyPath<Object, Value> & Sendable, to value: Value
    ) -> BatchUpdateRequest {
        adding { entity, _ in
            let attribute = try AttributeResolver(entity: entity).attribute(keyPath)
            let type = Value.attributeType
            return ChangeSet.Assignment(
                index: attribute.index, value: QueryExpression(.value(try value.storedValue()), type))
        }
    }

    /// The request, with a value for an attribute that is computed from what each object had before.
    ///
    /// An overflow, a division by zero or `!` on nil makes the whole request fail.
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - expression: computes the value from the object as it was before.
    public func setting<Value: AttributeValue>(
        _ keyPath: any KeyPath<Object, Value> & Sendable, to expression: Expression<Object, Value>
    ) -> BatchUpdateRequest {
        computing(keyPath, expression)
    }

    /// The same for an attribute that may be nil.
    ///
    /// ```swift
    /// BatchUpdateRequest<Item>().setting(\.priceBefore, to: #Expression<Item, Decimal> { $0.price })
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - expression: computes the value from the object as it was before.
    public func setting<Value: AttributeValue>(
        _ keyPath: any KeyPath<Object, Value?> & Sendable, to expression: Expression<Object, Value>
    ) -> BatchUpdateRequest {
        computing(keyPath, expression)
    }

    private func computing<Attribute, Value>(
        _ keyPath: any KeyPath<Object, Attribute> & Sendable, _ expression: Expression<Object, Value>
    ) -> BatchUpdateRequest {
        adding { entity, store in
            let attribute = try AttributeResolver(entity: entity).attribute(keyPath)
            let scope = PredicateScope(object: expression.variable.key, of: entity)
            let value = try PredicateTranslator(store: store, scope: scope).translate(expression.expression)
            return ChangeSet.Assignment(index: attribute.index, value: value)
        }
    }

    private func adding(
        _ assignment: @escaping @Sendable (EntityDescription, StoreNumbers) throws -> ChangeSet.Assignment
    ) -> BatchUpdateRequest {
        var request = self
        request.assignments.append(assignment)
        return request
    }
}
