import Foundation

/// The members that the test kit needs of a dashboard that is not run.
extension Dashboard {
    /// Presses a key.
    package func press(_ key: Key) { stage.press(key) }

    /// Pastes a text.
    package func paste(_ text: String) { stage.paste(text) }

    /// Clicks a cell.
    package func click(column: Int, row: Int) { stage.click(column: column, row: row) }

    /// Moves the mouse to a cell with its button down.
    package func drag(column: Int, row: Int) { stage.drag(column: column, row: row) }

    /// The moment at which time alone changes the frame that was drawn last.
    package var changesAt: Date? { stage.changesAt }

    /// Returns when no content works in the background.
    package func settle() async {
        for place in stage.panes + stage.layerPlaces { await place.content.settle() }
    }
}
