import Foundation
import GRDB
import Harness
import SignalsStore

/// The same workers and companies in a store and in a database of GRDB's, filled once for all runs on as many.
final class Staff {
    static let workersOfCompany = 100

    let count: Int
    let container: PersistentContainer
    let pool: DatabasePool
    /// Copies of both files, which nobody has open.
    let copy: URL
    let copyOfGRDB: String
    private let folder: URL

    // SAFETY: a workload runs alone.
    nonisolated(unsafe) static var present: Staff?

    static func with(_ count: Int) -> Staff {
        if let present, present.count == count { return present }
        present = nil
        let made = StoreWorkloads.trying { try Staff(count) }
        present = made
        return made
    }

    static let model = ManagedObjectModel(Worker.self, Company.self)

    init(_ count: Int) throws {
        self.count = count
        folder = StoreWorkloads.makeFolder()
        let file = folder.appending(path: "staff.sqlite")
        copy = folder.appending(path: "copy.sqlite")
        let filled = try PersistentContainer(name: "staff", model: Self.model, stores: [.sqlite(at: file)])
        try Self.fill(filled, count)
        filled.close()
        try FileManager.default.copyItem(at: file, to: copy)
        container = try PersistentContainer(name: "staff", model: Self.model, stores: [.sqlite(at: file)])
        let folderOfGRDB = folder.appending(path: "grdb")
        try FileManager.default.createDirectory(at: folderOfGRDB, withIntermediateDirectories: true)
        let filledPool = try StoreWorkloads.openPool(folderOfGRDB)
        try Self.fill(filledPool, count)
        try filledPool.close()
        copyOfGRDB = folder.appending(path: "grdb.sqlite").path
        try FileManager.default.copyItem(atPath: filledPool.path, toPath: copyOfGRDB)
        pool = try DatabasePool(path: filledPool.path)
    }

    static func fill(_ container: PersistentContainer, _ count: Int) throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let companies = (0..<count / workersOfCompany).map { number in
                let company = Company(context: context)
                company.name = WorkerValues.company(number)
                return company
            }
            for number in 0..<count { _ = Worker(number, of: companies[number % companies.count], in: context) }
            try context.save()
            // Here, and not some time later beside what is measured: the objects are released on their queue.
            context.reset()
            // And the log is moved into the file on the writer's, for which another save waits.
            let last = Company(context: context)
            try context.save()
            context.delete(last)
            try context.save()
            context.reset()
        }
    }

    static func fill(_ writer: some DatabaseWriter, _ count: Int) throws {
        try writer.write { database in
            try database.execute(sql: WorkerRecord.table)
            let companies = count / workersOfCompany
            for number in 0..<companies { try CompanyRecord(number).insert(database) }
            for number in 0..<count { try WorkerRecord(number, of: number % companies).insert(database) }
        }
    }

    deinit {
        container.close()
        try? pool.close()
        try? FileManager.default.removeItem(at: folder)
    }
}

// The processor's time of both sides, a row of the table, whatever was done with them.
extension StoreWorkloads {
    /// Runs a body in a new context, and once before, unless it may not be repeated, so that what is prepared once is.
    static func inStaff(
        _ count: Int, isPrepared: Bool = false, _ body: (ManagedObjectContext) throws -> Void
    ) -> Double {
        let container = Staff.with(count).container
        let times = (0..<(isPrepared ? 1 : 2)).map { _ in
            let context = container.newBackgroundContext()
            return context.performAndWait { ProcessorTime.spent { trying { try body(context) } } }
        }
        return times[times.count - 1]
    }

    static func readingStaff(_ count: Int, _ body: (Database) throws -> Void) -> Double {
        let pool = Staff.with(count).pool
        func run() -> Double { ProcessorTime.spent { trying { try pool.read(body) } } }
        _ = run()
        return run()
    }
}
