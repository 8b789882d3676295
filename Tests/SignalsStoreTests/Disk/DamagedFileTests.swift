import Foundation
import SignalsStore
import Testing

/// A file of which pages are overwritten, as by a failing disk, and which is used all the same.
@Suite struct DamagedFileTests {
    /// The uses that a program makes of a store; each step may fail, and says then that the file is damaged.
    private static let uses: [@Sendable (ManagedObjectContext) throws -> Void] = [
        { _ = try $0.fetch(FetchRequest<Entry>()) },
        { _ = try $0.count(for: FetchRequest<Entry>(predicate: #Predicate { $0.pair > 10 })) },
        { _ = try $0.fetch(FetchRequest<Entry>(predicate: #Predicate { $0.label == "17b" })) },
        { for entry in try $0.fetch(FetchRequest<Entry>(fetchLimit: 3)) { entry.pair += 1 } },
        { try $0.save() },
        { context in
            Ledger.add(2000, to: context)
            try context.save()
        },
        { context in
            for entry in try context.fetch(FetchRequest<Entry>()).prefix(9) { context.delete(entry) }
            try context.save()
        },
        { try $0.execute(BatchUpdateRequest<Entry>().setting(\.pair, to: 7)) },
        { try $0.execute(BatchDeleteRequest<Entry>(predicate: #Predicate { $0.pair > 1 })) },
    ]

    private func isOfDamage(_ error: any Error) -> Bool {
        if let error = error as? SaveError, case .damaged = error.reason { return true }
        switch error as? FetchError {
        // A sound page may have another one's rows.
        case .damaged, .refusedValue, .noSuchObject: return true
        default: return false
        }
    }

    @Test(arguments: 0..<24)
    func whateverMeetsDamageSaysSo(seed: Int) throws {
        try withTrialFolder { folder in
            let url = folder.appending(path: "ledger.sqlite")
            let sound = try Ledger.open(url)
            let first = sound.newBackgroundContext()
            try first.performAndWait {
                for pair in 1...1000 { Ledger.add(pair, to: first) }
                try first.save()
            }
            sound.close()
            try damage(url, seed)
            let container: PersistentContainer
            do { container = try Ledger.open(url) } catch {
                guard case StoreError.notADatabase = error else { Issue.record("\(error)"); return }
                return
            }
            defer { container.close() }
            let context = container.newBackgroundContext()
            for use in Self.uses {
                context.performAndWait {
                    do { try use(context) } catch {
                        #expect(isOfDamage(error), "\(error)")
                        context.rollback()
                    }
                }
            }
        }
    }

    /// Overwrites parts of some pages, not those of the schema.
    private func damage(_ url: URL, _ seed: Int) throws {
        var random = SeededGenerator(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
        var bytes = try Data(contentsOf: url)
        let pages = bytes.count / 4096
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let page = Int.random(in: 1..<pages, using: &random)
            let start = page * 4096 + (Bool.random(using: &random) ? 0 : Int.random(in: 0..<4000, using: &random))
            let length: Int = [8, 96, 4096].randomElement(using: &random) ?? 8
            for index in start..<min(start + length, (page + 1) * 4096) {
                bytes[index] = UInt8.random(in: 0...255, using: &random)
            }
        }
        try bytes.write(to: url)
    }
}
