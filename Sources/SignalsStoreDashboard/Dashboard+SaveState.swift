import SignalsDashboard
import SignalsStore

extension Dashboard {
    /// Shows the progress of saves at the right of the first line, and their failures as alerts until they are
    /// dismissed.
    ///
    /// - Parameter saves: the saves, which the dashboard keeps.
    public func follow(_ saves: SaveState) {
        observe(saves)
        showAlerts {
            saves.errors.map(\.words)
        } dismissFirst: {
            saves.dismissError()
        }
        let before = state
        state = {
            let state = before()
            return Self.line(of: saves.phase) + (state.width > 0 ? Line("   ") + state : Line())
        }
    }

    private static func line(of phase: SaveState.Phase) -> Line {
        switch phase {
        case .idle: Line()
        case .saving: Line("saving…", .dim)
        case .saved: Line("✓ saved", Style(.good))
        case .failed: Line("✗ failed", Style(.bad))
        }
    }
}
