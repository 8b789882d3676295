import Foundation
import Signals
import SignalsStore
import XCTest

private let encodings = Locked(0)

/// Has another JSON each time, as a dictionary with keys that are no strings has in each run of a program.
private struct Restless: Codable, Sendable, AttributeValue {
    var value = 0

    private enum CodingKeys: CodingKey { case value, encoding }

    init() {}

    init(from decoder: any Decoder) throws {
        value = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .value)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(value, forKey: .value)
        let encoding = encodings.withLock { count in
            count += 1
            return count
        }
        try container.encode(encoding, forKey: .encoding)
    }
}

private final class Survey: ManagedObject {
    @Attribute var name = ""
    @Attribute var first = Restless()
    @Attribute var second = Restless()
}

final class EncodedValueTests: XCTestCase {
    private func makeSurvey() throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Survey.self))
        try container.inBackground { context in
            _ = Survey(context: context)
            try context.save()
        }
        return container
    }

    private func survey(_ context: ManagedObjectContext) throws -> Survey {
        try XCTUnwrap(context.fetch(FetchRequest<Survey>()).first)
    }

    func testAValueThatIsEncodedDifferentlyEachTimeConflictsWithNothingElse() throws {
        let container = try makeSurvey()
        try container.inBackground { context in
            let mine = try survey(context)
            mine.first.value = 1
            try container.inBackground { other in
                let theirs = try survey(other)
                theirs.name = "theirs"
                theirs.second.value = 2
                try other.save()
            }
            try context.save()
        }
        try container.inBackground { context in
            let stored = try survey(context)
            XCTAssertEqual(stored.name, "theirs")
            XCTAssertEqual([stored.first.value, stored.second.value], [1, 2])
        }
    }

    func testADeletionIsOfWhatWasRead() throws {
        let container = try makeSurvey()
        try container.inBackground { context in
            let mine = try survey(context)
            mine.first.value = 1
            context.delete(mine)
            try container.inBackground { other in
                let theirs = try survey(other)
                theirs.name = "theirs"
                try other.save()
                theirs.name = ""
                try other.save()
            }
            try context.save()
        }
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Survey>()) }, 0)
    }

    func testARollbackGivesTheValueBackThatWasRead() throws {
        let container = try makeSurvey()
        try container.inBackground { context in
            let mine = try survey(context)
            mine.first.value = 1
            context.rollback()
            XCTAssertEqual(mine.first.value, 0)
            mine.second.value = 3
            try context.save()
            mine.second.value = 4
            try context.save()
        }
        XCTAssertEqual(try container.inBackground { try survey($0).second.value }, 4)
    }
}
