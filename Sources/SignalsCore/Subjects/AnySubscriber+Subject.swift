extension AnySubscriber {
    /// A subscriber that feeds a subject, as ``Publisher/subscribe(_:)->_`` does.
    ///
    /// - Parameter subject: the subject that receives all values and the completion.
    public init<S: Subject>(_ subject: S) where S.Output == Input, S.Failure == Failure {
        self.init(SubjectFeed(subject))
    }
}
