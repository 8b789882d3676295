import Foundation

/// Puts the rows of one query from several stores into one order.
struct RowMerge {
    private let query: Query
    private var sources: [[RowPage.Row]] = []
    /// By the source, what the order's paths refer to.
    private var paths: [PathValues] = []

    init(_ query: Query) { self.query = query }

    /// Adds what one store found, in its order, with what the order's paths refer to.
    mutating func add(_ pages: [RowPage], _ paths: PathValues) {
        sources.append(pages.flatMap { $0 })
        self.paths.append(paths)
    }

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
            isBefore((sources[left][next[left]], paths[left]), (sources[right][next[right]], paths[right]))
        }
    }

    private typealias Candidate = (row: RowPage.Row, paths: PathValues)

    private func isBefore(_ left: Candidate, _ right: Candidate) -> Bool {
        for (index, order) in query.order.enumerated() {
            let type = order.type(in: query.entity)
            switch order.compare(value(order, index, left), value(order, index, right), type) {
            case .orderedSame: continue
            case .orderedAscending: return order.isAscending
            case .orderedDescending: return !order.isAscending
            }
        }
        return left.row.number < right.row.number
    }

    private func value(_ order: QueryOrder, _ index: Int, _ candidate: Candidate) -> StoredValue {
        order.path.isEmpty
            ? order.value(candidate.row.value) : candidate.paths.value(at: index, from: candidate.row.number)
    }
}
