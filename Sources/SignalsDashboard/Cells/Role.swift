/// The part a piece of text plays on the screen. The theme decides how it looks.
public enum Role: UInt8, Hashable, Sendable, CaseIterable {
    /// Ordinary text.
    case text
    /// Less important text: finished items, unavailable commands, an empty list.
    case dim
    /// The name of the program.
    case title
    /// The frame of a pane.
    case border
    /// The frame of the pane that has the keys.
    case focus
    /// The titles of columns and panes.
    case header
    /// The selected row.
    case selection
    /// The sign of a marked row.
    case mark
    /// A key in the hint line and in the help.
    case key
    /// Text that is being typed.
    case input
    /// Text that stands out without being good or bad.
    case accent
    /// Text that says that all is well.
    case good
    /// Text that calls for attention.
    case warning
    /// Text that says that something failed or is late.
    case bad
    /// The values of a plot.
    case plot
    /// The values of a second plot.
    case plot2
}
