import Foundation

extension PredicateExpressions.Arithmetic: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String {
        let sign =
            switch op {
            case .add: "+"
            case .subtract: "-"
            case .multiply: "*"
            }
        return printer.print(lhs, sign, rhs)
    }
}

extension PredicateExpressions.IntDivision: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { printer.print(lhs, "/", rhs) }
}

extension PredicateExpressions.FloatDivision: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { printer.print(lhs, "/", rhs) }
}

extension PredicateExpressions.IntRemainder: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { printer.print(lhs, "%", rhs) }
}

extension PredicateExpressions.UnaryMinus: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { "-\(printer.print(wrapped))" }
}

extension PredicateExpressions.NilCoalesce: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { printer.print(lhs, "??", rhs) }
}

extension PredicateExpressions.ForcedUnwrap: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { "\(printer.print(inner))!" }
}

extension PredicateExpressions.OptionalFlatMap: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String {
        "\(printer.print(wrapped)).flatMap { value in \(printer.print(transform)) }"
    }
}

extension PredicateExpressions.Conditional: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String {
        "(\(printer.print(test)) ? \(printer.print(trueBranch)) : \(printer.print(falseBranch)))"
    }
}

extension PredicateExpressions.ConditionalCast: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { "(\(printer.print(input)) as? \(Desired.self))" }
}

extension PredicateExpressions.ForceCast: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { "(\(printer.print(input)) as! \(Desired.self))" }
}

extension PredicateExpressions.TypeCheck: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { "(\(printer.print(input)) is \(Desired.self))" }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String {
        "\(printer.print(root)).caseInsensitiveCompare(\(printer.print(other)))"
    }
}

extension PredicateExpressions.StringLocalizedCompare: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String {
        "\(printer.print(root)).localizedCompare(\(printer.print(other)))"
    }
}

extension PredicateExpressions.Range: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { "(\(printer.print(lower))..<\(printer.print(upper)))" }
}

extension PredicateExpressions.ClosedRange: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String { "(\(printer.print(lower))...\(printer.print(upper)))" }
}

extension PredicatePrinter {
    fileprivate func print(_ left: Any, _ sign: String, _ right: Any) -> String {
        "(\(print(left)) \(sign) \(print(right)))"
    }
}
