import Foundation
import SignalsStore
import Testing

@Suite struct LocalizedComparatorTests {
    private func sorted(_ texts: [String], _ locale: String) -> [String] {
        texts.sorted(using: .localizedStandard(Locale(identifier: locale)))
    }

    @Test func eachLanguageHasItsLettersWhereItsPeopleLookForThem() {
        let texts = ["ö", "z", "ä", "å", "Z", "a", "B", "b", "A"]
        #expect(sorted(texts, "sv") == ["a", "A", "b", "B", "z", "Z", "å", "ä", "ö"])
        #expect(sorted(texts, "de") == ["a", "A", "å", "ä", "b", "B", "ö", "z", "Z"])
        #expect(sorted(["ö", "of", "oe", "od"], "de@collation=phonebook") == ["od", "oe", "ö", "of"])
        #expect(sorted(["ll", "lz", "ñ", "nz", "o"], "es") == ["ll", "lz", "nz", "ñ", "o"])
    }

    @Test func numbersInTextsComeByTheirValue() {
        let rooms = ["Room 10", "room 9", "Room 2", "Room 02", "Room 1a"]
        #expect(sorted(rooms, "en").prefix(1) == ["Room 1a"])
        #expect(sorted(rooms, "en").suffix(2) == ["room 9", "Room 10"])
    }

    @Test func onlyEqualTextsAreTheSame() {
        let german = LocalizedComparator(locale: Locale(identifier: "de"))
        #expect(german.compare("é", "e\u{301}") == .orderedSame)
        #expect(german.compare("ab", "a\0b") == .orderedDescending, "U+0000 has no weight: then as in Swift")
        #expect(german.compare("a\0b", "a\0c") == .orderedAscending)
        #expect(german.compare("Room 2", "Room 02") != .orderedSame)
        #expect(german.compare("", "\0") == .orderedAscending)
        #expect(
            LocalizedComparator(locale: Locale(identifier: "de"), order: .reverse).compare("a", "b")
                == .orderedDescending)
    }

    @Test func comparatorsOfOneLocaleAreEqual() {
        let one = LocalizedComparator(locale: Locale(identifier: "de-DE"))
        #expect(one == LocalizedComparator(locale: Locale(identifier: "de_DE")))
        #expect(one != LocalizedComparator(locale: Locale(identifier: "de_AT")))
        #expect(one != LocalizedComparator(locale: Locale(identifier: "de_DE"), order: .reverse))
    }

    @Test func anArrayIsSortedByTheSameDescriptorsAsAFetch() {
        struct Person { var name = "", nickname: String? }
        let swedish = Locale(identifier: "sv")
        let people = ["ö", "a", "z"].map { Person(name: $0) }
        let byName = SortDescriptor(\Person.name, comparator: .localizedStandard(swedish))
        #expect(people.sorted(using: byName).map(\.name) == ["a", "z", "ö"])
        let some = ["ö", nil, "z"].map { Person(nickname: $0) }
        let byNickname = SortDescriptor(\Person.nickname, comparator: .localizedStandard(swedish), order: .reverse)
        #expect(some.sorted(using: byNickname).map(\.nickname) == ["ö", "z", nil])
    }
}
