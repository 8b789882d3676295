import Foundation
import SignalsCore

/// The classes of managed objects that a store keeps. Core Data's `NSManagedObjectModel`.
///
/// ```swift
/// let model = ManagedObjectModel(Person.self, HouseholdTask.self)
/// ```
public final class ManagedObjectModel: Sendable {
    /// The number of the model's version, which distinguishes a store of a later version from one of an earlier one.
    public let version: Int
    let entities: [EntityDescription]
    /// The classes of each named part of the model.
    private let parts: [String: [ObjectIdentifier]]
    private let entitiesByType: [ObjectIdentifier: EntityDescription]
    /// The schemas that stores were opened with, by their configurations.
    private let knownSchemas = Locked<[String?: [EntitySchema]]>([:])

    /// A model of these classes. Their attributes are found from one object of each class, which is made and discarded
    /// here.
    ///
    /// A model that no store could keep stops the program: two classes or two attributes whose names differ in case
    /// only, a name that is reserved, a class given twice.
    ///
    /// - Parameters:
    ///   - version: the number of the model's version. A program refuses a store that a greater version wrote, and a
    ///     `MigrationStage` migrates from one version to another. Automatic migrations need no new version.
    ///   - configurations: named parts of the model, for containers with several stores: each store keeps the classes
    ///     of its configuration, `PersistentStoreDescription.configuration`, or all without one. Classes that are named
    ///     here need not be given again.
    ///   - types: the classes.
    public init<each Object: ManagedObject>(
        version: Int = 1, configurations: [String: [ManagedObject.Type]] = [:], _ types: repeat (each Object).Type
    ) {
        self.version = version
        parts = configurations.mapValues { $0.map { ObjectIdentifier($0) } }
        var classes: [ManagedObject.Type] = []
        for type in repeat each types {
            if classes.contains(where: { $0 == type }) {
                fatalError("The model has \(type) twice. Give each class once.")
            }
            classes.append(type)
        }
        for name in configurations.keys.sorted() {
            for type in configurations[name] ?? [] where !classes.contains(where: { $0 == type }) {
                classes.append(type)
            }
        }
        entities = EntityAssembly(classes).entities
        for entity in entities {
            let names = entity.properties.map(\.name) + entity.relationships.filter { !$0.isToOne }.map(\.name)
            Self.requireKeepable(names, in: "The entity \(entity.name)")
            _ = entity.uniqueSets
        }
        Self.requireKeepable(entities.map(\.name), in: "The model")
        entitiesByType = Dictionary(uniqueKeysWithValues: entities.map { (ObjectIdentifier($0.type), $0) })
    }

    /// The names of the parts of the model that stores can be given, in order.
    public var configurations: [String] { parts.keys.sorted() }

    /// Returns what a store with a configuration keeps. A name that the model does not have stops the program.
    func entities(in configuration: String?) -> [EntityDescription] {
        guard let configuration else { return entities }
        guard let part = parts[configuration] else {
            fatalError(
                "The model has no configuration \"\(configuration)\". It has: \(configurations.joined(separator: ", "))."
            )
        }
        return entities.filter { part.contains(ObjectIdentifier($0.type)) }
    }

    /// Returns the schemas of the entities that a store with a configuration keeps. Relationships to entities of other
    /// stores stop the program.
    func schemas(in configuration: String?) -> [EntitySchema] {
        if let known = knownSchemas.withLock({ $0[configuration] }) { return known }
        let made = makeSchemas(configuration)
        knownSchemas.withLock { $0[configuration] = made }
        return made
    }

    private func makeSchemas(_ configuration: String?) -> [EntitySchema] {
        let entities = entities(in: configuration)
        let names = Set(entities.map(\.name))
        return entities.map { entity in
            var schema = entity.makeSchema()
            schema.subentities.removeAll { !names.contains($0) }
            for relationship in schema.relationships where !names.contains(relationship.target) {
                fatalError(
                    "\(entity.name).\(relationship.name) refers to \(relationship.target), which the configuration "
                        + "\"\(configuration ?? "nil")\" leaves out. Objects of different stores cannot be related: add it."
                )
            }
            return schema
        }
    }

    func entity(for type: ManagedObject.Type) -> EntityDescription {
        guard let entity = entitiesByType[ObjectIdentifier(type)] else {
            fatalError("\(type) is not part of the container's model. Add \(type).self to its ManagedObjectModel.")
        }
        return entity
    }

    private static func requireKeepable(_ names: [String], in owner: String) {
        var seen: Set<String> = []
        for name in names {
            let folded = name.lowercased()
            guard seen.insert(folded).inserted else {
                fatalError("\(owner) has two names that differ in case only, or not at all: \(name). Rename one.")
            }
            if folded.hasPrefix(EntitySchema.positionPrefix) { continue }
            guard !folded.hasPrefix("sqlite_"), !folded.hasPrefix("signals_") else {
                fatalError("\(owner) uses the name \(name), but sqlite_ and signals_ are reserved. Rename it.")
            }
        }
    }
}
