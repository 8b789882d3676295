import Foundation

/// The meanings of a predicate's variables: `$0`, and those of the closures in it.
struct PredicateScope {
    /// The meaning of a variable.
    enum Meaning {
        /// An object, whose attributes are the columns of a row.
        case row(QueryRow, EntityDescription)
        /// A value that was computed from rows.
        case value(QueryExpression)
        /// An element of a captured collection.
        case constant
    }

    // In the order of the closures. There are few, of which a dictionary would cost more than to look at each.
    private var meanings: [(variable: PredicateExpressions.VariableID, meaning: Meaning)]
    /// The values of the variables that are elements of captured collections.
    private(set) var constants = PredicateBindings()
    /// The variable that `$0` is in the outermost closure.
    let object: PredicateExpressions.VariableID

    init(object: PredicateExpressions.VariableID, of entity: EntityDescription) {
        self.object = object
        meanings = [(object, .row(.fetched, entity))]
    }

    subscript(variable: PredicateExpressions.VariableID) -> Meaning? {
        meanings.last { $0.variable == variable }?.meaning
    }

    func adding(_ variable: PredicateExpressions.VariableID, _ meaning: Meaning) -> PredicateScope {
        var inner = self
        inner.meanings.append((variable, meaning))
        return inner
    }

    func adding<Value>(_ variable: PredicateExpressions.Variable<Value>, constant: Value) -> PredicateScope {
        var inner = adding(variable.key, .constant)
        inner.constants[variable] = constant
        return inner
    }

    /// A row for a variable of a closure about other objects than the enclosing ones.
    var nextRow: QueryRow {
        let depths = meanings.map { entry in
            if case .row(let row, _) = entry.meaning { row.depth } else { 0 }
        }
        return QueryRow(depth: (depths.max() ?? 0) + 1)
    }
}

/// A node whose variable stands for something else than a value.
protocol VariableNode {
    var variable: PredicateExpressions.VariableID { get }
}

extension PredicateExpressions.Variable: VariableNode {
    var variable: PredicateExpressions.VariableID { key }
}
