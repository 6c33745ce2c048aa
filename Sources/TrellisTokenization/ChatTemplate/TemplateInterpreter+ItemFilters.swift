internal import TrellisJSON

extension TemplateInterpreter {
    /// Applies a filter that works on the items of a value.
    func applyToItems(
        _ name: String, _ value: TemplateValue, _ call: TemplateCall
    ) throws(TemplateError) -> TemplateValue {
        switch name {
        case "map": return .generator(TemplateGenerator(try mapped(items(of: value), call)))
        case "select", "reject", "selectattr", "rejectattr":
            return .generator(TemplateGenerator(try selected(items(of: value), call, name)))
        case "join":
            let arguments = try bind(["d", "attribute"], call, of: name)
            var parts: [String] = []
            for item in try items(of: value) {
                parts.append(
                    try text(of: arguments[1].map { (path) throws(TemplateError) in try part(path, of: item) } ?? item))
            }
            return try joined(parts, by: text(of: arguments[0] ?? .string("")))
        case "dictsort": return try dictionarySorted(value, call)
        case "sort":
            let arguments = try bind(["reverse", "case_sensitive", "attribute"], call, of: name)
            let keys = try self.keys(of: items(of: value), arguments[2], arguments[1])
            return .list(try make(sorted(items(of: value), by: keys, reversed: arguments[0]?.isTrue ?? false)))
        case "min", "max":
            let arguments = try bind(["case_sensitive", "attribute"], call, of: name)
            let items = try items(of: value)
            let keys = try self.keys(of: items, arguments[1], arguments[0])
            var best: Int?
            for position in items.indices {
                guard let old = best else {
                    best = position
                    continue
                }
                let isBetter = try holds(keys[position], name == "min" ? .less : .greater, keys[old])
                if isBetter { best = position }
            }
            return best.map { items[$0] } ?? .undefined("there is no item to choose from")
        case "unique":
            let arguments = try bind(["case_sensitive", "attribute"], call, of: name)
            let items = try items(of: value)
            let keys = try self.keys(of: items, arguments[1], arguments[0])
            var seen: Set<TemplateKey> = []
            var kept: [TemplateValue] = []
            for (item, key) in zip(items, keys) {
                try step()
                guard let known = TemplateKey(key) else { throw unsupported("a \(key.typeName) cannot be told apart") }
                if seen.insert(known).inserted { kept.append(item) }
            }
            return .generator(TemplateGenerator(kept))
        case "sum":
            let arguments = try bind(["attribute", "start"], call, of: name)
            var sum = arguments[1] ?? .integer(0)
            for item in try items(of: value) {
                let term = try arguments[0].map { (path) throws(TemplateError) in try part(path, of: item) } ?? item
                sum = try apply(.add, sum, term)
            }
            return sum
        default: return try batched(value, call)
        }
    }

    private func batched(_ value: TemplateValue, _ call: TemplateCall) throws(TemplateError) -> TemplateValue {
        let arguments = try bind(["linecount", "fill_with"], call, of: "batch")
        let size = try integer(arguments[0], else: 0, of: "batch")
        guard size > 0 else { throw .invalidArguments(of: "batch", "takes a size above zero", line: line) }
        let items = try items(of: value)
        var batches: [TemplateValue] = []
        for start in stride(from: 0, to: items.count, by: size) {
            var batch = Array(items[start..<min(items.count, start &+ size < start ? .max : start + size)])
            if let fill = arguments[1], batch.count < size {
                try step(size - batch.count)
                batch += Array(repeating: fill, count: size - batch.count)
            }
            batches.append(.list(try make(batch)))
        }
        return .generator(TemplateGenerator(batches))
    }

    // MARK: Choosing and mapping

    /// A part of an item by a path of names and indices with points between them.
    private func part(
        _ path: TemplateValue, of item: TemplateValue, else standard: TemplateValue? = nil
    ) throws(TemplateError) -> TemplateValue {
        guard case .string(let path) = path else {
            let value = try self.item(path, of: item)
            return value.isUndefined ? standard ?? value : value
        }
        var value = item
        for name in path.split(separator: ".", omittingEmptySubsequences: false) {
            let index = name.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int(name) : nil
            value = try self.item(index.map(TemplateValue.integer) ?? .string(String(name)), of: value)
            if value.isUndefined, let standard { value = standard }
        }
        return value
    }

    private func mapped(_ items: [TemplateValue], _ call: TemplateCall) throws(TemplateError) -> [TemplateValue] {
        var results: [TemplateValue] = []
        if call.positional.isEmpty, let path = call.named.first(where: { $0.name == "attribute" })?.value {
            let standard = call.named.first { $0.name == "default" }?.value
            if let other = call.named.first(where: { $0.name != "attribute" && $0.name != "default" }) {
                throw .invalidArguments(of: "map", "has no argument “\(other.name)”", line: line)
            }
            for item in items { results.append(try part(path, of: item, else: standard)) }
        } else {
            let filter = try text(call.positional.first, of: "map")
            let arguments = TemplateCall(positional: Array(call.positional.dropFirst()), named: call.named)
            // A filter may be `map` itself.
            try enter()
            defer { leave() }
            for item in items { results.append(try apply(filter, to: item, arguments)) }
        }
        return try make(results).items
    }

    private func selected(
        _ items: [TemplateValue], _ call: TemplateCall, _ name: String
    ) throws(TemplateError) -> [TemplateValue] {
        var arguments = call
        var path: TemplateValue?
        if name.hasSuffix("attr") {
            guard !arguments.positional.isEmpty else {
                throw .invalidArguments(of: name, "takes the name of an attribute", line: line)
            }
            path = arguments.positional.removeFirst()
        }
        var test: String?
        if !arguments.positional.isEmpty { test = try text(arguments.positional.removeFirst(), of: name) }
        var kept: [TemplateValue] = []
        for item in items {
            try step()
            let value = try path.map { (path) throws(TemplateError) in try part(path, of: item) } ?? item
            let isTrue =
                try test.map { (test) throws(TemplateError) in try passes(test, value, arguments) } ?? value.isTrue
            if isTrue != name.hasPrefix("reject") { kept.append(item) }
        }
        return kept
    }

    // MARK: Order

    /// What items are compared by: a part of them, texts without regard to case unless asked.
    private func keys(
        of items: [TemplateValue], _ path: TemplateValue?, _ isCaseSensitive: TemplateValue?
    ) throws(TemplateError) -> [TemplateValue] {
        var keys: [TemplateValue] = []
        for item in items {
            var key = item
            if let path, path.isTrue { key = try part(path, of: item) }
            if case .string(let text) = key, !(isCaseSensitive?.isTrue ?? false) { key = try make(text.lowercased()) }
            keys.append(key)
        }
        return keys
    }

    private func sorted(
        _ items: [TemplateValue], by keys: [TemplateValue], reversed: Bool
    ) throws(TemplateError) -> [TemplateValue] {
        var failure: TemplateError?
        let order = items.indices.sorted { left, right in
            guard failure == nil else { return false }
            do throws(TemplateError) {
                guard let difference = try difference(keys[left], keys[right]) else {
                    throw unsupported("“<” is not defined for \(keys[left].typeName) and \(keys[right].typeName)")
                }
                // Equal items keep their order, reversed or not.
                return difference == 0 ? left < right : reversed ? difference > 0 : difference < 0
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return order.map { items[$0] }
    }

    private func dictionarySorted(_ value: TemplateValue, _ call: TemplateCall) throws(TemplateError) -> TemplateValue {
        let arguments = try bind(["case_sensitive", "by", "reverse"], call, of: "dictsort")
        guard case .dictionary(let dictionary) = value else {
            if case .undefined(let what) = value { throw undefined(what) }
            throw unsupported("a \(value.typeName) has no members")
        }
        let by = try optionalText(arguments[1], of: "dictsort") ?? "key"
        guard by == "key" || by == "value" else {
            throw .invalidArguments(of: "dictsort", "sorts by “key” or “value”", line: line)
        }
        let keys = try keys(of: by == "key" ? dictionary.keys : dictionary.values, nil, arguments[0])
        return .list(try make(sorted(dictionary.items, by: keys, reversed: arguments[2]?.isTrue ?? false)))
    }
}
