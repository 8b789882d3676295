import Foundation

/// The address of a program that was built beside the tests.
///
/// - Parameter name: the name of its target.
/// - Returns: where it is, or would be, in the closest folder around the tests that has it.
public func builtProgram(_ name: String) -> URL {
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    while folder.path != "/", !FileManager.default.isExecutableFile(atPath: folder.appending(path: name).path) {
        folder.deleteLastPathComponent()
    }
    return folder.appending(path: name)
}
