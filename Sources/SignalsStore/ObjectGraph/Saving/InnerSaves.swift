/// The effect of `save()` in a closure whose changes are saved together or not at all.
enum InnerSaves {
    /// None: each save is one of its own.
    case none
    /// The closure runs: each save is part of the whole.
    case open
    /// The closure has returned, and the whole is prepared: what observers change meanwhile is part of it.
    case preparing
    /// The closure has ended. Until the whole is saved nothing can be saved for itself, and never where that fails.
    case ended
}
