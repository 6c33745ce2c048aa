extension GGUFCursor {
    /// The type numbers of metadata values in the GGUF format.
    private enum ValueType: UInt32 {
        case uint8 = 0
        case int8 = 1
        case uint16 = 2
        case int16 = 3
        case uint32 = 4
        case int32 = 5
        case float32 = 6
        case bool = 7
        case string = 8
        case array = 9
        case uint64 = 10
        case int64 = 11
        case float64 = 12
    }

    /// Reads the type of a metadata value and the value.
    mutating func readMetadataValue() throws(GGUFFault) -> MetadataValue {
        switch try readValueType() {
        case .uint8: .unsigned(UInt64(try read(UInt8.self)))
        case .uint16: .unsigned(UInt64(try read(UInt16.self)))
        case .uint32: .unsigned(UInt64(try read(UInt32.self)))
        case .uint64: .unsigned(try read())
        case .int8: .signed(Int64(try read(Int8.self)))
        case .int16: .signed(Int64(try read(Int16.self)))
        case .int32: .signed(Int64(try read(Int32.self)))
        case .int64: .signed(try read())
        case .float32: .float(Double(Float(bitPattern: try read())))
        case .float64: .float(Double(bitPattern: try read()))
        case .bool: .bool(try readBool())
        case .string: .string(try readString())
        case .array: try readArray()
        }
    }

    /// Reads a type number.
    private mutating func readValueType() throws(GGUFFault) -> ValueType {
        let place = offset
        let number: UInt32 = try read()
        guard let type = ValueType(rawValue: number) else {
            throw GGUFFault(offset: place, subject: subject, problem: .unknownValueType(number))
        }
        return type
    }

    /// Reads a truth value.
    private mutating func readBool() throws(GGUFFault) -> Bool {
        let place = offset
        let byte: UInt8 = try read()
        guard byte <= 1 else { throw GGUFFault(offset: place, subject: subject, problem: .badBool(byte)) }
        return byte == 1
    }

    /// Reads the element type of an array, its count and its elements.
    private mutating func readArray() throws(GGUFFault) -> MetadataValue {
        let place = offset
        let type = try readValueType()
        switch type {
        case .uint8: return .integers(try readIntegers(UInt8.self))
        case .uint16: return .integers(try readIntegers(UInt16.self))
        case .uint32: return .integers(try readIntegers(UInt32.self))
        case .uint64: return .integers(try readIntegers(UInt64.self))
        case .int8: return .integers(try readIntegers(Int8.self))
        case .int16: return .integers(try readIntegers(Int16.self))
        case .int32: return .integers(try readIntegers(Int32.self))
        case .int64: return .integers(try readIntegers(Int64.self))
        case .float32:
            return .floats(
                try readElements(ofAtLeast: 4) { cursor throws(GGUFFault) in Float(bitPattern: try cursor.read()) })
        case .bool:
            return .bools(try readElements(ofAtLeast: 1) { cursor throws(GGUFFault) in try cursor.readBool() })
        case .string:
            return .strings(try readElements(ofAtLeast: 8) { cursor throws(GGUFFault) in try cursor.readBytes() })
        case .array, .float64:
            throw GGUFFault(offset: place, subject: subject, problem: .unsupportedArray(of: type.rawValue))
        }
    }

    /// Reads a count and as many integers.
    private mutating func readIntegers<Value: FixedWidthInteger>(_: Value.Type) throws(GGUFFault) -> [Int64] {
        try readElements(ofAtLeast: MemoryLayout<Value>.size) { cursor throws(GGUFFault) in
            let place = cursor.offset
            let value: Value = try cursor.read()
            guard let integer = Int64(exactly: value) else {
                throw GGUFFault(
                    offset: place, subject: cursor.subject, problem: .integerTooLarge(UInt64(truncatingIfNeeded: value))
                )
            }
            return integer
        }
    }

    /// Reads a count and as many elements of at least some bytes each.
    private mutating func readElements<Element>(
        ofAtLeast bytesEach: Int, _ element: (inout GGUFCursor) throws(GGUFFault) -> Element
    ) throws(GGUFFault) -> [Element] {
        let count = try readCount(ofAtLeast: bytesEach)
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for _ in 0..<count {
            elements.append(try element(&self))
        }
        return elements
    }
}
