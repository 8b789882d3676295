import Foundation

/// Puts the rows of one query from several stores into one order.
struct RowMerge {
    private let query: Query
    private var sources: [[RowPage.Row]] = []

    init(_ query: Query) { self.query = query }

    /// Adds what one store found, in its order.
    mutating func add(_ pages: [RowPage]) { sources.append(pages.flatMap { $0 }) }

    /// Hands over the rows in pages.
    func run(dropping offset: Int, limit: Int?, _ body: (RowPage) throws -> Void) throws {
        var next = sources.map { _ in 0 }
        var toDrop = offset
        var left = limit ?? Int.max
        var page = RowPageBuilder(query.entity)
        while left > 0, let source = first(next) {
            let row = sources[source][next[source]]
            next[source] += 1
            if toDrop > 0 {
                toDrop -= 1
                continue
            }
            left -= 1
            // A page is of one entity, and rows of subclasses have their own.
            if page.entity.name != row.page.entity.name {
                if page.count > 0 { try body(page.finish()) }
                page = RowPageBuilder(row.page.entity)
            }
            page.append(row)
            if page.count == RowPageBuilder.pageSize { try body(page.finish()) }
        }
        if page.count > 0 { try body(page.finish()) }
    }

    /// The source whose next row comes first; nil when none has one.
    private func first(_ next: [Int]) -> Int? {
        sources.indices.filter { next[$0] < sources[$0].count }.min { left, right in
            isBefore(sources[left][next[left]], sources[right][next[right]])
        }
    }

    private func isBefore(_ left: RowPage.Row, _ right: RowPage.Row) -> Bool {
        for order in query.order {
            let type = query.entity.attributes[order.attribute].type
            switch order.compare(left.value(at: order.attribute), right.value(at: order.attribute), type) {
            case .orderedSame: continue
            case .orderedAscending: return order.isAscending
            case .orderedDescending: return !order.isAscending
            }
        }
        return left.number < right.number
    }
}

extension RowPageBuilder {
    /// Appends a copy of a row.
    mutating func append(_ row: RowPage.Row) {
        beginRow(number: row.number, version: row.version)
        for value in row.values { append(value) }
    }
}
