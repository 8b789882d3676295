import Foundation
import SignalsStore

/// This program, started once more to do what it is told line by line.
final class OtherProgram {
    enum Role: String {
        /// Saves as many new objects at once as a line says.
        case saver = "--saver"
        /// Gives the first parcel the name that a line says, and tells when it began to save that.
        case changer = "--changer"
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest = ""

    init(_ role: Role, inSchema schema: String) {
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = [role.rawValue, schema]
        process.standardInput = input
        process.standardOutput = output
        Server.trying { try process.run() }
    }

    func waitUntilReady() { waitForAnswer() }

    func ask(_ line: some CustomStringConvertible) {
        input.fileHandleForWriting.write(Data("\(line)\n".utf8))
    }

    @discardableResult
    func waitForAnswer() -> String {
        while true {
            if let end = rest.firstIndex(of: "\n") {
                defer { rest = String(rest[rest.index(after: end)...]) }
                return String(rest[..<end])
            }
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { Server.fail("the other program ended") }
            rest += String(decoding: data, as: UTF8.self)
        }
    }

    func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Does a role until the input ends.
    static func run(_ role: Role, inSchema schema: String) {
        Server.trying {
            let container = try PersistentContainer.benchmark(schema: schema)
            defer { container.close() }
            let context = container.newBackgroundContext()
            let first = try context.performAndWait {
                try context.fetchObjectIDs(FetchRequest<Parcel>(sortBy: [SortDescriptor(\.minutes)], fetchLimit: 1))
                    .first
            }
            // What a program does for the first time takes longer, and each of eight has to.
            if role == .saver { _ = Saving.atOnce(1000, in: container) { Parcel(numbered: $1, in: $0) } }
            answer("ready")
            while let line = readLine() {
                switch role {
                case .saver:
                    let time = Saving.atOnce(Int(line) ?? 0, in: container) { Parcel(numbered: $1, in: $0) }
                    answer("\(time)")
                case .changer:
                    guard let first else { Server.fail("there is no parcel") }
                    let began = try context.performAndWait {
                        try context.existingObject(with: first).name = line
                        let began = DispatchTime.now().uptimeNanoseconds
                        try context.save()
                        return began
                    }
                    answer("\(began)")
                }
            }
        }
    }

    private static func answer(_ line: String) {
        print(line)
        fflush(nil)
    }
}
