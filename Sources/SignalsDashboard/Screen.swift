/// What a dashboard shows and how it answers to the keyboard.
///
/// A screen reads its state from the observable objects that a view would use, and is drawn again when they change.
@MainActor
public protocol Screen: AnyObject {
    /// What to show now. Depends on the state and the size alone, so it can be tested as text.
    func frame(in size: Size) -> Frame

    /// A person used the keyboard. Ctrl-C, Ctrl-Z and Ctrl-L do not come here: they close, suspend and redraw.
    func handle(_ key: Key) -> Reaction
}

/// What follows from a key.
public enum Reaction: Hashable, Sendable {
    /// The dashboard stays, and is drawn again.
    case stay
    /// The dashboard closes.
    case close
}
