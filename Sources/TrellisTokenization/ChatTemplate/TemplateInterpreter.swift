internal import TrellisJSON

/// One rendering of a template: its variables, its output and what is left of its limits.
///
/// The interpreter walks the syntax tree. Values are Python's and immutable, namespaces apart; operations that would
/// change a list or dictionary are errors, as in the sandbox in which chat templates usually run.
final class TemplateInterpreter {
    let limits: TemplateLimits
    let clock: TemplateClock
    var scope = TemplateScope(parent: nil)
    /// The line of what is evaluated, for errors.
    var line = 1

    private var output = ""
    private var steps = 0
    private var textSize = 0
    private var depth = 0
    /// What could hold itself and is emptied at the end.
    private var namespaces: [TemplateNamespace] = []
    private var macroScopes: [TemplateScope] = []

    init(limits: TemplateLimits, clock: TemplateClock) {
        self.limits = limits
        self.clock = clock
    }

    /// Renders a template.
    func render(_ statements: [TemplateStatement], _ variables: JSONObject) throws(TemplateError) -> String {
        defer {
            for namespace in namespaces { namespace.attributes = [:] }
            for scope in macroScopes { scope.variables = [:] }
        }
        for (name, value) in variables {
            let value = TemplateValue(value)
            try check(value)
            scope.variables[name] = value
        }
        scope = TemplateScope(parent: scope)
        _ = try run(statements)
        return output
    }

    // MARK: Limits

    /// Counts steps.
    func step(_ count: Int = 1) throws(TemplateError) {
        guard count <= limits.steps - steps else { throw .limitReached(.steps(limits.steps), line: line) }
        steps += count
    }

    /// Counts bytes of text that are made or searched.
    func handle(_ bytes: Int) throws(TemplateError) {
        guard bytes <= limits.textSize - textSize else {
            throw .limitReached(.textSize(limits.textSize), line: line)
        }
        textSize += bytes
    }

    /// Counts a text that was made.
    func make(_ text: String) throws(TemplateError) -> TemplateValue {
        try handle(text.utf8.count)
        return .string(text)
    }

    /// Counts the items of a list that was made.
    func make(_ items: [TemplateValue]) throws(TemplateError) -> TemplateList {
        try step(items.count)
        let list = TemplateList(items)
        try check(.list(list))
        return list
    }

    /// Refuses values that are nested too deep.
    func check(_ value: TemplateValue) throws(TemplateError) {
        guard value.depth <= JSONValue.defaultDepthLimit else {
            throw .limitReached(.depth(JSONValue.defaultDepthLimit), line: line)
        }
    }

    /// Goes a level deeper, which `leave` must undo.
    func enter() throws(TemplateError) {
        guard depth < TemplateLimits.calls else { throw .limitReached(.depth(TemplateLimits.calls), line: line) }
        depth += 1
    }

    func leave() { depth -= 1 }

    func makeNamespace() -> TemplateNamespace {
        let namespace = TemplateNamespace()
        namespaces.append(namespace)
        return namespace
    }

    func makeMacro(_ definition: TemplateMacroDefinition) -> TemplateMacro {
        macroScopes.append(scope)
        return TemplateMacro(definition, in: scope)
    }

    // MARK: Output

    func write(_ text: String) throws(TemplateError) {
        try handle(text.utf8.count)
        guard output.utf8.count + text.utf8.count <= limits.outputSize else {
            throw .limitReached(.outputSize(limits.outputSize), line: line)
        }
        output += text
    }

    /// What a body writes, in a scope of its own.
    func capture(_ body: () throws(TemplateError) -> Void) throws(TemplateError) -> String {
        let outer = (output: output, scope: scope)
        output = ""
        scope = TemplateScope(parent: scope)
        defer {
            output = outer.output
            scope = outer.scope
        }
        try body()
        return output
    }

    /// Runs a body in a scope of its own.
    func scoped<Result>(_ body: () throws(TemplateError) -> Result) throws(TemplateError) -> Result {
        let outer = scope
        scope = TemplateScope(parent: outer)
        defer { scope = outer }
        return try body()
    }

    // MARK: Names

    func value(of name: String) -> TemplateValue {
        if let value = scope.value(of: name) { return value }
        if let function = TemplateFunction(rawValue: name) { return .function(function) }
        return .undefined("“\(name)” is undefined")
    }

    /// The error of an operation on operands that do not have it.
    func unsupported(_ what: String) -> TemplateError { .unsupported(what, line: line) }

    /// The error of using a value that is not there.
    func undefined(_ what: String) -> TemplateError { .undefined(what, line: line) }
}
