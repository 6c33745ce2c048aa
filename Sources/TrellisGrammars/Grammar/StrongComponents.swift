/// The strongly connected components of a directed graph: which vertices lie on common cycles.
///
/// Tarjan's algorithm without recursion. Components are numbered so that every edge leads into the same or a lower one.
struct StrongComponents {
    /// The component of each vertex.
    private(set) var numbers: [Int]
    /// The vertices of each component.
    private(set) var members: [[Int]] = []
    /// Whether a component has a cycle: several vertices, or one with an edge to itself.
    private(set) var isCyclic: [Bool] = []

    init(count: Int, edges: (Int) -> [Int]) {
        numbers = [Int](repeating: -1, count: count)
        var indices = [Int](repeating: -1, count: count)
        var lowest = indices
        var stack: [Int] = []
        var path: [(vertex: Int, next: ArraySlice<Int>)] = []
        var isOwnSuccessor = [Bool](repeating: false, count: count)
        var index = 0
        func open(_ vertex: Int) {
            indices[vertex] = index
            lowest[vertex] = index
            index += 1
            stack.append(vertex)
            path.append((vertex, edges(vertex)[...]))
        }
        for root in 0..<count where indices[root] < 0 {
            open(root)
            while let (vertex, next) = path.last {
                if let target = next.first {
                    path[path.count - 1].next.removeFirst()
                    if target == vertex { isOwnSuccessor[vertex] = true }
                    if indices[target] < 0 {
                        open(target)
                    } else if numbers[target] < 0 {
                        lowest[vertex] = min(lowest[vertex], indices[target])
                    }
                    continue
                }
                path.removeLast()
                if let parent = path.last?.vertex { lowest[parent] = min(lowest[parent], lowest[vertex]) }
                guard lowest[vertex] == indices[vertex] else { continue }
                var component: [Int] = []
                while let member = stack.popLast() {
                    numbers[member] = members.count
                    component.append(member)
                    if member == vertex { break }
                }
                isCyclic.append(component.count > 1 || isOwnSuccessor[vertex])
                members.append(component)
            }
        }
    }
}
