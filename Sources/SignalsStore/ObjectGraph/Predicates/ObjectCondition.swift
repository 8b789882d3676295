import Foundation

/// A condition in both of its forms: for the store, and for the objects of a context that have changes. Both find the
/// same.
struct ObjectCondition: Sendable {
    let translate: @Sendable (EntityDescription, StoreNumbers) throws -> QueryExpression
    let matches: @Sendable (ManagedObject) throws -> Bool
    /// The terms that it joins, in one list, so that thousands of terms nest no deeper than two.
    private var junction: (kind: Junction, terms: [ObjectCondition])?

    private enum Junction { case all, any }

    init(
        translate: @escaping @Sendable (EntityDescription, StoreNumbers) throws -> QueryExpression,
        matches: @escaping @Sendable (ManagedObject) throws -> Bool
    ) {
        self.translate = translate
        self.matches = matches
    }

    init<Object: ManagedObject>(_ predicate: Predicate<Object>) {
        self.init(
            translate: { try PredicateTranslator.condition(predicate, $0, store: $1) },
            matches: { object in
                guard let object = object as? Object else { return false }
                do { return try predicate.evaluate(object) } catch {
                    throw FetchError.evaluation(reason: "Predicate.evaluate: \(error)")
                }
            })
    }

    func and(_ other: ObjectCondition) -> ObjectCondition {
        ObjectCondition(terms(joined: .all) + other.terms(joined: .all), joined: .all)
    }

    func or(_ other: ObjectCondition) -> ObjectCondition {
        ObjectCondition(terms(joined: .any) + other.terms(joined: .any), joined: .any)
    }

    var negated: ObjectCondition {
        ObjectCondition(
            translate: { .boolean(.not(try translate($0, $1))) }, matches: { object in try !matches(object) })
    }

    private init(_ terms: [ObjectCondition], joined kind: Junction) {
        self.init(
            translate: { entity, store in
                let terms = try terms.map { try $0.translate(entity, store) }
                return kind == .all ? .all(terms[...]) : .any(terms[...])
            },
            matches: { object in
                kind == .all
                    ? try terms.allSatisfy { try $0.matches(object) } : try terms.contains { try $0.matches(object) }
            })
        junction = (kind, terms)
    }

    private func terms(joined kind: Junction) -> [ObjectCondition] {
        if let junction, junction.kind == kind { junction.terms } else { [self] }
    }
}
