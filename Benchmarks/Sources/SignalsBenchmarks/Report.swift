import Foundation

/// How measurements are printed: as a table, or as one JSON object a line.
enum Report: String {
    case table, json

    func header() {
        guard self == .table else { return }
        print(
            "benchmark".padded(30), "ours".padded(12, left: true), "peer".padded(12, left: true),
            "ratio".padded(8, left: true))
    }

    func line(_ measurement: Measurement) {
        let benchmark = measurement.benchmark
        switch self {
        case .table:
            row(
                benchmark.id, Self.nanoseconds(measurement.ours), measurement.theirs.map(Self.nanoseconds),
                measurement.ratio, benchmark.peer)
        case .json:
            object(
                id: benchmark.id, peer: benchmark.peer, unit: "ns", measurement.ours, measurement.theirs,
                measurement.ratio)
        }
    }

    func line(_ footprint: Footprint) {
        let ratio = footprint.theirs.map { Double($0) / Double(footprint.ours) }
        switch self {
        case .table:
            row(footprint.id, "\(footprint.ours) B", footprint.theirs.map { "\($0) B" }, ratio, footprint.peer)
        case .json:
            object(
                id: footprint.id, peer: footprint.peer, unit: "bytes", Double(footprint.ours),
                footprint.theirs.map(Double.init), ratio)
        }
    }

    func line(_ figure: Figure) {
        switch self {
        case .table:
            row(figure.id, String(format: "%.1f %@", figure.value, figure.unit), nil, nil, figure.note)
        case .json:
            print(String(format: #"{"id":"%@","value":%.3f,"unit":"%@"}"#, figure.id, figure.value, figure.unit))
            fflush(nil)
        }
    }
}

// What a line consists of.
extension Report {
    private static func nanoseconds(_ value: Double) -> String {
        value < 100 ? String(format: "%.1f ns", value) : "\(Int(value.rounded())) ns"
    }

    private func row(_ id: String, _ ours: String, _ theirs: String?, _ ratio: Double?, _ note: String) {
        print(
            id.padded(30), ours.padded(12, left: true), (theirs ?? "–").padded(12, left: true),
            (ratio.map { String(format: "%.2f×", $0) } ?? "–").padded(8, left: true), " ", note)
        fflush(nil)
    }

    private func object(
        id: String, peer: String, unit: String, _ ours: Double, _ theirs: Double?, _ ratio: Double?
    ) {
        var fields = [#""id":"\#(id)""#, String(format: #""ours_%@":%.2f"#, unit, ours)]
        if let theirs, let ratio {
            fields.insert(#""peer":"\#(peer)""#, at: 1)
            fields += [String(format: #""peer_%@":%.2f"#, unit, theirs), String(format: #""ratio":%.3f"#, ratio)]
        }
        print("{\(fields.joined(separator: ","))}")
        fflush(nil)
    }
}

extension String {
    fileprivate func padded(_ width: Int, left: Bool = false) -> String {
        let padding = String(repeating: " ", count: max(0, width - count))
        return left ? padding + self : self + padding
    }
}
