import Foundation
import Signals
import SignalsStore

/// The classes of one object model: for the model as names and numbers, for the package as closures.
struct Schema {
    let name: String
    var kinds: [Kind]
    var relations: [Relation]
    let model: ManagedObjectModel

    /// True if an object of a class is one of another class, its superclass.
    func isKind(_ kind: Int, of ancestor: Int) -> Bool {
        kind == ancestor || kinds[kind].parent.map { isKind($0, of: ancestor) } ?? false
    }

    /// The relationships that objects of a class have, those of its superclasses included.
    func relations(of kind: Int) -> [Int] {
        relations.indices.filter { isKind(kind, of: relations[$0].owner) }
    }
}

/// A class of managed objects.
struct Kind {
    let name: String
    let type: ManagedObject.Type
    let parent: Int?
    let attributes: [RealAttribute]
    /// The attributes of which no two objects have the same value; 0 stands for nil.
    var unique: Set<Int> = []
    let make: (ManagedObjectContext) -> ManagedObject
    let fetch: (ManagedObjectContext, Query?) throws -> [ManagedObject]
    let deleteAll: (PersistentContainer, Int) -> AnyPublisher<Void, any Error>
    let updateAll: (PersistentContainer, Int, Int) -> AnyPublisher<Void, any Error>
    let object: (ManagedObjectContext, AnyManagedObjectID) -> ManagedObject?
    let existing: (ManagedObjectContext, AnyManagedObjectID) throws -> ManagedObject?
    /// Returns the number of objects whose first attribute is at least a number, and its sum and maximum.
    let figures: (ManagedObjectContext, Int) throws -> [Int]
    let id: (ManagedObject) -> AnyManagedObjectID
}

/// A fetch that the model knows too: the first attribute is at least a number; sorted by it, at most so many.
struct Query: Equatable {
    var least: Int
    var isDescending: Bool
    var limit: Int?
}

struct RealAttribute {
    let name: String
    let get: (ManagedObject) -> Int
    let set: (ManagedObject, Int) -> Void
}

/// A relationship, by the numbers of the classes at its ends.
struct Relation {
    enum Cardinality { case one, many, list }

    let name: String
    let owner: Int
    let target: Int
    let cardinality: Cardinality
    var inverse: Int?
    var rule = DeleteRule.nullify
    var isRequired = false
    let get: (ManagedObject) -> [ManagedObject]
    let set: (ManagedObject, [ManagedObject]) -> Void
    let add: (ManagedObject, ManagedObject) -> Void
    let remove: (ManagedObject, ManagedObject) -> Void
    /// Fetches all owners and what they refer to.
    let prefetch: (ManagedObjectContext) throws -> [ManagedObject]
    /// Fetches the owners that are related to an object whose second attribute is a number.
    let related: (ManagedObjectContext, Int) throws -> [ManagedObject]
}

extension Kind {
    init<T: ManagedObject>(
        _ type: T.Type, parent: Int? = nil, _ attributes: [(String, ReferenceWritableKeyPath<T, Int> & Sendable)],
        code: ReferenceWritableKeyPath<T, Int?>? = nil, atLeast: @escaping (Int) -> Predicate<T>
    ) {
        var all = attributes.map { name, path in
            RealAttribute(name: name) {
                ($0 as! T)[keyPath: path]
            } set: {
                ($0 as! T)[keyPath: path] = $1
            }
        }
        if let code {
            unique = [all.count]
            all.append(
                RealAttribute(name: "code") {
                    ($0 as! T)[keyPath: code] ?? 0
                } set: {
                    ($0 as! T)[keyPath: code] = $1 == 0 ? nil : $1
                })
        }
        let first = attributes[0].1
        name = "\(type)"
        self.type = type
        self.parent = parent
        self.attributes = all
        make = { type.init(context: $0) }
        fetch = { context, query in
            guard let query else { return try context.fetch(FetchRequest<T>()) }
            var request = FetchRequest<T>(
                predicate: atLeast(query.least),
                sortBy: [SortDescriptor(first, order: query.isDescending ? .reverse : .forward)])
            request.fetchLimit = query.limit
            return try context.fetch(request)
        }
        deleteAll = { container, least in
            container.execute(BatchDeleteRequest(predicate: atLeast(least))).map { _ in }
                .mapError { $0 as any Error }.eraseToAnyPublisher()
        }
        let second = attributes[1].1
        updateAll = { container, least, value in
            container.execute(BatchUpdateRequest<T>(predicate: atLeast(least)).setting(second, to: value)).map { _ in }
                .mapError { $0 as any Error }.eraseToAnyPublisher()
        }
        object = { context, id in id.typed(as: T.self).map { context.object(with: $0) } }
        existing = { context, id in try id.typed(as: T.self).map { try context.existingObject(with: $0) } }
        figures = { context, least in
            let request = FetchRequest(predicate: atLeast(least))
            return [
                try context.count(for: request), try context.exists(request) ? 1 : 0,
                try context.fetchObjectIDs(request).count, Int(try context.sum(first, of: request)),
                try context.maximum(first, of: request) ?? -1,
            ]
        }
        id = { AnyManagedObjectID(($0 as! T).objectID) }
    }
}

extension Relation {
    static func one<T: ManagedObject, U: ManagedObject>(
        _ name: String, _ path: ReferenceWritableKeyPath<T, U?> & Sendable, _ owner: Int, _ target: Int,
        inverse: Int? = nil,
        rule: DeleteRule = .nullify, isRequired: Bool = false, whoseTarget condition: @escaping (Int) -> Predicate<T>
    ) -> Relation {
        Relation(
            name: name, owner: owner, target: target, cardinality: .one, inverse: inverse, rule: rule,
            isRequired: isRequired
        ) {
            ($0 as! T)[keyPath: path].map { [$0] } ?? []
        } set: {
            ($0 as! T)[keyPath: path] = $1.first.map { $0 as! U }
        } add: {
            ($0 as! T)[keyPath: path] = $1 as? U
        } remove: { owner, _ in
            (owner as! T)[keyPath: path] = nil
        } prefetch: {
            try $0.fetch(prefetching: path)
        } related: {
            try $0.fetch(FetchRequest<T>(predicate: condition($1)))
        }
    }

    static func many<T: ManagedObject, U: ManagedObject>(
        _ name: String, _ path: ReferenceWritableKeyPath<T, Set<U>> & Sendable, _ owner: Int, _ target: Int,
        inverse: Int? = nil,
        rule: DeleteRule = .nullify, whoseTarget condition: @escaping (Int) -> Predicate<T>
    ) -> Relation {
        Relation(name: name, owner: owner, target: target, cardinality: .many, inverse: inverse, rule: rule) {
            Array(($0 as! T)[keyPath: path])
        } set: {
            ($0 as! T)[keyPath: path] = Set($1.map { $0 as! U })
        } add: {
            ($0 as! T)[keyPath: path].insert($1 as! U)
        } remove: {
            ($0 as! T)[keyPath: path].remove($1 as! U)
        } prefetch: {
            try $0.fetch(prefetching: path)
        } related: {
            try $0.fetch(FetchRequest<T>(predicate: condition($1)))
        }
    }

    static func list<T: ManagedObject, U: ManagedObject>(
        _ name: String, _ path: ReferenceWritableKeyPath<T, [U]> & Sendable, _ owner: Int, _ target: Int,
        inverse: Int? = nil,
        rule: DeleteRule = .nullify, whoseTarget condition: @escaping (Int) -> Predicate<T>
    ) -> Relation {
        Relation(name: name, owner: owner, target: target, cardinality: .list, inverse: inverse, rule: rule) {
            ($0 as! T)[keyPath: path]
        } set: {
            ($0 as! T)[keyPath: path] = $1.map { $0 as! U }
        } add: {
            ($0 as! T)[keyPath: path].append($1 as! U)
        } remove: { owner, member in
            (owner as! T)[keyPath: path].removeAll { $0 === member }
        } prefetch: {
            try $0.fetch(prefetching: path)
        } related: {
            try $0.fetch(FetchRequest<T>(predicate: condition($1)))
        }
    }
}

extension ManagedObjectContext {
    fileprivate func fetch<T: ManagedObject>(prefetching path: PartialKeyPath<T> & Sendable) throws -> [T] {
        var request = FetchRequest<T>()
        request.relationshipKeyPathsForPrefetching = [path]
        return try fetch(request)
    }
}
