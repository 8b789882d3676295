import Testing

@Suite struct FaultTests {
    /// Lets each call of the scenario fail in turn, until it ends without getting as far.
    @Test(arguments: DiskFault.allCases, [false, true])
    func whateverCallFailsNothingIsSaidThatIsNotSo(fault: DiskFault, isLasting: Bool) {
        var call = 1
        var (doubts, revenants) = (0, 0)
        while true {
            let outcome = FaultTrial(fault, atCall: call, isLasting: isLasting).run()
            #expect(outcome.broken.isEmpty, "\(fault) at call \(call)\(isLasting ? " and on" : "")")
            doubts += outcome.doubts
            revenants += outcome.revenants
            guard outcome.hasStruck else { break }
            call += 1
        }
        #expect(call > 3, "the scenario makes calls that can fail so")
        // A disk that fails once is written again before anyone hears of it, which takes the save back.
        if !isLasting { #expect(doubts == 0) }
        // A sync that fails leaves on the disk what a power cut may bring back.
        if fault == .sync, isLasting { #expect(doubts > 0) }
        Torture.report(
            "faults: \(fault)\(isLasting ? " from a call on" : ""): each of \(call - 1) calls failed; saves in doubt: "
                + "\(doubts), of which a crash would have brought back \(revenants)")
    }
}
