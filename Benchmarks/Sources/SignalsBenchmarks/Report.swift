import Foundation

/// How measurements are printed: as a table, or as one JSON object a line.
enum Report: String {
    case table, json

    func header() {
        guard self == .table else { return }
        print(
            "benchmark".padded(22), "ours".padded(10, left: true), "peer".padded(10, left: true),
            "ratio".padded(8, left: true))
    }

    func line(_ measurement: Measurement) {
        let (ours, theirs, ratio) = (measurement.ours, measurement.theirs, measurement.ratio)
        switch self {
        case .table:
            print(
                measurement.benchmark.id.padded(22), "\(Int(ours.rounded())) ns".padded(10, left: true),
                "\(Int(theirs.rounded())) ns".padded(10, left: true),
                String(format: "%.1f×", ratio).padded(8, left: true),
                " ", measurement.benchmark.peer)
        case .json:
            print(
                String(
                    format: #"{"id":"%@","peer":"%@","ours_ns":%.2f,"peer_ns":%.2f,"ratio":%.3f}"#,
                    measurement.benchmark.id, measurement.benchmark.peer, ours, theirs, ratio))
        }
        fflush(nil)
    }
}

extension Report {
    func line(_ footprint: Footprint) {
        let ratio = Double(footprint.theirs) / Double(footprint.ours)
        switch self {
        case .table:
            print(
                footprint.id.padded(22), "\(footprint.ours) B".padded(10, left: true),
                "\(footprint.theirs) B".padded(10, left: true), String(format: "%.1f×", ratio).padded(8, left: true),
                " ", footprint.peer)
        case .json:
            print(
                String(
                    format: #"{"id":"%@","peer":"%@","ours_bytes":%d,"peer_bytes":%d,"ratio":%.3f}"#, footprint.id,
                    footprint.peer, footprint.ours, footprint.theirs, ratio))
        }
        fflush(nil)
    }
}

extension String {
    fileprivate func padded(_ width: Int, left: Bool = false) -> String {
        let padding = String(repeating: " ", count: max(0, width - count))
        return left ? padding + self : self + padding
    }
}
