import Foundation

/// The record that a store keeps of the model that it was last opened with.
package struct ModelRecord: Sendable, Equatable {
    package var entities: [EntitySchema]
    package var version: Int
    /// Names what the model keeps, whatever the order of it. Core Data's `versionHash`.
    package var hash: String
    /// The hashes of the models that the store was migrated from, the oldest first.
    package var formerHashes: [String] = []

    package init(_ entities: [EntitySchema], version: Int) {
        self.entities = entities
        self.version = version
        hash = Self.hash(entities)
    }

    /// True if a program with such a model is older than what is in the store.
    package func isNewer(than model: ModelRecord) -> Bool {
        version > model.version || (version == model.version && formerHashes.contains(model.hash))
    }

    /// The record after a migration from this one.
    package func succeeded(by model: ModelRecord, isOther: Bool) -> ModelRecord {
        var next = model
        next.formerHashes = formerHashes.filter { $0 != model.hash } + (isOther ? [hash] : [])
        return next
    }

    package static func encoded(_ entities: [EntitySchema]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(entities)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }

    // FNV-1a, 64 bits: it has to be the same on every platform for good.
    private static func hash(_ entities: [EntitySchema]) -> String {
        let sorted = entities.sorted { $0.name < $1.name }.map { entity in
            var entity = entity
            entity.attributes.sort { $0.name < $1.name }
            return entity
        }
        let hash = encoded(sorted).utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
