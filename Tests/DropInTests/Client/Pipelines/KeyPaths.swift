import Combine

/// Key paths as people use them: literals, stored, handed in, of existentials and of protocols.
protocol Shape: AnyObject {
    var name: String { get }
    var corners: Int { get set }
}

final class Polygon: Shape {
    let name: String
    var corners: Int
    @Published var selected: String?

    init(_ name: String, _ corners: Int) {
        self.name = name
        self.corners = corners
    }
}

struct Column<Root> {
    let title: KeyPath<Root, String>
    let order: (Root, Root) -> Bool

    static func by<Value: Comparable>(_ path: KeyPath<Root, Value>, title: KeyPath<Root, String>) -> Column {
        Column(title: title) { $0[keyPath: path] < $1[keyPath: path] }
    }
}

enum Shapes {
    static let corners: KeyPath<Shape, Int> = \.corners

    static func names<P: Publisher>(_ shapes: P) -> AnyPublisher<String, P.Failure> where P.Output == Shape {
        shapes.map(\.name).eraseToAnyPublisher()
    }

    static func cornersAndName<P: Publisher>(_ shapes: P) -> Publishers.MapKeyPath2<P, Int, String>
    where P.Output == any Shape {
        shapes.map(corners, \.name)
    }

    static func titles<Root, P: Publisher>(_ column: Column<Root>, _ rows: P) -> AnyPublisher<[String], P.Failure>
    where P.Output == [Root] {
        rows.map { $0.sorted(by: column.order).map { $0[keyPath: column.title] } }.eraseToAnyPublisher()
    }

    static func following<P: Publisher, Value: Equatable>(
        _ path: KeyPath<P.Output, Value>, of values: P
    ) -> AnyPublisher<Value, P.Failure> {
        values.map(path).removeDuplicates().eraseToAnyPublisher()
    }

    static func bind<P: Publisher, Root>(
        _ values: P, to path: ReferenceWritableKeyPath<Root, P.Output?>, of root: Root
    ) -> AnyCancellable where P.Failure == Never {
        values.map(Optional.some).assign(to: path, on: root)
    }

    static func keep(_ corners: Int, in shape: any Shape) -> AnyCancellable {
        Just(corners).sink { [weak shape] in shape?.corners = $0 }
    }
}
