"""Makes alignment.json beside it, with Python's standard library alone.

Written from the formulas of Prasad et al. 2021 and apart from the Go code:
correlations in exact fractions, Student's distribution by integrating its
density.
"""
import json
import math
import random
import string
from fractions import Fraction
from pathlib import Path

HERE = Path(__file__).parent
STOP = (HERE.parent / "stopwords.txt").read_text().split("\n")[:-1]
CLIP = 1 - 1e-6

# context and hypothesis, explanation
TEXTS = [
    ("The red kite flew over the old boat. A bird flew.", "A kite is a bird, and the old kite flew over a boat."),
    ("Mara doesn't like rain, but her brother does. Mara took the boat.", "It doesn't say what Mara took, a boat or not, only that rain is bad."),
    ("Seven boats left the old harbour at dawn - none came back in the rain. Some boats returned.", "None of the seven boats came back, not one boat."),
    ("The harbour was built in 1902 (and rebuilt in 1950). The old harbour is new.", "1902 is long ago."),
    ("Olga's bakery sells rye bread, rolls and pies to every boat. Olga sells bread.", "Olga's old bakery sells rye bread in the rain!"),
    ("He won the boat twice in the rain. He never won.", "Twice is not never."),
    ("No one saw the old boat. The boat was seen.", "who was it"),
    ("Rain fell on the boat all week. The week was dry.", "Because of what fell, the week was wet: rain, rain, rain."),
    ("Jan reads in the harbour. Jan writes about rain.", "Reading in a harbour differs from writing; an old boat is no place for it."),
]


def basic(text):
    out, word = [], ""
    for ch in text.lower() + " ":
        if ch.isalnum():
            word += ch
            continue
        if word:
            out.append(word)
        word = ""
        if ch != " ":
            out.append(ch)
    return out


def words(text):
    """Splits clitics off and keeps case, as word_tokenize does."""
    out = []
    for piece in text.split():
        tail = []
        while piece and piece[-1] in ".,!:)":
            tail.insert(0, piece[-1])
            piece = piece[:-1]
        if piece.startswith("("):
            out.append("(")
            piece = piece[1:]
        for clitic in ("n't", "'s"):
            if piece.endswith(clitic) and piece != clitic:
                piece, tail = piece[: -len(clitic)], [clitic] + tail
        out += [piece] * bool(piece) + tail
    return out


def oracle(tokens, explanation, drop):
    said = [t.lower() for t in explanation]
    return [
        int(t.lower() in said and t.lower() not in STOP and not (drop and all(c in string.punctuation for c in t)))
        for t in tokens
    ]


def pearson(x, y):
    x, y = [abs(Fraction(str(v))) for v in x], [Fraction(v) for v in y]
    n = len(x)
    dx, dy = [v - sum(x) / n for v in x], [v - sum(y) / n for v in y]
    xx, yy = sum(v * v for v in dx), sum(v * v for v in dy)
    if xx == 0 or yy == 0:
        return math.nan
    xy = sum(a * b for a, b in zip(dx, dy))
    return math.copysign(math.sqrt(xy * xy / (xx * yy)), xy)


def fisher(r):
    return math.copysign(math.inf, r) if abs(r) == 1 else math.atanh(r)


def upper_tail(t, df):
    """Integrates Student's density from 0 to |t| by Simpson's rule."""
    scale = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(df * math.pi)
    n = 20000
    h = abs(t) / n
    total = sum((1 if i in (0, n) else 4 if i % 2 else 2) * (1 + (i * h) ** 2 / df) ** (-(df + 1) / 2) for i in range(n + 1))
    tail = 0.5 - scale * h / 3 * total
    return tail if t > 0 else 1 - tail


def paired(c, other, total):
    d = [a - b for a, b in zip(c, other)]
    n = len(d)
    mean = math.fsum(d) / n
    t = mean / math.sqrt(math.fsum((x - mean) ** 2 for x in d) / (n - 1) / n)
    greater = upper_tail(t, n - 1)
    return {
        "n_used": n, "n_dropped": total - n, "mean_diff": mean, "delta_A": math.tanh(mean), "t": t, "df": n - 1,
        "p_two_sided": 2 * min(greater, 1 - greater), "p_greater": greater,
    }


def omit(c, other):
    both = [(a, b) for a, b in zip(c, other) if math.isfinite(a) and math.isfinite(b)]
    return paired([a for a, _ in both], [b for _, b in both], len(c))


def zero(rs, others):
    def c(r):
        return 0.0 if math.isnan(r) else math.atanh(max(-CLIP, min(CLIP, r)))

    return paired([c(r) for r in rs], [c(r) for r in others], len(rs))


def plain(x):
    if isinstance(x, float) and not math.isfinite(x):
        return "NaN" if math.isnan(x) else "Inf" if x > 0 else "-Inf"
    return x


def main():
    rng = random.Random(7)
    partners = [rng.choice([k for k in range(len(TEXTS)) if k != i]) for i in range(len(TEXTS))]
    examples = [{"random_pair_index": p, "reason": text[1], "tokenisers": {}} for p, text in zip(partners, TEXTS)]
    expected = {}
    for name, split in (("bert_basic", basic), ("nltk_word", words)):
        rows = []
        for i, (text, reason) in enumerate(TEXTS):
            tokens, said = split(text), split(reason)
            other = split(TEXTS[partners[i]][1])
            ig = [round(rng.gauss(0, 0.1), 4) for _ in tokens]
            row = {"tokens": tokens, "explanation_tokens": said, "ig": ig}
            for suffix, drop in (("", False), ("_drop_punct", True)):
                row["hard_oracle" + suffix] = oracle(tokens, said, drop)
                row["r" + suffix] = pearson(ig, row["hard_oracle" + suffix])
                row["r_random" + suffix] = pearson(ig, oracle(tokens, other, drop))
                row["C" + suffix] = fisher(row["r" + suffix])
                row["C_random" + suffix] = fisher(row["r_random" + suffix])
            row["hard_oracle_random"] = oracle(tokens, other, False)
            rows.append(row)
            examples[i]["tokenisers"][name] = {k: plain(v) for k, v in row.items()}
        expected[name] = {
            prefix + policy: f([r[a + suffix] for r in rows], [r[b + suffix] for r in rows])
            for prefix, suffix in (("", ""), ("drop_punct_", "_drop_punct"))
            for policy, f, a, b in (("omit_nonfinite", omit, "C", "C_random"), ("nan_as_zero_clip_r", zero, "r", "r_random"))
        }
    edges = [
        {"name": name, "importance": x, "oracle": y, "r": plain(pearson(x, y)), "C": plain(fisher(pearson(x, y)))}
        for name, x, y in (
            ("no word in common", [0.5, 0.25, 0.75], [0, 0, 0]), ("every word in common", [0.5, 0.25, 0.75], [1, 1, 1]),
            ("the same importance", [0.3, 0.3, 0.3], [0, 1, 0]), ("perfect", [0.7, 0.1, 0.7, 0.1, 0.1], [1, 0, 1, 0, 0]),
            ("perfectly wrong", [0.1, 0.7, 0.7], [1, 0, 0]), ("two tokens", [0.2, 0.9], [0, 1]), ("signs do not count", [-0.5, 0.5, 0.1], [1, 1, 0]),
        )
    ]
    c, other = [0.1, math.nan, 0.4, -math.inf, 0.2, 0.3], [0.05, 0.1, 0.1, 0.2, math.inf, -0.2]
    tests = [{"C": [plain(x) for x in c], "C_random": [plain(x) for x in other], "omit_nonfinite": omit(c, other),
              "nan_as_zero_clip_r": zero([math.tanh(x) for x in c], [math.tanh(x) for x in other])}]
    stops = [{"token": t, "is_stop_after_lower": t.lower() in STOP} for t in ("The", "NOT", "n't", "don't", "boat", ".", "ve")]
    out = {
        "nltk_stopwords_english": STOP, "examples": examples, "dataset_expected": expected,
        "edge_cases": edges, "paired_tests": tests, "stopword_checks": stops,
    }
    (HERE / "alignment.json").write_text(json.dumps(out, indent=0) + "\n")


main()
