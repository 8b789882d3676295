import Foundation

/// The classes of managed objects that a store keeps. Core Data's `NSManagedObjectModel`.
///
/// ```swift
/// let model = ManagedObjectModel(Person.self, HouseholdTask.self)
/// ```
public final class ManagedObjectModel: Sendable {
    let entities: [EntityDescription]
    private let entitiesByType: [ObjectIdentifier: EntityDescription]

    /// A model of these classes. Their attributes are found by looking at one object of each, which is made and thrown
    /// away here.
    ///
    /// A model that no store could keep stops the program: two classes or two attributes whose names differ in case
    /// only, a name that is reserved, a class given twice.
    public init<each Object: ManagedObject>(_ types: repeat (each Object).Type) {
        var classes: [ManagedObject.Type] = []
        for type in repeat each types { classes.append(type) }
        entities = EntityAssembly(classes).entities
        for entity in entities {
            let names = entity.properties.map(\.name) + entity.relationships.filter { !$0.isToOne }.map(\.name)
            Self.requireKeepable(names, in: "The entity \(entity.name)")
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
