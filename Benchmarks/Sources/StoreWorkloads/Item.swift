import Foundation
import GRDB
import SignalsStore

/// A managed object of five attributes.
public final class Item: ManagedObject {
    @Attribute var name = ""
    @Attribute var notes = ""
    @Attribute var dueDate = Date(timeIntervalSinceReferenceDate: 0)
    @Attribute var minutes = 0
    @Attribute var isDone = false
}

/// The same as a record for GRDB, written by hand as its documentation advises where speed matters: columns by index.
struct ItemRecord: FetchableRecord, PersistableRecord {
    static let databaseTableName = "item"

    var id: Int64
    var version: Int64
    var name: String
    var notes: String
    var dueDate: Double
    var minutes: Int
    var isDone: Bool

    init(_ number: Int) {
        id = Int64(number + 1)
        version = 1
        name = ItemValues.name(number)
        notes = ItemValues.notes(number)
        dueDate = ItemValues.dueDate(number)
        minutes = number
        isDone = number.isMultiple(of: 2)
    }

    init(row: Row) {
        id = row[0]
        version = row[1]
        name = row[2]
        notes = row[3]
        dueDate = row[4]
        minutes = row[5]
        isDone = row[6]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["version"] = version
        container["name"] = name
        container["notes"] = notes
        container["dueDate"] = dueDate
        container["minutes"] = minutes
        container["isDone"] = isDone
    }
}

/// The attributes of the n-th item. The texts are made once, since making them is nobody's work here.
enum ItemValues {
    private static let names = (0..<100_000).map { "Item \($0)" }
    private static let allNotes = (0..<100_000).map { "Some notes about the item with number \($0)" }

    static func name(_ number: Int) -> String { names[number] }
    static func notes(_ number: Int) -> String { allNotes[number] }
    static func dueDate(_ number: Int) -> Double { Double(number) * 3600 }

    static let table = """
        CREATE TABLE item (id INTEGER PRIMARY KEY NOT NULL, version INTEGER NOT NULL, name TEXT NOT NULL, \
        notes TEXT NOT NULL, dueDate REAL NOT NULL, minutes INTEGER NOT NULL, isDone INTEGER NOT NULL) STRICT
        """
}
