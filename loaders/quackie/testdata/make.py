"""Writes the files of this folder. Run it here: python3 make.py

Texts and scores are made up. Sentences are found here as spans of characters, which is what the export takes from NLTK.
"""
import json

contexts = [
    ("Ada kept bees. She sold “honey”  in Łódź! Nobody else did.", [(0, 14), (15, 41), (42, 58)]),
    ("One sentence only", [(0, 17)]),
]
for text, spans in contexts:
    for s, e in spans:
        assert text[s:e].strip() == text[s:e], text[s:e]
qas = [
    (0, "q1", "Where did she sell it?", ["in Łódź", "Łódź", "in Łódź"]),
    (0, "q2", "Who kept bees?", ["Ada"]),
    (1, "q3", "How many?", ["One"]),
]
squad = {"version": "made up", "data": [{"title": "t", "paragraphs": [
    {"context": text, "qas": [{"id": i, "question": q, "answers": [{"text": a, "answer_start": text.find(a)} for a in answers]} for c, i, q, answers in qas if c == k]}
    for k, (text, _) in enumerate(contexts)]}]}
with open("squad.json", "w", encoding="utf-8", newline="\n") as f:
    json.dump(squad, f, ensure_ascii=False)
with open("results.jsonl", "w", encoding="utf-8", newline="\n") as f:
    for row in [
        {"sample_id": "q1", "gt": [[0, 1, 0], [0, 1, 0], [0, 0, 1]], "prediction": [0.25, 0.75, -0.5], "sentences": contexts[0][1]},
        {"sample_id": [7, "q2"], "gt": [[1, 0, 0]], "prediction": [0.5, 0.25, 0.125], "sentences": 3},
        {"sample_id": [8, "q3"], "gt": [[1]], "prediction": [1.5]},
        {"sample_id": "q4", "gt": [[0, 1]], "prediction": [0.5, 0.25, 0], "sentences": 2},
    ]:
        f.write(json.dumps(row) + "\n")
