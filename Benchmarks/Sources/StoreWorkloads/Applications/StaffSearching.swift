import Foundation
import GRDB
import SignalsStore

// Texts and many conditions.
extension StoreWorkloads {
    package static func searchText(_ count: Int) -> Double {
        inStaff(count) { context in
            let request = FetchRequest<Worker>(predicate: #Predicate { $0.notes.contains("number 777") })
            sum &+= try context.fetchSnapshots(request).count
        }
    }

    package static func searchTextWithGRDB(_ count: Int) -> Double {
        readingStaff(count) { database in
            sum &+= try WorkerRecord.filter(Column("notes").like("%number 777%")).fetchAll(database).count
        }
    }

    package static func findByPrefix(_ count: Int) -> Double {
        inStaff(count) { context in
            for number in 100..<200 {
                let prefix = "Worker \(number)"
                let request = FetchRequest<Worker>(predicate: #Predicate { $0.name.starts(with: prefix) })
                sum &+= try context.fetchSnapshots(request).count
            }
        }
    }

    package static func findByPrefixWithGRDB(_ count: Int) -> Double {
        readingStaff(count) { database in
            for number in 100..<200 {
                let found = WorkerRecord.filter(sql: "name GLOB ?", arguments: ["Worker \(number)*"])
                sum &+= try found.fetchAll(database).count
            }
        }
    }

    package static func sortByText(_ count: Int) -> Double {
        inStaff(count) { context in
            for offset in 0..<50 {
                var request = FetchRequest<Worker>(sortBy: [SortDescriptor(\.name)], fetchLimit: 100)
                request.fetchOffset = offset
                sum &+= try context.fetchSnapshots(request).count
            }
        }
    }

    package static func sortByTextWithGRDB(_ count: Int) -> Double {
        readingStaff(count) { database in
            for offset in 0..<50 {
                sum &+= try WorkerRecord.order(Column("name")).limit(100, offset: offset).fetchAll(database).count
            }
        }
    }

    package static func findAny(_ count: Int) -> Double {
        inStaff(count) { context in
            var clause = Where<Worker>(\.number == 0)
            for number in 1..<500 { clause = clause || Where<Worker>(\.number == number * 13 % count) }
            var request = FetchRequest<Worker>()
            try clause.apply(to: &request)
            sum &+= try context.fetchSnapshots(request).count
        }
    }

    package static func findAnyWithGRDB(_ count: Int) -> Double {
        readingStaff(count) { database in
            let terms = (0..<500).map { Column("number") == $0 * 13 % count }
            sum &+= try WorkerRecord.filter(terms.joined(operator: .or)).fetchAll(database).count
        }
    }
}
