"""Makes the results, annotations and documents of this folder, at random, in the
shapes that ERASER's rationale_benchmark/metrics.py reads (DeYoung et al. 2020,
Apache-2.0). expected.json is what that script says of them:

    python make.py
    python -m rationale_benchmark.metrics --data_dir . --split test --results results.jsonl --score_file expected.json
"""
import json
import random

r = random.Random(5)
words = "the a film plot actor scene good bad slow fine".split()
docs, annotations, results = {}, [], []


def spans(n, most):
    found = []
    for _ in range(r.randint(0, most)):
        start = r.randrange(n)
        found.append((start, min(n, start + r.randint(1, 6))))
    return found


def probabilities():
    p = round(r.random(), 3)
    return {"POS": p, "NEG": 1 - p}


for i in range(40):
    ids = ["%d-%d" % (i, k) for k in range(r.randint(1, 3))]
    for d in ids:
        docs[d] = [[r.choice(words) for _ in range(r.randint(2, 8))] for _ in range(r.randint(1, 4))]
    size = {d: sum(len(l) for l in docs[d]) for d in ids}
    groups = []
    for d in ids:
        for s, e in spans(size[d], 2):
            groups.append({"text": "", "docid": d, "start_token": s, "end_token": e, "start_sentence": -1, "end_sentence": -1})
    if not groups and r.random() < .7:
        groups.append({"text": "", "docid": ids[0], "start_token": 0, "end_token": 2, "start_sentence": -1, "end_sentence": -1})
    cut = r.randint(1, max(1, len(groups)))
    kind = r.choice(["POS", "NEG"])
    annotations.append({"annotation_id": str(i), "query": "which?", "query_type": None, "docids": ids, "classification": kind,
                        "evidences": [g for g in (groups[:cut], groups[cut:]) if g]})
    rationales = []
    for k, d in enumerate(ids):
        if k > 0 and r.random() < .2:
            continue  # a document of which the model says nothing
        hard = [(0, min(3, size[d]))] if i == 0 else spans(size[d], 3)
        for g in groups:
            if g["docid"] == d and r.random() < .5:
                hard.append((g["start_token"], min(size[d], g["end_token"] + r.randint(0, 2))))
        apart = []  # as the script wants them
        for s, e in hard:
            if all(e <= a or s >= b for a, b in apart):
                apart.append((s, e))
        rationales.append({"docid": d, "hard_rationale_predictions": [{"start_token": s, "end_token": e} for s, e in apart],
                           "soft_rationale_predictions": [r.randint(0, 6) / 8 for _ in range(size[d])]})
    results.append({"annotation_id": str(i), "rationales": rationales, "classification": r.choice([kind, kind, "POS", "NEG"]),
                    "classification_scores": probabilities(), "comprehensiveness_classification_scores": probabilities(),
                    "sufficiency_classification_scores": probabilities()})

for name, rows in [("docs.jsonl", [{"docid": d, "document": "\n".join(" ".join(l) for l in docs[d])} for d in docs]),
                   ("test.jsonl", annotations), ("results.jsonl", results)]:
    with open(name, "w", encoding="utf-8", newline="\n") as f:
        f.writelines(json.dumps(row) + "\n" for row in rows)
