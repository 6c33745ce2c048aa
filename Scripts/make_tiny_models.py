#!/usr/bin/env python3
"""Makes a tiny random model of every family and what transformers computes with it.

Each model has a few layers of width 32 and 64 tokens, with weights that half precision holds exactly. It is written as
a GGUF file with the tensor names, layouts and metadata that llama.cpp's converter gives the family, and as the folder
that transformers publishes it as; the fixture holds, for 32 tokens, the logits after each of them.

    pip install torch transformers gguf peft
    make_tiny_models.py Tests/TrellisInferenceTests/Fixtures/tiny [NAME ...]
"""

import argparse
import base64
import json
import math
import pathlib
import tempfile

import gguf
import numpy
import peft
import safetensors.torch
import torch
import transformers

TOKENS, VOCABULARY, WIDTH, HEADS, KEY_HEADS, HEAD = 32, 64, 32, 4, 2, 8
COMMON = dict(
    vocab_size=VOCABULARY, hidden_size=WIDTH, intermediate_size=48, num_hidden_layers=2, num_attention_heads=HEADS,
    num_key_value_heads=KEY_HEADS, max_position_embeddings=128, rms_norm_eps=1e-5, bos_token_id=1, eos_token_id=2,
    pad_token_id=None, tie_word_embeddings=False)
PLAIN = dict(rope_type="default", rope_theta=10000.0)
EXPERTS = dict(num_local_experts=6, num_experts=6, num_experts_per_tok=2)
SHARED_LAYERS = 2  # of the AFM shape
# Two windows of five tokens, then all tokens.
WINDOWS = ["sliding_attention", "sliding_attention", "full_attention"]


def longrope(original):
    return dict(original_max_position_embeddings=original, rope_parameters=dict(
        rope_type="longrope", rope_theta=10000.0, original_max_position_embeddings=original,
        short_factor=[1.0, 1.25, 1.5, 2.0], long_factor=[1.0, 2.0, 5.0, 9.0]))


# Name: family in GGUF files, model type in transformers, what its configuration has besides the above.
MODELS = {
    "llama": ("llama", "llama", dict(tie_word_embeddings=True, head_dim=HEAD, rope_parameters=dict(
        rope_type="llama3", rope_theta=10000.0, factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0,
        original_max_position_embeddings=32))),
    "llama-linear": ("llama", "llama", dict(attention_bias=True, mlp_bias=True, rope_parameters=dict(
        rope_type="linear", rope_theta=10000.0, factor=4.0))),
    "mistral": ("llama", "mistral", dict(sliding_window=7, rope_parameters=PLAIN)),
    "qwen2": ("qwen2", "qwen2", dict(tie_word_embeddings=True, rope_parameters=PLAIN)),
    "qwen3": ("qwen3", "qwen3", dict(head_dim=16, rope_parameters=PLAIN)),
    "qwen3-yarn": ("qwen3", "qwen3", dict(head_dim=16, rope_parameters=dict(
        rope_type="yarn", rope_theta=10000.0, factor=4.0, original_max_position_embeddings=64))),
    # The shape of Apple's on-device model: layers of Qwen 3, the last of which read the keys and values of an earlier one.
    "afm": ("afm", "qwen3", dict(num_hidden_layers=5, head_dim=16, tie_word_embeddings=True, rope_parameters=PLAIN)),
    "gemma2": ("gemma2", "gemma2", dict(
        num_hidden_layers=3, head_dim=HEAD, query_pre_attn_scalar=HEAD, sliding_window=5, attn_logit_softcapping=2.0,
        final_logit_softcapping=8.0, tie_word_embeddings=True, rope_parameters=PLAIN)),
    "gemma3": ("gemma3", "gemma3_text", dict(
        num_hidden_layers=7, head_dim=HEAD, query_pre_attn_scalar=HEAD, sliding_window=5, tie_word_embeddings=True,
        rope_parameters=dict(
            full_attention=dict(rope_type="linear", rope_theta=1e6, factor=8.0), sliding_attention=PLAIN))),
    "phi3": ("phi3", "phi3", dict(sliding_window=None, **longrope(64))),
    "phi3-long": ("phi3", "phi3", dict(sliding_window=9, **longrope(16))),
    "smollm3": ("smollm3", "smollm3", dict(num_hidden_layers=5, tie_word_embeddings=True, rope_parameters=PLAIN)),
    "granite": ("granite", "granite", dict(
        embedding_multiplier=3.0, attention_multiplier=0.2, residual_multiplier=0.4, logits_scaling=2.5,
        rope_parameters=PLAIN)),
    "olmo2": ("olmo2", "olmo2", dict(rope_parameters=PLAIN)),
    "olmo3": ("olmo2", "olmo3", dict(
        num_hidden_layers=3, layer_types=WINDOWS, sliding_window=5, rope_parameters=dict(
            rope_type="yarn", rope_theta=10000.0, factor=4.0, original_max_position_embeddings=64))),
    "mixtral": ("llama", "mixtral", dict(rope_parameters=PLAIN, **EXPERTS)),
    "qwen2moe": ("qwen2moe", "qwen2_moe", dict(
        moe_intermediate_size=24, shared_expert_intermediate_size=40, norm_topk_prob=False, rope_parameters=PLAIN,
        **EXPERTS)),
    "qwen3moe": ("qwen3moe", "qwen3_moe", dict(
        head_dim=16, moe_intermediate_size=24, norm_topk_prob=True, rope_parameters=PLAIN, **EXPERTS)),
    "olmoe": ("olmoe", "olmoe", dict(norm_topk_prob=False, rope_parameters=PLAIN, **EXPERTS)),
    "granitemoe": ("granitemoe", "granitemoeshared", dict(
        embedding_multiplier=3.0, attention_multiplier=0.2, residual_multiplier=0.4, logits_scaling=2.5,
        shared_intermediate_size=40, rope_parameters=PLAIN, **EXPERTS)),
    "gpt-oss": ("gpt-oss", "gpt_oss", dict(
        head_dim=HEAD, intermediate_size=64, num_hidden_layers=3, sliding_window=5, attention_bias=True,
        layer_types=["sliding_attention", "full_attention", "sliding_attention"], rope_parameters=dict(
            rope_type="yarn", rope_theta=10000.0, factor=4.0, original_max_position_embeddings=64, beta_fast=32.0,
            beta_slow=1.0, truncate=False), **EXPERTS)),
}


def mxfp4(weights):
    """Blocks of MXFP4 and the weights that they stand for."""
    blocks = gguf.quants.quantize(weights, gguf.GGMLQuantizationType.MXFP4)
    return blocks, gguf.quants.dequantize(blocks, gguf.GGMLQuantizationType.MXFP4)


def make_model(kind, options):
    """A model whose weights are lively enough that every part of it shows in the logits."""
    config = transformers.AutoConfig.for_model(kind, **{**COMMON, **options})
    model = transformers.AutoModelForCausalLM.from_config(config, attn_implementation="eager").eval()
    generator = torch.Generator().manual_seed(len(kind) + config.num_hidden_layers)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            values = torch.randn(parameter.shape, generator=generator)
            if "norm" in name and parameter.ndim == 1:
                values = 0.3 * values + (0 if kind.startswith("gemma") else 1)
            elif parameter.ndim == 1 or "bias" in name or "sinks" in name:
                values = 0.5 * values
            elif "embed_tokens" in name:
                values = values / (3 if config.tie_word_embeddings else 1)
            else:
                is_transposed = kind == "gpt_oss" and "experts" in name
                values = 1.3 * values / math.sqrt(parameter.shape[-2 if is_transposed else -1])
                if is_transposed:
                    values = torch.from_numpy(mxfp4(values.transpose(-1, -2).numpy())[1]).transpose(-1, -2)
            parameter.copy_(values.half().float())
    return model


def published_weights(model):
    """The weights under the names of published checkpoints."""
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        weights = {}
        for path in sorted(pathlib.Path(folder).glob("*.safetensors")):
            weights.update(safetensors.torch.load_file(path))
    return weights


def interleave(weights, heads):
    """Rows of heads in the order in which neighbours are turned together."""
    return weights.reshape(heads, 2, -1, *weights.shape[1:]).transpose(1, 2).reshape(weights.shape)


def gguf_weights(architecture, config, weights):
    """The weights in the layouts of GGUF files, by names without their prefix for the family's name map."""
    stacks = {}
    for name, value in weights.items():
        if architecture in ("llama", "smollm3", "granite", "granitemoe"):
            if ".q_proj." in name:
                value = interleave(value, HEADS)
            if ".k_proj." in name:
                value = interleave(value, KEY_HEADS)
        if architecture.startswith("gemma") and name.endswith("norm.weight"):
            value = value + 1
        parts = name.split(".")
        if "experts" in parts and parts[parts.index("experts") + 1].isdigit():
            place = parts.index("experts") + 1
            stacks.setdefault(".".join(parts[:place] + parts[place + 1:]), {})[int(parts[place])] = value
        elif "_linear." in name and ("input_linear" in name):
            gate, up = value.split(value.shape[-2] // 2, dim=-2)
            names = ("ffn_gate_exps", "ffn_up_exps") if "block_sparse_moe" in name else ("ffn_gate_shexp", "ffn_up_shexp")
            yield f"blk.{parts[2]}.{names[0]}.weight", gate
            yield f"blk.{parts[2]}.{names[1]}.weight", up
        elif "gate_up_proj" in name and architecture == "gpt-oss":
            is_bias = name.endswith("_bias")
            value = value if is_bias else value.transpose(-1, -2)
            suffix = "bias" if is_bias else "weight"
            gate, up = (value[:, ::2], value[:, 1::2])
            yield f"blk.{parts[2]}.ffn_gate_exps.{suffix}", gate
            yield f"blk.{parts[2]}.ffn_up_exps.{suffix}", up
        elif "down_proj" in name and architecture == "gpt-oss":
            is_bias = name.endswith("_bias")
            yield f"blk.{parts[2]}.ffn_down_exps.{'bias' if is_bias else 'weight'}", value if is_bias else value.transpose(-1, -2)
        else:
            yield name + (".weight" if name.endswith("sinks") else ""), value
    for name, experts in stacks.items():
        yield name, torch.stack([experts[index] for index in range(len(experts))])
    rope = config.rope_parameters
    if rope.get("rope_type") == "llama3":
        yield "rope_freqs.weight", llama3_divisors(rope)
    if rope.get("rope_type") == "longrope":
        yield "rope_factors_long.weight", torch.tensor(rope["long_factor"])
        yield "rope_factors_short.weight", torch.tensor(rope["short_factor"])


def llama3_divisors(rope):
    divisors = []
    for pair in range(HEAD // 2):
        turns = rope["original_max_position_embeddings"] / (2 * math.pi * rope["rope_theta"] ** (2 * pair / HEAD))
        low, high = rope["low_freq_factor"], rope["high_freq_factor"]
        share = min(max((turns - low) / (high - low), 0), 1)
        divisors.append(1 / ((1 - share) / rope["factor"] + share))
    return torch.tensor(divisors)


def write_metadata(writer, architecture, kind, config):
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_vocab_size(config.vocab_size)
    writer.add_tokenizer_model("none")
    size = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    if kind in ("llama", "mistral", "mixtral", "granite", "granitemoeshared", "smollm3", "phi3"):
        writer.add_rope_dimension_count(size)
    if getattr(config, "head_dim", None):
        writer.add_key_length(size)
        writer.add_value_length(size)
    rope = config.rope_parameters
    if "full_attention" in rope:
        writer.add_rope_freq_base_swa(rope["sliding_attention"]["rope_theta"])
        rope = rope["full_attention"]
    writer.add_rope_freq_base(rope["rope_theta"])
    if rope["rope_type"] == "linear":
        writer.add_rope_scaling_type(gguf.RopeScalingType.LINEAR)
        writer.add_rope_scaling_factor(rope["factor"])
    if rope["rope_type"] == "yarn":
        writer.add_rope_scaling_type(gguf.RopeScalingType.YARN)
        writer.add_rope_scaling_factor(rope["factor"])
        writer.add_rope_scaling_orig_ctx_len(rope["original_max_position_embeddings"])
    if rope["rope_type"] == "longrope":
        original = config.original_max_position_embeddings  # published configurations have it nowhere else
        writer.add_rope_scaling_orig_ctx_len(original)
        scale = config.max_position_embeddings / original
        writer.add_rope_scaling_attn_factors(math.sqrt(1 + math.log(scale) / math.log(original)))
    if kind == "phi3" or getattr(config, "sliding_window", None):
        writer.add_sliding_window(config.sliding_window or 0)
    if kind == "olmo3":
        writer.add_sliding_window_pattern([t == "sliding_attention" for t in config.layer_types])
    if architecture == "gemma2":
        writer.add_attn_logit_softcapping(config.attn_logit_softcapping)
        writer.add_final_logit_softcapping(config.final_logit_softcapping)
    if architecture == "afm":
        writer.add_shared_kv_layers(SHARED_LAYERS)
    if architecture.startswith("granite"):
        writer.add_attention_scale(config.attention_multiplier)
        writer.add_embedding_scale(config.embedding_multiplier)
        writer.add_residual_scale(config.residual_multiplier)
        writer.add_logit_scale(config.logits_scaling)
    if getattr(config, "num_experts_per_tok", None):
        writer.add_expert_count(6)
        writer.add_expert_used_count(config.num_experts_per_tok)
        if getattr(config, "moe_intermediate_size", None):
            writer.add_expert_feed_forward_length(config.moe_intermediate_size)
        if architecture == "gpt-oss":
            writer.add_expert_feed_forward_length(config.intermediate_size)
        if architecture == "granitemoe":
            writer.add_expert_shared_feed_forward_length(config.shared_intermediate_size)
        if architecture == "qwen2moe":
            writer.add_expert_shared_feed_forward_length(config.shared_expert_intermediate_size)


def write_model(path, architecture, kind, model):
    config = model.config
    writer = gguf.GGUFWriter(path, architecture)
    write_metadata(writer, architecture, kind, config)
    known = "qwen3" if architecture == "afm" else architecture
    number = next(key for key, value in gguf.MODEL_ARCH_NAMES.items() if value == known)
    names = gguf.get_tensor_name_map(number, config.num_hidden_layers)
    for name, value in gguf_weights(architecture, config, published_weights(model)):
        if not name.startswith(("blk.", "rope_")):
            name = names.get_name(name, try_suffixes=(".weight", ".bias")) or name
        if architecture == "afm" and name.startswith(("blk.3.attn_k", "blk.3.attn_v", "blk.4.attn_k", "blk.4.attn_v")):
            continue
        data = value.float().contiguous().numpy()
        if architecture == "gpt-oss" and name.endswith("_exps.weight"):
            writer.add_tensor(name, mxfp4(data)[0], raw_dtype=gguf.GGMLQuantizationType.MXFP4)
        elif data.ndim == 1 or name.endswith(".bias") or "_norm." in name or "ffn_gate_inp" in name:
            writer.add_tensor(name, data)
        else:
            writer.add_tensor(name, data.astype(numpy.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def write_checkpoint(folder, name, model):
    """The folder of the published model: in half precision, the first one in several files."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = type(model)(model.config)
        copy.load_state_dict(model.state_dict())
        copy.half().save_pretrained(scratch, max_shard_size="20KB" if name == "llama" else "1GB")
        folder.mkdir(exist_ok=True)
        for path in pathlib.Path(scratch).iterdir():
            if path.name != "generation_config.json":
                (folder / path.name).write_bytes(path.read_bytes())


def expected_logits(model, tokens):
    """The logits after each token; the model's own step by step run has to give the same."""
    with torch.inference_mode():
        logits = model(torch.tensor([tokens])).logits[0]
        if model.config.rope_parameters.get("rope_type") != "longrope":
            cache = None
            for index, token in enumerate(tokens):
                result = model(torch.tensor([[token]]), past_key_values=cache, use_cache=True)
                cache = result.past_key_values
                difference = (result.logits[0, -1] - logits[index]).abs().max().item()
                assert difference < 1e-4 * logits.abs().max().item(), (index, difference)
    return logits.float().numpy()


def shared_cache_logits(model, tokens, cached):
    """The logits after each token when layers from `cached` on read the keys and values of the last one before them."""
    def heads(projection, norm, x):
        x = projection(x).view(len(tokens), -1, model.config.head_dim)
        return (norm(x) if norm else x).transpose(0, 1)

    turn = transformers.models.qwen3.modeling_qwen3.apply_rotary_pos_emb
    causal = torch.full((len(tokens), len(tokens)), -math.inf).triu(1)
    with torch.inference_mode():
        x = model.model.embed_tokens(torch.tensor(tokens))
        cosines, sines = model.model.rotary_emb(x, torch.arange(len(tokens))[None])
        for index, layer in enumerate(model.model.layers):
            part, normed = layer.self_attn, layer.input_layernorm(x)
            query = heads(part.q_proj, part.q_norm, normed)
            if index < cached:
                key, value = heads(part.k_proj, part.k_norm, normed), heads(part.v_proj, None, normed)
                query, key = (y[0] for y in turn(query[None], key[None], cosines, sines))
                key, value = (y.repeat_interleave(HEADS // KEY_HEADS, 0) for y in (key, value))
            else:
                query = turn(query[None], query[None], cosines, sines)[0][0]
            scores = query @ key.transpose(1, 2) / math.sqrt(model.config.head_dim) + causal
            x = x + part.o_proj((scores.softmax(-1) @ value).transpose(0, 1).flatten(1))
            x = x + layer.mlp(layer.post_attention_layernorm(x))
        return model.lm_head(model.model.norm(x)).numpy()


def request_logits(model, tokens, prompt, used, size, interval):
    """The logits after each token from the prompt's end on when the experts are chosen for the request.

    The prompt is read with all experts; then each layer's tokens use those that had the largest sum of shares, chosen
    anew after every `interval` tokens.
    """
    demand, allowed = {}, {}

    def route(router, hidden):
        probabilities = torch.nn.functional.linear(hidden.reshape(-1, hidden.shape[-1]), router.weight).softmax(-1)
        demand[router] = demand.get(router, 0) + probabilities.sum(0)
        open_to = probabilities
        if router in allowed:
            closed = torch.ones(probabilities.shape[-1], dtype=torch.bool)
            closed[allowed[router]] = False
            open_to = probabilities.masked_fill(closed, -1)
        shares, chosen = open_to.topk(min(used, size) if router in allowed else used, dim=-1)
        if router.norm_topk_prob:
            shares = shares / shares.sum(-1, keepdim=True)
        return probabilities, shares, chosen

    def choose():
        for router, sums in demand.items():
            allowed[router] = sums.topk(size).indices
        demand.clear()

    for layer in model.model.layers:
        layer.mlp.gate.forward = route.__get__(layer.mlp.gate)
    logits = []
    with torch.inference_mode():
        result = model(torch.tensor([tokens[:prompt]]), use_cache=True)
        logits.append(result.logits[0, -1])
        choose()
        for index, token in enumerate(tokens[prompt:]):
            if index > 0 and index % interval == 0:
                choose()
            result = model(torch.tensor([[token]]), past_key_values=result.past_key_values, use_cache=True)
            logits.append(result.logits[0, -1])
    return torch.stack(logits).float().numpy()


def write_adapter(folder, name, architecture, model, tokens):
    """A random low-rank adapter of all linear layers, as PEFT and as llama.cpp's converter write it, and its logits."""
    config = peft.LoraConfig(
        r=4, lora_alpha=6, target_modules="all-linear", use_rslora=name == "phi3", init_lora_weights=False)
    adapted = peft.get_peft_model(model, config).eval()
    generator = torch.Generator().manual_seed(5)
    with torch.no_grad():
        for part, parameter in adapted.named_parameters():
            if "lora_" in part:
                parameter.copy_((0.3 * torch.randn(parameter.shape, generator=generator)).half().float())
        logits = adapted(torch.tensor([tokens])).logits[0].float().numpy()
    with tempfile.TemporaryDirectory() as scratch:
        adapted.save_pretrained(scratch)
        (folder / name).mkdir(parents=True, exist_ok=True)
        settings = json.loads((pathlib.Path(scratch) / "adapter_config.json").read_text())
        settings["target_modules"].sort()
        settings["base_model_name_or_path"] = None
        (folder / name / "adapter_config.json").write_text(json.dumps(settings, indent=2) + "\n")
        weights = safetensors.torch.load_file(pathlib.Path(scratch) / "adapter_model.safetensors")
    safetensors.torch.save_file(
        {key: value.half() for key, value in weights.items()}, folder / name / "adapter_model.safetensors")
    (folder / name / "adapter_model.safetensors").chmod(0o644)
    if name != "phi3":
        writer = gguf.GGUFWriter(folder / f"{name}.gguf", architecture)
        writer.add_type("adapter")
        writer.add_string("adapter.type", "lora")
        writer.add_float32("adapter.lora.alpha", config.lora_alpha)
        names = gguf.get_tensor_name_map(
            next(key for key, value in gguf.MODEL_ARCH_NAMES.items() if value == architecture), 8)
        for key, value in weights.items():
            base, part = key.removeprefix("base_model.model.").removesuffix(".weight").rsplit(".", 1)
            if architecture == "llama" and part == "lora_B" and base.endswith(("q_proj", "k_proj")):
                value = interleave(value, HEADS if base.endswith("q_proj") else KEY_HEADS)
            writer.add_tensor(names.get_name(base) + f".weight.{part.lower()}", value.float().contiguous().numpy())
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
    (folder / f"{name}.json").write_text(json.dumps({"tokens": tokens, "logits": encoded(logits)}) + "\n")


def encoded(logits):
    return base64.b64encode(logits.astype("<f4").tobytes()).decode()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    tokens = [(7 * index * index + 3 * index + 5) % VOCABULARY for index in range(TOKENS)]
    for name in arguments.names or MODELS:
        architecture, kind, options = MODELS[name]
        model = make_model(kind, options)
        path = arguments.folder / f"{name}.gguf"
        write_model(path, architecture, kind, model)
        if name not in ("gpt-oss", "afm"):
            write_checkpoint(arguments.folder / name, name, model)
        logits = expected_logits(model, tokens)
        if name == "afm":
            assert abs(shared_cache_logits(model, tokens, 5) - logits).max() < 1e-4
            logits = shared_cache_logits(model, tokens, 5 - SHARED_LAYERS)
        fixture = {"tokens": tokens, "logits": encoded(logits)}
        if kind in ("qwen2_moe", "qwen3_moe"):
            fixture["requests"] = [
                {"experts": size, "interval": interval,
                 "logits": encoded(request_logits(model, tokens, 20, 2, size, interval))}
                for size, interval in [(1, 100), (2, 100), (3, 4), (6, 5)]]
        (arguments.folder / f"{name}.json").write_text(json.dumps(fixture) + "\n")
        if name in ("llama", "phi3", "gemma2"):
            write_adapter(arguments.folder / "adapters", name, architecture, model, tokens)
        print(f"{name}: {path.stat().st_size} bytes, logits from {logits.min():.2f} to {logits.max():.2f}", flush=True)


if __name__ == "__main__":
    main()
