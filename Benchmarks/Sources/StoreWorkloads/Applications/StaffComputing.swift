import Foundation
import GRDB
import Harness
import SignalsStore

// Aggregates, and what changes many rows.
extension StoreWorkloads {
    package static func sumUp(_ count: Int) -> Double {
        inStaff(count) { context in
            sum &+= try context.sum(\.age, of: FetchRequest<Worker>())
            sum &+= Int(try context.average(\.salary, of: FetchRequest<Worker>()) ?? 0)
        }
    }

    package static func sumUpWithGRDB(_ count: Int) -> Double {
        readingStaff(count) { database in
            sum &+= try Int.fetchOne(database, sql: "SELECT SUM(age) FROM worker") ?? 0
            sum &+= Int(try Double.fetchOne(database, sql: "SELECT AVG(salary) FROM worker") ?? 0)
        }
    }

    package static func sumUpBesideChange(_ count: Int) -> Double {
        inStaff(count) { context in
            let worker = Worker(context: context)
            worker.number = -1
            sum &+= try context.sum(\.age, of: FetchRequest<Worker>())
        }
    }

    package static func sumUpBesideChangeWithGRDB(_ count: Int) -> Double {
        readingStaff(count) { sum &+= try Int.fetchOne($0, sql: "SELECT SUM(age) FROM worker") ?? 0 }
    }

    package static func countBesideChange(_ count: Int) -> Double {
        inStaff(count) { context in
            let worker = Worker(context: context)
            worker.number = -1
            for age in 30..<40 {
                sum &+= try context.count(for: FetchRequest<Worker>(predicate: #Predicate { $0.age >= age }))
            }
        }
    }

    package static func countBesideChangeWithGRDB(_ count: Int) -> Double {
        readingStaff(count) { database in
            for age in 30..<40 { sum &+= try WorkerRecord.filter(Column("age") >= age).fetchCount(database) }
        }
    }

    package static func sumUpGroups(_ count: Int) -> Double {
        inStaff(count) { context in
            let groups = try context.groups(
                of: FetchRequest<Worker>(), by: \.city, computing: .count, .sum(\.age), .average(\.salary))
            sum &+= groups.count
        }
    }

    package static func sumUpGroupsWithGRDB(_ count: Int) -> Double {
        readingStaff(count) { database in
            let sql = "SELECT city, COUNT(*), SUM(age), AVG(salary) FROM worker GROUP BY city ORDER BY city"
            for row in try Row.fetchAll(database, sql: sql) {
                let (city, all, ages, salary): (String, Int, Int, Double) = (row[0], row[1], row[2], row[3])
                sum &+= city.utf8.count &+ all &+ ages &+ Int(salary)
            }
        }
    }

    package static func updateMany(_ count: Int) -> Double {
        let age = nextAge()
        return inStaff(count, isPrepared: true) { context in
            let request = BatchUpdateRequest<Worker>(predicate: #Predicate { $0.age >= 0 }).setting(\.age, to: age)
            sum &+= try context.execute(request).count
        }
    }

    package static func updateManyWithGRDB(_ count: Int) -> Double {
        let pool = Staff.with(count).pool
        let age = nextAge()
        return ProcessorTime.spent {
            trying {
                sum &+= try pool.write { database in
                    try WorkerRecord.filter(Column("age") >= 0).updateAll(database, Column("age").set(to: age))
                }
            }
        }
    }

    // SAFETY: a workload runs alone.
    nonisolated(unsafe) private static var lastAge = 100

    /// An age that no worker has.
    private static func nextAge() -> Int {
        lastAge += 1
        return lastAge
    }

    package static func deleteOwners(_ count: Int) -> Double {
        trying {
            let container = try PersistentContainer(name: "staff", model: Staff.model, stores: [.inMemory()])
            defer { container.close() }
            try Staff.fill(container, count)
            let context = container.newBackgroundContext()
            return context.performAndWait {
                ProcessorTime.spent {
                    trying {
                        let owners = try context.fetch(
                            FetchRequest<Company>(fetchLimit: count / Staff.workersOfCompany / 2))
                        for owner in owners { context.delete(owner) }
                        try context.save()
                    }
                }
            }
        }
    }

    package static func deleteOwnersWithGRDB(_ count: Int) -> Double {
        trying {
            let queue = try DatabaseQueue()
            try Staff.fill(queue, count)
            return ProcessorTime.spent {
                trying {
                    try queue.write { database in
                        let owners = try CompanyRecord.limit(count / Staff.workersOfCompany / 2).fetchAll(database)
                        for owner in owners { try owner.delete(database) }
                    }
                }
            }
        }
    }

    package static func findOrCreateStaff(_ count: Int) -> Double {
        trying {
            let container = try PersistentContainer(name: "staff", model: Staff.model, stores: [.inMemory()])
            defer { container.close() }
            let context = container.newBackgroundContext()
            return context.performAndWait {
                ProcessorTime.spent {
                    trying {
                        for number in 0..<count {
                            let name = WorkerValues.company(number % (count / 2))
                            _ = try context.findOrCreate(Company.self, where: \.name, equals: name)
                        }
                        try context.save()
                    }
                }
            }
        }
    }

    package static func findOrCreateWithGRDB(_ count: Int) -> Double {
        trying {
            let queue = try DatabaseQueue()
            try Staff.fill(queue, 0)
            return ProcessorTime.spent {
                trying {
                    try queue.write { database in
                        for number in 0..<count {
                            let company = CompanyRecord(number % (count / 2))
                            if try CompanyRecord.filter(Column("name") == company.name).fetchOne(database) == nil {
                                try company.insert(database)
                            }
                        }
                    }
                }
            }
        }
    }
}
