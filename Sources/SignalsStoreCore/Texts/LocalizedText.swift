import Foundation

/// A text that is compared as people of a locale compare it. At the end of a sort descriptor's key path, it carries the
/// locale to where the descriptor is read.
package struct LocalizedText: Comparable, Sendable {
    /// Nil comes before every text.
    package let text: String?
    package let collation: Collation

    package static func < (left: LocalizedText, right: LocalizedText) -> Bool {
        guard let rightText = right.text else { return false }
        guard let leftText = left.text else { return true }
        return left.collation.compare(leftText, rightText) == .orderedAscending
    }
}

extension String {
    package subscript(collation: Collation) -> LocalizedText { LocalizedText(text: self, collation: collation) }
}

extension String? {
    subscript(collation: Collation) -> LocalizedText { LocalizedText(text: self, collation: collation) }
}

extension SortDescriptor {
    /// Sorts by a text in the order of a locale.
    ///
    /// ```swift
    /// SortDescriptor(\Person.name, comparator: .localizedStandard(Locale(identifier: "de")))
    /// ```
    /// A store sorts by it as memory does: in fetch requests, their pages, live queries, and arrays.
    ///
    /// - Parameters:
    ///   - keyPath: the text.
    ///   - comparator: the order.
    public init(_ keyPath: any KeyPath<Compared, String> & Sendable, comparator: LocalizedComparator) {
        self.init(keyPath, comparator: comparator, order: comparator.order)
    }

    /// Sorts by a text in the order of a locale, or in its reverse.
    ///
    /// - Parameters:
    ///   - keyPath: the text.
    ///   - comparator: the order of the locale.
    ///   - order: the direction, whatever the comparator's.
    public init(
        _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: LocalizedComparator, order: SortOrder
    ) {
        self.init(sendable(keyPath.appending(path: \String[comparator.collation])), order: order)
    }

    /// Sorts by a text that may be nil, in the order of a locale. Nil comes before every text.
    ///
    /// - Parameters:
    ///   - keyPath: the text.
    ///   - comparator: the order.
    public init(_ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: LocalizedComparator) {
        self.init(keyPath, comparator: comparator, order: comparator.order)
    }

    /// Sorts by a text that may be nil, in the order of a locale, or in its reverse. Nil comes before every text.
    ///
    /// - Parameters:
    ///   - keyPath: the text.
    ///   - comparator: the order of the locale.
    ///   - order: the direction, whatever the comparator's.
    public init(
        _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: LocalizedComparator, order: SortOrder
    ) {
        self.init(sendable(keyPath.appending(path: \String?[comparator.collation])), order: order)
    }
}

// SAFETY: both parts are Sendable: the one that was given, and one that captures a collation.
private func sendable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> any KeyPath<Root, Value> & Sendable {
    unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
}
