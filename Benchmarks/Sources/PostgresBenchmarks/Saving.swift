import Dispatch
import Foundation
import Signals
import SignalsStore

/// Saves of one object each. Those at once are timed from the first call until the last result is there.
enum Saving {
    /// Contexts that are saved when their closures return.
    static func insertsAtOnce(_ count: Int) -> Double {
        Server.withSchema { container, _ in
            try connect(container)
            return atOnce(count, in: container) { context, number in Parcel(numbered: number, in: context) }
        }
    }

    /// Closures that save their contexts themselves, and wait meanwhile.
    static func insertsSavedInside(_ count: Int) -> Double {
        Server.withSchema { container, _ in
            try connect(container)
            return atOnce(count) { number in
                container.performBackgroundTask { context in
                    Parcel(numbered: number, in: context)
                    try context.save()
                }
            }
        }
    }

    /// Saves once: pgbench's time is without that of connecting, too.
    static func connect(_ container: PersistentContainer) throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            Parcel(numbered: -1, in: context)
            try context.save()
        }
    }

    /// Reads each object before it is changed.
    static func updatesAtOnce(_ count: Int) -> Double {
        Server.withSchema { container, _ in
            let context = container.newBackgroundContext()
            try context.performAndWait {
                for number in 0..<count { Parcel(numbered: number, in: context) }
                try context.save()
            }
            let ids = try context.performAndWait { try context.fetchObjectIDs(FetchRequest<Parcel>()) }
            // The connections that read, which pgbench's time is without, are opened before.
            let update: @Sendable (ManagedObjectContext, Int) throws -> Void = { context, number in
                try context.existingObject(with: ids[number]).minutes += 1
            }
            _ = atOnce(count, in: container, update)
            return atOnce(count, in: container, update)
        }
    }

    static func atOnce(
        _ count: Int, in container: PersistentContainer,
        _ change: @escaping @Sendable (ManagedObjectContext, Int) throws -> Void
    ) -> Double {
        atOnce(count) { number in container.save { context in try change(context, number) } }
    }

    private static func atOnce(_ count: Int, _ save: (Int) -> Future<Void, any Error>) -> Double {
        let all = DispatchGroup()
        var saves: [AnyCancellable] = []
        let time = Server.nanoseconds {
            for number in 0..<count {
                all.enter()
                saves.append(
                    save(number).sink { end in
                        if case .failure(let error) = end { Server.fail("\(error)") }
                        all.leave()
                    } receiveValue: {
                    })
            }
            all.wait()
        }
        return withExtendedLifetime(saves) { time }
    }

    static func insertsOneByOne(_ count: Int) -> Double {
        Server.withSchema { container, _ in
            try connect(container)
            let context = container.newBackgroundContext()
            return try context.performAndWait {
                try Server.nanoseconds {
                    for number in 0..<count {
                        Parcel(numbered: number, in: context)
                        try context.save()
                    }
                }
            }
        }
    }

    /// Each of eight programs saves its part at once.
    static func insertsOfEightPrograms(_ count: Int) -> Double {
        Server.withSchema { _, schema in
            let programs = (0..<8).map { _ in OtherProgram(.saver, inSchema: schema) }
            for program in programs { program.waitUntilReady() }
            let time = Server.nanoseconds {
                for program in programs { program.ask(count / 8) }
                for program in programs { program.waitForAnswer() }
            }
            for program in programs { program.end() }
            return time
        }
    }

    static func insertsByPgbench(_ count: Int) -> Double { pgbench(count, clients: 8, insert) }
    static func insertsByOneClient(_ count: Int) -> Double { pgbench(count, clients: 1, insert) }

    static func updatesByPgbench(_ count: Int) -> Double {
        pgbench(
            count, clients: 8, "\\set id random(1, \(count))\nUPDATE plain SET minutes = minutes + 1 WHERE id = :id;")
    }

    private static let insert = """
        \\set id random(0, 99999)
        INSERT INTO plain (version, name, notes, city, dueDate, weight, minutes, pieces, isDone)
        VALUES (1, 'Parcel ' || :id, 'Some notes about the parcel with number ' || :id, 'City', :id * 3600.0, :id / 8.0,
        :id, 3, false);
        """

    /// The time of transactions by a number of clients, without that of connecting.
    private static func pgbench(_ count: Int, clients: Int, _ script: String) -> Double {
        Server.sql(
            "SET client_min_messages = warning", "DROP TABLE IF EXISTS plain",
            """
            CREATE TABLE plain (id bigserial PRIMARY KEY, version bigint NOT NULL, name text NOT NULL, notes text NOT NULL,
            city text NOT NULL, dueDate float8 NOT NULL, weight float8 NOT NULL, minutes bigint NOT NULL,
            pieces bigint NOT NULL, isDone bool NOT NULL)
            """,
            """
            INSERT INTO plain (version, name, notes, city, dueDate, weight, minutes, pieces, isDone)
            SELECT 1, 'Parcel ' || i, 'Some notes about the parcel with number ' || i, 'City', i, i, i, 3, false
            FROM generate_series(1, \(count)) AS i
            """)
        let file = FileManager.default.temporaryDirectory.appending(path: "signals-pgbench-\(UUID().uuidString)")
        return Server.trying {
            try script.write(to: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: file) }
            let text = Server.run(
                "pgbench",
                ["-n", "-M", "prepared", "-c", "\(clients)", "-j", "\(min(clients, 2))", "-t", "\(count / clients)"]
                    + ["-f", file.path, Server.address])
            let line = text.split(separator: "\n").first { $0.hasPrefix("tps = ") }
            guard let tps = line?.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) }) else {
                Server.fail("pgbench printed no tps: \(text)")
            }
            return Double(count) / tps * 1e9
        }
    }
}
