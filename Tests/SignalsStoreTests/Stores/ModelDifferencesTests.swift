import Testing

@testable import SignalsStore

@Suite struct ModelDifferencesTests {
    private func entity(_ attributes: AttributeSchema...) -> EntitySchema {
        EntitySchema(name: "E", attributes: attributes)
    }

    private func attribute(
        _ name: String, _ type: AttributeType = .string, isOptional: Bool = false, isUnique: Bool = false
    ) -> AttributeSchema {
        AttributeSchema(name: name, type: type, isOptional: isOptional, isUnique: isUnique, isIndexed: isUnique)
    }

    @Test func theSameModelHasNone() {
        #expect(ModelDifferences(from: [entity(attribute("a"))], to: [entity(attribute("a"))]).isEmpty)
    }

    @Test func theOrderOfAttributesIsNone() {
        let old = entity(attribute("a"), attribute("b"))
        let new = entity(attribute("b"), attribute("a"))
        #expect(ModelDifferences(from: [old], to: [new]).isEmpty)
    }

    @Test func eachIsDescribed() {
        let old = entity(attribute("a"), attribute("gone"), attribute("u"))
        let new = entity(attribute("a", .integer64, isOptional: true), attribute("new"), attribute("u", isUnique: true))
        #expect(
            ModelDifferences(from: [old], to: [new]).descriptions == [
                "E.a was string and is optional integer64", "E.new is not in the file",
                "E.u was string and is string unique",
                "E.gone is in the file only",
            ])
    }
}
