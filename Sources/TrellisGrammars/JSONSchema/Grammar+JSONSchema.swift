public import TrellisJSON

extension Grammar {
    /// The grammar of the JSON texts that a schema accepts.
    ///
    /// Reads JSON Schema 2020-12, 2019-09 and drafts 4 to 7, as `$schema` says; without it 2020-12. All keywords that
    /// constrain a value hold together, beside `$ref` too (in draft 7 and before nothing beside it counts, as those drafts
    /// say). Properties come in the order of `x-order`, else in that of the text; integers are written as digits alone.
    /// References lead within the schema, to the documents of the options and to the metaschemas; nothing is fetched.
    ///
    /// Throws `GrammarError`: a malformed schema, an unknown type, a reference that leads nowhere, a keyword that cannot
    /// be enforced exactly (in strict mode), a schema that no value satisfies, a limit. In lenient mode what is not enforced is
    /// in `warnings`. The cost grows with the size of the schema, not with its bounds.
    public init(jsonSchema: JSONValue, options: JSONSchemaOptions = JSONSchemaOptions()) throws(GrammarError) {
        self = try SchemaEmitter.grammar(
            of: jsonSchema, options: options, watch: CompilationWatch(options.limits))
    }
}
