import Foundation
import Signals

extension Program {
    /// Saves the lines of a file and says how far it is: a bar on a terminal, else a line for each thousand.
    func importFile(_ path: String, into storage: StorageProvider) async throws -> Int32 {
        let file = try TodoFile(path: path)
        let importer = Importer(into: storage)
        let progress = ImportProgressReport(console, total: file.entries.count)
        let watching = [
            importer.$saved.sink { progress.report(saved: $0) },
            importer.refusals.sink { [console] in
                progress.clear()
                console.printError("\(path): \($0)")
            },
        ]
        defer { for cancellable in watching { cancellable.cancel() } }
        defer { progress.clear() }
        try await importer.run(file)
        progress.clear()
        let refused = importer.refused == 0 ? "" : "; \(importer.refused) refused"
        console.print("Imported \(importer.saved) of \(importer.total) tasks from \(path)\(refused)")
        return importer.refused == 0 ? 0 : 1
    }
}
