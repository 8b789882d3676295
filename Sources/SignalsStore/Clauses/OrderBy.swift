import Foundation

/// The order of what a fetch finds.
///
/// ```swift
/// OrderBy(\.name)
/// OrderBy(\.age, order: .reverse)
/// ```
/// Of several clauses the first decides, the next where it does not tell two objects apart, and so on.
///
/// Stores order numbers, `Decimal`, `String`, `Date`, `UUID`, and optionals of them. By an attribute of any other type,
/// as an enum, the fetch fails with ``FetchError/unsortable(entityName:reason:)``, also where the enum is `Comparable`
/// and has a raw value: order by an attribute that keeps the raw value, or sort here, with
/// `Tweak { $0.allowsInMemoryEvaluation = true }`.
public struct OrderBy<Object: ManagedObject>: FetchClause {
    private let descriptors: [SortDescriptor<Object>]

    /// By an attribute, in its type's own order, which has to be one that stores know: see ``OrderBy``.
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - order: the order: the least first, or the greatest.
    public init<Value: Comparable>(_ keyPath: any KeyPath<Object, Value> & Sendable, order: SortOrder = .forward) {
        descriptors = [SortDescriptor(keyPath, order: order)]
    }

    /// By an attribute that may be nil, which comes before everything else.
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - order: the order: the least first, or the greatest.
    public init<Value: Comparable>(_ keyPath: any KeyPath<Object, Value?> & Sendable, order: SortOrder = .forward) {
        descriptors = [SortDescriptor(keyPath, order: order)]
    }

    /// By a text, as people of a locale have it in order: `OrderBy(\.name, comparator: .localizedStandard(locale))`.
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - comparator: the order.
    public init(_ keyPath: any KeyPath<Object, String> & Sendable, comparator: LocalizedComparator) {
        descriptors = [SortDescriptor(keyPath, comparator: comparator)]
    }

    /// By a text that may be nil, which comes before every text, as people of a locale have it in order.
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - comparator: the order.
    public init(_ keyPath: any KeyPath<Object, String?> & Sendable, comparator: LocalizedComparator) {
        descriptors = [SortDescriptor(keyPath, comparator: comparator)]
    }

    /// By sort descriptors.
    public init(_ descriptors: SortDescriptor<Object>...) { self.descriptors = descriptors }

    /// Adds the order after those that the request has.
    public func apply(to request: inout FetchRequest<Object>) {
        request.sortDescriptors += descriptors
    }
}
