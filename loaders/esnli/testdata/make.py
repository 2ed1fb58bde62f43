"""Writes the files of this folder. Run it here: python3 make.py

All sentences and numbers are made up; keys, columns and layout are those of e-SNLI's files and of the highlighter's.
"""
import csv, json

pairs = [
    ("neutral", "Two sailors mend a net .", "The sailors are brothers .", "sailors who mend a net need not be brothers"),
    ("contradiction", "A man in a T-shirt sleeps , alone .", "The man is awake .", "he cannot sleep and be awake"),
    ("entailment", "A red kite flies .", "Something flies .", "a kite is something"),
    ("contradiction", "A girl eats soup .", "Nobody eats .", "the girl is somebody"),
    ("contradiction", "A boy eats bread .", "Nobody eats .", "the boy is somebody"),
    ("-", "A cat waits .", "The cat is hungry .", ""),
]
for name, column, end in [("labels", 0, "\n"), ("s1", 1, " \n"), ("s2", 2, "\n"), ("preproc1_expl_1", 3, "\n")]:
    with open(name + ".dev", "w", newline="\n", encoding="utf-8") as f:
        for p in pairs:
            f.write(p[column] + end)


def tagged(first, second, p, padding=3):
    words = ["<tag1>"] + first + ["<tag2>"] + second + ["<tag3>"]
    probabilities = [-1] + p[:len(first)] + [-1] + p[len(first):] + [-1] + [-1] * padding
    return {"word": words, "label": [-1 if x < 0 else int(x >= 0.5) for x in probabilities], "prob": probabilities}


# Words as another tokeniser has them: the join goes by letters and digits.
sleeping = ["A", "man", "in", "a", "T", "-", "shirt", "sleeps", ",", "alone", "."]
numbers = [0.125, 0.25, 0, 0, 0, 0, 0.0625, 0.75, 0, 0.5, 0] + [0.125, 0.25, 0.375, 0.9375, 0]
with open("highlights-dev.jsonl", "w", newline="\n") as f:
    f.write(json.dumps(tagged(sleeping, ["The", "man", "is", "awake", "."], numbers)) + "\n")
    f.write(json.dumps(tagged(["A", "dog", "."], ["A", "cat", "."], [0.5, 0.25, 0, 0.5, 1, 0], 0)) + "\n")
with open("lime-dev.jsonl", "w", newline="\n") as f:
    f.write(json.dumps({"word": ["The", "man", "is", "awake", "."], "contradiction": [0, 0.25, 0, 0.75, 0]}) + "\n\n")
    f.write(json.dumps({"word": ["Nobody", "eats", "."], "contradiction": [1, 0.5, 0], "neutral": [-0.25, 0, 0]}) + "\n")

columns = ["pairID", "gold_label", "Sentence1", "Sentence2"]
for k in "123":
    columns += ["Explanation_" + k, "Sentence1_marked_" + k, "Sentence2_marked_" + k, "Sentence1_Highlighted_" + k, "Sentence2_Highlighted_" + k]
with open("../../pages/testdata/esnli/table.csv", "w", newline="", encoding="utf-8") as f:
    out = csv.DictWriter(f, columns)
    out.writeheader()
    out.writerow({"pairID": "1.jpg#0r1c", "gold_label": "contradiction", "Sentence1": "A man, alone, sleeps.", "Sentence2": "The man is awake.",
                  "Explanation_1": "he cannot \"sleep\" and be awake", "Sentence1_marked_1": "A man, alone, *sleeps.*", "Sentence2_marked_1": "The man is *awake.*",
                  "Sentence1_Highlighted_1": "3", "Sentence2_Highlighted_1": "3",
                  "Explanation_2": "asleep is not awake", "Sentence1_marked_2": "A *man,* alone, *sleeps*.", "Sentence2_marked_2": "The man *is* *awake*.",
                  "Sentence1_Highlighted_2": "1,3", "Sentence2_Highlighted_2": "2,3"})
    out.writerow({"pairID": "2.jpg#1r1n", "gold_label": "neutral", "Sentence1": "A cat waits.", "Sentence2": "The cat is hungry.", "Explanation_1": "it may wait for something else",
                  "Sentence1_marked_1": "A cat waits.", "Sentence2_marked_1": "The cat was *hungry.*", "Sentence1_Highlighted_1": "{}", "Sentence2_Highlighted_1": "3"})
