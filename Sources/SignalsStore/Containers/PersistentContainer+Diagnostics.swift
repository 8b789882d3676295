extension PersistentContainer {
    /// The setting for reports of queries that cost more than they should; nil, the default, for none. Meant for
    /// debugging: it costs each query some time. May be read and set anywhere; a change concerns the queries that begin
    /// after it.
    ///
    /// ```swift
    /// container.queryDiagnostics = QueryDiagnostics(slowQueryDuration: .milliseconds(20))
    /// ```
    public var queryDiagnostics: QueryDiagnostics? {
        get { contextDefaults.diagnosis.setting }
        set { contextDefaults.diagnosis.setting = newValue }
    }
}
