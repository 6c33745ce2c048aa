internal import TrellisJSON

extension TemplateInterpreter {
    /// How a body ended.
    enum Flow {
        case normal
        case breakLoop
        case continueLoop
    }

    func run(_ statements: [TemplateStatement]) throws(TemplateError) -> Flow {
        for statement in statements {
            line = statement.line
            try step()
            try enter()
            defer { leave() }
            let flow = try run(statement)
            if flow != .normal { return flow }
        }
        return .normal
    }

    /// Runs a statement; the kinds are split over several functions to keep their stack frames small.
    private func run(_ statement: TemplateStatement) throws(TemplateError) -> Flow {
        switch statement.node {
        case .text(let text): try write(text)
        case .output(let expression): try write(try text(of: evaluate(expression)))
        case .forLoop(let loop): return try run(loop)
        case .conditional(let branches, let otherwise): return try run(branches, otherwise)
        case .breakLoop: return .breakLoop
        case .continueLoop: return .continueLoop
        case .set, .setBlock, .macro: try runDefinition(statement)
        case .callBlock, .filterBlock, .with, .scope: return try runBlock(statement)
        }
        return .normal
    }

    private func runDefinition(_ statement: TemplateStatement) throws(TemplateError) {
        switch statement.node {
        case .set(let target, let expression): try assign(try evaluate(expression), to: target)
        case .setBlock(let target, let filters, let body): try setBlock(target, filters, body)
        case .macro(let definition): scope.variables[definition.name] = .macro(makeMacro(definition))
        default: break
        }
    }

    private func runBlock(_ statement: TemplateStatement) throws(TemplateError) -> Flow {
        switch statement.node {
        case .callBlock(let caller, let callee, let arguments): try callBlock(caller, callee, arguments)
        case .filterBlock(let filters, let body): try filterBlock(filters, body)
        case .with(let variables, let body): return try with(variables, body)
        case .scope(let body): return try scoped { () throws(TemplateError) in try run(body) }
        default: break
        }
        return .normal
    }

    private func run(
        _ branches: [(condition: TemplateExpression, body: [TemplateStatement])], _ otherwise: [TemplateStatement]
    ) throws(TemplateError) -> Flow {
        for branch in branches where try evaluate(branch.condition).isTrue { return try run(branch.body) }
        return try run(otherwise)
    }

    // MARK: Loops

    private func run(_ loop: TemplateLoopStatement) throws(TemplateError) -> Flow {
        var items = try items(of: evaluate(loop.items))
        if let condition = loop.condition {
            var kept: [TemplateValue] = []
            for item in items {
                let isKept = try scoped { () throws(TemplateError) in
                    try assign(item, to: loop.target)
                    return try evaluate(condition).isTrue
                }
                if isKept { kept.append(item) }
            }
            items = kept
        }
        if items.isEmpty { return try scoped { () throws(TemplateError) in try run(loop.otherwise) } }
        let state = TemplateLoop(items)
        try check(.loop(state))
        for (index, item) in items.enumerated() {
            try step()
            state.index = index
            let flow = try scoped { () throws(TemplateError) in
                try assign(item, to: loop.target)
                scope.variables["loop"] = .loop(state)
                return try run(loop.body)
            }
            if flow == .breakLoop { break }
        }
        return .normal
    }

    // MARK: Variables

    func assign(_ value: TemplateValue, to target: TemplateTarget) throws(TemplateError) {
        switch target {
        case .name(let name): scope.variables[name] = value
        case .attribute(let name, let attribute):
            guard case .namespace(let namespace) = self.value(of: name) else {
                throw unsupported("cannot set an attribute of “\(name)”, which is no namespace")
            }
            try set(attribute, of: namespace, to: value)
        case .tuple(let targets):
            let parts = try items(of: value)
            guard parts.count == targets.count else {
                throw unsupported("cannot unpack \(parts.count) values into \(targets.count)")
            }
            for (part, target) in zip(parts, targets) { try assign(part, to: target) }
        }
    }

    func set(
        _ attribute: String, of namespace: TemplateNamespace, to value: TemplateValue
    ) throws(TemplateError) {
        guard !attribute.hasPrefix("_") else {
            throw unsupported("a namespace cannot hold “\(attribute)”, as it starts with an underscore")
        }
        namespace.attributes[JSONName(attribute)] = value
    }

    private func setBlock(
        _ target: TemplateTarget, _ filters: [TemplateFilterCall], _ body: [TemplateStatement]
    ) throws(TemplateError) {
        let text = try capture { () throws(TemplateError) in _ = try run(body) }
        try assign(try apply(filters, to: .string(text)), to: target)
    }

    private func filterBlock(
        _ filters: [TemplateFilterCall], _ body: [TemplateStatement]
    ) throws(TemplateError) {
        let captured = try capture { () throws(TemplateError) in _ = try run(body) }
        try write(try text(of: apply(filters, to: .string(captured))))
    }

    private func apply(
        _ filters: [TemplateFilterCall], to value: TemplateValue
    ) throws(TemplateError) -> TemplateValue {
        var value = value
        for filter in filters {
            line = filter.line
            value = try apply(filter.name, to: value, evaluate(filter.arguments))
        }
        return value
    }

    private func with(
        _ variables: [(target: TemplateTarget, value: TemplateExpression)], _ body: [TemplateStatement]
    ) throws(TemplateError) -> Flow {
        var values: [TemplateValue] = []
        for variable in variables { values.append(try evaluate(variable.value)) }
        return try scoped { () throws(TemplateError) in
            for (variable, value) in zip(variables, values) { try assign(value, to: variable.target) }
            return try run(body)
        }
    }

    private func callBlock(
        _ caller: TemplateMacroDefinition, _ callee: TemplateExpression, _ arguments: TemplateArguments
    ) throws(TemplateError) {
        let function = try evaluate(callee)
        var arguments = try evaluate(arguments)
        arguments.named.append(("caller", .macro(makeMacro(caller))))
        try write(try text(of: call(function, arguments)))
    }
}
