/// A sequence of events over time, as a string: one character a step of virtual time.
///
/// ```swift
/// XCTAssertEqual(recorder.diagram, "-a-(bc)|")
/// ```
///
/// `-` nothing happens; `|` it finishes; `#` it fails; any other character is a value; `(ab|)`, or `[ab|]`, is all of that in
/// one step. Spaces have no meaning. Two diagrams are equal if the same happens in the same steps, however they are
/// written.
///
/// A group is one step, however long it is written. (In RxJS it takes as many steps as it has characters.)
public struct MarbleDiagram: Equatable, Sendable {
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

    /// The brackets in which a group is written.
    enum Brackets: Character, Sendable {
        case round = "("
        case square = "["

        var closing: Character { self == .round ? ")" : "]" }
    }

    /// The events of each step.
    var steps: [[Event]] = []

    /// The brackets in which the first group is written, if there is one.
    private(set) var brackets: Brackets?

    init() {}

    /// A diagram of the events that a string shows.
    ///
    /// - Parameter text: the string. The program stops if its brackets do not match.
    public init(_ text: String) {
        var group: (brackets: Brackets, events: [Event])?
        for character in text where character != " " {
            if let opened = group {
                group =
                    character == opened.brackets.closing ? nil : (opened.brackets, opened.events + [Event(character)])
                if group == nil { steps.append(opened.events) }
                if "()[]".contains(character), group != nil { Self.stop(text) }
            } else if let opening = Brackets(rawValue: character) {
                group = (opening, [])
                brackets = brackets ?? opening
            } else {
                if character == ")" || character == "]" { Self.stop(text) }
                steps.append(character == "-" ? [] : [Event(character)])
            }
        }
        if group != nil { Self.stop(text) }
    }

    private static func stop(_ text: String) -> Never {
        fatalError("The brackets in the marble diagram \"\(text)\" do not match. Write (ab) or [ab] for one step.")
    }

    /// Notes what happens in a step.
    mutating func append(_ event: Event, at step: Int) {
        while steps.count <= step { steps.append([]) }
        steps[step].append(event)
    }

    /// Returns the diagram as a string.
    ///
    /// - Parameter brackets: the brackets of a group.
    func text(_ brackets: Brackets) -> String {
        steps.map { events in
            switch events.count {
            case 0: "-"
            case 1: String(events[0].character)
            default: "\(brackets.rawValue)\(String(events.map(\.character)))\(brackets.closing)"
            }
        }.joined()
    }

    /// True if the same happens in the same steps.
    public static func == (lhs: MarbleDiagram, rhs: MarbleDiagram) -> Bool {
        lhs.steps == rhs.steps
    }
}

extension MarbleDiagram: ExpressibleByStringLiteral, CustomStringConvertible {
    /// A diagram of the events that a string shows. The program stops if its brackets do not match.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The diagram as a string.
    public var description: String { text(brackets ?? .round) }
}
