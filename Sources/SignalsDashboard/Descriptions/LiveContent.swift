import Foundation
import SignalsCore

/// A content with state that a person changes: a selection, a filter, a text with its cursor.
///
/// It is an object of the main actor that the program makes once and keeps; the dashboard is drawn again when it
/// changes. Only a live content can have the keys.
@MainActor
public protocol LiveContent: ObservableObject, Content {
    /// The key commands while it has the keys.
    var keys: [KeyCommand] { get }

    /// The status that its pane shows in the lower border.
    var status: PaneStatus { get }

    /// True while it takes text, so that commands whose keys are characters have to wait.
    var isTyping: Bool { get }

    /// True if it can have the keys.
    var canFocus: Bool { get }

    /// The live contents inside it that are on the screen with it.
    var inner: [any LiveContent] { get }

    /// Takes something a person did.
    ///
    /// - Parameter input: the input; typed text and keys only while `isTyping` is true. Cells are counted from the
    ///   upper left of the content.
    /// - Returns: false if it has no use for it.
    func take(_ input: Input) -> Bool

    /// Brings what depends on time to the given moment, before it is drawn.
    ///
    /// - Parameter now: the moment that is shown.
    /// - Returns: when time alone changes it next; nil if it does not.
    func advance(to now: Date) -> Date?

    /// Returns when it does no work in the background.
    func settle() async

    /// True while it works in the background on what a person asked for. Its end is a change.
    var isWorking: Bool { get }

    /// The selection in words, for those who do not see it: `3 of 18: Water the plants, today`. Nil where nothing is
    /// selected.
    var selectionText: String? { get }

    /// Returns the changes since the last call, for the ways of showing it without a screen.
    func news() -> [Change]
}

extension LiveContent {
    /// None.
    public var keys: [KeyCommand] { [] }
    /// Nothing.
    public var status: PaneStatus { PaneStatus() }
    /// False.
    public var isTyping: Bool { false }
    /// True.
    public var canFocus: Bool { true }
    /// None.
    public var inner: [any LiveContent] { [] }
    /// Handles no input.
    public func take(_ input: Input) -> Bool { false }
    /// Returns nil: the content does not depend on time.
    public func advance(to now: Date) -> Date? { nil }
    /// Returns at once.
    public func settle() async {}
    /// False.
    public var isWorking: Bool { false }
    /// Nil.
    public var selectionText: String? { nil }
    /// Returns nothing.
    public func news() -> [Change] { [] }
}
