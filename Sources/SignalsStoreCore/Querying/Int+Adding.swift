extension Int {
    /// The sum of two numbers that are not negative, or the largest number.
    package func adding(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
