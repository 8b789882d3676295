import Foundation

/// The order of texts.
package enum TextOrder: Sendable, Equatable {
    /// As Swift's `<` orders strings.
    case swift
    #if canImport(Darwin)
        /// As `String.StandardComparator.lexical` does. Elsewhere that is Swift's order.
        case lexical
        /// As `String.StandardComparator.localized` does.
        case localized
        /// As `String.StandardComparator.localizedStandard` does.
        case localizedStandard
    #endif
    /// As people of a locale have them in order.
    case collated(Collation)

    /// The orders of Foundation's comparators.
    package static var standard: [TextOrder] {
        #if canImport(Darwin)
            [.lexical, .localized, .localizedStandard]
        #else
            []
        #endif
    }

    /// Foundation's comparator with this order; nil for any other order.
    package var comparator: String.StandardComparator? {
        switch self {
        case .swift, .collated: nil
        #if canImport(Darwin)
            case .lexical: .lexical
            case .localized: .localized
            case .localizedStandard: .localizedStandard
        #endif
        }
    }

    /// Returns how two texts come one after the other; nil where that is as Swift has it.
    package func compare(_ left: String, _ right: String) -> ComparisonResult? {
        if case .collated(let collation) = self { return collation.compare(left, right) }
        return comparator?.compare(left, right)
    }
}
