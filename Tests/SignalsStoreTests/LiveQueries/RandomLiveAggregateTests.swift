import Foundation
import Signals
import XCTest

@testable import SignalsStore

/// After each of many commits, what live aggregates put out is what a context computes at once.
final class RandomLiveAggregateTests: XCTestCase {
    /// A live aggregate, and how to compute it once. Texts that are equal in Swift are shown alike.
    private struct Followed {
        let recorder: LiveRecorder<String>
        let compute: (ManagedObjectContext) throws -> String
        var committed: [String] = []

        init<Output>(
            _ live: AnyPublisher<Output, FetchError>, _ compute: @escaping (ManagedObjectContext) throws -> Output
        ) {
            recorder = LiveRecorder(live.map { "\($0)".precomposedStringWithCanonicalMapping })
            self.compute = { "\(try compute($0))".precomposedStringWithCanonicalMapping }
        }
    }

    private static let some = FetchRequest<Sale>(predicate: #Predicate { $0.quantity > -8 })

    private func follow(_ container: PersistentContainer) -> [Followed] {
        let some = Self.some
        var first = FetchRequest<Sale>(sortBy: [SortDescriptor(\.quantity)], fetchLimit: 12)
        first.fetchOffset = 2
        var alone = FetchRequest<Sale>()
        alone.includesSubentities = false
        let open = FetchRequest<Sale>(predicate: #Predicate { $0.shop?.name == "A" })
        return [
            Followed(container.publisher(computing: .count, of: some)) { try $0.compute(.count, of: some) },
            Followed(container.publisher(computing: .count, of: alone)) { try $0.compute(.count, of: alone) },
            Followed(container.publisher(computing: .average(\.quantity), of: some)) {
                try $0.average(\.quantity, of: some)
            },
            Followed(container.publisher(computing: .sum(\.price), of: open)) { try $0.sum(\.price, of: open) },
            Followed(container.publisher(forGroupsOf: first, by: \.kind, computing: .count)) {
                try $0.groups(of: first, by: \.kind, computing: .count)
            },
            Followed(
                container.publisher(
                    forGroupsOf: some, by: \.kind, computing: .sum(\.weight), .minimum(\.label), .maximum(\.quantity))
            ) {
                try $0.groups(
                    of: some, by: \.kind, computing: .sum(\.weight), .minimum(\.label), .maximum(\.quantity))
            },
            Followed(
                container.publisher(
                    forGroupsOf: some, by: \.shop, computing: .count, .average(\.price), .minimum(\.weight),
                    .maximum(\.kind), .countDistinct(of: \.label))
            ) {
                try $0.groups(
                    of: some, by: \.shop, computing: .count, .average(\.price), .minimum(\.weight), .maximum(\.kind),
                    .countDistinct(of: \.label))
            },
            Followed(
                container.publisher(
                    forGroupsOf: some, by: \.label, \.weight, computing: .count(of: \.kind), .maximum(\.price))
            ) {
                try $0.groups(of: some, by: \.label, \.weight, computing: .count(of: \.kind), .maximum(\.price))
            },
        ]
    }

    func testAfterEachOfManyCommitsEachValueIsTheTrueOne() throws {
        let container = try makeContainer(makeSales())
        try follow(container, writers: [container], rounds: 150)
    }

    func testSavesOfAnotherContainerAreFollowedToo() throws {
        let url = try makeFolder().appending(path: "sales.sqlite")
        let containers = try (0..<2).map { _ in try openContainer(at: url, makeSales()) }
        defer { for container in containers { container.close() } }
        try follow(containers[0], writers: containers, rounds: 40)
    }

    func testSalesInTwoStoresAreFollowedAsOne() throws {
        let folder = try makeFolder()
        let model = ManagedObjectModel(configurations: [
            "Sales": [Sale.self, Refund.self, Shop.self], "Names": [Song.self],
        ])
        let container = try PersistentContainer(
            name: "Test", model: model,
            stores: [
                .sqlite(at: folder.appending(path: "names.sqlite"), configuration: "Names"),
                .sqlite(at: folder.appending(path: "sales.sqlite"), configuration: "Sales"),
            ])
        defer { container.close() }
        try follow(container, writers: [container], rounds: 30)
    }

    private func follow(_ container: PersistentContainer, writers: [PersistentContainer], rounds: Int) throws {
        let seed = UInt64.random(in: 0..<UInt64.max)
        var generator = ReplayableGenerator(seed: seed)
        try container.inBackground { context in
            for name in ["A", "B", "C"] { Shop(context: context).name = name }
            for _ in 0..<40 { Sale(context: context).fill(&generator) }
            try context.save()
        }
        var followed = follow(container)
        for round in -1..<rounds {
            if round >= 0 {
                try writers.randomElement(using: &generator)!.inBackground { try Self.change($0, &generator) }
            }
            try container.inBackground { context in
                for index in followed.indices {
                    let expected = try followed[index].compute(context)
                    followed[index].committed.append(expected)
                    XCTAssertTrue(
                        followed[index].recorder.waitForLast { $0 == expected },
                        "seed \(seed), round \(round), \(index): \(expected), not "
                            + "\(followed[index].recorder.values.last ?? "")")
                }
            }
        }
        for (index, followed) in followed.enumerated() { check(followed, "seed \(seed), \(index)") }
    }

    /// Each value was committed, in the order of the commits, and none came twice in a row.
    private func check(_ followed: Followed, _ message: String) {
        let values = followed.recorder.values
        var next = followed.committed[...]
        for value in values {
            guard let place = next.firstIndex(of: value) else { return XCTFail("\(message): \(value), or too late") }
            next = next[place...]
        }
        XCTAssertTrue(zip(values, values.dropFirst()).allSatisfy { $0 != $1 }, message)
    }

    private static func change(_ context: ManagedObjectContext, _ generator: inout ReplayableGenerator) throws {
        context.mergePolicy = .mergeByPropertyObjectTrump
        let sales = try context.fetch(FetchRequest<Sale>())
        let shops = try context.fetch(FetchRequest<Shop>())
        switch Int.random(in: 0..<12, using: &generator) {
        case 0:
            try context.execute(
                BatchUpdateRequest<Sale>(predicate: #Predicate { $0.quantity < 0 })
                    .setting(\.quantity, to: #Expression { $0.quantity + 7 }))
        case 1: try context.execute(BatchDeleteRequest<Sale>(predicate: #Predicate { $0.quantity > 17 }))
        case 2:
            let rows = (0..<3).map { _ in generator.next() }
            try context.execute(
                BatchInsertRequest<Sale>(rows) { sale, row in
                    var generator = ReplayableGenerator(seed: row)
                    sale.fill(&generator)
                })
        case 3 where !shops.isEmpty:
            context.delete(shops.randomElement(using: &generator)!)
            Shop(context: context).name = ["A", "B", "C"].randomElement(using: &generator)!
        default:
            for _ in 0..<Int.random(in: 1...5, using: &generator) {
                switch Int.random(in: 0..<10, using: &generator) {
                case 0..<3: sales.randomElement(using: &generator)?.fill(&generator)
                case 3..<5: sales.randomElement(using: &generator).map { context.delete($0) }
                case 5..<7:
                    let present = sales.filter { !$0.isDeleted }
                    present.randomElement(using: &generator)?.shop = shops.randomElement(using: &generator)
                case 7: Refund(context: context).fill(&generator)
                default:
                    let sale = Sale(context: context)
                    sale.fill(&generator)
                    sale.shop = Bool.random(using: &generator) ? shops.randomElement(using: &generator) : nil
                }
            }
        }
        try context.save()
    }
}
