import Foundation

#if !canImport(Darwin)
    // Foundation has these expressions on Apple's systems only; `#Predicate` finds them here by their names.
    extension PredicateExpressions {
        /// The comparison of a text with another without regard to case.
        public struct StringCaseInsensitiveCompare<Root: PredicateExpression, Other: PredicateExpression>:
            PredicateExpression
        where Root.Output: StringProtocol, Other.Output: StringProtocol {
            /// The order of the two.
            public typealias Output = ComparisonResult

            /// The text that is compared.
            public let root: Root
            /// The text that it is compared with.
            public let other: Other

            /// A comparison of one text with another.
            public init(root: Root, other: Other) {
                self.root = root
                self.other = other
            }

            /// Compares in memory; throws what evaluating the texts throws.
            public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
                try String(root.evaluate(bindings)).caseInsensitiveCompare(String(other.evaluate(bindings)))
            }
        }

        /// The comparison of a text with another in the user's language.
        public struct StringLocalizedCompare<Root: PredicateExpression, Other: PredicateExpression>:
            PredicateExpression
        where Root.Output: StringProtocol, Other.Output: StringProtocol {
            /// The order of the two.
            public typealias Output = ComparisonResult

            /// The text that is compared.
            public let root: Root
            /// The text that it is compared with.
            public let other: Other

            /// A comparison of one text with another.
            public init(root: Root, other: Other) {
                self.root = root
                self.other = other
            }

            /// Compares in memory; throws what evaluating the texts throws.
            public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
                try String(root.evaluate(bindings)).localizedCompare(String(other.evaluate(bindings)))
            }
        }

        /// Returns what `text.caseInsensitiveCompare(other)` means in a `#Predicate`.
        public static func build_caseInsensitiveCompare<Root, Other>(
            _ root: Root, _ other: Other
        ) -> StringCaseInsensitiveCompare<Root, Other> {
            StringCaseInsensitiveCompare(root: root, other: other)
        }

        /// Returns what `text.localizedCompare(other)` means in a `#Predicate`.
        public static func build_localizedCompare<Root, Other>(
            _ root: Root, _ other: Other
        ) -> StringLocalizedCompare<Root, Other> {
            StringLocalizedCompare(root: root, other: other)
        }
    }

    extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
    where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

    extension PredicateExpressions.StringCaseInsensitiveCompare: Codable where Root: Codable, Other: Codable {}

    extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable where Root: Sendable, Other: Sendable {}

    extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
    where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

    extension PredicateExpressions.StringLocalizedCompare: Codable where Root: Codable, Other: Codable {}

    extension PredicateExpressions.StringLocalizedCompare: Sendable where Root: Sendable, Other: Sendable {}
#endif

extension PredicateExpressions.StringCaseInsensitiveCompare: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        let test = try translator.textTest(
            .caseInsensitiveCompare, root, other, Root.Output.self, Other.Output.self, in: self)
        return QueryExpression(test.node, .integer64)
    }
}

extension PredicateExpressions.StringLocalizedCompare: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        let test = try translator.textTest(
            .localizedCompare, root, other, Root.Output.self, Other.Output.self, in: self)
        return QueryExpression(test.node, .integer64)
    }
}

extension PredicateExpressions.StringContainsRegex: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        guard let pattern = try translator.constant(regex) as? PredicateExpressions.PredicateRegex else {
            throw translator.failure(self, "only a captured regular expression can be searched for")
        }
        let text = QueryExpression(.value(.text(pattern.stringRepresentation)), .string)
        return .boolean(.text(.matches, try translator.translate(subject), text))
    }
}
