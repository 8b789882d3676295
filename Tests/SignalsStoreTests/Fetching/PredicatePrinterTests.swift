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

    @Test func whatHasNoFormOfItsOwnIsNamedByItsKind() {
        #expect(print(#Predicate { $0.minutes + 1 == 2 }) == "‹Arithmetic› == 2")
    }
}
