extension Dashboard {
    /// The summary of the program's state, beside the title.
    public var summary: @MainActor () -> Line {
        get { stage.summary }
        set { stage.summary = newValue }
    }

    /// The line at the right of the first line, such as "✓ saved".
    public var state: @MainActor () -> Line {
        get { stage.state }
        set { stage.state = newValue }
    }

    /// The content that has the keys.
    public var focused: (any LiveContent)? { stage.focused }

    /// Shows a content above the others. It has the keys until it is dismissed: by Escape, unless the content uses that
    /// key, by `dismiss()`, or, if it is a `Form`, when it has ended.
    ///
    /// - Parameters:
    ///   - content: the content, which the dashboard keeps until it is dismissed.
    ///   - title: the title in its border, or in a row above it where a small screen has no borders.
    public func present(_ content: some LiveContent, title: Line) { stage.present(content, title: title) }

    /// Dismisses the content that was presented last.
    public func dismiss() { stage.dismiss() }

    /// Dismisses a presented content, if it is still shown.
    ///
    /// - Parameter content: the content, which others may have been presented above.
    public func dismiss(_ content: some LiveContent) { stage.dismiss(content) }

    /// Gives a content the keys, as soon as it is on the screen.
    ///
    /// - Parameter content: the content. While it is not on the screen, or if it cannot have the keys, the first
    ///   content that can has them. A content that was presented keeps them until it is dismissed.
    public func focus(_ content: some LiveContent) { stage.focus(content) }

    /// Shows an alert, until a person dismisses it.
    ///
    /// - Parameter text: the text. The screen shows it on three lines at most, with `…` where something is missing.
    public func alert(_ text: String) { stage.ownAlerts.append(text) }

    /// Shows a notice of something that was done, until the next key.
    ///
    /// - Parameter text: the text. The screen shows it on one line, with `…` where something is missing.
    public func notice(_ text: String) { stage.notice = text }

    /// Prints a line that stays: above the rows of the inline mode, as a line of its own in the modes of lines, sentences
    /// and JSON (of the kind `line`), and after the whole screen was given back.
    ///
    /// Lines that are printed before `run(_:)` come first.
    ///
    /// - Parameter text: the line; a line feed begins another one.
    public func print(_ text: String) { stage.printed += text.wrapped(toWidth: .max, lines: .max) }

    /// Asks before something that cannot be undone.
    ///
    /// - Parameters:
    ///   - question: a question that `y` or `n` answers, as Enter and Escape do. The screen shows it on three
    ///     lines at most.
    ///   - yes: called if the answer is yes.
    public func ask(_ question: String, _ yes: @escaping @MainActor () -> Void) {
        stage.question = Stage.Question(text: question, answerYes: yes)
    }

    /// Shows the alerts of another object beside its own.
    ///
    /// - Parameters:
    ///   - texts: the alerts that were not dismissed, the oldest first. The dashboard has to observe the object that
    ///     they come from.
    ///   - dismissFirst: dismisses the oldest.
    public func showAlerts(_ texts: @escaping @MainActor () -> [String], dismissFirst: @escaping @MainActor () -> Void)
    {
        stage.alerts.sources.append(.init(texts: texts, dismissFirst: dismissFirst))
    }
}
