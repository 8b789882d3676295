import Foundation
import Signals
import SignalsStore

/// An import of many parcels into a file, in one of the ways that do not need memory for all of them. The main queue is
/// busy all the while, so that what the contexts of it are told piles up as far as it can.
struct Import {
    /// The way in which the parcels come in.
    enum Way: String, CaseIterable {
        /// A context that saves and is reset.
        case context
        /// The same, all objects new and many of them in the store already, which the merge policy makes one.
        case merging
        /// A transaction of its own for each part, which looks up what is there.
        case transactions
    }

    let way: Way
    let count: Int
    let part: Int
    private let container: PersistentContainer

    init(_ way: Way, _ count: Int, part: Int, in folder: URL) throws {
        (self.way, self.count, self.part) = (way, count, part)
        container = try PersistentContainer(
            name: "Parcels", model: ManagedObjectModel(Parcel.self, Sender.self, Sticker.self),
            stores: [.sqlite(at: folder.appending(path: "parcels.sqlite"))])
        container.mergePolicy = .mergeByPropertyObjectTrump
    }

    func run() throws {
        defer { container.close() }
        let known = try KnownParcels(in: container)
        switch way {
        case .context: try add(known, 0..<count)
        case .merging:
            try add(known, 0..<count)
            try add(known, 0..<count)
        case .transactions:
            let stack = DataStack(container)
            for start in stride(from: 0, to: count, by: part) {
                let records = (start..<min(start + part, count)).map(known.record)
                stack.importUniqueObjects(Into<Parcel>(), sources: records).wait()
            }
        }
    }

    private func add(_ known: KnownParcels, _ numbers: Range<Int>) throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for number in numbers {
                let parcel = Parcel(context: context)
                parcel.number = number
                try parcel.fill(known.record(number), in: context)
                guard (number + 1).isMultiple(of: part) else { continue }
                try context.save()
                context.reset()
            }
            try context.save()
        }
    }

    /// Runs one in a folder of its own.
    static func run(_ way: Way, _ count: Int, part: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Import(way, count, part: part, in: folder).run()
    }
}

/// The objects that parcels refer to: kept by their IDs, since a context that is reset lets go of its objects.
struct KnownParcels {
    private let senders: [ManagedObjectID<Sender>]
    private let stickers: [ManagedObjectID<Sticker>]

    init(in container: PersistentContainer) throws {
        let context = container.newBackgroundContext()
        (senders, stickers) = try context.performAndWait {
            let senders = (0..<1000).map { Sender("Sender \($0)", in: context).objectID }
            let stickers = (0..<100).map { Sticker("Sticker \($0)", in: context).objectID }
            try context.save()
            return (senders, stickers)
        }
    }

    func record(_ number: Int) -> Parcel.Record {
        let second = number + number / 100 + 1
        return Parcel.Record(
            number: number, sender: senders[number % 1000], stickers: [stickers[number % 100], stickers[second % 100]])
    }
}
