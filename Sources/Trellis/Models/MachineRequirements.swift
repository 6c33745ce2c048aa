import Foundation

/// What a machine must have to run a model.
package struct MachineRequirements {
    /// The physical memory in bytes.
    package let memory: UInt64
    /// Whether the processor has the vector instructions that the kernels are written for.
    package let hasVectorInstructions: Bool

    /// Describes a machine.
    package init(memory: UInt64, hasVectorInstructions: Bool) {
        self.memory = memory
        self.hasVectorInstructions = hasVectorInstructions
    }

    /// What this machine has.
    static let current = MachineRequirements(
        memory: ProcessInfo.processInfo.physicalMemory, hasVectorInstructions: processorHasVectorInstructions())

    /// Whether a model file of a size can run: its weights, the key-value cache and buffers fit in memory beside the system.
    package func canRun(fileSize: UInt64) -> Bool {
        let needed = fileSize.addingReportingOverflow(512 << 20)
        return hasVectorInstructions && !needed.overflow && needed.partialValue <= memory
    }

    /// Whether the list of processor flags that Linux publishes has AVX2; other processors of ours always have NEON.
    package static func hasAVX2(processorInformation: String) -> Bool {
        processorInformation.split(separator: "\n").first { $0.hasPrefix("flags") }?
            .split(separator: " ").contains("avx2") ?? false
    }

    private static func processorHasVectorInstructions() -> Bool {
        #if arch(x86_64)
            #if os(Linux)
                return hasAVX2(
                    processorInformation: (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? "")
            #else
                // Every Intel machine that runs the oldest supported system has AVX2.
                return true
            #endif
        #else
            return true
        #endif
    }
}
