import Foundation
import Signals
import SignalsDashboard
import SignalsStore

/// The dashboard over a store that other programs use: what they save, how many changes a second, and which they are.
@MainActor
final class MonitorDashboard {
    private(set) var dashboard: Dashboard!
    private let watch: StoreWatch
    private let url: URL
    private let programs = CurrentValueSubject<[OpenProgram], Never>([])
    private let rate: Plot
    private let log = LogPane()
    private var isLooking = false
    private var cancellables = Set<AnyCancellable>()

    /// A dashboard over the store at `url`, which `storage` has opened.
    init(_ storage: StorageProvider, at url: URL, on terminal: Terminal = .standard) {
        self.url = url
        watch = StoreWatch(storage)
        rate = Plot(watch.changes.map { Double($0.count) }, .line, unit: "/s")
        let table = LiveTable(
            programs,
            columns: [.text("Program", .share(min: 10)) { $0.name }, .text("Process", .fixed(9)) { "\($0.id)" }])
        (table.canMark, table.empty) = (false, Line("No other program", .dim))
        watch.changes.receive(on: MainActor.shared).sink { [unowned self] in show($0) }.store(in: &cancellables)
        dashboard = Dashboard("household-tasks monitor", observing: [watch], on: terminal) { [unowned self] _ in
            Columns {
                rate.titled("Changes a second").width(.share(2, min: 24))
                table.titled("Open in").width(.share(1, min: 24)).priority(3)
            }.height(.share(1, min: 4)).priority(4)
            log.titled("What is saved").height(.share(2, min: 3)).priority(9)
        }
        dashboard.summary = { [unowned self] in summary }
        dashboard.state = { Line(Self.size(of: url) + " · log " + Self.size(of: url, "-wal"), .dim) }
        dashboard.focus(log)
        lookForPrograms()
    }

    private var summary: Line {
        guard watch.hasBegun else { return Line("the store is being read", .dim) }
        let counts = watch.counts
        return Line(
            "\(counts.tasks.grouped) tasks · +\(counts.added.grouped) ~\(counts.changed.grouped) "
                + "-\(counts.deleted.grouped)")
    }

    private func show(_ changes: [StoreWatch.TaskChange]) {
        let now = Date().formatted(Date.ISO8601FormatStyle(timeZone: .current).time(includingFractionalSeconds: false))
        for change in changes.prefix(100) {
            log.add(
                Line(now + " ", .dim) + Line(change.kind.rawValue + " ", Style(change.kind.role)) + Line(change.text))
        }
        if changes.count > 100 { log.add(Line("\(now) and \((changes.count - 100).grouped) more", .dim)) }
        lookForPrograms()
    }

    /// Looks which programs have the file open, at most once a second.
    private func lookForPrograms() {
        guard !isLooking else { return }
        isLooking = true
        Task { [weak self, url] in
            let found = await Task.detached { OpenProgram.all(with: url) }.value
            if let self, programs.value != found { programs.send(found) }
            try? await Task.sleep(for: .seconds(1))
            self?.isLooking = false
        }
    }

    private static func size(of url: URL, _ suffix: String = "") -> String {
        let size = (try? FileManager.default.attributesOfItem(atPath: url.path + suffix)[.size] as? Int) ?? 0
        let formatter = ByteCountFormatter()
        formatter.allowsNonnumericFormatting = false
        return formatter.string(fromByteCount: Int64(size))
    }
}

extension StoreWatch.TaskChange.Kind {
    fileprivate var role: Role {
        switch self {
        case .added: .good
        case .changed: .warning
        case .deleted: .bad
        }
    }
}
