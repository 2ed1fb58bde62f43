"""Writes the files of this folder and expected.json. Run it here: python3 make.py

The scores are made up. What the tools would write is put together from their
sources: ferret 0.5, inseq 0.7 and (arrays) 0.4, Captum 0.8.
"""
import base64, gzip, json, math, struct

expected = {}


def f32(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


def f16(x):
    return struct.unpack("<e", struct.pack("<e", x))[0]


def row(name, tokens, scores, signed=None):
    signed = any(x < 0 for x in scores) if signed is None else signed
    return {"name": name, "tokens": tokens, "scores": scores, "signed": signed}


def example(question, tokens, rows, **more):
    return {"question": question, "tokens": tokens, "rows": rows, **more}


def write(name, text):
    with open(name, "w", encoding="utf-8", newline="\n") as f:
        f.write(text)


# Plain
tokens = ["a", "dull", "film", "about", "Ωmega"]
plain = [
    {"id": "p1", "tokens": tokens, "rows": {"zeta": [0, -0.75, 0.25, 0, 0], "alpha": [0.1, 0.2, 0.3, 0.4, 0.5]}, "gold_spans": [[1, 3]]},
    {"id": 2, "tokens": ["one"], "rows": {"ig": [0.5]}, "signed": True},
]
write("plain.jsonl", "\n".join(json.dumps(r) for r in plain) + "\n")
expected["plain.jsonl"] = [
    example("a dull film about Ωmega", tokens, [row("zeta", tokens, [0, -0.75, 0.25, 0, 0]), row("alpha", tokens, [0.1, 0.2, 0.3, 0.4, 0.5])], id="p1", spans=[[1, 3]]),
    example("one", ["one"], [row("ig", ["one"], [0.5], True)], id="2"),
]


# ferret
def explanation(text, tokens, scores, explainer, **more):
    return {"text": text, "tokens": tokens, "scores": scores, "explainer": explainer, "target_pos_idx": 1,
            "helper_type": "text-classification", "target_token_pos_idx": None, "target": "positive", "target_token": None, **more}


first, second = ["[CLS]", "you", "look", "stunning", "!", "[SEP]"], ["[CLS]", "no", "[SEP]"]
explanations = [
    explanation("You look stunning!", first, [0, 0.05, 0.1, 0.8, -0.05, 0], "Partition SHAP", rationale=[0, 0, 0, 1, 0, 0]),
    explanation("You look stunning!", first, [0, 0.2, 0.1, 0.5, 0.2, 0], "Gradient", rationale=[0, 0, 0, 1, 0, 0]),
    explanation("No", second, [0, -1, 0], "LIME", rationale=None),
]
wanted = [
    example("You look stunning!", first, [row("Partition SHAP → positive", first, [0, 0.05, 0.1, 0.8, -0.05, 0]), row("Gradient → positive", first, [0, 0.2, 0.1, 0.5, 0.2, 0])],
            kind="text-classification", rationale=[0, 0, 0, 1, 0, 0]),
    example("No", second, [row("LIME → positive", second, [0, -1, 0])], kind="text-classification"),
]
write("ferret.json", json.dumps(explanations, indent=1))
write("ferret_lines.jsonl", json.dumps(explanations[:2]) + "\n" + json.dumps(explanations[2:]) + "\n")
write("ferret_nested.json", json.dumps([explanations[:2], explanations[2:]]))
for name in ["ferret.json", "ferret_lines.jsonl", "ferret_nested.json"]:
    expected[name] = wanted

# Captum
words = ["it", "was", "a", "fantastic", "performance", "!", "pad"]
record = {"word_attributions": [0.1, 0.2, -0.05, 0.9, 0.3, 0, 0], "pred_prob": 0.9921875, "pred_class": "pos", "true_class": "pos",
          "attr_class": "pos", "attr_score": 1.45, "raw_input_ids": words, "convergence_score": 0.004}
wrong = {**record, "pred_class": 0, "true_class": 1, "attr_class": 1, "pred_prob": 0.75}
write("captum.json", json.dumps([record, wrong]))
numbers = {"attr_score": 1.45, "convergence_score": 0.004}
expected["captum.json"] = [
    example(" ".join(words), words, [row("word attributions → pos", words, record["word_attributions"], True)], answer=["pos", "pos", "right"], scores={"pred_prob": 0.9921875, **numbers}),
    example(" ".join(words), words, [row("word attributions → 1", words, record["word_attributions"], True)], answer=["0", "1", "wrong"], scores={"pred_prob": 0.75, **numbers}),
]


def insight(model, scores):
    return {"feature_outputs": [
        {"name": "Review", "base": ["so", "bad"], "modified": scores, "type": "text", "contribution": 0.75},
        {"name": "Age", "base": ["age: 3.00"], "modified": [100.0], "type": "general", "contribution": 0.25},
        {"name": "Photo", "base": "iVBORw0KGgo=", "modified": "iVBORw0KGgo=", "type": "image", "contribution": 0},
    ], "actual": {"score": 0.25, "index": 0, "label": "neg"}, "predicted": [{"score": 0.75, "index": 1, "label": "pos"}, {"score": 0.25, "index": 0, "label": "neg"}],
        "active_index": 1, "model_index": model}


write("insights.json", json.dumps([[insight(0, [25.0, -100.0])], [insight(0, [25.0, -100.0]), insight(1, [0.0, 100.0])]]))
both = lambda prefix, scores: [row(prefix + "Review", ["so", "bad"], scores, True), row(prefix + "Age", ["age: 3.00"], [100.0], True)]
expected["insights.json"] = [
    example("so bad", ["so", "bad"], both("", [25.0, -100.0]), answer=["pos", "neg", "wrong"], scores={"pred_prob": 0.75}),
    example("so bad", ["so", "bad"], both("model 0: ", [25.0, -100.0]) + both("model 1: ", [0.0, 100.0]), answer=["pos", "neg", "wrong"], scores={"pred_prob": 0.75}),
]


# inseq
def safetensors(shape, numbers, kind="F32"):
    code = {"F32": "f", "F16": "e", "F64": "d"}.get(kind)
    body = bytes(len(numbers)) if code is None else struct.pack("<%d%s" % (len(numbers), code), *numbers)
    header = json.dumps({"attribution": {"dtype": kind, "shape": shape, "data_offsets": [0, len(body)]}}).encode()
    header += b" " * (-len(header) % 8)
    return base64.b64encode(struct.pack("<Q", len(header)) + header + body).decode()


def ndarray(shape, numbers, packed):
    body = struct.pack("<%df" % len(numbers), *numbers)
    text = "b64.gz:" + base64.b64encode(gzip.compress(body, mtime=0)).decode() if packed else "b64:" + base64.b64encode(body).decode()
    return {"__ndarray__": text, "dtype": "float32", "shape": shape, "Corder": True}


def tagged(module, name, attributes):
    return {"__instance_type__": [module, name], "attributes": attributes}


def pieces(tokens, tag=True):
    made = [{"token": t, "id": 100 + i} for i, t in enumerate(tokens)]
    return [tagged("inseq.utils.typing", "TokenWithId", m) for m in made] if tag else made


def sequence(kind, source, target, tag=True, **more):
    attributes = {"source": pieces(source, tag), "target": pieces(target, tag), "source_attributions": None, "target_attributions": None,
                  "step_scores": {}, "sequence_scores": {}, "attr_pos_start": 1, "attr_pos_end": len(target), "_aggregator": [], "_num_dimensions": 0, **more}
    return tagged("inseq.data.attribution", kind, attributes) if tag else attributes


def output(sequences, tag=True, **info):
    attributes = {"info": {"model_name": "made-up/model", "attribution_method": "saliency", **info}, "sequence_attributions": sequences, "step_attributions": None}
    return json.dumps(tagged("inseq.data.attribution", "FeatureAttributionOutput", attributes) if tag else attributes, indent=4, sort_keys=True)


source, target = ["▁Hello", "▁wor", "ld", "</s>"], ["<pad>", "▁Ciao", "▁mondo"]
nan = math.nan
# 4 source tokens × 2 steps × 2 units of an embedding: norms 5, 13, …
units = [3, 4, 5, 12, 0, 1, 0, 0, 8, 15, 6, 8, 0, 0, 0.5, 0]
norms = [[5, 13], [1, 0], [17, 10], [0, 0.5]]
# target × steps: each step sees the tokens before it
seen = [0.25, 0.125, nan, 0.75, nan, nan]
probability = [f32(0.9), f32(0.3)]


def translated(steps):
    rows = [row("1 → Ciao", source, [n[0] for n in norms]), row("2 → mondo", source, [n[1] for n in norms]),
            row("1 → Ciao", target[:1], [0.25]), row("2 → mondo", target[:2], [0.125, 0.75])]
    return example("Hello world</s>", source, rows + steps, answer=["Ciao mondo", "", "unknown"])


steps = [row("probability", target[1:], probability)]
full = dict(source_attributions=safetensors([4, 2, 2], units), target_attributions=safetensors([3, 2], seen),
            step_scores={"probability": safetensors([2], probability)}, _aggregator="vnorm")
write("inseq.json", output([sequence("GranularFeatureAttributionSequenceOutput", source, target, **full)]))
expected["inseq.json"] = [translated(steps)]

write("inseq_primitives.json", output([sequence("", source, target, tag=False, **full)], tag=False))
expected["inseq_primitives.json"] = [translated(steps)]

arrays = dict(source_attributions=ndarray([4, 2, 2], units, True), target_attributions=ndarray([3, 2], seen, False),
              step_scores={"probability": ndarray([2], probability, False)}, _aggregator="scores")
write("inseq_arrays.json", output([sequence("GranularFeatureAttributionSequenceOutput", source, target, **arrays)]))
expected["inseq_arrays.json"] = [translated(steps)]

lists = dict(source_attributions=[[[3, 4], [5, 12]], [[0, 1], [0, 0]], [[8, 15], [6, 8]], [[0, 0], [0.5, 0]]], target_attributions=[[0.25, 0.125], [nan, 0.75], [nan, nan]],
             step_scores={"probability": probability}, _aggregator=["vnorm"])
write("inseq_lists.json", output([sequence("", source, target, tag=False, **lists)], tag=False))
expected["inseq_lists.json"] = [translated(steps)]

# A decoder alone, in half precision, with 2 heads; two sequences, one without scores.
prompt = ["ĠThe", "Ġcat", "Ġs", "at", "."]
heads = [0.5, 0.25, 0.1, 0.3, 0.5, 0.75, -0.2, -0.4, nan, nan, 1, 0.5, nan, nan, nan, nan, nan, nan, nan, nan]
halves = [f16(x) for x in heads]
mean = lambda i: (halves[i] + halves[i + 1]) / 2
text = output([
    sequence("MultiDimensionalFeatureAttributionSequenceOutput", [], prompt, target_attributions=safetensors([5, 2, 2], heads, "F16"), attr_pos_start=2, attr_pos_end=4,
             _aggregator=["mean"], _num_dimensions=1),
    sequence("CoarseFeatureAttributionSequenceOutput", [], prompt[:2], attr_pos_end=2),
])
with open("inseq_decoder.json.gz", "wb") as f:
    f.write(gzip.compress(text.encode(), mtime=0))
expected["inseq_decoder.json.gz"] = [
    example("The cat", prompt[:2], [row("1 → s", prompt[:2], [mean(0), mean(4)]), row("2 → at", prompt[:3], [mean(2), mean(6), mean(10)])], answer=["sat", "", "unknown"]),
    example("The", prompt[:1], [], answer=["cat", "", "unknown"]),
]

write("inseq_float8.json", output([sequence("CoarseFeatureAttributionSequenceOutput", source, target, source_attributions=safetensors([4, 2], [0] * 8, "F8_E4M3"))]))
expected["inseq_float8.json"] = [example("Hello world</s>", source, [], answer=["Ciao mondo", "", "unknown"])]

write("expected.json", json.dumps(expected, indent=1, ensure_ascii=False) + "\n")
