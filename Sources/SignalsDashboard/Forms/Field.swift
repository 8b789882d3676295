/// A field of a form: a label and a part of the form's value.
public struct Field<Value: Sendable>: Sendable {
    enum Kind: Sendable {
        case text(check: (@Sendable (String) -> String?)?)
        case toggle
        case choice([String])
    }

    let label: String
    let kind: Kind
    /// The part as text.
    let read: @Sendable (Value) -> String
    /// Takes the part from a text.
    let write: @Sendable (inout Value, String) -> Void

    /// Returns a field of text.
    ///
    /// - Parameters:
    ///   - label: the text before it.
    ///   - place: the part of the value.
    ///   - check: the problem with a text, in a few words; nil if there is none.
    public static func text(
        _ label: String, _ place: WritableKeyPath<Value, String> & Sendable,
        check: (@Sendable (String) -> String?)? = nil
    ) -> Self {
        Field(label: label, kind: .text(check: check), read: { $0[keyPath: place] }, write: { $0[keyPath: place] = $1 })
    }

    /// Returns a field that is on or off.
    ///
    /// - Parameters:
    ///   - label: the text before it.
    ///   - place: the part of the value.
    public static func toggle(_ label: String, _ place: WritableKeyPath<Value, Bool> & Sendable) -> Self {
        Field(
            label: label, kind: .toggle, read: { $0[keyPath: place] ? "[x]" : "[ ]" },
            write: { $0[keyPath: place] = $1 == "[x]" })
    }

    /// Returns a field that has one of a few values.
    ///
    /// - Parameters:
    ///   - label: the text before it.
    ///   - place: the part of the value; any text until a person chooses.
    ///   - choices: the values, in the order in which the keys go through them.
    public static func choice(
        _ label: String, _ place: WritableKeyPath<Value, String> & Sendable, of choices: [String]
    ) -> Self {
        Field(label: label, kind: .choice(choices), read: { $0[keyPath: place] }, write: { $0[keyPath: place] = $1 })
    }

    /// Returns the part in words, for those who do not see it.
    func spoken(_ value: Value) -> String {
        guard case .toggle = kind else { return read(value) }
        return read(value) == "[x]" ? "on" : "off"
    }

    /// Returns what is wrong with a value; nil if nothing is.
    func problem(of value: Value) -> String? {
        guard case .text(let check?) = kind else { return nil }
        return check(read(value))
    }

    /// Returns the text after a step to the next or the last of the field's values; nil for a text.
    func step(_ value: Value, by distance: Int) -> String? {
        switch kind {
        case .text: return nil
        case .toggle: return read(value) == "[x]" ? "[ ]" : "[x]"
        case .choice(let choices):
            guard !choices.isEmpty else { return nil }
            let place = choices.firstIndex(of: read(value)) ?? 0
            return choices[(place + distance + choices.count) % choices.count]
        }
    }
}
