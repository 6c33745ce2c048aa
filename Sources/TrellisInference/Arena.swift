#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Memory for buffers that live as long as it does, zeroed, and touched by the system page by page on first use.
///
/// Unsafe code: the arena owns what it hands out and frees it when it goes; owners of slices keep their arena.
@safe final class Arena: @unchecked Sendable {
    private var allocations: [UnsafeMutableRawPointer] = unsafe []

    /// Makes an empty arena.
    init() {}

    deinit {
        unsafe allocations.forEach { unsafe free($0) }
    }

    /// Makes a buffer of zeros.
    func allocate<Element: BitwiseCopyable>(
        _ type: Element.Type, count: Int
    ) throws(InferenceError) -> ArenaSlice<Element> {
        let (bytes, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
        guard !overflow, let memory = unsafe calloc(max(bytes, 1), 1) else {
            throw .outOfMemory(bytes: overflow ? Int.max : bytes)
        }
        unsafe allocations.append(memory)
        return unsafe ArenaSlice(base: memory.bindMemory(to: type, capacity: count), count: count)
    }
}

/// Elements in an arena; a plain value without a reference count, so that workers can share it at no cost.
///
/// Unsafe code: valid while the arena lives; each worker writes only elements that no other touches between two barriers.
@safe struct ArenaSlice<Element: BitwiseCopyable>: @unchecked Sendable {
    /// The first element.
    let base: UnsafeMutablePointer<Element>
    /// The number of elements.
    let count: Int

    /// Makes a slice of memory that the caller vouches for.
    @unsafe init(base: UnsafeMutablePointer<Element>, count: Int) {
        unsafe self.base = unsafe base
        self.count = count
    }

    /// A part of the elements.
    subscript(start: Int, count length: Int) -> ArenaSlice {
        precondition(start >= 0 && length >= 0 && start <= count - length, "part outside its buffer")
        return unsafe ArenaSlice(base: base + start, count: length)
    }

    /// The bytes of the elements.
    var bytes: ArenaSlice<UInt8> {
        let length = count * MemoryLayout<Element>.stride
        return unsafe ArenaSlice<UInt8>(
            base: UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt8.self), count: length)
    }

    /// Takes over the elements of another slice of the same length.
    func copy(from source: ArenaSlice) {
        precondition(source.count == count)
        unsafe base.update(from: source.base, count: count)
    }

    /// One element.
    subscript(index: Int) -> Element {
        get {
            precondition(index >= 0 && index < count, "element outside its buffer")
            return unsafe base[index]
        }
        nonmutating set {
            precondition(index >= 0 && index < count, "element outside its buffer")
            unsafe base[index] = newValue
        }
    }
}
