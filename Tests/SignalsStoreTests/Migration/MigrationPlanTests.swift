import Testing

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQLite

@Suite struct MigrationPlanTests {
    private func entity(
        _ attributes: AttributeSchema..., name: String = "E", renamedFrom formerNames: [String] = []
    ) -> EntitySchema {
        EntitySchema(name: name, attributes: attributes, origin: EntityOrigin(formerNames: formerNames))
    }

    private func attribute(
        _ name: String, _ type: AttributeType = .string, isOptional: Bool = false, isUnique: Bool = false,
        renamedFrom formerNames: [String] = []
    ) -> AttributeSchema {
        AttributeSchema(
            name: name, type: type, isOptional: isOptional, isUnique: isUnique, isIndexed: isUnique,
            origin: AttributeOrigin(formerNames: formerNames))
    }

    @Test func theSameModelNeedsNone() {
        #expect(MigrationPlan(from: [entity(attribute("a"))], to: [entity(attribute("a"))]).isEmpty)
    }

    @Test func theOrderOfAttributesIsNoDifference() {
        let old = entity(attribute("a"), attribute("b"))
        let new = entity(attribute("b"), attribute("a"))
        #expect(MigrationPlan(from: [old], to: [new]).isEmpty)
        #expect(ModelRecord([old], version: 1).hash == ModelRecord([new], version: 1).hash)
    }

    @Test func eachDifferenceIsDescribedAndWhatIsInTheWayComesFirst() {
        let old = entity(attribute("a"), attribute("gone"), attribute("u"), attribute("d", .date))
        let new = entity(
            attribute("a", .integer64, isOptional: true), attribute("new"), attribute("u", isUnique: true),
            attribute("d"))
        let plan = MigrationPlan(from: [old, entity(name: "Old")], to: [new, entity(name: "New")])
        #expect(plan.isImpossible)
        #expect(
            plan.descriptions == [
                "E.d was date and is string: there is no rule to turn one into the other without loss",
                "E.a was string and is optional integer64", "E.new is not in the file",
                "E.u was string and is string unique", "E.gone is in the file only",
                "New is not in the file", "Old is in the file only",
            ])
    }

    @Test func anIndexIsMadeWithoutCopyingRows() {
        let plan = MigrationPlan(from: [entity(attribute("a"))], to: [entity(attribute("a", isUnique: true))])
        guard case .reindex = plan.steps.first, plan.steps.count == 1 else { return #expect(Bool(false)) as Void }
    }

    private func source(of name: String, in new: EntitySchema, from old: EntitySchema) -> String? {
        let mapping = EntityMapping(from: old, to: new)
        return zip(new.attributes, mapping.columns).first { $0.0.name == name }?.1.old?.name
    }

    @Test func aRenamedAttributeTakesTheOldOnesValues() {
        let new = entity(attribute("name", renamedFrom: ["title"]))
        #expect(source(of: "name", in: new, from: entity(attribute("title"))) == "title")
    }

    @Test func aStoreOfAnyAgeFindsItsName() {
        let new = entity(attribute("c", renamedFrom: ["b", "a"]))
        #expect(source(of: "c", in: new, from: entity(attribute("a"))) == "a")
        #expect(source(of: "c", in: new, from: entity(attribute("b"))) == "b")
        #expect(source(of: "c", in: new, from: entity(attribute("c"), attribute("b"))) == "c")
    }

    @Test func aNewAttributeMayHaveTheFormerNameOfARenamedOne() {
        let new = entity(attribute("a"), attribute("b", renamedFrom: ["a"]))
        #expect(source(of: "b", in: new, from: entity(attribute("a"))) == "a")
        #expect(source(of: "a", in: new, from: entity(attribute("a"))) == nil)
        #expect(MigrationPlan(from: [new], to: [new]).isEmpty, "after that, each is itself")
    }

    @Test func anEntityIsRenamedWithItsRows() {
        let plan = MigrationPlan(
            from: [entity(attribute("a"), name: "Task")],
            to: [entity(attribute("a"), name: "Chore", renamedFrom: ["Task"])])
        guard case .rebuild(let mapping) = plan.steps.first, plan.steps.count == 1 else {
            return #expect(Bool(false)) as Void
        }
        #expect(mapping.old.name == "Task" && mapping.new.name == "Chore")
        #expect(plan.descriptions == ["Chore was Task"])
    }

    @Test func stagesFormAPath() {
        let two = ManagedObjectModel(version: 2, Chore.self)
        let three = ManagedObjectModel(version: 3, Chore.self)
        let stages = [MigrationStage(from: 2, to: three) { _ in }, MigrationStage(from: 1, to: two) { _ in }]
        #expect(MigrationStage.path(stages, from: 1, to: 3).map(\.target.version) == [2, 3])
        #expect(MigrationStage.path(stages, from: 1, to: 2).map(\.target.version) == [2])
        #expect(MigrationStage.path(stages, from: 3, to: 3).isEmpty)
    }

    @Test func aStageThatLeadsNowhereStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            _ = MigrationStage(from: 2, to: ManagedObjectModel(version: 2, Chore.self)) { _ in }
        }
    }
}
