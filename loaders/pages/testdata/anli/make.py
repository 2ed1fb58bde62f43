"""Writes the files of this folder. Run it here: python3 make.py

All rows are made up; only the columns, keys and their kinds are ANLI's.
"""
import csv, json

models = ["small", "tiny-v2", "anli-large"]
columns = ["context", "statement", "reason", "adversary_pred", "gold_label", "A1Code", "A1Notes", "eid", "uid", "tags"]
for m in models:
    columns += ["preds-" + m, "preds-" + m + "PredLabel"]

texts = [
    ("The lamp, bought in 1971, is red.", "The lamp is blue.", "Red is not blue,\nso it cannot be.", "c"),
    ("A \"quiet\" town has two mills.\n\nOne burnt down.", "The town has a mill.", "One of two is left.", "e"),
    ("Ana plays the oud.", "Ana plays well.", "It does not say how well — 你好.", "n"),
    ("It rains in May.", "It never rains.", "", "c"),
]
tags = [["Basic", "Lexical"], ["Numerical", "Cardinal"], ["Reference"], []]
numbers = {  # probabilities of e, n, c
    "small": [[0.1, 0.2, 0.7], [0.2, 0.7, 0.1], [0.3, 0.4, 0.3], [0.6, 0.3, 0.1]],
    "tiny-v2": [[0.25, 0.5, 0.25], [0.5, 0.25, 0.25], [0.125, 0.125, 0.75], [0.0, 0.25, 0.75]],
    "anli-large": [[2e-05, 0.00098, 0.999], [0.9, 0.05, 0.05], [0.01, 0.98, 0.01], [0.02, 0.01, 0.97]],
}
with open("analysis.csv", "w", newline="", encoding="utf-8") as f:
    out = csv.DictWriter(f, columns)
    out.writeheader()
    for i, (context, statement, reason, gold) in enumerate(texts):
        row = {"context": context, "statement": statement, "reason": reason, "adversary_pred": "n", "gold_label": gold, "A1Code": ", ".join(tags[i]),
               "A1Notes": "two~one" if i == 1 else "", "eid": "e%d" % i, "uid": "u%d" % i, "tags": str(tags[i])}
        for m in models:
            p = numbers[m][i]
            row["preds-" + m] = json.dumps(p)
            row["preds-" + m + "PredLabel"] = "enc"[p.index(max(p))]
        out.writerow(row)

with open("dev.jsonl", "w", encoding="utf-8", newline="\n") as f:
    for i, (context, statement, reason, gold) in enumerate(texts):
        f.write(json.dumps({"uid": "u%d" % i, "context": context, "hypothesis": statement, "label": gold, "model_label": "nec"[i % 3], "emturk": False,
                            "genre": "made up", "reason": reason, "tag": "dev_set", "xyz": None}, ensure_ascii=False) + "\n")
with open("premises.jsonl", "w", encoding="utf-8", newline="\n") as f:
    f.write(json.dumps({"uid": "u0", "premise": texts[0][0], "hypothesis": texts[0][1], "label": 2, "reason": texts[0][2]}) + "\n")
with open("verifier_labels.jsonl", "w", encoding="utf-8", newline="\n") as f:
    for uid, found in [("u1", ["e", "n", "e"]), ("u0", ["c", "c"]), ("other round", ["e"])]:
        f.write(json.dumps({"uid": uid, "verifier labels": found}) + "\n")

# What the rows say, worked out above and not from the files.
full = {"e": "entailment", "n": "neutral", "c": "contradiction"}
expected = {}
for m in models:
    expected[m] = []
    for i, (context, statement, reason, gold) in enumerate(texts):
        p = numbers[m][i]
        predicted = "enc"[p.index(max(p))]
        expected[m].append({"id": "u%d" % i, "question": statement, "passage": context, "explanation": reason, "tags": tags[i],
                            "answer": [full[predicted], full[gold], "right" if predicted == gold else "wrong"], "p": p})
with open("expected.json", "w", encoding="utf-8", newline="\n") as f:
    f.write(json.dumps(expected, indent=1, ensure_ascii=False) + "\n")
