import Foundation
import Harness
import StoreWorkloads

/// The benchmarks of what applications do with 100,000 rows that have a to-one, or as many as `BENCHMARK_ROWS` says, by
/// the processor's time of both sides.
enum ApplicationSuite {
    private typealias Work = StoreWorkloads

    static let suite = Suite(name: "application", benchmarks: reading + searching + computing + other, marks: marks)

    private static let count = ProcessInfo.processInfo.environment["BENCHMARK_ROWS"].flatMap { Int($0) } ?? 100_000

    private static let reading = [
        rows("to-many-read", "a query for each owner", Work.readToMany, Work.readToManyWithGRDB),
        rows("predicate-to-one", "joining(required:)", Work.findByPath, Work.findByPathWithGRDB),
        rows("sort-to-one", "LEFT JOIN, ORDER BY", Work.sortByPath, Work.sortByPathWithGRDB),
        rows("predicate-to-many", "IN (SELECT …)", Work.findByMembers, Work.findByMembersWithGRDB),
        rows("fetch-related-objects", "records", Work.fetchRelatedObjects, Work.fetchRelatedWithGRDB),
        rows("child-fetch", "records", Work.fetchInChild, Work.fetchRelatedWithGRDB),
        rows("look-up-cached", "a prepared statement", Work.lookUp, Work.lookUpWithGRDB),
        rows("values", "String.fetchAll", Work.readColumn, Work.readColumnWithGRDB),
        rows("open-million", "DatabasePool", Work.openStore, Work.openWithGRDB),
    ]

    private static let searching = [
        rows("text-contains", "LIKE", Work.searchText, Work.searchTextWithGRDB),
        rows("text-prefix-indexed", "GLOB", Work.findByPrefix, Work.findByPrefixWithGRDB),
        rows("text-sort-limit", "ORDER BY, LIMIT", Work.sortByText, Work.sortByTextWithGRDB),
        rows("or-500", "joined(operator: .or)", Work.findAny, Work.findAnyWithGRDB),
    ]

    private static let computing = [
        rows("aggregate-sum", "SUM, AVG", Work.sumUp, Work.sumUpWithGRDB),
        rows("aggregate-pending", "SUM", Work.sumUpBesideChange, Work.sumUpBesideChangeWithGRDB),
        rows("count-pending", "fetchCount", Work.countBesideChange, Work.countBesideChangeWithGRDB),
        rows("aggregate-group", "GROUP BY", Work.sumUpGroups, Work.sumUpGroupsWithGRDB),
        rows("batch-update", "updateAll", Work.updateMany, Work.updateManyWithGRDB),
        rows("cascade-delete", "ON DELETE CASCADE", Work.deleteOwners, Work.deleteOwnersWithGRDB),
    ]

    private static let other = [
        Benchmark(
            id: "find-or-create-grdb", peer: "fetchOne, or insert", count: min(count, 8000), runs: 5,
            ours: Work.findOrCreateStaff, theirs: Work.findOrCreateWithGRDB),
        Benchmark(
            id: "live-thousand", peer: "ValueObservation", count: min(count, 10_000), runs: 3,
            ours: Work.followThousand,
            theirs: Work.followThousandWithGRDB),
    ]

    private static let marks = [
        "to-many-read": 1.5, "cascade-delete": 1, "predicate-to-one": 1, "sort-to-one": 1, "predicate-to-many": 1,
        "text-contains": 0.8, "text-prefix-indexed": 0.7, "text-sort-limit": 1, "find-or-create-grdb": 1.5,
        "aggregate-sum": 1, "aggregate-group": 1, "aggregate-pending": 0.7, "count-pending": 0.7,
        "batch-update": 1, "or-500": 1,
        "fetch-related-objects": 0.8, "child-fetch": 0.7, "look-up-cached": 0.7, "open-million": 1,
        "live-thousand": 20, "values": 1,
    ]

    private static func rows(
        _ id: String, _ peer: String, _ ours: @escaping Benchmark.Run, _ theirs: @escaping Benchmark.Run
    ) -> Benchmark {
        Benchmark(id: id, peer: "GRDB, \(peer)", count: count, runs: 5, ours: ours, theirs: theirs)
    }
}
