import Foundation
import Testing

@testable import SignalsDashboard

@Suite struct ChangeTextTests {
    private struct Object: Decodable {
        var values: [String: String]
        var numbers: [String: Double]?
        var days: [String: String]?
    }

    private func object(_ change: Change) throws -> Object {
        let text = try #require(ChangeText(change: change, time: .now).text(in: .json))
        return try JSONDecoder().decode(Object.self, from: Data(text.utf8))
    }

    @Test func jsonHasNumbersAndDaysBesideWhatIsShown() throws {
        let day = try #require(Calendar.current.date(from: DateComponents(year: 2026, month: 11, day: 23)))
        let moment = Date(timeIntervalSince1970: 1_795_000_001)
        let object = try object(
            Change(
                kind: "changed", sentence: "1,204 today", values: ["Count": "1,204", "Due": "today"],
                numbers: ["Count": 1204], days: ["Due": day, "Sent": moment]))
        #expect(object.values == ["Count": "1,204", "Due": "today"])
        #expect(object.numbers == ["Count": 1204])
        #expect(object.days == ["Due": "2026-11-23", "Sent": "2026-11-18T11:06:41Z"])
    }

    @Test func jsonLeavesOutWhatIsNoNumber() throws {
        let object = try object(
            Change(kind: "value", sentence: "–", numbers: ["value": .nan, "rate": .infinity]))
        #expect(object.values == [:] && object.numbers == nil && object.days == nil)
    }
}
