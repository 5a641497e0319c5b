# SPDX-License-Identifier: MIT
"""Times of Transformer layers and of whole training steps on one GPU, as PyTorch runs them: python3 layers.py FOLDER.

It writes FOLDER/layers.csv, a row for a stack of layers alone: both passes as the device ran them, the time in which the
host queued them, and the device's time by kind of kernel; and FOLDER/steps.csv, a row for a training step with AdamW, in
columns that `twocs predict` reads. Needs PyTorch, and Transformers for the rows of that name. Layers called "torch" are
written in PyTorch's operators as torchtitan writes its own; "fsdp" wraps each in FSDP2 over the one GPU there is, so what
it copies and what its host does is there, without a network. Host times are those of a machine of its kind: of another
processor's they are as different as its speed. The one thing to know: the device sleeps while the host queues what is
timed, so that the host never waits for it."""
import csv
import gc
import os
import statistics
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn

# hidden, ffn, heads, kv_heads
DENSE = {"1b": (2048, 8192, 32, 8), "7b": (4096, 11008, 32, 32), "8b": (4096, 14336, 32, 8), "70b": (8192, 28672, 64, 8)}
# hidden, width of an expert, heads, kv_heads, head_dim, experts, top_k: those of Qwen3-30B-A3B and Mixtral 8x7B, and a
# quarter of Qwen3-235B-A22B's experts
SPARSE = {"q30": (2048, 768, 32, 4, 128, 128, 8), "mx": (4096, 14336, 32, 8, 128, 8, 2),
          "q235": (4096, 1536, 64, 4, 128, 32, 2)}


def sizes_of(size):
    if size in DENSE:
        h, f, heads, kv = DENSE[size]
        return dict(hidden=h, ffn=f, heads=heads, kv_heads=kv, head_dim=128 if h > 2048 else 64)
    h, f, heads, kv, d, n, k = SPARSE[size]
    return dict(hidden=h, ffn=f, heads=heads, kv_heads=kv, head_dim=d, experts=n, top_k=k, expert_ffn=f)


class Norm(nn.Module):
    def __init__(self, h):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(h))

    def forward(self, x):
        return F.rms_norm(x, (x.shape[-1],), self.gain, 1e-5)


def rotate(x, turns):
    y = torch.view_as_complex(x.float().reshape(*x.shape[:-1], -1, 2))
    return torch.view_as_real(y * turns[None, :, None, :]).flatten(3).type_as(x)


class Attention(nn.Module):
    def __init__(self, h, heads, kv, d):
        super().__init__()
        self.heads, self.kv, self.d = heads, kv, d
        self.q, self.k = nn.Linear(h, heads * d, bias=False), nn.Linear(h, kv * d, bias=False)
        self.v, self.o = nn.Linear(h, kv * d, bias=False), nn.Linear(heads * d, h, bias=False)

    def forward(self, x, turns):
        b, s, _ = x.shape
        q, k, v = (w(x).view(b, s, -1, self.d) for w in (self.q, self.k, self.v))
        q, k = rotate(q, turns), rotate(k, turns)
        a = F.scaled_dot_product_attention(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2), is_causal=True,
                                           enable_gqa=self.heads != self.kv)
        return self.o(a.transpose(1, 2).reshape(b, s, -1))


class Dense(nn.Module):
    def __init__(self, h, f):
        super().__init__()
        self.w1, self.w3 = nn.Linear(h, f, bias=False), nn.Linear(h, f, bias=False)
        self.w2 = nn.Linear(f, h, bias=False)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


class Experts(nn.Module):
    """Tokens are sorted by expert, grouped GEMMs run, and outputs are weighed in FP32 and added up."""

    def __init__(self, h, f, n, k):
        super().__init__()
        self.n, self.k, self.gate = n, k, nn.Linear(h, n, bias=False)
        self.w1, self.w3 = nn.Parameter(torch.randn(n, h, f) * .02), nn.Parameter(torch.randn(n, h, f) * .02)
        self.w2 = nn.Parameter(torch.randn(n, f, h) * .02)

    def forward(self, x):
        b, s, h = x.shape
        x = x.reshape(-1, h)
        score = F.softmax(self.gate(x).float(), dim=1)
        top, chosen = torch.topk(score, self.k, dim=1)
        top = top / top.sum(-1, keepdim=True)
        order = torch.argsort(chosen.view(-1), stable=True)
        count = torch.histc(chosen.view(-1).float(), bins=self.n, min=0, max=self.n)
        ends = torch.cumsum(count, 0).to(torch.int32)
        token = order // self.k
        routed = x[token]
        w1, w3, w2 = (w.to(x.dtype) for w in (self.w1, self.w3, self.w2))
        y = F.silu(torch._grouped_mm(routed, w1, ends)) * torch._grouped_mm(routed, w3, ends)
        y = torch._grouped_mm(y, w2, ends)
        y = (y.float() * top.view(-1)[order].unsqueeze(1)).to(x.dtype)
        return torch.zeros_like(x).scatter_add_(0, token.unsqueeze(1).expand(-1, h), y).view(b, s, h)


class Product8(torch.autograd.Function):
    """A linear layer's products in FP8, each input with one scale, taken anew each time."""

    @staticmethod
    def narrow(x, kind=torch.float8_e4m3fn):
        most = torch.finfo(kind).max
        scale = most / x.abs().amax().float().clamp(min=1e-12)
        return (x.float() * scale).clamp(-most, most).to(kind), 1 / scale

    @staticmethod
    def forward(c, x, w):
        xs, ws = Product8.narrow(x), Product8.narrow(w)
        c.save_for_backward(x, w)
        return torch._scaled_mm(xs[0], ws[0].t(), scale_a=xs[1], scale_b=ws[1], out_dtype=x.dtype, use_fast_accum=True)

    @staticmethod
    def backward(c, g):
        x, w = c.saved_tensors
        gs, ws, xs = Product8.narrow(g, torch.float8_e5m2), Product8.narrow(w), Product8.narrow(x)
        dx = torch._scaled_mm(gs[0], ws[0].t().contiguous().t(), scale_a=gs[1], scale_b=ws[1], out_dtype=g.dtype)
        dw = torch._scaled_mm(gs[0].t().contiguous(), xs[0].t().contiguous().t(), scale_a=gs[1], scale_b=xs[1],
                              out_dtype=g.dtype)
        return dx, dw


class Linear8(nn.Linear):
    def forward(self, x):
        return Product8.apply(x.reshape(-1, x.shape[-1]), self.weight).view(*x.shape[:-1], -1)


class Layer(nn.Module):
    def __init__(self, size):
        super().__init__()
        s = sizes_of(size)
        h = s["hidden"]
        self.attention = Attention(h, s["heads"], s["kv_heads"], s["head_dim"])
        self.ffn = Experts(h, s["expert_ffn"], s["experts"], s["top_k"]) if "experts" in s else Dense(h, s["ffn"])
        self.n1, self.n2 = Norm(h), Norm(h)

    def forward(self, x, turns):
        x = x + self.attention(self.n1(x), turns)
        return x + self.ffn(self.n2(x))


class Stack(nn.Module):
    def __init__(self, size, layers, length):
        super().__init__()
        self.layers = nn.ModuleList(Layer(size) for _ in range(layers))
        d = self.layers[0].attention.d
        t = torch.outer(torch.arange(length), 1e4 ** (-torch.arange(0, d, 2) / d))
        self.register_buffer("turns", torch.polar(torch.ones_like(t), t), persistent=False)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x, self.turns)
        return x


class Model(nn.Module):
    def __init__(self, size, layers, length, vocab):
        super().__init__()
        h = sizes_of(size)["hidden"]
        self.embed, self.stack = nn.Embedding(vocab, h), Stack(size, layers, length)
        self.norm, self.head = Norm(h), nn.Linear(h, vocab, bias=False)

    def forward(self, tokens):
        return self.head(self.norm(self.stack(self.embed(tokens))))


def of_transformers(size, layers, vocab):
    import transformers
    s = sizes_of(size)
    common = dict(hidden_size=s["hidden"], intermediate_size=s["ffn"], num_attention_heads=s["heads"],
                  num_key_value_heads=s["kv_heads"], num_hidden_layers=layers, vocab_size=vocab, use_cache=False)
    if size in DENSE:
        c, kind = transformers.LlamaConfig(**common), transformers.LlamaForCausalLM
    else:
        c = transformers.Qwen3MoeConfig(moe_intermediate_size=s["expert_ffn"], head_dim=s["head_dim"],
                                        num_experts=s["experts"], num_experts_per_tok=s["top_k"], norm_topk_prob=True,
                                        **common)
        c._experts_implementation, kind = "grouped_mm", transformers.Qwen3MoeForCausalLM
    c._attn_implementation = "sdpa"
    return kind(c)


class StackOfTransformers(nn.Module):
    def __init__(self, size, layers):
        super().__init__()
        m = of_transformers(size, layers, 128).model
        self.layers, self.rotary = m.layers, m.rotary_emb

    def forward(self, x):
        at = torch.arange(x.shape[1], device=x.device)[None]
        turns = self.rotary(x, at)
        for layer in self.layers:
            x = layer(x, attention_mask=None, position_ids=at, position_embeddings=turns)
            x = x[0] if isinstance(x, tuple) else x
        return x


def shard(layers, whole):
    from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
    policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)
    for layer in layers:
        fully_shard(layer, mp_policy=policy)
    fully_shard(whole, mp_policy=policy)


def device_times(run, count):
    out = []
    for _ in range(count):
        a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        a.record()
        run()
        b.record()
        out.append((a, b))
    torch.cuda.synchronize()
    return [a.elapsed_time(b) for a, b in out]


def host_time(run):
    torch.cuda.synchronize()
    torch.cuda._sleep(int(1.2e8))
    began = time.perf_counter()
    run()
    took = time.perf_counter() - began
    torch.cuda.synchronize()
    return took * 1e3


KINDS = (("gemm", ("nvjet", "gemm", "cutlass")), ("attention", ("sdpa", "flash")),
         ("update", ("multi_tensor", "FusedOpti")), ("copies", ("chunk_cat", "split_with", "Memcpy", "nccl")),
         ("loss", ("oftMax", "softmax", "nll")))


def kind_of(kernel):
    for kind, words in KINDS:
        if any(w in kernel for w in words):
            return kind
    return "rows"


def by_kind(run):
    from torch.profiler import ProfilerActivity, profile
    with profile(activities=[ProfilerActivity.CUDA]) as p:
        run()
        torch.cuda.synchronize()
    out = {"kernels": 0}
    for k in p.key_averages():
        if k.self_device_time_total > 0:
            name = kind_of(k.key) + " [ms]"
            out[name] = out.get(name, 0) + k.self_device_time_total / 1e3
            out["kernels"] += k.count
    return out


def layers_of(code, size, b, s, count):
    m = StackOfTransformers(size, count) if "transformers" in code else Stack(size, count, s)
    for p in m.parameters():
        p.data = p.data.to(torch.bfloat16)
    if "compiled" in code:
        for layer in m.layers:
            layer.compile()
    if "fp8" in code:
        for part in m.modules():
            if type(part) is nn.Linear:
                part.__class__ = Linear8
    if "fsdp" in code:
        for p in m.parameters():
            p.data = p.data.float()
        shard(m.layers, m)
    h = sizes_of(size)["hidden"]
    x = torch.randn(b, s, h, dtype=torch.bfloat16, requires_grad=True)
    g = torch.randn(b, s, h, dtype=torch.bfloat16)
    out = []

    def forward():
        out[:] = [m(x)]

    def backward():
        for p in m.parameters():
            p.grad = None
        out[0].backward(g)

    def step():
        forward()
        backward()

    for _ in range(3):
        step()
    out.clear()
    torch.cuda.synchronize()
    before = torch.cuda.memory_allocated()
    forward()
    torch.cuda.synchronize()
    kept = torch.cuda.memory_allocated() - before
    backward()
    f, w = [], []
    for _ in range(5):
        f += device_times(forward, 1)
        w += device_times(backward, 1)
    both = device_times(step, 5)
    host = [(host_time(forward), host_time(backward)) for _ in range(4)]
    return {"code": code, "model": size, "layers": count, "microbatch": b, "seq": s, **sizes_of(size),
            "forward [ms]": statistics.median(f), "backward [ms]": statistics.median(w),
            "both [ms]": statistics.median(both), "host_forward [ms]": min(t[0] for t in host),
            "host_backward [ms]": min(t[1] for t in host), "kept [byte]": kept, **by_kind(step)}


def loss_of(logits, labels):
    return F.cross_entropy(logits.flatten(0, 1).float(), labels.flatten(0, 1))


def step_of(code, size, layers, b, s, micro=1, vocab=32000, again=False):
    """FSDP computes in BF16 over weights in FP32; without it autocast does."""
    theirs = "transformers" in code
    m = of_transformers(size, layers, vocab) if theirs else Model(size, layers, s, vocab)
    stack = m.model.layers if theirs else m.stack.layers
    if again and theirs:
        m.gradient_checkpointing_enable(dict(use_reentrant=False))
        m.train()
    elif again:
        from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import checkpoint_wrapper
        for i in range(layers):
            stack[i] = checkpoint_wrapper(stack[i])
    loss = loss_of
    if "compiled" in code:
        loss = torch.compile(loss_of)
        for layer in stack:
            layer.compile()
    if "fsdp" in code:
        shard(stack, m)
    update = torch.optim.AdamW(m.parameters(), lr=1e-5, fused=True)
    t = torch.randint(0, vocab, (b, s))

    def pass_of():
        if "fsdp" in code:
            return loss(m(t), t)
        with torch.autocast("cuda", torch.bfloat16):
            return m(input_ids=t, labels=t).loss if theirs else loss(m(t), t)

    def step():
        for _ in range(micro):
            (pass_of() / micro).backward()
        torch.nn.utils.clip_grad_norm_(m.parameters(), 1.0, foreach=True)
        update.step()
        update.zero_grad()

    for _ in range(3):
        step()
    torch.cuda.synchronize()
    torch.cuda.reset_peak_memory_stats()
    times = []
    for _ in range(3):
        began = time.perf_counter()
        for _ in range(3):
            step()
        torch.cuda.synchronize()
        times.append((time.perf_counter() - began) / 3)
    peak = torch.cuda.max_memory_allocated()
    software = "transformers" if theirs else "torchtitan" if "fsdp" in code else "pytorch"
    return {"software": software + ("_compiled" if "compiled" in code else ""), "layers": layers, **sizes_of(size),
            "vocab": vocab, "gated": "yes", "tied": "no", "norm": "rmsnorm", "seq": s, "gpus": 1, "gpu_type": "H100",
            "precision": "bf16", "sharding": "fsdp" if "fsdp" in code else "none", "microbatch": b,
            "global_batch": b * micro, "recompute": "full" if again else "none", "flash_attn": "cudnn",
            "peak_mem_gib": peak / 2**30, "step_time_s": statistics.median(times)}


LAYERS = [("torch", "8b", 1, 4096, 4), ("torch", "8b", 2, 4096, 4), ("torch", "8b", 1, 2048, 4),
          ("torch", "7b", 1, 4096, 4), ("torch", "1b", 1, 4096, 4), ("torch", "1b", 4, 4096, 4),
          ("torch", "8b", 1, 256, 4), ("torch", "70b", 1, 8192, 2),
          ("transformers", "8b", 1, 4096, 4), ("transformers", "1b", 1, 4096, 4), ("transformers", "1b", 4, 4096, 4),
          ("transformers", "8b", 1, 256, 4),
          *((code, size, b, s, 2) for size, b, s in (("q30", 1, 4096), ("q30", 4, 4096), ("mx", 1, 4096),
                                                     ("q235", 1, 4096), ("q30", 1, 256))
            for code in ("torch", "transformers")),
          ("torch fsdp", "8b", 1, 4096, 4), ("torch fsdp", "8b", 1, 256, 4), ("torch fsdp", "q30", 1, 256, 2),
          ("torch fsdp", "q30", 1, 4096, 2), ("torch compiled", "8b", 1, 4096, 4),
          ("torch compiled fp8", "8b", 1, 4096, 4), ("torch compiled", "1b", 1, 4096, 4),
          ("transformers compiled", "8b", 1, 4096, 4), ("transformers compiled", "8b", 1, 256, 4),
          ("torch compiled", "q30", 1, 4096, 2), ("torch compiled fp8", "70b", 1, 8192, 2)]
STEPS = [("torch fsdp", "8b", 8, 1, 512), ("transformers", "8b", 8, 1, 512), ("torch fsdp", "q30", 4, 1, 512),
         ("torch fsdp", "q30", 4, 1, 4096), ("torch fsdp", "q30", 4, 1, 4096, 2, 32000, True),
         ("torch fsdp", "1b", 16, 2, 4096), ("torch fsdp", "1b", 16, 2, 4096, 4), ("transformers", "1b", 16, 2, 4096),
         ("transformers", "1b", 16, 2, 4096, 4), ("torch fsdp", "8b", 8, 1, 4096), ("torch fsdp", "8b", 8, 1, 4096, 4),
         ("transformers", "8b", 8, 1, 4096), ("transformers", "8b", 8, 2, 4096, 2, 128256, True),
         ("torch fsdp", "8b", 8, 2, 4096, 1, 128256, True), ("torch fsdp", "8b", 8, 4, 4096, 1, 32000, True),
         ("transformers", "8b", 8, 4, 4096, 1, 32000, True), ("torch fsdp", "q30", 4, 2, 4096),
         ("torch fsdp", "q30", 4, 4, 4096, 1, 32000, True), ("torch fsdp", "7b", 8, 1, 4096),
         ("torch", "1b", 16, 2, 4096), ("torch fsdp", "q30", 4, 1, 1024), ("torch fsdp compiled", "8b", 8, 1, 4096),
         ("torch fsdp compiled", "1b", 16, 4, 4096), ("torch fsdp compiled", "8b", 8, 1, 8192, 2, 128256),
         ("torch fsdp compiled", "8b", 8, 1, 512)]


def shown(value):
    return f"{value:.5g}" if isinstance(value, float) else value


def write(path, first_line, rows):
    names = list(dict.fromkeys(name for row in rows for name in row))
    with open(path, "w", newline="") as file:
        file.write(f"# {first_line}\n")
        out = csv.DictWriter(file, names, lineterminator="\n")
        out.writeheader()
        out.writerows({name: shown(value) for name, value in row.items()} for row in rows)


def all_of(run, list_of):
    rows = []
    for one in list_of:
        rows.append(run(*one))
        print(rows[-1], flush=True)
        gc.collect()
        torch.cuda.empty_cache()
        torch._dynamo.reset()
    return rows


def main(folder):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29511", RANK="0", WORLD_SIZE="1")
    torch.distributed.init_process_group("nccl", device_id=torch.device("cuda:0"))
    torch.set_default_device("cuda")
    p = torch.cuda.get_device_properties(0)
    where = f"{p.name}, PyTorch {torch.__version__}, CUDA {torch.version.cuda}; made by scripts/measured/h100/layers.py"
    write(os.path.join(folder, "layers.csv"), where, all_of(layers_of, LAYERS))
    write(os.path.join(folder, "steps.csv"), where, all_of(step_of, STEPS))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else ".")
