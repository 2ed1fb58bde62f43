"""Writes the files of this folder and expected.json. Run it here: python3 make.py

Texts and numbers are made up; the shapes are those that rationale_benchmark/utils.py and metrics.py of ERASER read and write. The
expectations are computed here, with the reading of documents as utils.py has it: docs/<docid> without empty lines and tokens,
docs.jsonl with them.
"""
import json, os


def lines(path, rows):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as f:
        for r in rows:
            f.write(json.dumps(r, ensure_ascii=False) + "\n")


def evidence(docid, start, end, first=-1, last=-1):
    return {"text": "as the file has it", "docid": docid, "start_token": start, "end_token": end, "start_sentence": first, "end_sentence": last}


def from_folder(text):
    kept = [l.strip() for l in text.split("\n")]
    return [[t for t in l.split(" ") if t] for l in kept if l]


def from_lines(text):
    return [l.strip().split(" ") for l in text.split("\n")]


expected = {}

# One document each, in a folder; several groups of evidence.
docs = {
    "neg_1.txt": "a film  without a plot .\n\n  it has two jokes \nboth are old .\n",
    "pos_2.txt": "what a score !\nthe rest is good , too .\n",
}
os.makedirs("reviews/docs", exist_ok=True)
for name, text in docs.items():
    with open("reviews/docs/" + name, "w", newline="\n") as f:
        f.write(text)
val = [
    {"annotation_id": "neg_1.txt", "query": "What is the sentiment of this review?", "query_type": None, "docids": None, "classification": "NEG",
     "evidences": [[evidence("neg_1.txt", 2, 5, 0, 1)], [evidence("neg_1.txt", 10, 14, 2, 3)]]},
    {"annotation_id": "pos_2.txt", "query": "What is the sentiment of this review?", "query_type": None, "docids": ["pos_2.txt"], "classification": "POS",
     "evidences": [[evidence("pos_2.txt", 1, 6), evidence("pos_2.txt", -1, -1, 1, 2)]]},
    {"annotation_id": "neg_3.txt", "query": "What is the sentiment of this review?", "query_type": None, "docids": ["neg_1.txt"], "classification": "NEG", "evidences": []},
]
lines("reviews/val.jsonl", val)
lines("reviews/train.jsonl", [{**val[2], "annotation_id": "train_%d" % i} for i in range(20)])
results = [
    {"annotation_id": "pos_2.txt", "classification": "NEG", "classification_scores": {"NEG": 0.625, "POS": 0.375},
     "comprehensiveness_classification_scores": {"NEG": 0.5, "POS": 0.5}, "sufficiency_classification_scores": {"NEG": 0.75, "POS": 0.25},
     "rationales": [{"docid": "pos_2.txt", "hard_rationale_predictions": [{"start_token": 0, "end_token": 4}],
                     "soft_rationale_predictions": [0.5, 0.25, 0.125, 0, 0, 0, 0, 0.75, 0, 0, 1], "soft_sentence_predictions": [0.5, 0.125]}],
     "thresholded_scores": [{"threshold": 0.1}]},
    {"annotation_id": "neg_1.txt", "classification": "NEG", "classification_scores": {"NEG": 1, "POS": 0}, "rationales": [{"docid": "neg_1.txt", "hard_rationale_predictions": []}]},
]
lines("reviews/results.jsonl", results)


def tokens(doc):
    return [t for l in doc for t in l]


neg, pos = from_folder(docs["neg_1.txt"]), from_folder(docs["pos_2.txt"])


def starts(doc):
    at, spans = 0, []
    for l in doc:
        spans.append([at, at + len(l)])
        at += len(l)
    return spans


query = "What is the sentiment of this review?"
expected["reviews/results.jsonl"] = [
    {"id": "pos_2.txt", "question": query, "tokens": tokens(pos), "sentences": starts(pos), "answer": ["NEG", "POS", "wrong"],
     "scores": {"p_full": 0.625, "p_without_rationale": 0.5, "p_only_rationale": 0.75},
     "rationales": [["gold", [[1, 6], [4, 11]], None], ["predicted", [[0, 4]], None]],
     "attributions": [["rationale scores", "passage", results[0]["rationales"][0]["soft_rationale_predictions"]], ["sentence scores", "sentences", [0.5, 0.125]]]},
    {"id": "neg_1.txt", "question": query, "tokens": tokens(neg), "sentences": starts(neg), "answer": ["NEG", "NEG", "right"], "scores": {"p_full": 1},
     "rationales": [["gold 1", [[2, 5]], 0], ["gold 2", [[10, 14]], 2], ["predicted", [], None]], "attributions": []},
    {"id": "neg_3.txt", "question": query, "tokens": tokens(neg), "sentences": starts(neg), "answer": ["", "NEG", "unanswered"], "scores": None, "rationales": [], "attributions": []},
]
expected["reviews/val.jsonl"] = [
    {"id": "neg_1.txt", "question": query, "tokens": tokens(neg), "sentences": starts(neg), "answer": ["", "NEG", "unknown"], "scores": None,
     "rationales": [["gold 1", [[2, 5]], 0], ["gold 2", [[10, 14]], 2]], "attributions": []},
    {"id": "pos_2.txt", "question": query, "tokens": tokens(pos), "sentences": starts(pos), "answer": ["", "POS", "unknown"], "scores": None,
     "rationales": [["gold", [[1, 6], [4, 11]], None]], "attributions": []},
    {"id": "neg_3.txt", "question": query, "tokens": tokens(neg), "sentences": starts(neg), "answer": ["", "NEG", "unknown"], "scores": None, "rationales": [], "attributions": []},
]

# Two documents an example, in docs.jsonl, one of them with an empty line.
premise, hypothesis = "two dogs run\n\non a beach .", "the  animals are outside ."
lines("pairs/docs.jsonl", [{"docid": "7#p", "document": premise}, {"docid": "7#h", "document": hypothesis}, {"docid": "8", "document": "x"}])
lines("pairs/test.jsonl", [{"annotation_id": "7", "query": "", "query_type": "entailment", "docids": ["7#p", "7#h"], "classification": "entailment",
                            "evidences": [[evidence("7#p", 1, 2), evidence("7#h", 2, 3), evidence("7#h", 4, 5)]]},
                           {"annotation_id": "8", "query": "", "query_type": None, "docids": ["8"], "classification": "neutral", "evidences": []}])
soft = [0, 1, 0, 0.5, 0, 0, 0.25, 0]
both = [
    {"annotation_id": "7", "classification": "entailment", "classification_scores": {"entailment": 0.875}, "rationales": [
        {"docid": "7#h", "hard_rationale_predictions": [{"start_token": 2, "end_token": 3}], "soft_rationale_predictions": [0, 0, 1, 0, 0.5, 0]},
        {"docid": "7#p", "hard_rationale_predictions": [{"start_token": 0, "end_token": 2}], "soft_rationale_predictions": soft}]},
    {"annotation_id": "7", "classification": "entailment", "classification_scores": {"entailment": 0.875}, "rationales": [
        {"docid": "7#p", "soft_rationale_predictions": soft}]},
]
lines("pairs/results.jsonl", both)
p, h = from_lines(premise), from_lines(hypothesis)
joined = p + h
n = len(tokens(p))
assert n == 8 and len(tokens(h)) == 6
gold = ["gold", [[1, 2], [n + 2, n + 3], [n + 4, n + 5]], None]
shared = {"id": "7", "question": "", "tokens": tokens(joined), "sentences": starts(joined), "answer": ["entailment", "entailment", "right"], "scores": {"p_full": 0.875}}
expected["pairs/results.jsonl"] = [
    {**shared, "rationales": [gold, ["predicted", [[n + 2, n + 3], [0, 2]], None]], "attributions": [["rationale scores", "passage", soft + [0, 0, 1, 0, 0.5, 0]]]},
    {**shared, "rationales": [gold], "attributions": [["rationale scores, 7#p", "tokens", soft]]},
    {"id": "8", "question": "", "tokens": ["x"], "sentences": [[0, 1]], "answer": ["", "neutral", "unanswered"], "scores": None, "rationales": [], "attributions": []},
]

with open("expected.json", "w", encoding="utf-8", newline="\n") as f:
    f.write(json.dumps(expected, indent=1, ensure_ascii=False) + "\n")
