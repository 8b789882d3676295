import Foundation

/// A condition in both of its forms: for the store, and for the objects of a context that have changes. Both find the
/// same.
struct ObjectCondition: Sendable {
    let translate: @Sendable (EntityDescription, StoreNumbers) throws -> QueryExpression
    let matches: @Sendable (ManagedObject) throws -> Bool

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
        ObjectCondition(
            translate: { .boolean(.and(try translate($0, $1), try other.translate($0, $1))) },
            matches: { object in try matches(object) && other.matches(object) })
    }

    func or(_ other: ObjectCondition) -> ObjectCondition {
        ObjectCondition(
            translate: { .boolean(.or(try translate($0, $1), try other.translate($0, $1))) },
            matches: { object in try matches(object) || other.matches(object) })
    }

    var negated: ObjectCondition {
        ObjectCondition(
            translate: { .boolean(.not(try translate($0, $1))) }, matches: { object in try !matches(object) })
    }
}
