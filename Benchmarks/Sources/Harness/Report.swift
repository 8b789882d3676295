import Foundation

/// The form in which measurements are printed: a table, or one JSON object a line.
enum Report: String {
    case table, json

    func header() {
        guard self == .table else { return }
        print(
            "benchmark".padded(34), "ours".padded(12, left: true), "peer".padded(12, left: true),
            "ratio".padded(8, left: true), "mark".padded(6, left: true))
    }

    func line(_ measurement: Measurement, mark: Double?) {
        switch self {
        case .table: row(measurement, mark)
        case .json: object(measurement, mark)
        }
    }

    func line(_ figure: Figure) {
        switch self {
        case .table:
            print(
                figure.id.padded(34), String(format: "%.1f %@", figure.value, figure.unit).padded(12, left: true), "  ",
                figure.note)
        case .json:
            print(String(format: #"{"id":"%@","value":%.3f,"unit":"%@"}"#, figure.id, figure.value, figure.unit))
        }
        fflush(nil)
    }
}

// The parts of a line.
extension Report {
    private func row(_ measurement: Measurement, _ mark: Double?) {
        let missed = mark.flatMap { mark in measurement.ratio.map { $0 < mark } } ?? false
        print(
            measurement.id.padded(34), measurement.unit.text(measurement.ours).padded(12, left: true),
            (measurement.theirs.map(measurement.unit.text) ?? "–").padded(12, left: true),
            (measurement.ratio.map { String(format: "%.2f×", $0) } ?? "–").padded(8, left: true),
            (mark.map { String(format: "%g", $0) } ?? "–").padded(6, left: true), missed ? "missed" : "      ",
            measurement.peer)
        fflush(nil)
    }

    private func object(_ measurement: Measurement, _ mark: Double?) {
        let unit = measurement.unit.rawValue
        var fields = [#""id":"\#(measurement.id)""#, String(format: #""ours_%@":%.2f"#, unit, measurement.ours)]
        if let theirs = measurement.theirs, let ratio = measurement.ratio {
            fields.insert(#""peer":"\#(measurement.peer)""#, at: 1)
            fields += [String(format: #""peer_%@":%.2f"#, unit, theirs), String(format: #""ratio":%.3f"#, ratio)]
        }
        if let mark { fields.append(String(format: #""mark":%g"#, mark)) }
        print("{\(fields.joined(separator: ","))}")
        fflush(nil)
    }
}

extension Measurement.Unit {
    fileprivate func text(_ value: Double) -> String {
        switch self {
        case .nanoseconds: value < 100 ? String(format: "%.1f ns", value) : "\(Int(value.rounded())) ns"
        case .bytes: "\(Int(value)) B"
        }
    }
}

extension String {
    fileprivate func padded(_ width: Int, left: Bool = false) -> String {
        let padding = String(repeating: " ", count: max(0, width - count))
        return left ? padding + self : self + padding
    }
}
