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

    @Test func aTextThatIsLookedAtWhileItIsCopiedIsCopiedWholeAndToldFromOthers() {
        for count in Array(0...40) + [255, 1000] {
            let plain = (0..<count).map { UInt8($0 % 127) + 1 }
            // One byte that is not ASCII, at each place, or nowhere.
            for place in Array(0..<count) + [count] {
                var bytes = plain
                if place < count { bytes[place] = 0xC3 }
                var builder = RowPageBuilder(schema, byteCapacity: 1)
                builder.beginRow(number: 1, version: 1)
                let isASCII = [bytes, plain].map { $0.withUnsafeBufferPointer { builder.appendReportingASCII($0) } }
                #expect(isASCII == [place == count, true])
                let page = builder.finish()
                let found = (0...1).map { column in page.withBytes(of: page.cell(0, column)) { Array($0) } }
                #expect(found == [bytes, plain])
            }
        }
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
