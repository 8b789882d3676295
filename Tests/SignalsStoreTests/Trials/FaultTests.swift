import Testing

@Suite struct FaultTests {
    /// Lets each call of the scenario fail in turn, until it ends without getting as far.
    @Test(arguments: DiskFault.allCases, [false, true])
    func whateverCallFailsNothingIsSaidThatIsNotSo(fault: DiskFault, isLasting: Bool) {
        var call = 1
        while true {
            let outcome = FaultTrial(fault, atCall: call, isLasting: isLasting).run()
            #expect(outcome.broken.isEmpty, "\(fault) at call \(call)\(isLasting ? " and on" : "")")
            guard outcome.hasStruck else { break }
            call += 1
        }
        #expect(call > 3, "the scenario makes calls that can fail so")
    }
}
