/// The tokenizer of a format string.
struct FormatTokenizer {
    private let format: String
    private let characters: [Character]
    private var position = 0

    private init(_ format: String) {
        self.format = format
        characters = Array(format)
    }

    /// The tokens of a format, with one that stands for its end.
    ///
    /// - Throws: `PredicateFormatError`.
    static func tokens(of format: String) throws(PredicateFormatError) -> [FormatToken] {
        var tokenizer = FormatTokenizer(format)
        var tokens: [FormatToken] = []
        repeat { tokens.append(try tokenizer.next()) } while tokens.last?.kind != .end
        return tokens
    }

    private mutating func next() throws(PredicateFormatError) -> FormatToken {
        while position < characters.count, characters[position].isWhitespace { position += 1 }
        let start = position
        guard position < characters.count else { return FormatToken(kind: .end, position: start) }
        return FormatToken(kind: try kind(from: characters[position]), position: start)
    }

    private mutating func kind(from first: Character) throws(PredicateFormatError) -> FormatToken.Kind {
        if first.isLetter || first == "_" {
            return .word(take { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
        }
        if first.isASCII, first.isNumber { return .number(number()) }
        switch first {
        case "-" where position + 1 < characters.count && characters[position + 1].isNumber:
            position += 1
            return .number("-" + number())
        case "'", "\"": return .text(try quoted(by: first))
        case "%": return try argument()
        case "[": return try option()
        default: return try sign()
        }
    }

    private mutating func take(while isPart: (Character) -> Bool) -> String {
        let start = position
        while position < characters.count, isPart(characters[position]) { position += 1 }
        return String(characters[start..<position])
    }

    private mutating func number() -> String {
        var digits = take { $0.isASCII && ($0.isNumber || $0 == ".") }
        if position < characters.count, characters[position].lowercased() == "e" {
            position += 1
            digits += "e" + take { $0.isASCII && ($0.isNumber || $0 == "-" || $0 == "+") }
        }
        return digits
    }

    private mutating func quoted(by quote: Character) throws(PredicateFormatError) -> String {
        let start = position
        var text = ""
        position += 1
        while position < characters.count, characters[position] != quote {
            if characters[position] == "\\", position + 1 < characters.count { position += 1 }
            text.append(characters[position])
            position += 1
        }
        guard position < characters.count else { throw failure(start, "the text has no closing \(quote).") }
        position += 1
        return text
    }

    private mutating func argument() throws(PredicateFormatError) -> FormatToken.Kind {
        let start = position
        position += 1
        guard position < characters.count, "@dK".contains(characters[position]) else {
            throw failure(start, "% is followed by @ for a value, d for an integer, or K for a name.")
        }
        position += 1
        return .argument(characters[position - 1])
    }

    private mutating func option() throws(PredicateFormatError) -> FormatToken.Kind {
        let start = position
        position += 1
        let name = take { $0 != "]" }
        position += 1
        guard position <= characters.count, name.lowercased() == "c" else {
            throw failure(start, "the only option is [c], for comparing without regard to case.")
        }
        return .sign("[c]")
    }

    private mutating func sign() throws(PredicateFormatError) -> FormatToken.Kind {
        let two = String(characters[position..<min(position + 2, characters.count)])
        if ["==", "!=", "<>", "<=", ">=", "=<", "=>", "&&", "||"].contains(two) {
            position += 2
            return .sign(two)
        }
        guard "=<>!(){},".contains(characters[position]) else {
            throw failure(position, "\(characters[position]) means nothing here.")
        }
        position += 1
        return .sign(String(two.prefix(1)))
    }

    private func failure(_ position: Int, _ reason: String) -> PredicateFormatError {
        PredicateFormatError(format: format, position: position, reason: reason)
    }
}
