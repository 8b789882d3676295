//: # Imports larger than memory
//: A file of a million records is imported in saves of a thousand. Then the memory that it takes is that of one of them,
//: however long the file is.
import Foundation
import Signals
import SignalsStore

final class Book: ManagedObject {
    @Attribute(.unique) var isbn = 0
    @Attribute var title = ""
    @Relationship(inverse: \Author.books) var author: Author?
}

final class Author: ManagedObject {
    @Attribute(.unique) var name = ""
    @Relationship var books: Set<Book> = []
}

extension Book: ImportableUniqueObject {
    struct Record: Sendable {
        var isbn: Int
        var title: String
        var author: String
    }

    static var uniqueIDKeyPath: any ReferenceWritableKeyPath<Book, Int> & Sendable { \.isbn }

    static func uniqueID(from source: Record, in transaction: some DataTransaction) -> Int? { source.isbn }

    func update(from source: Record, in transaction: some DataTransaction) throws {
        title = source.title
        author = try transaction.context.findOrCreate(Author.self, where: \.name, equals: source.author)
    }
}

//: The records come one after the other, as from a parser that reads a file as it goes: this sequence makes each when it is
//: asked for.
struct Records: Sequence, Sendable {
    let numbers: Range<Int>
    var edition = ""

    func makeIterator() -> some IteratorProtocol<Book.Record> {
        numbers.lazy.map { number in
            Book.Record(isbn: number, title: "Book \(number)\(edition)", author: "Author \(number % 100)")
        }
        .makeIterator()
    }
}

let container = try PersistentContainer(
    name: "Books", model: ManagedObjectModel(Book.self, Author.self), stores: [.inMemory()])
let dataStack = DataStack(container)

//: ## Transactions of a thousand
//: Each transaction has a context of its own, so there is nothing to reset. The next thousand are read when these are
//: saved. What is there already is updated: an import that was broken off is begun again, and nothing comes twice.
func importBooks(_ records: some Sequence<Book.Record>, into dataStack: DataStack, progress: Progress) async throws {
    var records = records.makeIterator()
    while !progress.isCancelled {
        var part: [Book.Record] = []
        while part.count < 1000, let record = records.next() { part.append(record) }
        if part.isEmpty { return }
        _ = try await dataStack.importUniqueObjects(Into<Book>(), sources: part).value
        progress.completedUnitCount += Int64(part.count)
    }
}

let first = Progress(totalUnitCount: 2500)
try await importBooks(Records(numbers: 0..<2500), into: dataStack, progress: first)
print("imported:", first.fractionCompleted, "books:", try dataStack.fetchCount(From<Book>()))

let second = Progress(totalUnitCount: 3500)
try await importBooks(Records(numbers: 0..<3500, edition: ", second edition"), into: dataStack, progress: second)
print("books:", try dataStack.fetchCount(From<Book>()), "authors:", try dataStack.fetchCount(From<Author>()))
print(try dataStack.fetchOne(From<Book>(), Where(\.isbn == 7))?.title ?? "")

//: ## A loop with `save` and `reset`
//: In a context that is one's own, `save` alone frees little: a book holds its author, and the author all its books, as
//: long as neither is forgotten. After `reset()` the context is as new, and its objects belong to none; what later records
//: refer to is kept by its ID.
func addBooks(
    _ records: some Sequence<Book.Record> & Sendable, to container: PersistentContainer, progress: Progress
) -> Future<Void, any Error> {
    container.performBackgroundTask { context in
        var authors: [String: ManagedObjectID<Author>] = [:]
        for (count, record) in zip(1..., records) {
            let book = Book(context: context)
            (book.isbn, book.title) = (record.isbn, record.title)
            if let id = authors[record.author] {
                book.author = try context.existingObject(with: id)
            } else {
                let author = try context.findOrCreate(Author.self, where: \.name, equals: record.author)
                authors[record.author] = author.objectID
                book.author = author
            }
            guard count.isMultiple(of: 1000) else { continue }
            try context.save()
            context.reset()
            progress.completedUnitCount = Int64(count)
            if progress.isCancelled { throw CancellationError() }
        }
        try context.save()
        progress.completedUnitCount = progress.totalUnitCount
    }
}

let third = Progress(totalUnitCount: 2500)
try await addBooks(Records(numbers: 10_000..<12_500), to: container, progress: third).value
print("added:", third.fractionCompleted, "books:", try dataStack.fetchCount(From<Book>()))
print("authors:", try dataStack.fetchCount(From<Author>()))

//: Who cancels keeps what was saved until then.
let fourth = Progress(totalUnitCount: 2500)
fourth.cancel()
do {
    try await addBooks(Records(numbers: 20_000..<22_500), to: container, progress: fourth).value
} catch { print("cancelled at", fourth.fractionCompleted, "books:", try dataStack.fetchCount(From<Book>())) }
