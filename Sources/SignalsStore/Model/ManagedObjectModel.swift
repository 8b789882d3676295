import Foundation

/// The classes of managed objects that a store keeps. Core Data's `NSManagedObjectModel`.
///
/// ```swift
/// let model = ManagedObjectModel(Person.self, HouseholdTask.self)
/// ```
public final class ManagedObjectModel: Sendable {
    /// Counts the model's versions, so that a store of a later one is told from one of an earlier one.
    public let version: Int
    let entities: [EntityDescription]
    private let entitiesByType: [ObjectIdentifier: EntityDescription]

    /// A model of these classes. Their attributes are found by looking at one object of each, which is made and thrown
    /// away here.
    ///
    /// A model that no store could keep stops the program: two classes or two attributes whose names differ in case
    /// only, a name that is reserved, a class given twice.
    ///
    /// - Parameters:
    ///   - version: counts the model's versions. A program refuses a store that a greater version wrote, and
    ///     `MigrationStage` leads from one version to another. What the rules of migration do by themselves needs no
    ///     new version.
    ///   - types: the classes.
    public init<each Object: ManagedObject>(version: Int = 1, _ types: repeat (each Object).Type) {
        self.version = version
        var classes: [ManagedObject.Type] = []
        for type in repeat each types { classes.append(type) }
        entities = EntityAssembly(classes).entities
        for entity in entities {
            let names = entity.properties.map(\.name) + entity.relationships.filter { !$0.isToOne }.map(\.name)
            Self.requireKeepable(names, in: "The entity \(entity.name)")
            _ = entity.uniqueSets
        }
        Self.requireKeepable(entities.map(\.name), in: "The model")
        entitiesByType = Dictionary(uniqueKeysWithValues: entities.map { (ObjectIdentifier($0.type), $0) })
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
            if folded.hasPrefix(EntityAssembly.positionPrefix) { continue }
            guard !folded.hasPrefix("sqlite_"), !folded.hasPrefix("signals_") else {
                fatalError("\(owner) uses the name \(name), but sqlite_ and signals_ are reserved. Rename it.")
            }
        }
    }
}
