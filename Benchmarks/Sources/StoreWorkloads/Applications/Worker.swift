import Foundation
import GRDB
import SignalsStore

/// The object of which an application has many: seven attributes, and a company.
final class Worker: ManagedObject {
    @Attribute(.unique) var number = 0
    @Attribute(.indexed) var name = ""
    @Attribute var notes = ""
    @Attribute var city = ""
    @Attribute var age = 0
    @Attribute var salary = 0.0
    @Attribute var joined = Date(timeIntervalSinceReferenceDate: 0)
    @Relationship(inverse: \Company.workers) var company: Company?

    convenience init(_ number: Int, of company: Company, in context: ManagedObjectContext) {
        self.init(context: context)
        let values = WorkerValues(number)
        (self.number, name, notes, city) = (number, values.name, values.notes, values.city)
        (age, salary, joined) = (values.age, values.salary, Date(timeIntervalSinceReferenceDate: values.joined))
        self.company = company
    }
}

/// The object that a hundred workers belong to.
final class Company: ManagedObject {
    @Attribute(.unique) var name = ""
    @Relationship(deleteRule: .cascade) var workers: Set<Worker> = []
}

/// The values of the n-th worker.
struct WorkerValues {
    let name: String
    let notes: String
    let city: String
    let age: Int
    let salary: Double
    let joined: Double

    init(_ number: Int) {
        name = "Worker \(number)"
        notes = "Some notes about the worker with number \(number)"
        city = "City \(number % 100)"
        age = number % 60
        salary = Double(number % 1000) * 12.5
        joined = Double(number) * 3600
    }

    static func company(_ number: Int) -> String { "Company \(number)" }
}

/// The same as records for GRDB, written by hand as its documentation advises where speed matters: columns by index.
struct WorkerRecord: FetchableRecord, PersistableRecord {
    static let databaseTableName = "worker"
    static let company = belongsTo(CompanyRecord.self)

    var id: Int64
    var number: Int
    var name: String
    var notes: String
    var city: String
    var age: Int
    var salary: Double
    var joined: Double
    var companyID: Int64

    init(_ number: Int, of company: Int) {
        let values = WorkerValues(number)
        id = Int64(number + 1)
        self.number = number
        (name, notes, city, age) = (values.name, values.notes, values.city, values.age)
        (salary, joined) = (values.salary, values.joined)
        companyID = Int64(company + 1)
    }

    init(row: Row) {
        id = row[0]
        number = row[1]
        name = row[2]
        notes = row[3]
        city = row[4]
        age = row[5]
        salary = row[6]
        joined = row[7]
        companyID = row[8]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["number"] = number
        container["name"] = name
        container["notes"] = notes
        container["city"] = city
        container["age"] = age
        container["salary"] = salary
        container["joined"] = joined
        container["companyId"] = companyID
    }

    static let table = """
        CREATE TABLE company (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL UNIQUE);
        CREATE TABLE worker (id INTEGER PRIMARY KEY NOT NULL, number INTEGER NOT NULL UNIQUE, name TEXT NOT NULL, \
        notes TEXT NOT NULL, city TEXT NOT NULL, age INTEGER NOT NULL, salary REAL NOT NULL, joined REAL NOT NULL, \
        companyId INTEGER REFERENCES company(id) ON DELETE CASCADE);
        CREATE INDEX worker_name ON worker(name);
        CREATE INDEX worker_companyId ON worker(companyId)
        """
}

struct CompanyRecord: FetchableRecord, PersistableRecord {
    static let databaseTableName = "company"
    static let workers = hasMany(WorkerRecord.self)

    var id: Int64
    var name: String

    init(_ number: Int) {
        id = Int64(number + 1)
        name = WorkerValues.company(number)
    }

    init(row: Row) {
        id = row[0]
        name = row[1]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["name"] = name
    }
}
