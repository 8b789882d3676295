/// What happens over time, as a string: one character a step of virtual time.
///
/// `-` nothing happens; `|` it finishes; `#` it fails; any other character is a value; `[ab|]` all of that in one step.
/// Spaces are there for the eye.
struct MarbleDiagram: Equatable, Sendable {
    enum Event: Equatable, Sendable {
        case value(Character)
        case finish
        case failure

        fileprivate init(_ character: Character) {
            switch character {
            case "|": self = .finish
            case "#": self = .failure
            default: self = .value(character)
            }
        }

        fileprivate var character: Character {
            switch self {
            case .value(let value): value
            case .finish: "|"
            case .failure: "#"
            }
        }
    }

    /// What happens in each step.
    var steps: [[Event]] = []

    init() {}

    /// The program stops if brackets do not match.
    init(_ text: String) {
        var group: [Event]?
        for character in text where character != " " {
            switch (character, group) {
            case ("[", nil): group = []
            case ("]", let events?):
                steps.append(events)
                group = nil
            case ("[", _), ("]", _):
                fatalError("The brackets in the marble diagram \"\(text)\" do not match. Write [ab] for one step.")
            case ("-", nil): steps.append([])
            case (_, let events?): group = events + [Event(character)]
            case (_, nil): steps.append([Event(character)])
            }
        }
        if group != nil { fatalError("A bracket in the marble diagram \"\(text)\" is not closed. Write [ab].") }
    }

    /// Notes what happens in a step.
    mutating func append(_ event: Event, at step: Int) {
        while steps.count <= step { steps.append([]) }
        steps[step].append(event)
    }

    var text: String {
        steps.map { events in
            switch events.count {
            case 0: "-"
            case 1: String(events[0].character)
            default: "[" + String(events.map(\.character)) + "]"
            }
        }.joined()
    }
}
