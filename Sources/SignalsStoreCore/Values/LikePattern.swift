/// A pattern of `LIKE`: `*` stands for any characters, `?` for one, and a backslash takes the meaning of the next away.
package struct LikePattern {
    private enum Part: Equatable {
        case character(Character)
        case any
        case anyNumber
    }

    private let parts: [Part]

    package init(_ pattern: String) {
        var parts: [Part] = []
        var isEscaped = false
        for character in pattern {
            switch character {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case "*" where !isEscaped: parts.append(.anyNumber)
            case "?" where !isEscaped: parts.append(.any)
            default: parts.append(.character(character))
            }
            isEscaped = false
        }
        self.parts = parts
    }

    /// True if the whole text is of this form. Takes the text's length times the pattern's at most.
    func matches(_ text: String) -> Bool {
        let characters = Array(text)
        var (position, part) = (0, 0)
        var (starPart, starPosition) = (-1, 0)
        while position < characters.count {
            if part < parts.count, parts[part] == .anyNumber {
                (starPart, starPosition) = (part, position)
                part += 1
            } else if part < parts.count, parts[part] == .any || parts[part] == .character(characters[position]) {
                position += 1
                part += 1
            } else if starPart >= 0 {
                // The last star takes one character more.
                starPosition += 1
                (part, position) = (starPart + 1, starPosition)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .anyNumber }
    }

    /// The pattern as SQL's LIKE takes it, with a backslash before what is meant as it is.
    package var sql: String {
        parts.map { part in
            switch part {
            case .any: "_"
            case .anyNumber: "%"
            case .character(let character): "%_\\".contains(character) ? "\\\(character)" : String(character)
            }
        }.joined()
    }
}
