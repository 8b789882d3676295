import Foundation
import Testing

@testable import SignalsStore

@Suite struct PredicatePrinterTests {
    private let chore = ManagedObjectModel(Chore.self).entities[0]

    private func print(_ predicate: Predicate<Chore>) -> String {
        PredicatePrinter(scope: PredicateScope(object: predicate.variable.key, of: chore)).print(predicate.expression)
    }

    @Test func aPredicateIsWrittenWithItsNames() {
        let minutes = 3
        let list = [1, 2]
        #expect(print(#Predicate { $0.minutes > minutes && $0.name == "a" }) == "$0.minutes > 3 && $0.name == \"a\"")
        #expect(print(#Predicate { $0.notes == nil || !$0.isDone }) == "($0.notes == nil || !$0.isDone)")
        #expect(print(#Predicate { list.contains($0.minutes) }) == "[1, 2].contains($0.minutes)")
        #expect(print(#Predicate { $0.name.starts(with: "a") }) == "$0.name.starts(with: \"a\")")
        #expect(
            print(#Predicate { $0.name.localizedStandardContains("a") }) == "$0.name.localizedStandardContains(\"a\")")
        #expect(print(#Predicate { $0.name.count <= 3 && $0.name.isEmpty }) == "$0.name.count <= 3 && $0.name.isEmpty")
    }

    @Test func computationsAreWrittenAsTheyWere() {
        let odd = [Date(timeIntervalSinceReferenceDate: .infinity)]
        #expect(print(#Predicate { ($0.minutes + 1) * 2 / 3 % 5 - 1 == 2 }).hasPrefix("((((($0.minutes + 1) * 2) / 3)"))
        #expect(print(#Predicate { ($0.notes ?? "") == "a" }) == "($0.notes ?? \"\") == \"a\"")
        #expect(print(#Predicate { $0.isDone ? true : $0.notes! == "a" }) == "($0.isDone ? true : $0.notes! == \"a\")")
        #expect(
            print(#Predicate { $0.notes?.contains("a") == true })
                == "$0.notes.flatMap { value in value.contains(\"a\") } == Optional(true)")
        #expect(print(#Predicate { odd.contains($0.dueDate) }).hasPrefix("[inf seconds after 2001-01-01]"))
        #expect(print(#Predicate { (1..<3).contains($0.minutes) }) == "(1..<3).contains($0.minutes)")
    }

    @Test func whatHasNoFormOfItsOwnIsNamedByItsKind() {
        let list = [1, 2]
        #expect(print(#Predicate { list.min()! == $0.minutes }) == "‹SequenceMinimum›! == $0.minutes")
    }
}
