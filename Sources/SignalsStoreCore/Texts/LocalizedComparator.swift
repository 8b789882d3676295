import Foundation

/// A comparator of texts in the order of a locale: Foundation's `String.StandardComparator.localizedStandard`, with a
/// locale that is named instead of the one of the process, which a server does not share with its users.
///
/// ```swift
/// let swedish = Locale(identifier: "sv")
/// let request = FetchRequest<Person>(sortBy: [SortDescriptor(\.name, comparator: .localizedStandard(swedish))])
/// names.sort(using: .localizedStandard(swedish))  // a, B, z, å, ä, ö
/// ```
/// Letters come as in the locale's language, small before capital where nothing else differs, and numbers in texts by
/// their value: "Room 2" before "Room 10". The order is that of the Unicode Collation Algorithm with the locale's
/// tailoring, which `@collation=` in its identifier chooses: `de@collation=phonebook`. Texts that are equal in it are
/// ordered by Swift's `<`, so that the order of a list is always the same one, page by page.
public struct LocalizedComparator: SortComparator, Sendable {
    /// The locale whose order it is.
    public let locale: Locale
    /// The direction: the order of the locale, or its reverse.
    public var order: SortOrder
    package let collation: Collation

    /// A comparator for a locale.
    ///
    /// - Parameters:
    ///   - locale: the locale. One whose language is unknown has an order of no language, and a fetch that is sorted by
    ///     it fails with `FetchError.unsortable`.
    ///   - order: the direction.
    public init(locale: Locale, order: SortOrder = .forward) {
        self.locale = locale
        self.order = order
        collation = .of(locale)
    }

    /// Returns the order of two texts; `.orderedSame` only for texts that are equal in Swift.
    public func compare(_ left: String, _ right: String) -> ComparisonResult {
        order == .forward ? collation.compare(left, right) : collation.compare(right, left)
    }
}

extension LocalizedComparator: Hashable {
    /// True if both are of one locale and direction.
    public static func == (left: LocalizedComparator, right: LocalizedComparator) -> Bool {
        left.collation == right.collation && left.order == right.order
    }

    /// Hashes the locale and the direction.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(collation)
        hasher.combine(order)
    }
}

extension SortComparator where Self == LocalizedComparator {
    /// Returns the order of texts of a locale, such as `.localizedStandard(Locale(identifier: "de"))`.
    ///
    /// - Parameter locale: the locale.
    public static func localizedStandard(_ locale: Locale) -> LocalizedComparator {
        LocalizedComparator(locale: locale)
    }
}
