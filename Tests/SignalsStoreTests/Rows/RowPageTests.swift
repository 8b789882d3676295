import Foundation
import Testing

@testable import SignalsStore

@Suite struct RowPageTests {
    private let schema = EntitySchema(
        name: "E",
        attributes: ["a", "b"].map {
            AttributeSchema(name: $0, type: .string, isOptional: true, isUnique: false, isIndexed: false)
        })

    @Test(arguments: [
        StoredValue.null, .integer(.min), .integer(7), .real(-0.0), .real(.infinity), .text(""),
        .text("e\u{301}\u{0}🎈 a text that is longer than a small one"), .blob(Data()), .blob(Data([0, 255, 128])),
    ])
    func aPageGivesBackWhatWasPutIn(_ value: StoredValue) {
        var builder = RowPageBuilder(schema)
        for number in 1...3 {
            builder.beginRow(number: Int64(number), version: 2)
            builder.append(.text("before"))
            builder.append(value)
        }
        let page = builder.finish()
        #expect(page.count == 3)
        #expect(page.map(\.number) == [1, 2, 3])
        #expect(page.allSatisfy { $0.version == 2 && $0.values == [.text("before"), value] })
    }

    @Test func aBuilderBeginsAnotherPageAfterEachOne() {
        var builder = RowPageBuilder(schema)
        for number in [Int64(1), 2] {
            builder.beginRow(number: number, version: 1)
            builder.append(.null)
            builder.append(.integer(number))
            let page = builder.finish()
            #expect(page.map(\.number) == [number])
            #expect(page[0].values == [.null, .integer(number)])
        }
        #expect(builder.count == 0)
    }

    @Test func aRowWithTooFewValuesStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            var builder = RowPageBuilder(
                EntitySchema(
                    name: "E",
                    attributes: [
                        AttributeSchema(name: "a", type: .string, isOptional: true, isUnique: false, isIndexed: false)
                    ]))
            builder.beginRow(number: 1, version: 1)
            _ = builder.finish()
        }
    }
}
