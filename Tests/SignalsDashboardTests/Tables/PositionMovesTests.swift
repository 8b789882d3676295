import SignalsDashboardTesting
import Testing

@testable import SignalsDashboard

private struct Item: Identifiable, Sendable {
    var id: Int
}

@Suite struct PositionMovesTests {
    /// A list after a few rows left, came and moved.
    private func changed(_ ids: [Int], _ random: inout SeededNumbers) -> [Int] {
        var next = ids
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            let place = Int.random(in: 0...next.count, using: &random)
            switch Int.random(in: 0...2, using: &random) {
            case 0 where place < next.count: next.remove(at: place)
            case 1 where place < next.count:
                next.insert(next.remove(at: place), at: .random(in: 0..<next.count, using: &random))
            default: next.insert(.random(in: 1_000_000...9_999_999, using: &random), at: place)
            }
        }
        return next
    }

    private func list(_ ids: [Int]) -> RowList<Item> { RowList(ids.map { Item(id: $0) }) }

    @Test func movesOfSeveralUpdatesAreJoinedToThoseFromTheFirstListToTheLast() throws {
        var random = SeededNumbers(seed: 3)
        for _ in 0..<300 {
            let first = Array(0..<20)
            var (list, joined) = (first, PositionMoves())
            for _ in 0..<4 {
                let next = changed(list, &random)
                let difference = next.difference(from: list)
                joined = joined.followed(
                    by: try #require(PositionMoves(difference, before: list.count, after: next.count)))
                list = next
            }
            let stayed = first.indices.filter { joined.position(of: $0) != nil }
            for place in stayed {
                let moved = try #require(joined.position(of: place))
                #expect(list[moved] == first[place])
                #expect(joined.formerPosition(of: moved) == place)
            }
            #expect(first.count - joined.removals.count == stayed.count)
            #expect(Set(joined.insertions) == Set(list.indices.filter { joined.formerPosition(of: $0) == nil }))
            var shifted = PositionList(stayed.map { Int32($0) })
            shifted.shift(joined)
            #expect(shifted.array == stayed.map { Int32(joined.position(of: $0) ?? -1) })
        }
    }

    @Test func aDifferenceThatDoesNotFitItsListsSaysNothing() {
        let difference = [1, 2, 3].difference(from: [1, 2])
        #expect(PositionMoves(difference, before: 2, after: 3) != nil)
        #expect(PositionMoves(difference, before: 2, after: 2) == nil)
        #expect(PositionMoves([1].difference(from: [1, 2, 3]), before: 2, after: 0) == nil)
    }

    @Test func listsThatDifferInOnePlaceAreComparedByIdentity() throws {
        let before = Array(0..<50)
        var after = before
        after.replaceSubrange(20..<23, with: [100, 101])
        let moves = try #require(PositionMoves(from: list(before), to: list(after), most: 10))
        #expect((moves.removals, moves.insertions) == ([20, 21, 22], [20, 21]))
        #expect(PositionMoves(from: list(before), to: list(before), most: 10)?.isEmpty == true)
        #expect(PositionMoves(from: list(before), to: list(before.reversed()), most: 10) == nil)
        #expect(PositionMoves(from: list(before), to: list([]), most: 10) == nil)
    }

    @Test func anIndexFindsRowsWhereverTheyMove() throws {
        var random = SeededNumbers(seed: 4)
        var ids = Array(0..<40)
        var index = RowIndex(list(ids))
        for _ in 0..<400 {
            let next = changed(ids, &random)
            let moves = try #require(
                PositionMoves(next.difference(from: ids), before: ids.count, after: next.count))
            index.apply(moves, from: list(ids), to: list(next))
            for id in Set(ids).union(next) {
                #expect(index.position(of: id, in: list(next)) == next.firstIndex(of: id))
            }
            ids = next
        }
    }

    @Test func positionsThatComeAndLeaveStayInTheirPlaces() {
        var random = SeededNumbers(seed: 5)
        var array = (0..<3000).map { Int32($0) }
        var list = PositionList(array)
        for step in 0..<6000 {
            if step % 6 < 4, step < 3000 {
                let place = Int.random(in: 0...array.count, using: &random)
                array.insert(Int32(10_000 + step), at: place)
                list.insert(Int32(10_000 + step), at: place)
            } else if !array.isEmpty {
                let place = Int.random(in: 0..<array.count, using: &random)
                array.remove(at: place)
                list.remove(at: place)
            }
            guard step % 100 == 0, let sought = array.randomElement(using: &random) else { continue }
            #expect(list.array == array)
            #expect(list.map { $0 } == array)
            #expect(list.place(of: sought, near: 7) == array.firstIndex(of: sought))
        }
        #expect(list.place(of: -1, near: 0) == nil)
        let some = PositionSet([array[0], array[9]], below: 20_000)
        #expect(list.filtered(some, isIn: true).array == [array[0], array[9]])
        #expect(list.filtered(some, isIn: false).count == array.count - 2)
    }
}
