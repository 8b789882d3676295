import Foundation

/// How texts are ordered.
package enum TextOrder: Sendable, CaseIterable {
    /// As Swift's `<` orders strings.
    case swift
    /// As `String.StandardComparator.lexical` does.
    case lexical
    #if canImport(Darwin)
        /// As `String.StandardComparator.localized` does.
        case localized
        /// As `String.StandardComparator.localizedStandard` does.
        case localizedStandard
    #endif

    /// Foundation's comparator with this order; nil for Swift's own.
    var comparator: String.StandardComparator? {
        switch self {
        case .swift: nil
        case .lexical: .lexical
        #if canImport(Darwin)
            case .localized: .localized
            case .localizedStandard: .localizedStandard
        #endif
        }
    }
}
