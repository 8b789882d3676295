/// A table of pairs of numbers, which keeps a relationship that no column can: many-to-many, to-many without an
/// inverse, ordered without an inverse of one.
package struct JoinTable: Sendable, Codable, Hashable {
    /// An end of each pair.
    package enum Side: String, Sendable, Codable { case source, target }

    package let name: String
    /// True if the targets of a source have an order.
    package let isOrdered: Bool

    package init(name: String, isOrdered: Bool) {
        self.name = name
        self.isOrdered = isOrdered
    }

    package static func name(of relationship: String, in entity: String) -> String {
        "signals_link_\(entity)_\(relationship)"
    }

    package static let sourceColumn = "signals_source"
    package static let targetColumn = "signals_target"
    package static let positionColumn = "signals_position"

    package static func column(_ side: Side) -> String { side == .source ? sourceColumn : targetColumn }
}

extension JoinTable.Side {
    package var opposite: JoinTable.Side { self == .source ? .target : .source }
}
