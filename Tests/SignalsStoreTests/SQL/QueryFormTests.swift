import Foundation
import Testing

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQL
@testable import SignalsSQLite

private class Pet: ManagedObject {
    @Attribute var name = ""
}

private final class Cat: Pet {
    @Attribute var lives = 9
}

@Suite struct QueryFormTests {
    private let model = ManagedObjectModel(Sample.self)
    private let dialect = SQLiteDialect()

    private var entity: EntityDescription { model.entities[0] }

    private func query(_ predicate: Predicate<Sample>?, _ schema: EntitySchema) throws -> Query {
        var query = Query(entity: schema)
        query.condition = try predicate.map {
            try PredicateTranslator.condition($0, entity, store: StoreNumbers([UUID()]))
        }
        return query
    }

    @Test func queriesOfOneFormHaveOneStatementAndBindTheirValuesInItsOrder() throws {
        let schema = entity.makeSchema()
        var predicates = RandomPredicates(random: .fromEnvironment())
        let seed = predicates.random.seed
        var texts: [QueryForm: String] = [:]
        var count = 0
        for round in 0..<4000 {
            var query = try query(predicates.next(depth: round % 3), schema)
            if round % 5 == 0 { query.limit = round % 7 }
            if round % 6 == 0 { query.offset = round % 4 }
            if round % 4 == 0 {
                query.order = [QueryOrder(attribute: round % 9, isAscending: round % 8 == 0, textOrder: .swift)]
            }
            guard let form = QueryForm(query, dialect) else { continue }
            count += 1
            let written = QueryGenerator.select(query, dialect)
            #expect(form.bindings == written.bindings, "seed \(seed): \(written.text)")
            #expect(texts[form, default: written.text] == written.text, "seed \(seed)")
            texts[form] = written.text
        }
        // So that the test does not hold because there is nothing to compare.
        #expect(count > 400)
        #expect(texts.count < count)
    }

    @Test func otherQueriesHaveOtherForms() throws {
        let schema = entity.makeSchema()
        let all = try query(nil, schema)
        var limited = all
        limited.limit = 3
        var ordered = all
        ordered.order = [QueryOrder(attribute: 1, isAscending: true, textOrder: .swift)]
        var descending = all
        descending.order = [QueryOrder(attribute: 1, isAscending: false, textOrder: .swift)]
        let forms = [all, limited, ordered, descending, try query(nil, entity.makeSchema())].map {
            QueryForm($0, dialect)
        }
        #expect(Set(forms).count == forms.count)
        #expect(!forms.contains(nil))
        #expect(QueryForm(try query(nil, schema), dialect) == forms[0])
    }

    @Test func theRowsOfAClassAloneAreDescribedOnce() {
        let model = ManagedObjectModel(Pet.self, Cat.self)
        let pets = model.entities[0].makeSchema()
        #expect(pets.subentities == ["Cat"])
        #expect(pets.alone.subentities.isEmpty)
        #expect(pets.alone.isSame(as: pets.alone))
        #expect(pets.alone.alone.isSame(as: pets.alone))
    }
}
