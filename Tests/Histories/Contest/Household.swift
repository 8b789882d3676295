import SignalsStore

/// A key with its list.
package final class Register: ManagedObject {
    @Attribute(.unique) package var key = 0
    @Attribute package var values: [Int] = []
}

/// One of four, between which money is moved.
package final class Account: ManagedObject {
    @Attribute(.unique) package var name = ""
    @Attribute package var balance = 0
}

/// A group with a name that few are left of, whose members go with it.
package final class Band: ManagedObject {
    @Attribute(.unique) package var name = ""
    @Relationship(deleteRule: .cascade) package var members: Set<Member> = []
}

/// One of three in a band.
package final class Member: ManagedObject {
    @Attribute package var number = 0
    @Relationship(inverse: \Band.members) package var band: Band?
}

/// The objects that contestants work on.
package enum Household {
    package static let accounts = ["A", "B", "C", "D"]
    package static let deposit = 1_000
    package static let keys = 0..<6
    static let membersOfBand = 3

    package static var model: ManagedObjectModel {
        ManagedObjectModel(Register.self, Account.self, Band.self, Member.self)
    }

    /// Puts what all contestants need into an empty store.
    package static func prepare(_ store: PersistentStoreDescription) throws {
        let container = try PersistentContainer(name: "Contest", model: model, stores: [store])
        defer { container.close() }
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for name in accounts {
                let account = Account(context: context)
                (account.name, account.balance) = (name, deposit)
            }
            for key in keys { Register(context: context).key = key }
            try context.save()
        }
    }

    /// The list of each key.
    package static func lists(_ context: ManagedObjectContext) throws -> [Int: [Int]] {
        let registers = try context.fetch(FetchRequest<Register>())
        return Dictionary(registers.map { ($0.key, $0.values) }) { $0 + $1 }
    }

    /// Returns the problems of all that is not in lists.
    static func problems(_ context: ManagedObjectContext) throws -> [String] {
        var problems: [String] = []
        let sum = try context.fetch(FetchRequest<Account>()).reduce(0) { $0 + $1.balance }
        if sum != accounts.count * deposit { problems.append("the accounts have \(sum)") }
        // A pinned context can lose its connection to a server, and only a fetch can say so.
        var request = FetchRequest<Band>()
        request.relationshipKeyPathsForPrefetching = [\.members]
        let bands = try context.fetch(request)
        if Set(bands.map(\.name)).count != bands.count { problems.append("two bands have one name") }
        for band in bands where band.members.count != membersOfBand {
            problems.append("the band \(band.name) has \(band.members.count) members")
        }
        let members = try context.count(for: FetchRequest<Member>())
        if members != bands.count * membersOfBand { problems.append("\(members) members in \(bands.count) bands") }
        return problems
    }
}
