import SignalsStoreCore

/// The SQL of a one-to-one that is new, which is every engine's.
extension PairingChange {
    /// Returns the statements that have what is referred to by one end, and refers to nothing, refer back.
    ///
    /// - Parameters:
    ///   - table: the table of an entity, as SQL.
    ///   - quoted: a column, as SQL.
    package func completion(_ table: (String) -> String, _ quoted: (String) -> String) -> [String] {
        [(first, second), (second, first)].flatMap { end, other in
            let column = quoted(other.relationship.name)
            return other.tables.map {
                "UPDATE \(table($0)) AS t SET \(column) = u.source FROM \(Self.pairs(of: end, table, quoted)) AS u "
                    + "WHERE u.target = t.\(QueryGenerator.numberColumn) AND t.\(column) IS NULL"
            }
        }
    }

    /// Returns the queries for the pairs of each end that cannot stay: what they refer to does not refer back, or is
    /// referred to by another one too. The pairs are ordered by their targets.
    package func disagreement(_ table: (String) -> String, _ quoted: (String) -> String) -> [String] {
        [(first, second), (second, first)].map { end, other in
            let (pairs, others) = (Self.pairs(of: end, table, quoted), Self.pairs(of: other, table, quoted))
            let shared = "SELECT s.target FROM \(pairs) AS s GROUP BY s.target HAVING COUNT(*) > 1"
            return "SELECT u.source, u.target FROM \(pairs) AS u WHERE u.target IN (\(shared)) OR EXISTS "
                + "(SELECT 1 FROM \(others) AS o WHERE o.source = u.target AND o.target <> u.source) ORDER BY 2, 1"
        }
    }

    private static func pairs(of end: End, _ table: (String) -> String, _ quoted: (String) -> String) -> String {
        let column = quoted(end.relationship.name)
        let tables = end.tables.map {
            "SELECT \(QueryGenerator.numberColumn) AS source, \(column) AS target FROM \(table($0)) WHERE \(column) IS NOT NULL"
        }
        return "(\(tables.joined(separator: " UNION ALL ")))"
    }
}
