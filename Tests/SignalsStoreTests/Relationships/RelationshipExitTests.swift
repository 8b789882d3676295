import Foundation
import SignalsStore
import Testing

private final class Stranger: ManagedObject {}

private final class Lost: ManagedObject {
    @Relationship var stranger: Stranger?
}

private final class Left: ManagedObject {
    @Relationship var rights: Set<Right> = []
}

private final class Right: ManagedObject {
    @Relationship(inverse: \Left.rights) var first: Left?
    @Relationship(inverse: \Left.rights) var second: Left?
}

private final class Astray: ManagedObject {
    @Relationship(inverse: \Left.rights) var left: Left?
}

private func message(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

private func makeContainer() throws -> PersistentContainer {
    try PersistentContainer(name: "Doomed", model: makeHousehold(), stores: [.inMemory()])
}

@Suite struct RelationshipExitTests {
    @Test func relatingAnObjectOfAnotherContextStopsTheProgramAndSaysWhatToDo() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = try makeContainer()
            let (first, second) = (container.newBackgroundContext(), container.newBackgroundContext())
            first.name = "kitchen"
            let ada = first.performAndWait { Unchecked(Member("Ada", in: first)) }
            second.performAndWait { Job("Dust", in: second).assignee = ada.value }
        }
        #expect(message(of: result).contains("Job.assignee was given a Member of another context"))
        #expect(message(of: result).contains("\"kitchen\""))
        #expect(message(of: result).contains("existingObject(with: object.objectID)"))
    }

    @Test func relatingMembersOfAnotherContextStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = try makeContainer()
            let (first, second) = (container.newBackgroundContext(), container.newBackgroundContext())
            let dust = first.performAndWait { Unchecked(Job("Dust", in: first)) }
            second.performAndWait { Member("Ada", in: second).jobs = [dust.value] }
        }
        #expect(message(of: result).contains("Member.jobs was given a Job of another context"))
    }

    @Test func readingARelationshipOffTheQueueStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try makeContainer().newBackgroundContext()
            let ada = context.performAndWait { Unchecked(Member("Ada", in: context)) }
            print(ada.value.jobs.count)
        }
        #expect(message(of: result).contains("Member.jobs was used off its queue"))
    }

    @Test func relatingAnObjectThatIsGoneStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try makeContainer().newBackgroundContext()
            context.performAndWait {
                let ada = Member("Ada", in: context)
                context.delete(ada)
                Job("Dust", in: context).assignee = ada
            }
        }
        #expect(message(of: result).contains("in no context any more"))
    }

    enum Relation: CaseIterable, Codable {
        case reference, set, member, list, last, place, ownerOfSet, ownerOfReference
    }

    @Test(arguments: Relation.allCases)
    func relatingAnObjectThatIsToBeDeletedStopsTheProgramAndSaysWhatToDo(_ relation: Relation) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [relation] in
            let context = try makeContainer().newBackgroundContext()
            try context.performAndWait {
                let (ada, dust, plan) = (
                    Member("Ada", in: context), Job("Dust", in: context), Plan("Spring", in: context)
                )
                try context.save()
                context.delete(relation == .reference || relation == .ownerOfSet ? ada : dust)
                switch relation {
                case .reference: Job("Sweep", in: context).assignee = ada
                case .set: ada.jobs = [dust]
                case .member: ada.jobs.insert(dust)
                case .list: plan.steps = [dust]
                case .last: plan.steps.append(dust)
                case .place: plan.steps.insert(dust, at: 0)
                case .ownerOfSet: ada.jobs.insert(dust)
                case .ownerOfReference: dust.assignee = ada
                }
            }
        }
        #expect(message(of: result).contains("is to be deleted by the next save. Undo the deletion first"))
    }

    @Test func whatIsToBeDeletedIsTakenOutOfRelationships() async throws {
        let context = try makeContainer().newBackgroundContext()
        try await context.perform {
            let (ada, dust, plan) = (Member("Ada", in: context), Job("Dust", in: context), Plan("Spring", in: context))
            dust.assignee = ada
            plan.steps = [dust]
            try context.save()
            context.delete(dust)
            dust.assignee = nil
            ada.jobs.remove(dust)
            ada.jobs = []
            plan.steps = []
            try context.save()
            #expect(plan.steps.isEmpty && ada.jobs.isEmpty)
        }
    }

    @Test func anOrderedRelationshipHoldsAnObjectOnce() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try makeContainer().newBackgroundContext()
            context.performAndWait {
                let dust = Job("Dust", in: context)
                Plan("Spring", in: context).steps = [dust, dust]
            }
        }
        #expect(message(of: result).contains("Plan.steps was given an object twice"))
    }

    @Test func aFaultWhoseRowIsGoneStopsTheProgramWhereThatIsWished() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try makeContainer().newBackgroundContext()
            try context.performAndWait {
                context.shouldDeleteInaccessibleFaults = false
                let room = Room("Hall", in: context)
                try context.save()
                let id = room.objectID
                context.delete(room)
                try context.save()
                print(context.object(with: id).name)
            }
        }
        #expect(message(of: result).contains("was deleted from the store before its values were read"))
    }

    @Test func aTargetThatTheModelDoesNotNameStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ManagedObjectModel(Lost.self)
        }
        #expect(message(of: result).contains("Lost.stranger refers to Stranger, which is not part of the model"))
    }

    @Test func twoRelationshipsWithOneInverseStopTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ManagedObjectModel(Left.self, Right.self)
        }
        #expect(message(of: result).contains("both are the inverse of Left.rights"))
    }

    @Test func anInverseThatLeadsToAnotherClassStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ManagedObjectModel(Astray.self, Left.self, Stranger.self)
        }
        #expect(message(of: result).contains("Left.rights refers to Right"))
    }
}
