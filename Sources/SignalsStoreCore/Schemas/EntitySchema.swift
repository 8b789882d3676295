import SignalsCore

/// The schema of an entity. It is one reference, since pages of rows and queries keep it.
package struct EntitySchema: Sendable, Codable, Hashable {
    private struct Content: Hashable, Sendable {
        var name: String
        var attributes: [AttributeSchema]
        var relationships: [RelationshipSchema] = []
        var subentities: [String] = []
        var uniqueSets: [[String]] = []
        var indexes: [IndexSchema] = []
        var searchable: [String] = []
        var origin = EntityOrigin()
    }

    private final class Storage: Sendable {
        let content: Content
        let texts = Locked<[ObjectIdentifier: String]>([:])
        let alone = SetOnce<Storage>()
        let keepsTexts: Bool

        init(_ content: Content) {
            self.content = content
            keepsTexts = content.attributes.contains { $0.type == .string }
        }
    }

    private var storage: Storage
    private var content: Content {
        get { storage.content }
        set { storage = Storage(newValue) }
    }

    package var name: String {
        get { storage.content.name }
        set { content.name = newValue }
    }
    /// The columns: attributes, references, and positions in ordered relationships.
    package var attributes: [AttributeSchema] {
        get { storage.content.attributes }
        set { content.attributes = newValue }
    }
    package var relationships: [RelationshipSchema] { storage.content.relationships }
    /// The names of the entities of all subclasses: their rows are rows of this entity too.
    package var subentities: [String] {
        get { storage.content.subentities }
        set { content.subentities = newValue }
    }
    /// True if its rows refer to others.
    package var refersToOthers: Bool { relationships.contains { $0.cardinality == .toOne } }
    /// True if rows have a column for texts that are not in normal form.
    package var keepsTexts: Bool { storage.keepsTexts }
    /// The names of columns that no two rows have the same values in together.
    package var uniqueSets: [[String]] { storage.content.uniqueSets }
    /// The indexes that the class declares, beside those of single columns.
    package var indexes: [IndexSchema] { storage.content.indexes }
    /// The names of the columns whose texts are searched, of which the store keeps an index of words.
    package var searchable: [String] { storage.content.searchable }
    /// The way the entity comes out of an older store. No part of what the store keeps.
    package var origin: EntityOrigin { storage.content.origin }

    private enum CodingKeys: CodingKey {
        case name, attributes, relationships, subentities, uniqueSets, indexes, searchable
    }

    package init(
        name: String, attributes: [AttributeSchema], relationships: [RelationshipSchema] = [],
        subentities: [String] = [], uniqueSets: [[String]] = [], indexes: [IndexSchema] = [],
        searchable: [String] = [], origin: EntityOrigin = EntityOrigin()
    ) {
        storage = Storage(
            Content(
                name: name, attributes: attributes, relationships: relationships, subentities: subentities,
                uniqueSets: uniqueSets, indexes: indexes, searchable: searchable, origin: origin))
    }

    private init(_ storage: Storage) { self.storage = storage }

    /// True if both are one description, which costs less to ask than whether they are equal.
    package func isSame(as other: EntitySchema) -> Bool { storage === other.storage }

    /// The identity of the description, which is another one's when nobody keeps this one.
    package var identity: ObjectIdentifier { ObjectIdentifier(storage) }

    /// The entity without the rows of its subentities. Made once, since what is kept for an entity is kept for this too.
    package var alone: EntitySchema {
        if subentities.isEmpty { return self }
        if let known = storage.alone.value { return EntitySchema(known) }
        var content = content
        content.subentities = []
        return EntitySchema(storage.alone.setIfNil(Storage(content)))
    }

    /// A text that depends on nothing but the entity, made once: what is written of it for each query.
    ///
    /// - Parameter language: the type of what it is written in.
    package func text(in language: Any.Type, _ make: () -> String) -> String {
        let key = ObjectIdentifier(language)
        if let made = storage.texts.withLock({ $0[key] }) { return made }
        let text = make()
        storage.texts.withLock { $0[key] = text }
        return text
    }

    package static func == (one: EntitySchema, other: EntitySchema) -> Bool {
        one.storage === other.storage || one.content == other.content
    }

    package func hash(into hasher: inout Hasher) { content.hash(into: &hasher) }

    // Empty values are left out, so that a model without relationships is written, and hashed, as before relationships
    // existed.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(attributes, forKey: .attributes)
        if !relationships.isEmpty { try values.encode(relationships, forKey: .relationships) }
        if !uniqueSets.isEmpty { try values.encode(uniqueSets, forKey: .uniqueSets) }
        if !indexes.isEmpty { try values.encode(indexes, forKey: .indexes) }
        if !searchable.isEmpty { try values.encode(searchable, forKey: .searchable) }
        if !subentities.isEmpty { try values.encode(subentities, forKey: .subentities) }
    }

    /// Files from before there were relationships say nothing of them.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try values.decode(String.self, forKey: .name),
            attributes: try values.decode([AttributeSchema].self, forKey: .attributes),
            relationships: try values.decodeIfPresent([RelationshipSchema].self, forKey: .relationships) ?? [],
            subentities: try values.decodeIfPresent([String].self, forKey: .subentities) ?? [],
            uniqueSets: try values.decodeIfPresent([[String]].self, forKey: .uniqueSets) ?? [],
            indexes: try values.decodeIfPresent([IndexSchema].self, forKey: .indexes) ?? [],
            searchable: try values.decodeIfPresent([String].self, forKey: .searchable) ?? [])
    }
}

extension EntitySchema {
    /// The columns that no two rows have the same values in together.
    package var uniqueColumns: [[Int]] { uniqueSets.map { $0.compactMap(column) } }

    /// The attributes, alone or together, of which no two rows have the same values.
    package var uniqueAttributes: [[AttributeSchema]] {
        attributes.filter(\.isUnique).map { [$0] } + uniqueColumns.map { $0.map { attributes[$0] } }
    }

    /// The index of the column with a name.
    package func column(_ name: String) -> Int? { attributes.firstIndex { $0.name == name } }

    /// The beginning of the names of columns that keep a position in an ordered relationship, whose name follows.
    package static let positionPrefix = "signals_position_"

    /// True if a column keeps a position in an ordered relationship, of which the last one written holds.
    package func isPosition(_ column: Int) -> Bool { attributes[column].name.hasPrefix(Self.positionPrefix) }

    /// The column of the reference to the owner of a list, if another column keeps the position in that; nil for any other.
    func reference(orderedBy column: Int) -> Int? {
        isPosition(column) ? self.column(String(attributes[column].name.dropFirst(Self.positionPrefix.count))) : nil
    }
}
