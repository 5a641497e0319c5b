#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cases and their answers, derived by other means than the engine's closed forms, for tests/lua/oracle_test.lua.

python3 tests/oracle/derive.py writes tests/data/oracle/{layers,collectives,pipelines}.csv anew; with --check it compares.
Matrices of a model are listed one by one and counted; collectives are played rank by rank, message by message; pipelines
pass by pass. All arithmetic is in fractions: what is printed is the nearest double. Nothing here reads the project.
"""
import sys
from fractions import Fraction as F
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "data" / "oracle"


class Draw:
    """Lehmer's generator: the same cases everywhere."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = self.state * 48271 % 2147483647
        return self.state % n

    def of(self, *choices):
        return choices[self.below(len(choices))]


# ---- Models: every matrix and vector of a network, with how tensor parallelism cuts it.

def matrices(c):
    """(rows, columns, what it is) of each."""
    h, d, kv = c["h"], c["head_dim"], c["kv_heads"]
    heads = c["heads"]
    fc = 3 if c["gated"] else 2
    for _ in range(c["layers"]):
        yield h, heads * d, "attention"
        yield h, kv * d, "attention"
        yield h, kv * d, "attention"
        yield heads * d, h, "attention"
        if c["experts"]:
            yield h, c["experts"], "router"
            for _ in range(c["experts"]):
                for _ in range(fc):
                    yield h, c["ffn"], "expert"
        else:
            for _ in range(fc):
                yield h, c["ffn"], "fc"
    yield c["vocab"], h, "table"
    if not c["tied"]:
        yield c["vocab"], h, "table"


def vectors(c):
    """Weights of all norms: two in a layer, one at the end; LayerNorm has a bias too."""
    return (2 * c["layers"] + 1) * c["h"] * (2 if c["norm"] == "layernorm" else 1)


def weights(c):
    return sum(m * n for m, n, _ in matrices(c)) + vectors(c)


def weights_met(c):
    """By one token: of the experts top_k."""
    total = F(0)
    for m, n, what in matrices(c):
        total += F(m * n * c["top_k"], c["experts"]) if what == "expert" else m * n
    return total + vectors(c)


def expert_weights_of_rank(c):
    """A rank has whole experts, as many as expert parallelism leaves it."""
    return F(sum(m * n for m, n, what in matrices(c) if what == "expert"), c["ep"])


def weights_of_rank(c, layers_alone=False):
    """Under tensor parallelism every matrix is cut but the router's, and no vector is; experts aside."""
    total = F(0)
    for m, n, what in matrices(c):
        if what != "expert" and not (layers_alone and what == "table"):
            total += F(m * n, 1 if what == "router" else c["tp"])
    per_norm = c["h"] * (2 if c["norm"] == "layernorm" else 1)
    return total + per_norm * (2 * c["layers"] + (0 if layers_alone else 1))


def flop_of_step(c):
    """Of one rank: every matrix product of a sequence, each of 2 m n k, forward and twice that backward."""
    tokens = c["b"] * c["sl"]
    total = F(0)
    for m, n, what in matrices(c):
        if what == "table":
            continue
        met = F(c["top_k"], c["experts"]) if what == "expert" else F(1)
        total += 2 * tokens * m * n * met / c["tp"]
    scores = 2 * c["sl"] * c["sl"] * c["head_dim"]
    total += c["layers"] * c["b"] * F(c["heads"], c["tp"]) * 2 * scores  # queries by keys, scores by values
    total += 2 * tokens * c["h"] * F(c["vocab"], c["tp"])
    return 3 * total


def memory(c):
    """Weights, gradients, optimizer: bytes of each weight, and who holds it (ZeRO)."""
    wide = 4 if c["format"] == "fp32" else 2
    master = 0 if c["format"] == "fp32" else 4
    stages = {"none": 0, "optimizer": 1, "gradients": 2, "weights": 3}[c["zero"]]
    answers = []
    for byte, shared_from in ((wide, 3), (wide, 2), (master + 8, 1)):
        shared = stages >= shared_from
        own = weights_of_rank(c) / (c["dp"] if shared else 1)  # all ranks have the same weights,
        experts = expert_weights_of_rank(c) / (c["dp"] // c["ep"] if shared else 1)  # but few the same experts
        answers.append(byte * (own + experts))
    return answers


def layer_case(draw, number):
    tp = draw.of(1, 1, 2, 4, 8)
    groups = tp * draw.of(1, 2, 4)
    d = draw.of(64, 80, 96, 128)
    experts = draw.of(0, 0, 0, 4, 8) if tp == 1 else 0
    c = {"case": number, "layers": 1 + draw.below(24), "head_dim": d, "heads": groups * draw.of(1, 2, 3),
         "kv_heads": groups, "ffn": 64 * tp * (1 + draw.below(40)), "gated": draw.below(2), "norm": draw.of("layernorm", "rmsnorm"),
         "vocab": 128 * tp * (1 + draw.below(300)), "tied": draw.below(2), "experts": experts,
         "top_k": draw.of(1, 2) if experts else 1, "sl": 128 * (1 + draw.below(32)), "b": 1 + draw.below(4), "tp": tp,
         "dp": draw.of(1, 2, 3, 8), "zero": draw.of("none", "optimizer", "gradients", "weights"),
         "format": draw.of("fp32", "fp16", "bf16"), "ep": 1}
    if experts:
        c["ep"] = draw.of(*(e for e in (1, 2, 4, 8) if experts % e == 0 and c["dp"] % e == 0))
    c["h"] = c["heads"] * d if draw.below(3) else 64 * (1 + draw.below(60))
    return c


def layers():
    draw = Draw(20230)
    rows = []
    for number in range(130):
        c = layer_case(draw, number)
        wide = 4 if c["format"] == "fp32" else 2
        c["param"], c["active_param"] = weights(c), weights_met(c)
        c["step_flop"] = flop_of_step(c)
        c["weight_mem"], c["grad_mem"], c["opt_mem"] = memory(c)
        # Two sums of a block's output forward, two backward, of the hidden vectors of all tokens.
        c["tp_ar_byte"] = 4 * c["b"] * c["sl"] * c["h"] * wide if c["tp"] > 1 else 0
        replicas, all_whole = c["dp"], c["zero"] == "none"
        c["dp_grad_byte"] = weights_of_rank(c, True) / c["layers"] * wide if replicas > 1 and all_whole else 0
        c["edp_grad_byte"] = expert_weights_of_rank(c) / c["layers"] * wide if replicas > c["ep"] and all_whole else 0
        c["kv_cache"] = 2 * c["layers"] * c["b"] * c["sl"] * F(c["kv_heads"], c["tp"]) * c["head_dim"] * wide
        rows.append(c)
    return rows


# ---- Collectives: messages between ranks, round by round. A rank sends one message and receives one in a round, which
# takes a latency and the time of its largest message.

def rounds_time(rounds, c):
    return c["launch"] + sum(c["lat"] + F(max(sizes)) / c["bw"] for sizes in rounds)


def ring_pass(n, payload):
    """Ranks hold n blocks; in each of n - 1 rounds everyone sends one to the next: all have come everywhere."""
    held = [{rank} for rank in range(n)]
    rounds = []
    for turn in range(n - 1):
        sent = [(rank - turn) % n for rank in range(n)]
        for rank in range(n):
            assert sent[rank] in held[rank]
        for rank in range(n):
            held[(rank + 1) % n].add(sent[rank])
        rounds.append([F(payload, n)] * n)
    assert all(len(blocks) == n for blocks in held)
    return rounds


def doubling(n, payload):
    """Powers of two: partners at distance 1, 2, 4 ... exchange all that they hold."""
    held = [{rank} for rank in range(n)]
    rounds, distance = [], 1
    while distance < n:
        rounds.append([F(payload * len(held[rank]), n) for rank in range(n)])
        held = [held[rank] | held[rank ^ distance] for rank in range(n)]
        distance *= 2
    assert all(len(blocks) == n for blocks in held)
    return rounds


def pairwise(n, payload):
    """In round r a rank sends to the one r further on what is meant for it."""
    met = {(rank, (rank + turn) % n) for turn in range(1, n) for rank in range(n)}
    assert len(met) == n * (n - 1)
    return [[F(payload, n)] * n for _ in range(n - 1)]


def collectives():
    draw = Draw(777)
    rows = []
    for number in range(60):
        n = draw.of(2, 3, 4, 5, 8, 16)
        c = {"case": number, "n": n, "payload": 1000 * n * (1 + draw.below(5000)), "bw": 1000000 * (1 + draw.below(400000)),
             "lat": F(1 + draw.below(40), 1000000), "launch": F(draw.below(30), 1000000)}
        c["all_reduce_ring"] = rounds_time(ring_pass(n, c["payload"]) * 2, c)
        c["all_gather_ring"] = rounds_time(ring_pass(n, c["payload"]), c)
        c["reduce_scatter_ring"] = c["all_gather_ring"]  # the same messages backward
        c["all_to_all_pairwise"] = rounds_time(pairwise(n, c["payload"]), c)
        two = n & (n - 1) == 0
        c["all_gather_recursive"] = rounds_time(doubling(n, c["payload"]), c) if two else ""
        c["all_reduce_halving_doubling"] = rounds_time(doubling(n, c["payload"]) * 2, c) if two else ""
        rows.append(c)
    return rows


# ---- Pipelines: every stage does its passes in its own order; a pass begins when the stage is free and its input is there.

def order_of(schedule, stage, stages, count):
    if schedule == "gpipe":
        return [("f", m) for m in range(count)] + [("b", m) for m in range(count)]
    warm = min(count, stages - 1 - stage)
    order = [("f", m) for m in range(warm)]
    for m in range(count - warm):
        order += [("f", warm + m), ("b", m)]
    return order + [("b", m) for m in range(count - warm, count)]


def played(schedule, times, count):
    stages = len(times)
    waiting = [order_of(schedule, s, stages, count) for s in range(stages)]
    done, free = {}, [F(0)] * stages
    while any(waiting):
        moved = False
        for s in range(stages):
            while waiting[s]:
                kind, m = waiting[s][0]
                if kind == "f":
                    need = ("f", m, s - 1) if s else None
                else:
                    need = ("b", m, s + 1) if s + 1 < stages else ("f", m, s)
                if need and need not in done:
                    break
                begin = max(free[s], done[need] if need else F(0))
                free[s] = done[(kind, m, s)] = begin + times[s][0 if kind == "f" else 1]
                waiting[s].pop(0)
                moved = True
        assert moved, "a pipeline is deadlocked"
    return max(free)


def pipelines():
    draw = Draw(31337)
    rows = []
    for number in range(60):
        stages = 1 + draw.below(7)
        alike = draw.below(3) == 0
        times = []
        for _ in range(stages):
            times.append(times[0] if times and alike else (F(1 + draw.below(50)), F(1 + draw.below(90))))
        count = 1 + draw.below(14)
        schedule = draw.of("gpipe", "1f1b")
        rows.append({"case": number, "schedule": schedule, "microbatches": count,
                     "f": " ".join(str(f) for f, _ in times), "b": " ".join(str(b) for _, b in times),
                     "step": played(schedule, times, count)})
    return rows


# ---- Files.

def cell(value):
    if isinstance(value, F):
        value = value.numerator if value.denominator == 1 else float(value)
    return repr(value) if isinstance(value, float) else str(value)


def text_of(what, rows):
    names = list(rows[0])
    lines = ["# %s, made by tests/oracle/derive.py" % what, ",".join(names)]
    return "\n".join(lines + [",".join(cell(row[name]) for name in names) for row in rows]) + "\n"


def main():
    wrong = []
    for what, rows in (("layers", layers()), ("collectives", collectives()), ("pipelines", pipelines())):
        path, text = FOLDER / (what + ".csv"), text_of(what, rows)
        if "--check" in sys.argv:
            if not path.exists() or path.read_text() != text:
                wrong.append(str(path))
        else:
            path.write_text(text)
    if wrong:
        sys.exit("not what tests/oracle/derive.py derives: " + ", ".join(wrong))


main()
