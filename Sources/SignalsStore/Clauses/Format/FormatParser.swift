/// A recursive-descent parser of format strings.
struct FormatParser {
    private let format: String
    private let tokens: [FormatToken]
    private var index = 0
    private var arguments: ArraySlice<(any Sendable)?>
    private var depth = 0

    /// The meaning of a format with its arguments.
    ///
    /// - Throws: `PredicateFormatError`.
    static func parse(
        _ format: String, _ arguments: [(any Sendable)?]
    ) throws(PredicateFormatError) -> ParsedFormat {
        var parser = FormatParser(
            format: format, tokens: try FormatTokenizer.tokens(of: format), arguments: arguments[...])
        let node = try parser.disjunction()
        guard parser.token.kind == .end else {
            throw parser.failure("AND, OR or the end was expected.")
        }
        guard parser.arguments.isEmpty else {
            throw parser.failure(
                "\(parser.arguments.count) more arguments were given than the format has placeholders for.")
        }
        return ParsedFormat(format: format, node: node)
    }

    private init(format: String, tokens: [FormatToken], arguments: ArraySlice<(any Sendable)?>) {
        self.format = format
        self.tokens = tokens
        self.arguments = arguments
    }

    private var token: FormatToken { tokens[index] }

    private func failure(_ reason: String, at position: Int? = nil) -> PredicateFormatError {
        PredicateFormatError(format: format, position: position ?? token.position, reason: reason)
    }

    /// Takes the next token if it is one of these signs or keywords.
    private mutating func accept(_ alternatives: String...) -> Bool {
        let found =
            switch token.kind {
            case .sign(let sign): alternatives.contains(sign)
            case .word(let word): alternatives.contains(word.uppercased())
            default: false
            }
        if found { index += 1 }
        return found
    }

    private mutating func disjunction() throws(PredicateFormatError) -> FormatNode {
        var node = try conjunction()
        while accept("OR", "||") { node = .or(node, try conjunction()) }
        return node
    }

    private mutating func conjunction() throws(PredicateFormatError) -> FormatNode {
        var node = try negation()
        while accept("AND", "&&") { node = .and(node, try negation()) }
        return node
    }

    private mutating func negation() throws(PredicateFormatError) -> FormatNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 200 else { throw failure("it is nested more than 200 deep.") }
        if accept("NOT", "!") { return .not(try negation()) }
        if accept("TRUEPREDICATE") { return .constant(true) }
        if accept("FALSEPREDICATE") { return .constant(false) }
        guard accept("(") else { return try comparison() }
        let node = try disjunction()
        guard accept(")") else { throw failure("a closing parenthesis was expected.") }
        return node
    }
}

// Comparisons and what they compare.
extension FormatParser {
    private mutating func comparison() throws(PredicateFormatError) -> FormatNode {
        let left = try operand()
        let position = token.position
        let operation = try self.operation()
        let isCaseInsensitive = accept("[c]")
        if isCaseInsensitive, ![.equal, .notEqual, .beginsWith, .endsWith, .contains, .like].contains(operation) {
            throw failure("\(operation.rawValue) has no option [c].", at: position)
        }
        let comparison = FormatComparison(
            left: left, operation: operation, isCaseInsensitive: isCaseInsensitive, right: try operand(),
            position: position)
        return .comparison(comparison)
    }

    private mutating func operation() throws(PredicateFormatError) -> FormatComparison.Operation {
        if accept("=", "==") { return .equal }
        if accept("!=", "<>") { return .notEqual }
        if accept("<=", "=<") { return .lessOrEqual }
        if accept(">=", "=>") { return .greaterOrEqual }
        let spelling: String? =
            switch token.kind {
            case .sign(let sign): sign
            case .word(let word): word.uppercased()
            default: nil
            }
        guard let operation = spelling.flatMap(FormatComparison.Operation.init) else {
            throw failure(
                "an operator was expected: ==, !=, <, <=, >, >=, IN, BETWEEN, BEGINSWITH, ENDSWITH, CONTAINS or LIKE.")
        }
        index += 1
        return operation
    }

    private mutating func operand() throws(PredicateFormatError) -> FormatOperand {
        let position = token.position
        return FormatOperand(kind: try operandKind(), position: position)
    }

    private mutating func operandKind() throws(PredicateFormatError) -> FormatOperand.Kind {
        if accept("{") { return .list(try list()) }
        if accept("NIL", "NULL") { return .value(nil) }
        if accept("TRUE", "YES") { return .value(true) }
        if accept("FALSE", "NO") { return .value(false) }
        switch token.kind {
        case .word(let word):
            guard !Self.keywords.contains(word.uppercased()) else {
                throw failure("a name or a value was expected. If \(word) is a name, give it with %K.")
            }
            index += 1
            return .key(word)
        case .number(let digits):
            index += 1
            return .number(digits)
        case .text(let text):
            index += 1
            return .text(text)
        case .argument(let letter): return try argument(letter)
        case .sign, .end: throw failure("a name or a value was expected.")
        }
    }

    private mutating func list() throws(PredicateFormatError) -> [FormatOperand] {
        var elements: [FormatOperand] = []
        if accept("}") { return elements }
        repeat { elements.append(try operand()) } while accept(",")
        guard accept("}") else { throw failure("a comma or a closing brace was expected.") }
        return elements
    }

    private mutating func argument(_ letter: Character) throws(PredicateFormatError) -> FormatOperand.Kind {
        guard let argument = arguments.popFirst() else { throw failure("there is no argument left for %\(letter).") }
        switch letter {
        case "K":
            guard let name = argument as? String else { throw failure("the argument for %K must be a name, a String.") }
            index += 1
            return .key(name)
        case "d":
            guard argument is any BinaryInteger else {
                throw failure("the argument for %d must be an integer. Use %@ for other values.")
            }
            index += 1
            return .value(argument)
        default:
            index += 1
            return .value(argument)
        }
    }

    private static let keywords: Set<String> = [
        "AND", "OR", "NOT", "IN", "BETWEEN", "BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "TRUEPREDICATE",
        "FALSEPREDICATE",
    ]
}
