import Foundation
import SignalsStoreCore

/// The changes of a commit, as they are stored with it. They contain only the row IDs of new rows: programs that follow
/// the entity read the rows.
struct HistoryRecord: Codable, Sendable {
    /// The most rows that a record lists. A larger commit is recorded as "everything".
    static let mostRows = 20_000

    struct Updated: Codable, Sendable {
        let numbers: [Int64]
        let columns: [Int]
    }

    struct Link: Codable, Sendable {
        let table: JoinTable
        let isAdded: Bool
        let source: Int64
        let target: Int64
        let isMadeByTarget: Bool
        let isDropped: Bool
    }

    struct Order: Codable, Sendable {
        let table: JoinTable
        let source: Int64
        let targets: [Int64]
        let base: [Int64]?
    }

    /// The first and the last number of ranges, by the name of the entity.
    var inserted: [String: [[Int64]]]?
    var updated: [String: Updated]?
    var deleted: [String: [Int64]]?
    var links: [Link]?
    var orders: [Order]?
    var isEverything: Bool?

    init(_ notice: CommitNotice) {
        guard !notice.isEverything, notice.rowCount <= Self.mostRows else {
            isEverything = true
            return
        }
        var numbers: [String: [Int64]] = [:]
        for page in notice.inserted { numbers[page.entity.name, default: []] += page.numbers }
        inserted = numbers.isEmpty ? nil : numbers.mapValues(Self.ranges)
        updated = Self.present(
            // None where it may be any.
            notice.updated.mapValues { Updated(numbers: $0.numbers.sorted(), columns: ($0.columns ?? []).sorted()) })
        deleted = Self.present(notice.deleted.mapValues { $0.sorted() })
        links = notice.links.isEmpty ? nil : notice.links.map(Link.init)
        orders = notice.orders.isEmpty ? nil : notice.orders.map(Order.init)
    }

    private static func present<Value>(_ values: [String: Value]) -> [String: Value]? { values.isEmpty ? nil : values }

    private static func ranges(_ numbers: [Int64]) -> [[Int64]] {
        var ranges: [[Int64]] = []
        for number in numbers.sorted() {
            if let last = ranges.last, last[1] + 1 == number {
                ranges[ranges.count - 1][1] = number
            } else {
                ranges.append([number, number])
            }
        }
        return ranges
    }

    var encoded: Data {
        if let inserted, updated == nil, deleted == nil, links == nil, orders == nil, isEverything == nil {
            return Self.encoded(inserted)
        }
        return (try? JSONEncoder().encode(self)) ?? Data()
    }

    // Most commits only insert: they take a tenth of the encoder's time so. Names of entities are those of classes, and need
    // no escapes.
    private static func encoded(_ inserted: [String: [[Int64]]]) -> Data {
        let entities = inserted.map { name, ranges in
            "\"\(name)\":[\(ranges.map { "[\($0[0]),\($0[1])]" }.joined(separator: ","))]"
        }
        return Data("{\"inserted\":{\(entities.joined(separator: ","))}}".utf8)
    }

    /// Decodes a record; one that says "everything" if this version cannot read it.
    static func decoded(_ bytes: UnsafeRawBufferPointer?) -> HistoryRecord {
        if let bytes, let record = try? JSONDecoder().decode(HistoryRecord.self, from: Data(bytes)) { return record }
        var notice = CommitNotice()
        notice.isEverything = true
        return HistoryRecord(notice)
    }

    /// The numbers of the new rows of an entity.
    func numbers(insertedInto entityName: String) -> Set<Int64> {
        Set((inserted?[entityName] ?? []).filter { $0.count == 2 && $0[0] <= $0[1] }.flatMap { $0[0]...$0[1] })
    }
}

extension HistoryRecord.Link {
    init(_ change: LinkChange) {
        self.init(
            table: change.table, isAdded: change.kind == .added, source: change.source, target: change.target,
            isMadeByTarget: change.isMadeByTarget, isDropped: change.isDropped)
    }

    var change: LinkChange {
        LinkChange(
            table: table, kind: isAdded ? .added : .removed, source: source, target: target,
            isMadeByTarget: isMadeByTarget, isDropped: isDropped)
    }
}

extension HistoryRecord.Order {
    init(_ order: LinkOrder) {
        self.init(table: order.table, source: order.source, targets: order.targets, base: order.base)
    }

    var order: LinkOrder { LinkOrder(table: table, source: source, targets: targets, base: base) }
}
