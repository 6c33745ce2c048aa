import Foundation
import Synchronization
import Testing
import TrellisInference

/// Teams of threads that must neither lose a worker nor each other.
struct WorkerTeamTests {
    /// Runs stages in which each worker reads what all others have written in the one before.
    private func sum(_ team: WorkerTeam, isSmall: Bool, stages: Int) -> Int {
        let cells = (0..<16).map { _ in Counter() }
        let total = Counter()
        team.run(isSmall: isSmall) { worker in
            for stage in 1...stages {
                for index in worker.share(of: cells.count, unit: 3) {
                    cells[index].value.add(stage, ordering: .relaxed)
                }
                worker.barrier()
                if worker.index == stage % worker.count {
                    for cell in cells { total.value.add(cell.value.load(ordering: .relaxed), ordering: .relaxed) }
                }
                worker.barrier()
            }
        }
        return total.value.load(ordering: .relaxed)
    }

    /// Sixteen cells hold 1, 1 + 2, 1 + 2 + 3 and so on after each stage.
    private func expected(_ stages: Int) -> Int { (1...stages).reduce(0) { $0 + 16 * $1 * ($1 + 1) / 2 } }

    @Test(arguments: [1, 2, 3, 7], [false, true])
    func stagesFollowEachOther(count: Int, isSmall: Bool) {
        let team = WorkerTeam(count: count)
        for stages in [1, 5, 200] { #expect(sum(team, isSmall: isSmall, stages: stages) == expected(stages)) }
    }

    @Test func aPauseLetsWorkersSleepAndWakesThem() {
        let team = WorkerTeam(count: 3)
        for _ in 0..<3 {
            #expect(sum(team, isSmall: false, stages: 20) == expected(20))
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    /// More workers than cores, in several teams, each used by several threads.
    @Test func teamsShareTheMachine() async {
        let teams = (0..<3).map { _ in WorkerTeam(count: 4) }
        let expected = expected(50)
        await withTaskGroup(of: Int.self) { group in
            for index in 0..<9 {
                group.addTask { self.sum(teams[index % 3], isSmall: index % 4 == 3, stages: 50) }
            }
            for await sum in group { #expect(sum == expected) }
        }
    }

    private final class Counter: Sendable {
        let value = Atomic<Int>(0)
    }
}
