/// A live query that is notified of commits in rounds.
protocol LiveRoundMember: AnyObject, Sendable {
    /// False if what it has put out is as it was, whatever else was committed than these rows.
    func isConcerned(by touched: TouchedRows) -> Bool
    /// Takes note of commits.
    func add(_ notices: ArraySlice<CommitNotice>)
    /// Ends it: its container was closed.
    func end()
}
