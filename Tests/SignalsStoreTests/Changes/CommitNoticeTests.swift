import Testing

@testable import SignalsStore

@Suite struct CommitNoticeTests {
    private let chore = ManagedObjectModel(Chore.self).entities[0].makeSchema()

    private func edit(_ index: Int) -> ChangeSet.Edit { ChangeSet.Edit(index: index, base: .null, value: .integer(1)) }

    @Test func itTellsWhatWasAddedChangedAndRemoved() {
        var page = RowPageBuilder(chore)
        page.beginRow(number: 1, version: 1)
        chore.attributes.forEach { _ in page.append(.null) }
        var changeSet = ChangeSet()
        changeSet.insertions = [page.finish()]
        changeSet.deletions = [ChangeSet.Deletion(entity: chore, number: 2, baseVersion: 1)]
        changeSet.updates = [
            ChangeSet.Update(entity: chore, number: 3, baseVersion: 1, edits: [edit(0)]),
            ChangeSet.Update(entity: chore, number: 4, baseVersion: 1, edits: [edit(2), edit(3)]),
        ]
        let notice = CommitNotice(changeSet)
        #expect(notice.inserted.flatMap(\.numbers) == [1])
        #expect(notice.deleted == ["Chore": [2]])
        #expect(notice.updated["Chore"]?.numbers == [3, 4])
        #expect(notice.updated["Chore"]?.columns == [0, 2, 3])
        #expect(notice.changed == ["Chore": [2, 3, 4]])
    }

    @Test func aLaterCommitIsAddedToAnEarlierOne() {
        var notice = CommitNotice()
        #expect(notice.isEmpty)
        var first = CommitNotice()
        first.updated["Chore"] = CommitNotice.UpdatedRows(numbers: [1], columns: [0])
        var second = CommitNotice()
        second.updated["Chore"] = CommitNotice.UpdatedRows(numbers: [2], columns: [1])
        second.deleted["Chore"] = [1]
        notice.merge(first)
        notice.merge(second)
        #expect(notice.updated["Chore"]?.numbers == [1, 2])
        #expect(notice.changed == ["Chore": [1, 2]])
        #expect(!notice.isEverything)
        second.isEverything = true
        notice.merge(second)
        #expect(notice.isEverything && notice.concernsKnownRows)
    }
}
