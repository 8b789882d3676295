import Foundation

#if !canImport(Darwin)
    // Foundation has this expression on Apple's systems only; `#Predicate` finds it here by its name.
    extension PredicateExpressions {
        /// The test that a text contains another, as a person would search for it: without regard to case and accents.
        public struct StringLocalizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>:
            PredicateExpression
        where Root.Output: StringProtocol, Other.Output: StringProtocol {
            /// True if it was found.
            public typealias Output = Bool

            /// The text that is searched.
            public let root: Root
            /// The text that is searched for.
            public let other: Other

            /// A search in one text for another.
            public init(root: Root, other: Other) {
                self.root = root
                self.other = other
            }

            /// Searches in memory; throws what evaluating the texts throws.
            public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
                try String(root.evaluate(bindings)).localizedStandardContains(String(other.evaluate(bindings)))
            }
        }

        /// Returns what `text.localizedStandardContains(other)` means in a `#Predicate`.
        public static func build_localizedStandardContains<Root, Other>(
            _ root: Root, _ other: Other
        ) -> StringLocalizedStandardContains<Root, Other> {
            StringLocalizedStandardContains(root: root, other: other)
        }
    }

    extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
    where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

    extension PredicateExpressions.StringLocalizedStandardContains: Codable where Root: Codable, Other: Codable {}

    extension PredicateExpressions.StringLocalizedStandardContains: Sendable where Root: Sendable, Other: Sendable {}
#endif

extension PredicateExpressions.StringLocalizedStandardContains: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        try translator.textTest(
            .localizedStandardContains, root, other, Root.Output.self, Other.Output.self, in: self)
    }
}

extension PredicateExpressions.StringLocalizedStandardContains: PrintableNode {
    func printed(by printer: PredicatePrinter) -> String {
        "\(printer.print(root)).localizedStandardContains(\(printer.print(other)))"
    }
}
