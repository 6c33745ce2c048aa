/// Tokens that stand for one byte, printed as `<0x0A>`.
enum ByteToken {
    /// The byte that a printed token stands for, nil when it is not of that form.
    static func byte(printed text: some Collection<UInt8>) -> UInt8? {
        guard text.count == 6, text.starts(with: "<0x".utf8), text.dropFirst(5).first == UInt8(ascii: ">") else {
            return nil
        }
        let digits = String(decoding: text.dropFirst(3).prefix(2), as: UTF8.self)
        return digits.unicodeScalars.allSatisfy(\.properties.isASCIIHexDigit) ? UInt8(digits, radix: 16) : nil
    }

    /// The printed form of the token of a byte.
    static func printed(_ byte: UInt8) -> [UInt8] {
        let digits = String(byte, radix: 16, uppercase: true)
        return Array("<0x\(digits.count == 1 ? "0" : "")\(digits)>".utf8)
    }
}
