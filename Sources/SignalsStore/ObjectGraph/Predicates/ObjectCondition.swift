import Foundation
import SignalsCore

/// A condition in both of its forms: for the store, and for the objects of a context that have changes. Both find the
/// same.
@usableFromInline
struct ObjectCondition: Sendable {
    let translate: @Sendable (EntityDescription, StoreNumbers) throws -> QueryExpression
    let matches: @Sendable (ManagedObject) throws -> Bool
    /// The terms that it joins, in one list, so that thousands of terms nest no deeper than two.
    private var junction: Junction?

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
        ObjectCondition(junction(.all).adding(other.junction(.all)))
    }

    func or(_ other: ObjectCondition) -> ObjectCondition {
        ObjectCondition(junction(.any).adding(other.junction(.any)))
    }

    var negated: ObjectCondition {
        ObjectCondition(
            translate: { .boolean(.not(try translate($0, $1))) }, matches: { object in try !matches(object) })
    }

    private init(_ junction: Junction) {
        self.init(
            translate: { entity, store in
                let terms = try junction.terms.map { try $0.translate(entity, store) }
                return junction.kind == .all ? .all(terms[...]) : .any(terms[...])
            },
            matches: { object in
                junction.kind == .all
                    ? try junction.terms.allSatisfy { try $0.matches(object) }
                    : try junction.terms.contains { try $0.matches(object) }
            })
        self.junction = junction
    }

    private func junction(_ kind: Junction.Kind) -> Junction {
        if let junction, junction.kind == kind { junction } else { Junction(kind, [self]) }
    }
}

/// Terms that are joined the same way.
///
/// `a || b || c …` makes a condition of each of its beginnings. They have one list, of which each has as many terms as
/// it joins, so that a term costs the same however many come before it.
private struct Junction: Sendable {
    enum Kind { case all, any }

    /// A list that grows at its end only.
    private final class List: Sendable {
        let terms: Locked<[ObjectCondition]>

        init(_ terms: [ObjectCondition]) { self.terms = Locked(terms) }

        /// Appends terms after the first `count`; returns false if there are other terms already.
        func append(_ more: ArraySlice<ObjectCondition>, after count: Int) -> Bool {
            terms.withLock { terms in
                guard terms.count == count else { return false }
                terms += more
                return true
            }
        }
    }

    let kind: Kind
    private let list: List
    private let count: Int

    init(_ kind: Kind, _ terms: [ObjectCondition]) { self.init(kind, List(terms), terms.count) }

    private init(_ kind: Kind, _ list: List, _ count: Int) { (self.kind, self.list, self.count) = (kind, list, count) }

    var terms: ArraySlice<ObjectCondition> { list.terms.withLock { $0[..<count] } }

    func adding(_ other: Junction) -> Junction {
        let more = other.terms
        guard list.append(more, after: count) else { return Junction(kind, Array(terms) + more) }
        return Junction(kind, list, count + more.count)
    }
}
