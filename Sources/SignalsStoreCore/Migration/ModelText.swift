import Foundation
import SignalsCore

/// The text in which a store keeps the entities of its model, with their hash.
///
/// To read or make one takes longer than to open a file, and programs open files with few models: those of the latest are
/// kept. So a store that has the program's own model is opened without reading its text.
struct ModelText: Sendable {
    let entities: [EntitySchema]
    let text: String
    /// Names what the entities keep, whatever the order of it.
    let hash: String

    private static let latest = Locked<[ModelText]>([])
    private static let limit = 16

    /// The text of entities.
    static func of(_ entities: [EntitySchema]) -> ModelText {
        if let known = latest.withLock({ $0.first { $0.entities == entities } }) { return known }
        return keep(ModelText(entities: entities, text: encoded(entities)))
    }

    /// The entities of a text; nil for what is none.
    static func read(_ text: String) -> ModelText? {
        if let known = latest.withLock({ $0.first { $0.text == text } }) { return known }
        guard let entities = try? JSONDecoder().decode([EntitySchema].self, from: Data(text.utf8)) else { return nil }
        return keep(ModelText(entities: entities, text: text))
    }

    private static func keep(_ made: ModelText) -> ModelText {
        latest.release { latest in
            latest.append(made)
            return latest.count > limit ? latest.removeFirst() : nil
        }
        return made
    }

    private init(entities: [EntitySchema], text: String) {
        self.entities = entities
        self.text = text
        let sorted = entities.sorted { $0.name < $1.name }.map { entity in
            var entity = entity
            entity.attributes.sort { $0.name < $1.name }
            return entity
        }
        hash = Self.hash(Self.encoded(sorted))
    }

    private static func encoded(_ entities: [EntitySchema]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(entities)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }

    // FNV-1a, 64 bits: it has to be the same on every platform for good.
    private static func hash(_ text: String) -> String {
        let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
