import TrellisModelFiles

/// Which model of the store is the system's when none is named.
///
/// A store can hold two under names of their own, a sparse one and a dense one: the sparse one is better and needs more memory,
/// so a machine takes it when it fits. Without either it's the default model of the catalog.
package enum SystemModelChoice {
    /// The name of the sparse model.
    package static let sparse = "system-sparse"
    /// The name of the dense model.
    package static let dense = "system-dense"

    /// The name of the model for this machine.
    static func name(in store: ModelStore) -> String {
        let sizes = [sparse, dense].compactMap { name in
            store.size(of: name).map { (name, UInt64($0)) }
        }
        return name(among: sizes, on: .current)
    }

    /// The name of the model for a machine.
    ///
    /// - Parameters:
    ///   - sizes: The models that are there with the sizes of their files, the better one first.
    ///   - machine: What the machine has.
    package static func name(among sizes: [(name: String, bytes: UInt64)], on machine: MachineRequirements) -> String {
        sizes.first { machine.canRun(fileSize: $0.bytes) }?.name ?? ModelCatalog.defaultModel.name
    }
}
