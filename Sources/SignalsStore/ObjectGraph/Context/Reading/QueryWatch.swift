import Dispatch

/// The diagnosis of a context's queries: where they come from, how many are alike, and who reports the findings.
struct QueryWatch {
    /// The call site of the fetch that is under way; nil outside of a fetch, and without diagnostics.
    private(set) var site: CallSite?
    /// The counts of queries; nil until diagnostics are on.
    private var tally: QueryTally?
    /// The findings that a child asked for, which reports them; nil when none asks.
    private(set) var held: [QueryFinding]?

    /// Begins or ends a fetch at a call site, and returns the one until then.
    mutating func exchange(_ site: CallSite?) -> CallSite? {
        defer { self.site = site }
        return self.site
    }

    /// Returns the count of the queries on a context's queue.
    mutating func tally(on queue: DispatchQueue) -> QueryTally {
        let tally = tally ?? QueryTally(queue)
        self.tally = tally
        return tally
    }

    /// Holds findings for a child from now on, those given included, or nil to report them; and returns those until then.
    mutating func exchange(held findings: [QueryFinding]?) -> [QueryFinding]? {
        defer { held = findings }
        return held
    }

    /// Holds a finding for the child that asked for it.
    ///
    /// - Returns: false if none did: then it is to be reported here.
    mutating func hold(_ finding: QueryFinding) -> Bool {
        held?.append(finding)
        return held != nil
    }
}
