import Foundation

extension Program {
    /// Writes all tasks as a todo.txt file; `-` is standard output. A file that is there is replaced whole or not at
    /// all.
    func exportFile(_ path: String, from storage: StorageProvider) async throws -> Int32 {
        let tasks = try await storage.tasks().value
        let text = tasks.todoText
        guard path != "-" else { return status(console.write(text)) }
        do {
            try write(text, to: URL(filePath: path).resolvingSymlinksInPath())
        } catch {
            throw TodoFileError.notWritable(path: path, reason: FileFailure.reason(error, path: path))
        }
        return status(console.print("Exported \(tasks.count) tasks to \(path)"))
    }

    private func write(_ text: String, to url: URL) throws {
        let kind = try? FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
        // A pipe or a device cannot be replaced, only written to.
        let isReplaceable = kind == nil || kind == .typeRegular || kind == .typeDirectory
        try Data(text.utf8).write(to: url, options: isReplaceable ? .atomic : [])
    }
}
