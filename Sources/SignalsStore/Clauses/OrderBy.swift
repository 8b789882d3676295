import Foundation

/// The order of the objects that a fetch finds.
///
/// ```swift
/// OrderBy(\.name)
/// OrderBy(\.age, order: .reverse)
/// ```
/// Of several clauses the first decides; the next one decides where the first finds two objects equal, and so on.
///
/// Stores order numbers, `Decimal`, `String`, `Date`, `UUID`, and optionals of them. By an attribute of any other type,
/// such as an enum, the fetch fails with ``FetchError/unsortable(entityName:reason:)``, also where the enum is
/// `Comparable` and has a raw value: order by an attribute that keeps the raw value, or sort here, with
/// `Tweak { $0.allowsInMemoryEvaluation = true }`.
public struct OrderBy<Object: ManagedObject>: FetchClause {
    private let descriptors: [SortDescriptor<Object>]

    /// By an attribute, in its type's own order, which has to be one that stores support: see ``OrderBy``.
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

    /// By a text, in the order of a locale: `OrderBy(\.name, comparator: .localizedStandard(locale))`.
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - comparator: the order.
    public init(_ keyPath: any KeyPath<Object, String> & Sendable, comparator: LocalizedComparator) {
        descriptors = [SortDescriptor(keyPath, comparator: comparator)]
    }

    /// By a text that may be nil, in the order of a locale. Nil comes before every text.
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - comparator: the order.
    public init(_ keyPath: any KeyPath<Object, String?> & Sendable, comparator: LocalizedComparator) {
        descriptors = [SortDescriptor(keyPath, comparator: comparator)]
    }

    /// By sort descriptors.
    public init(_ descriptors: SortDescriptor<Object>...) { self.descriptors = descriptors }

    /// Appends the sort descriptors to those of the request.
    public func apply(to request: inout FetchRequest<Object>) {
        request.sortDescriptors += descriptors
    }
}
