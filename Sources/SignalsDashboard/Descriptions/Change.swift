import Foundation

/// A change of a content, as it is reported without a screen.
public struct Change: Hashable, Sendable {
    /// The title of the pane.
    public var pane: String
    /// The kind: `added`, `changed`, `removed`, `line`, `value`, `alert`, `notice`, `question`, `selected`,
    /// `failed`.
    public var kind: String
    /// The row's identity; nil if there is none.
    public var id: String?
    /// The event in a person's words.
    public var sentence: String
    /// The values as they are shown, by the titles of their columns.
    public var values: [String: String]
    /// The numbers among the values.
    public var numbers: [String: Double]
    /// The days and moments among the values. JSON has a day without a time.
    public var days: [String: Date]

    /// A change.
    ///
    /// - Parameters:
    ///   - pane: the title of the pane.
    ///   - kind: the kind, one of those of ``kind``.
    ///   - id: the row's identity; nil if there is none.
    ///   - sentence: the event in a person's words.
    ///   - values: the values as they are shown, by the titles of their columns.
    ///   - numbers: the numbers among the values.
    ///   - days: the days and moments among the values.
    public init(
        pane: String = "", kind: String, id: String? = nil, sentence: String, values: [String: String] = [:],
        numbers: [String: Double] = [:], days: [String: Date] = [:]
    ) {
        self.pane = pane
        self.kind = kind
        self.id = id
        self.sentence = sentence
        (self.values, self.numbers, self.days) = (values, numbers, days)
    }

    /// The sign of the kind at the beginning of a line: `+`, `~`, `-`, `!`.
    var sign: String {
        switch kind {
        case "added": "+"
        case "changed": "~"
        case "removed": "-"
        case "alert": "!"
        default: " "
        }
    }
}
