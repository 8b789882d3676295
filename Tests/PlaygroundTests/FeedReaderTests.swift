import Foundation
import SignalsStore
import Testing

@testable import FeedReader

/// The program FeedReader, run as a process, and what is in its store afterwards.
@Suite struct FeedReaderTests {
    private let folder: TestFolder
    private let store: String
    private let sample = Page.folder.appending(path: "Playgrounds/FeedReader/Samples/feeds.json").path

    init() throws {
        folder = try TestFolder()
        store = try folder.path("feeds.sqlite")
    }

    @Test func anImportedFileIsListedTheNewestFirst() throws {
        let imported = try run("import", sample)
        #expect(imported.lines == ["2 feeds, 5 new articles"])
        #expect(imported.status == 0)
        #expect(
            try run("list").lines == [
                "Stollen takes four weeks (Kitchen) https://kitchen.example/stollen",
                "Caldo verde (Kitchen) #soup #vegetables https://kitchen.example/caldo-verde",
                "Kale likes the frost (Gardening) #vegetables #winter https://gardening.example/kale",
                "Compost in winter (Gardening) #winter https://gardening.example/compost",
                "Tomatoes on a balcony (Gardening) #balcony #vegetables https://gardening.example/tomatoes",
            ])
    }

    @Test func importingAFileTwiceChangesNothing() async throws {
        _ = try run("import", sample)
        _ = try run("read", "https://gardening.example/kale")
        let before = try await contents()
        #expect(try run("import", sample).lines == ["2 feeds, 0 new articles"])
        #expect(try await contents() == before)
        #expect(before.count == 2 + 5 + 4)
    }

    @Test func anArticleThatChangedIsUpdatedAndStaysRead() async throws {
        _ = try run("import", sample)
        _ = try run("read", "https://gardening.example/kale")
        let text = try String(contentsOfFile: sample, encoding: .utf8)
            .replacing("Kale likes the frost", with: "Kale needs the frost").replacing("\"soup\", ", with: "")
        let file = try folder.path("later.json", text: text)
        #expect(try run("import", file).lines == ["2 feeds, 0 new articles"])
        let contents = try await contents()
        #expect(contents.contains("article https://gardening.example/kale Kale needs the frost true vegetables winter"))
        #expect(contents.contains("article https://kitchen.example/caldo-verde Caldo verde false vegetables"))
        #expect(contents.contains("tag soup 0"))
    }

    @Test func programsThatImportOneFileAtOnceAllSucceed() async throws {
        let programs = try (0..<4).map { _ in try RunningProgram("FeedReader", [store, "import", sample]) }
        for program in programs {
            let (_, errors, status) = try program.end()
            #expect(status == 0)
            #expect(errors == "")
        }
        #expect(try await contents().count == 2 + 5 + 4)
    }

    @Test func aReadArticleLeavesTheList() throws {
        _ = try run("import", sample)
        #expect(try run("read", "https://kitchen.example/stollen").lines == ["read: Stollen takes four weeks"])
        let lines = try run("list").lines
        #expect(lines.count == 4)
        #expect(!lines.contains { $0.contains("stollen") })
    }

    @Test func aWatchingProgramPrintsWhatOtherProgramsChange() throws {
        let watch = try RunningProgram("FeedReader", [store, "watch", "2"])
        #expect(watch.nextLine() == "0 unread")
        _ = try run("import", sample)
        #expect(watch.nextLine() == "5 unread")
        for _ in 0..<5 { #expect(watch.nextLine()?.hasPrefix("  ") == true) }
        _ = try run("import", sample)
        _ = try run("read", "https://gardening.example/kale")
        let (lines, _, status) = try watch.end()
        #expect(
            lines == [
                "4 unread", "  Stollen takes four weeks", "  Caldo verde", "  Compost in winter",
                "  Tomatoes on a balcony",
            ])
        #expect(status == 0)
    }

    @Test func theUnreadArticlesOfEachFeedAreCountedAsOtherProgramsReadThem() throws {
        let watch = try RunningProgram("FeedReader", [store, "feeds", "2"])
        #expect(watch.nextLine() == "0 unread")
        _ = try run("import", sample)
        #expect(watch.nextLine() == "5 unread")
        for line in ["  Gardening 3", "  Kitchen 2"] { #expect(watch.nextLine() == line) }
        _ = try run("import", sample)
        _ = try run("read", "https://gardening.example/kale")
        let (lines, _, status) = try watch.end()
        #expect(lines == ["4 unread", "  Gardening 2", "  Kitchen 2"])
        #expect(status == 0)
    }

    @Test(arguments: [
        ("", "the file: "),
        ("[{\"url\": \"https://a.example\", \"articles\": []}]", "[0].title is missing."),
        (
            """
            [{"url": "https://a.example", "title": "A", "articles": [{"url": "https://a.example/1", "title": "1",
            "published": "yesterday", "tags": []}]}]
            """, "[0].articles[0]"
        ),
        (
            """
            [{"url": "https://a.example", "title": "A", "articles": [{"url": "first", "title": "1",
            "published": "2026-11-02T08:00:00Z", "tags": []}]}]
            """, "“first” is not a web address."
        ),
    ])
    func aBadFileIsRefusedWithItsPlace(_ text: String, reason: String) throws {
        let file = try folder.path("bad.json", text: text)
        let (lines, errors, status) = try run("import", file)
        #expect(lines.isEmpty)
        #expect(errors.hasPrefix("FeedReader: \(file) is not a file of feeds; nothing was imported. "))
        #expect(errors.contains(reason), "\(errors)")
        #expect(status == 1)
        #expect(!FileManager.default.fileExists(atPath: store))
    }

    @Test func whatCannotBeDoneIsAnErrorWithAReason() throws {
        #expect(try run("import", folder.path("none.json")).errors.contains("none.json cannot be read: "))
        let unknown = try run("read", "https://nobody.example/1")
        #expect(unknown.status == 1)
        #expect(
            unknown.errors == """
                FeedReader: no article has the address https://nobody.example/1; list shows those that are unread

                """)
        #expect(try run("sing").errors.hasPrefix("FeedReader: usage: "))
        let text = try folder.path("text.sqlite", text: String(repeating: "This is a text. ", count: 99))
        #expect(
            try RunningProgram("FeedReader", [text, "list"]).end().errors
                == "FeedReader: \(text) is not a database, or is damaged. Choose another file, or restore it.\n")
    }

    private func run(_ arguments: String...) throws -> (lines: [String], errors: String, status: Int32) {
        try RunningProgram("FeedReader", [store] + arguments).end()
    }

    /// Everything that is in the store, a line each.
    private func contents() async throws -> [String] { try await FeedStore(path: store).contents() }
}
