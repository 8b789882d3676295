extension PersistentContainer {
    /// The setting that has queries reported that cost more than they should; nil, which it is unless set, for none. Meant
    /// for debugging: it costs each query some time. May be read and set anywhere; a change concerns the queries that
    /// begin after it.
    ///
    /// ```swift
    /// container.queryDiagnostics = QueryDiagnostics(slowQueryDuration: .milliseconds(20))
    /// ```
    public var queryDiagnostics: QueryDiagnostics? {
        get { contextDefaults.diagnosis.setting }
        set { contextDefaults.diagnosis.setting = newValue }
    }
}
