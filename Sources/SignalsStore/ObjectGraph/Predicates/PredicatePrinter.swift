import Foundation

/// The text of a part of a predicate as a person would write it, for messages: a predicate's own description has no
/// names.
struct PredicatePrinter {
    let scope: PredicateScope

    func print(_ node: Any) -> String {
        (node as? any PrintableNode)?.printed(by: self) ?? "‹\(Self.kind(of: node))›"
    }

    /// A captured value as a person would write it.
    static func literal(_ value: Any) -> String {
        switch value {
        case let text as String: return text.debugDescription
        case let date as Date: return date.storedValue().description(as: .date)
        case let range as any CapturedRange:
            let (lower, upper, isClosed) = range.captured
            return "\(lower.map(literal) ?? "")\(isClosed && upper != nil ? "..." : "..<")\(upper.map(literal) ?? "")"
        case let collection as any Collection where !(value is Data):
            let some = collection.prefix(10).map { literal($0) } + (collection.count > 10 ? ["…"] : [])
            return "[\(some.joined(separator: ", "))]"
        default: return String(describing: value)
        }
    }

    /// The name of a node's type, without what it is generic over.
    static func kind(of node: Any) -> String {
        String(String(describing: type(of: node)).prefix { $0 != "<" })
    }

    /// The name of a property; for a computed one, its type.
    static func propertyName(of keyPath: AnyKeyPath) -> String {
        let text = String(reflecting: keyPath)
        let name = text.drop { $0 != "." }.dropFirst()
        if name.isEmpty || name.contains("<") { return "‹computed property of type \(type(of: keyPath).valueType)›" }
        return String(name)
    }

    func name(of keyPath: AnyKeyPath, in root: Any) -> String {
        guard let root = root as? any VariableNode, case .row(_, let entity) = scope[root.variable] else {
            return "‹property›"
        }
        return switch entity.target(of: keyPath) {
        case .attribute(let index): entity.attributes[index].name
        case .objectID: "objectID"
        case .relationship(let index): entity.relationships[index].name
        case .related, nil: Self.propertyName(of: keyPath)
        }
    }
}

/// A node of a predicate that can be quoted.
protocol PrintableNode {
    func printed(by printer: PredicatePrinter) -> String
}

extension PredicateExpressions.Variable: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { key == printer.scope.object ? "$0" : "value" }
}

extension PredicateExpressions.Value: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { PredicatePrinter.literal(value) }
}

extension PredicateExpressions.NilLiteral: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { "nil" }
}

extension PredicateExpressions.KeyPath: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String {
        let name =
            switch keyPath as AnyKeyPath {
            case \String.isEmpty: "isEmpty"
            case \String.count: "count"
            default: printer.name(of: keyPath, in: root)
            }
        return "\(printer.print(root)).\(name)"
    }
}

extension PredicateExpressions.Conjunction: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { "\(printer.print(lhs)) && \(printer.print(rhs))" }
}

extension PredicateExpressions.Disjunction: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { "(\(printer.print(lhs)) || \(printer.print(rhs)))" }
}

extension PredicateExpressions.Negation: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { "!\(printer.print(wrapped))" }
}

extension PredicateExpressions.Equal: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { "\(printer.print(lhs)) == \(printer.print(rhs))" }
}

extension PredicateExpressions.NotEqual: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { "\(printer.print(lhs)) != \(printer.print(rhs))" }
}

extension PredicateExpressions.Comparison: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String {
        let sign =
            switch op {
            case .lessThan: "<"
            case .lessThanOrEqual: "<="
            case .greaterThan: ">"
            case .greaterThanOrEqual: ">="
            }
        return "\(printer.print(lhs)) \(sign) \(printer.print(rhs))"
    }
}

extension PredicateExpressions.SequenceContains: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String {
        "\(printer.print(sequence)).contains(\(printer.print(element)))"
    }
}

extension PredicateExpressions.CollectionContainsCollection: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { "\(printer.print(base)).contains(\(printer.print(other)))" }
}

extension PredicateExpressions.SequenceStartsWith: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String {
        "\(printer.print(base)).starts(with: \(printer.print(prefix)))"
    }
}

extension PredicateExpressions.SequenceContainsWhere: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String {
        "\(printer.print(sequence)).contains { \(printer.print(test)) }"
    }
}

extension PredicateExpressions.SequenceAllSatisfy: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String {
        "\(printer.print(sequence)).allSatisfy { \(printer.print(test)) }"
    }
}

extension PredicateExpressions.RangeExpressionContains: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String {
        "\(printer.print(range)).contains(\(printer.print(element)))"
    }
}
