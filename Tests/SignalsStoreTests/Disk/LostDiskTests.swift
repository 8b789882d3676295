import Foundation
import SignalsStore
import Testing

/// A disk that is taken away from an open store, and comes back.
@Suite struct LostDiskTests {
    struct Loss: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fault: DiskFault
        /// The answer of the system.
        let systemCode: Int32
        /// The reason that the save fails with, and what its text tells a person to do.
        let reason: String
        let remedy: String
    }

    static let losses = [
        Loss(
            testDescription: "remounted read-only", fault: .write, systemCode: EROFS, reason: "readOnly",
            remedy: "Check its permissions"),
        Loss(
            testDescription: "remounted read-only between a write and its sync", fault: .sync, systemCode: EROFS,
            reason: "outcomeUnknown(readOnly)", remedy: "Check its permissions"),
        Loss(
            testDescription: "permission lost", fault: .write, systemCode: EACCES, reason: "readOnly",
            remedy: "Check its permissions"),
        Loss(
            testDescription: "operation forbidden", fault: .write, systemCode: EPERM, reason: "readOnly",
            remedy: "Check its permissions"),
        Loss(
            testDescription: "full", fault: .full, systemCode: ENOSPC, reason: "diskFull", remedy: "Make room"),
        Loss(
            testDescription: "full for this user", fault: .write, systemCode: EDQUOT, reason: "diskFull",
            remedy: "Make room"),
        Loss(
            testDescription: "full, found by a sync", fault: .sync, systemCode: ENOSPC,
            reason: "outcomeUnknown(diskFull)", remedy: "idempotency key"),
        Loss(
            testDescription: "broken", fault: .write, systemCode: EIO, reason: "outcomeUnknown(inputOutput)",
            remedy: "idempotency key"),
        Loss(
            testDescription: "broken, found by a sync", fault: .sync, systemCode: EIO,
            reason: "outcomeUnknown(inputOutput)", remedy: "idempotency key"),
    ]

    /// The reason's name, and what it is caused by.
    private func name(of reason: SaveError.Reason?) -> String {
        switch reason {
        case .readOnly: "readOnly"
        case .diskFull: "diskFull"
        case .inputOutput: "inputOutput"
        case .fileMissing: "fileMissing"
        case .outcomeUnknown(let cause): "outcomeUnknown(\(name(of: cause)))"
        case nil: "saved"
        case let other?: "\(other)"
        }
    }

    private func pairCount(_ container: PersistentContainer) throws -> Int {
        let context = container.newBackgroundContext()
        return try context.performAndWait { try context.fetch(FetchRequest<Entry>()).count }
    }

    @Test(arguments: losses)
    func savesFailAndSayWhyWhileReadingGoesOnAndWorkAgainWhenItIsBack(loss: Loss) async throws {
        try await withTrialFolder { folder in
            let url = folder.appending(path: "ledger.sqlite")
            let disk = FaultyDisk()
            let container = try Ledger.open(url, disk: disk)
            let context = container.newBackgroundContext()
            try context.performAndWait {
                Ledger.add(1, to: context)
                try context.save()
            }
            disk.fail(loss.fault, atCall: 1, isLasting: true, systemCode: loss.systemCode)
            var error: SaveError?
            context.performAndWait {
                Ledger.add(2, to: context)
                do throws(SaveError) { try context.save() } catch let failure { error = failure }
            }
            #expect(name(of: error?.reason) == loss.reason)
            #expect(error?.canRetry == true)
            #expect(error?.localizedDescription.contains(loss.remedy) == true)
            #expect(try pairCount(container) == 2, "the store still reads")
            #expect(try context.performAndWait { try context.fetch(FetchRequest<Entry>()).count } == 4)
            let future = container.save { Ledger.add(3, to: $0) }
            await #expect(throws: SaveError.self) { try await future.value }
            #expect(try pairCount(container) == 2)

            disk.mend()
            try context.performAndWait { try context.save() }
            try await container.save { Ledger.add(4, to: $0) }.value
            #expect(try pairCount(container) == 6)
            container.close()
            let (pairs, broken) = Ledger.audit(url)
            #expect(pairs == [1, 2, 4])
            #expect(broken == [])
        }
    }

    /// Batches over many objects, of which none is changed when the disk fails.
    @Test(arguments: losses)
    func batchesFailWhole(loss: Loss) throws {
        try withTrialFolder { folder in
            let url = folder.appending(path: "ledger.sqlite")
            let disk = FaultyDisk()
            let container = try Ledger.open(url, disk: disk)
            let context = container.newBackgroundContext()
            try context.performAndWait {
                for pair in 1...3000 { Ledger.add(pair, to: context) }
                try context.save()
            }
            let batches: [(ManagedObjectContext) throws -> Void] = [
                { try $0.execute(BatchDeleteRequest<Entry>(predicate: #Predicate { $0.pair > 1 })) },
                { try $0.execute(BatchUpdateRequest<Entry>().setting(\.pair, to: 7)) },
            ]
            for batch in batches {
                disk.fail(loss.fault, atCall: 1, isLasting: true, systemCode: loss.systemCode)
                var error: (any Error)?
                context.performAndWait { do { try batch(context) } catch let failure { error = failure } }
                // So much is written before the commit that it is no commit that fails, and there is no doubt.
                #expect(loss.reason.contains(name(of: (error as? SaveError)?.reason)))
                #expect(try pairCount(container) == 6000)
                disk.mend()
            }
            try context.performAndWait { try batches[0](context) }
            #expect(try pairCount(container) == 2)
            container.close()
            let (pairs, broken) = Ledger.audit(url)
            #expect(pairs == [1])
            #expect(broken == [])
        }
    }

    /// The log is given room that it can do without.
    @Test(arguments: [DiskFault.write, .full])
    func noSaveFailsForWantOfRoomInTheLog(fault: DiskFault) throws {
        try withTrialFolder { folder in
            let url = folder.appending(path: "ledger.sqlite")
            let disk = FaultyDisk()
            let container = try Ledger.open(url, disk: disk)
            let context = container.newBackgroundContext()
            try context.performAndWait {
                Ledger.add(1, to: context)
                disk.fail(fault, atCall: 1, isLasting: false)
                try context.save()
                #expect(disk.mend(), "the room was not to be had")
                Ledger.add(2, to: context)
                try context.save()
            }
            container.close()
            let (pairs, broken) = Ledger.audit(url)
            #expect(pairs == [1, 2])
            #expect(broken == [])
        }
    }

    /// One that fails once is written over before anyone hears of the failure: there is no doubt.
    @Test(arguments: [DiskFault.write, .sync, .full])
    func aDiskThatFailsOnceLeavesNoDoubt(fault: DiskFault) throws {
        try withTrialFolder { folder in
            let disk = FaultyDisk()
            let container = try Ledger.open(folder.appending(path: "ledger.sqlite"), disk: disk)
            let context = container.newBackgroundContext()
            var reasons: [String] = []
            try context.performAndWait {
                // The first save makes room in the log, and what fails of that is of no account.
                Ledger.add(1, to: context)
                try context.save()
                Ledger.add(2, to: context)
                for _ in 0..<2 {
                    disk.fail(fault, atCall: 1, isLasting: false)
                    var error: SaveError?
                    do throws(SaveError) { try context.save() } catch let failure { error = failure }
                    reasons.append(name(of: error?.reason))
                    disk.mend()
                }
            }
            #expect(reasons.allSatisfy { $0 == (fault == .full ? "diskFull" : "inputOutput") })
            try context.performAndWait { try context.save() }
            #expect(try pairCount(container) == 4)
            container.close()
        }
    }
}
