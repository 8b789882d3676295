import Signals
import XCTest

/// The arithmetic that the time of every scheduler must keep: a stretch is a number of seconds, so that sums, multiples
/// and order are those of the numbers, and what does not fit is the longest stretch, never a trap.
///
/// A scheduler's test calls `SchedulerTimeLaws(from: queue.now).check()`.
package struct SchedulerTimeLaws<Time: Strideable & Sendable>
where Time.Stride: SchedulerTimeIntervalConvertible & ExpressibleByFloatLiteral & Sendable {
    package typealias Stride = Time.Stride

    private let start: Time
    private let timePasses: Bool
    private let file: StaticString
    private let line: UInt

    /// - Parameters:
    ///   - start: a moment from which a year leads neither to the past's end nor to the future's.
    ///   - timePasses: false for a scheduler in whose time all stretches are none.
    package init(from start: Time, timePasses: Bool = true, file: StaticString = #filePath, line: UInt = #line) {
        self.start = start
        self.timePasses = timePasses
        self.file = file
        self.line = line
    }

    package func check() {
        checkUnits()
        checkMultiples()
        checkSums()
        checkMoments()
        checkExtremes()
    }

    private func expect(_ condition: Bool, _ claim: @autoclosure () -> String) {
        XCTAssertTrue(condition, claim(), file: file, line: line)
    }

    private func checkUnits() {
        expect(Stride.seconds(2) == .milliseconds(2000), "a second has 1,000 milliseconds")
        expect(Stride.milliseconds(3) == .microseconds(3000), "a millisecond has 1,000 microseconds")
        expect(Stride.seconds(0.25) == .milliseconds(250), "a quarter of a second")
        guard timePasses else { return }
        expect(Stride(exactly: 2) == .some(2), "a number is what its literal is")
        expect(Stride.seconds(2) == 2, "a literal is a number of seconds")
        expect(Stride.seconds(2.5) == 2.5, "a literal is a number of seconds")
        expect(Stride.milliseconds(1) > .microseconds(999), "more is longer")
        expect(Stride.nanoseconds(-1) < .nanoseconds(0), "less than nothing is shorter")
    }

    private func checkMultiples() {
        expect(Stride.milliseconds(100) * 2 == (timePasses ? .milliseconds(200) : .seconds(0)), "twice 100 ms")
        expect(Stride.seconds(5) * 2 == .seconds(10), "twice 5 s")
        expect(Stride.seconds(3) * 0.5 == .milliseconds(1500), "half of 3 s")
        expect(Stride.seconds(-3) * 4 == .seconds(-12), "four times less than nothing")
        expect(Stride.seconds(7) * .seconds(11) == Stride.seconds(11) * .seconds(7), "the order of factors is free")
        expect(Stride.hours(24) * 365 == .hours(24 * 365), "a year of days")
        var stride = Stride.milliseconds(250)
        stride *= 4
        expect(stride == .seconds(1), "multiplying in place")
    }

    private func checkSums() {
        let (short, long) = (Stride.milliseconds(250), Stride.seconds(3))
        expect(short + long == .milliseconds(3250) && long + short == short + long, "a sum")
        expect(long - short == .milliseconds(2750) && short - long == -(long - short), "a difference")
        expect(long + 0 == long && long * 1 == long || !timePasses, "nothing and one change nothing")
        expect(abs(Stride.seconds(-3)) == .seconds(3), "an absolute value")
        var stride = short
        stride += long
        stride -= short
        expect(stride == long, "adding and subtracting in place")
    }

    private func checkMoments() {
        let strides: [Stride] = [.seconds(0), .nanoseconds(512), .milliseconds(125), .seconds(3), .hours(24 * 365)]
        for stride in strides {
            let later = start.advanced(by: stride)
            expect(close(start.distance(to: later), stride), "\(stride) after is \(stride) away")
            expect(close(later.distance(to: start), -stride), "and as far back")
            expect(start.advanced(by: start.distance(to: later)) == later, "advancing by the distance arrives")
            expect(!timePasses || stride < .microseconds(1) || later > start, "\(stride) later is later")
            let twice = later.advanced(by: stride)
            expect(close(start.distance(to: twice), stride + stride), "two steps are the sum")
            expect(!timePasses || close(start.distance(to: twice), stride * 2), "and twice one")
        }
    }

    private func checkExtremes() {
        let longest = [Stride.seconds(.max), .seconds(Double.greatestFiniteMagnitude), .milliseconds(.max)]
        for stride in longest + longest.map({ 0 - $0 }) + [.seconds(.min), .nanoseconds(.min), .microseconds(.min)] {
            let isPositive = stride > .seconds(0)
            for result in [stride + stride, stride * 2, stride - (0 - stride), stride + .nanoseconds(1)] {
                expect((result > .seconds(0)) == isPositive || !timePasses, "\(stride) stays on its side of nothing")
            }
            expect(!timePasses || (stride * stride > .seconds(0)), "a square is more than nothing")
            expect(!timePasses || (start.advanced(by: stride) > start) == isPositive, "\(stride) leads its way")
            let far = start.advanced(by: stride)
            expect(!timePasses || (start.distance(to: far) > .seconds(0)) == isPositive, "\(stride) is measured")
            expect(far.distance(to: far) == .seconds(0), "nothing is away from itself")
        }
    }

    /// Returns true if both are the same, but for what a date cannot tell.
    private func close(_ lhs: Stride, _ rhs: Stride) -> Bool {
        let difference = lhs - rhs
        return difference < .microseconds(1) && difference > .microseconds(-1) || difference == .seconds(0)
    }
}

extension SchedulerTimeIntervalConvertible {
    fileprivate static func hours(_ hours: Int) -> Self { .seconds(hours * 3600) }
}
