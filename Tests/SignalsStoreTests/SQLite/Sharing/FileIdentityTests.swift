import Foundation
import XCTest

@testable import SignalsStore
@testable import SignalsSQLite

final class FileIdentityTests: XCTestCase {
    private let files = FileManager.default

    private func makeFile() throws -> String {
        let path = try makeFolder().appending(path: "file").path
        try Data("first".utf8).write(to: URL(filePath: path))
        return path
    }

    func testWritingToAFileDoesNotMoveIt() throws {
        let path = try makeFile()
        let place = try XCTUnwrap(FileIdentity(path))
        try Data("second, and longer".utf8).write(to: URL(filePath: path))
        XCTAssertTrue(place.isUnmoved)
    }

    func testAFileThatIsGoneOrAnotherIsNotTheSame() throws {
        let path = try makeFile()
        let place = try XCTUnwrap(FileIdentity(path))
        try files.moveItem(atPath: path, toPath: path + " elsewhere")
        guard case .fileMissing = place.obstacle else { return XCTFail("\(place.obstacle as Any)") }
        try files.copyItem(atPath: path + " elsewhere", toPath: path)
        guard case .fileMissing = place.obstacle else { return XCTFail("a copy is another file") }
        try files.removeItem(atPath: path)
        try files.moveItem(atPath: path + " elsewhere", toPath: path)
        XCTAssertNil(place.obstacle, "it is back")
    }

    func testAnotherNameLeadsToTheSameFile() throws {
        let path = try makeFile()
        let place = try XCTUnwrap(FileIdentity(path))
        try files.moveItem(atPath: path, toPath: path + " elsewhere")
        try files.createSymbolicLink(atPath: path, withDestinationPath: path + " elsewhere")
        XCTAssertTrue(place.isUnmoved)
    }

    func testAFolderThatBecameAFileIsNoWayToIt() throws {
        let folder = try makeFolder().appending(path: "folder")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: folder.appending(path: "file"))
        let place = try XCTUnwrap(FileIdentity(folder.path + "/file"))
        try files.removeItem(at: folder)
        try Data().write(to: folder)
        guard case .fileMissing = place.obstacle else { return XCTFail("\(place.obstacle as Any)") }
    }

    func testAMissingFileHasNoIdentity() throws {
        XCTAssertNil(FileIdentity(try makeFolder().appending(path: "missing").path))
    }
}
