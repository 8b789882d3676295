import Foundation
import GRDB
import Harness
import SignalsStore

// What applications read: to-manys, paths, objects with relationships.
extension StoreWorkloads {
    package static func readToMany(_ count: Int) -> Double {
        inStaff(count) { context in
            for company in try context.fetch(FetchRequest<Company>()) {
                sum &+= company.workers.reduce(0) { $0 &+ $1.age }
            }
        }
    }

    package static func readToManyWithGRDB(_ count: Int) -> Double {
        readingStaff(count) { database in
            for company in try CompanyRecord.fetchAll(database) {
                let workers = try WorkerRecord.filter(sql: "companyId = ?", arguments: [company.id]).fetchAll(database)
                sum &+= workers.reduce(0) { $0 &+ $1.age }
            }
        }
    }

    package static func findByPath(_ count: Int) -> Double {
        inStaff(count) { context in
            for number in 0..<100 {
                let name = WorkerValues.company(number)
                let request = FetchRequest<Worker>(predicate: #Predicate { $0.company?.name == name })
                sum &+= try context.fetchSnapshots(request).count
            }
        }
    }

    package static func findByPathWithGRDB(_ count: Int) -> Double {
        readingStaff(count) { database in
            for number in 0..<100 {
                let company = WorkerRecord.company.filter(
                    sql: "company.name = ?", arguments: [WorkerValues.company(number)])
                sum &+= try WorkerRecord.joining(required: company).fetchAll(database).count
            }
        }
    }

    package static func sortByPath(_ count: Int) -> Double {
        inStaff(count) { context in
            let request = FetchRequest<Worker>(
                sortBy: [SortDescriptor(\.company?.name), SortDescriptor(\.number)], fetchLimit: 100)
            sum &+= try context.fetchSnapshots(request).count
        }
    }

    package static func sortByPathWithGRDB(_ count: Int) -> Double {
        readingStaff(count) { database in
            let sql = """
                SELECT worker.* FROM worker LEFT JOIN company ON company.id = worker.companyId \
                ORDER BY company.name, worker.number LIMIT 100
                """
            sum &+= try WorkerRecord.fetchAll(database, sql: sql).count
        }
    }

    package static func findByMembers(_ count: Int) -> Double {
        inStaff(count) { context in
            let request = FetchRequest<Company>(predicate: #Predicate { $0.workers.contains { $0.age == 7 } })
            sum &+= try context.fetchSnapshots(request).count
        }
    }

    package static func findByMembersWithGRDB(_ count: Int) -> Double {
        readingStaff(count) { database in
            let sql = "SELECT * FROM company WHERE id IN (SELECT companyId FROM worker WHERE age = 7)"
            sum &+= try CompanyRecord.fetchAll(database, sql: sql).count
        }
    }

    package static func fetchRelatedObjects(_ count: Int) -> Double {
        inStaff(count) { sum &+= try $0.fetch(FetchRequest<Worker>()).reduce(0) { $0 &+ $1.age } }
    }

    package static func fetchInChild(_ count: Int) -> Double {
        inStaff(count) { context in
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: context)
            try child.performAndWait {
                sum &+= try child.fetch(FetchRequest<Worker>()).reduce(0) { $0 &+ $1.age }
            }
        }
    }

    package static func fetchRelatedWithGRDB(_ count: Int) -> Double {
        readingStaff(count) { sum &+= try WorkerRecord.fetchAll($0).reduce(0) { $0 &+ $1.age } }
    }

    package static func lookUp(_ count: Int) -> Double {
        inStaff(count) { context in
            for number in 0..<10_000 {
                let sought = number * 7 % count
                let request = FetchRequest<Worker>(predicate: #Predicate { $0.number == sought })
                sum &+= try context.fetchSnapshots(request).first?.age ?? 0
            }
        }
    }

    package static func lookUpWithGRDB(_ count: Int) -> Double {
        readingStaff(count) { database in
            let statement = try database.cachedStatement(sql: "SELECT * FROM worker WHERE number = ?")
            for number in 0..<10_000 {
                sum &+= try WorkerRecord.fetchOne(statement, arguments: [number * 7 % count])?.age ?? 0
            }
        }
    }

    package static func readColumn(_ count: Int) -> Double {
        inStaff(count) { sum &+= try $0.values(\.name, of: FetchRequest<Worker>()).count }
    }

    package static func readColumnWithGRDB(_ count: Int) -> Double {
        readingStaff(count) { sum &+= try String.fetchAll($0, sql: "SELECT name FROM worker ORDER BY id").count }
    }

    package static func openStore(_ count: Int) -> Double {
        let file = Staff.with(count).copy
        return ProcessorTime.spent {
            trying {
                for _ in 0..<20 {
                    let container = try PersistentContainer(
                        name: "copy", model: Staff.model, stores: [.sqlite(at: file)])
                    let context = container.newBackgroundContext()
                    try context.performAndWait {
                        sum &+= try context.fetch(FetchRequest<Worker>(fetchLimit: 1))[0].age
                    }
                    container.close()
                }
            }
        }
    }

    package static func openWithGRDB(_ count: Int) -> Double {
        let path = Staff.with(count).copyOfGRDB
        return ProcessorTime.spent {
            trying {
                for _ in 0..<20 {
                    let pool = try DatabasePool(path: path)
                    sum &+= try pool.read { try WorkerRecord.limit(1).fetchOne($0)?.age ?? 0 }
                    try pool.close()
                }
            }
        }
    }
}
