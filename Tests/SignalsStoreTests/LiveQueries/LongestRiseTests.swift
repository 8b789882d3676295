import Testing

@testable import SignalsStore

@Suite struct LongestRiseTests {
    @Test(arguments: [
        ([], 0), ([7], 1), ([1, 2, 3], 3), ([3, 2, 1], 1), ([4, 1, 2, 9, 3, 5], 4), ([2, 0, 3, 1], 2),
    ])
    func aRiseIsAsLongAsCanBe(_ values: [Int], _ length: Int) {
        let indices = LongestRise(values).indices
        #expect(indices.count == length)
        #expect(indices == indices.sorted())
        #expect(indices.map { values[$0] } == indices.map { values[$0] }.sorted())
    }
}
