import Testing

/// A chat template in the manner of a family of models, with the special tokens that it needs.
struct ToyFamily: Sendable, CustomTestStringConvertible {
    let name: String
    let special: [String]
    let template: String
    /// What stands before each call in the prompt of the next round.
    let mark: String

    var testDescription: String { name }

    private static let tools = "{% if tools %}{% for tool in tools %}{{ tool | tojson }}{% endfor %}{% endif %}"

    /// A template that shows calls by an expression of `call` and `loop`, between texts.
    private static func template(
        first: String = "", call: String, last: String = "", check: String = "", thinks: String = ""
    ) -> String {
        """
        {{ '<|im_start|>system\\n' }}\(tools)\(thinks){{ '<|im_end|>' }}\
        {% for message in messages %}{% if message.tool_calls %}\(check)\
        {{ '<|im_start|>assistant\\n' + message.content + '\(first)' }}\
        {% for one in message.tool_calls %}{% set call = one.function %}{{ \(call) }}{% endfor %}{{ '\(last)<|im_end|>' }}\
        {% elif message.role == 'tool' %}{{ '<|im_start|>tool\\n' + message.content + '<|im_end|>' }}\
        {% else %}{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>' }}{% endif %}{% endfor %}\
        {% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}
        """
    }

    static let all = [
        ToyFamily(
            name: "Hermes", special: [],
            template: template(
                call:
                    #"'<tool_call>\n{"name": "' + call.name + '", "arguments": ' + (call.arguments | tojson) + '}\n</tool_call>'"#
            ),
            mark: "<tool_call>"),
        ToyFamily(
            name: "Qwen 3", special: ["<think>", "</think>", "<tool_call>", "</tool_call>"],
            template: template(
                call:
                    #"'<tool_call>\n{"name": "' + call.name + '", "arguments": ' + (call.arguments | tojson) + '}\n</tool_call>'"#,
                thinks: "{% if enable_thinking is defined and not enable_thinking %}{{ '<think></think>' }}{% endif %}"),
            mark: "<tool_call>"),
        ToyFamily(
            name: "Llama 3", special: ["<|python_tag|>"],
            template: template(
                call: #"'{"name": "' + call.name + '", "parameters": ' + (call.arguments | tojson) + '}'"#,
                check:
                    "{% if message.tool_calls | length != 1 %}{{ raise_exception('one call at a time') }}{% endif %}{# ipython #}"
            ), mark: #""weather", "parameters": {"#),
        ToyFamily(
            name: "Mistral", special: ["[TOOL_CALLS]"],
            template: template(
                first: "[TOOL_CALLS][",
                call:
                    #"('' if loop.first else ', ') + '{"name": "' + call.name + '", "arguments": ' + (call.arguments | tojson) + ', "id": "' + one.id + '"}'"#,
                last: "]",
                check:
                    "{% if message.tool_calls[0].id | length != 9 %}{{ raise_exception('identities have nine characters') }}{% endif %}"
            ), mark: "[TOOL_CALLS]"),
        ToyFamily(
            name: "Gemma 4", special: ["<|tool_call>", "<tool_call|>", "<|\"|>", "<|channel>", "<channel|>"],
            template: template(
                call:
                    #"'<|tool_call>call:' + call.name + '{city:<|"|>' + (call.arguments.city | default('')) + '<|"|>}<tool_call|>'"#
            ),
            mark: "<|tool_call>"),
        ToyFamily(
            name: "Harmony", special: ["<|channel|>", "<|message|>", "<|constrain|>", "<|start|>", "<|end|>"],
            template: template(
                call:
                    #"'<|channel|>commentary to=functions.' + call.name + ' <|message|>' + (call.arguments | tojson)"#,
                check:
                    "{% if message.tool_calls | length != 1 %}{{ raise_exception('one call at a time') }}{% endif %}"
            ), mark: "<|channel|>commentary"),
    ]
}
