"""Write runs for faithscope: one file, no dependencies, Python 3.8 or later.

    with Run("run.jsonl", name="my model") as run:
        run.add("1", "Is there a dog?", answer=answer("yes", gold="yes"))

Every example is a line that is on the disk before the next begins, so a run
that is stopped keeps what it had. What faithscope would report as a problem is
refused here, where the line that wrote it is on the traceback.
"""

import json
import math
import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

__all__ = ["Run", "answer", "attribution", "found", "gold", "image", "pair", "passage", "rationale", "step"]

Box = Sequence[float]
Span = Sequence[int]


def _some(**fields: Any) -> Dict[str, Any]:
    return {key: value for key, value in fields.items() if value is not None}


def _numbers(what: str, numbers: Sequence[float], low: float = -math.inf, high: float = math.inf) -> List[float]:
    """Plain floats of a list, an array or a tensor, each within low..high."""
    plain = [float(x) for x in numbers]
    for x in plain:
        if not math.isfinite(x) or not low <= x <= high:
            raise ValueError(f"{what}: {x} is not a number of {low}..{high}")
    return plain


def _box(box: Box) -> List[float]:
    plain = _numbers("box", box)
    if len(plain) != 4:
        raise ValueError(f"a box has four numbers, not {len(plain)}")
    return plain


def answer(
    predicted: Any,
    gold: Any = None,
    correct: Optional[bool] = None,
    probability: Optional[float] = None,
    scores: Optional[Mapping[str, float]] = None,
    classes: Optional[Mapping[str, float]] = None,
) -> Dict[str, Any]:
    """What the model said and what is right; gold may be a list of right answers.

    Without correct, the prediction is right that is a gold answer. scores are
    metrics of your own, by name, and classes the probabilities of the answers
    that were possible.
    """
    if classes is not None:
        classes = dict(zip(classes, _numbers("classes", list(classes.values()), 0, 1)))
    if probability is not None:
        probability = _numbers("probability", [probability], 0, 1)[0]
    if scores is not None:
        scores = {name: _numbers(name, [x])[0] for name, x in scores.items()}
    return _some(predicted=predicted, gold=gold, correct=correct, probability=probability, classes=classes, scores=scores)


def image(
    path: Optional[str] = None,
    width: Optional[int] = None,
    height: Optional[int] = None,
    proposals: Optional[Sequence[Box]] = None,
    labels: Optional[Sequence[str]] = None,
    gold: Optional[Sequence[Box]] = None,
) -> Dict[str, Any]:
    """A picture by its path beside the run, its size in pixels, and its boxes.

    Boxes are written as the run's box_format and box_units say.
    """
    if labels is not None and len(labels) != len(proposals or []):
        raise ValueError(f"{len(labels)} labels for {len(proposals or [])} proposals")
    return _some(
        path=path,
        width=width,
        height=height,
        proposals=None if proposals is None else [_box(b) for b in proposals],
        labels=None if labels is None else list(labels),
        gold=None if gold is None else [_box(b) for b in gold],
    )


def passage(sentences: Sequence[str]) -> Dict[str, Any]:
    """A text as its sentences, each cut into tokens at white space."""
    tokens: List[str] = []
    spans: List[List[int]] = []
    for sentence in sentences:
        first = len(tokens)
        tokens += sentence.split()
        spans.append([first, len(tokens)])
    return {"text": " ".join(sentences), "tokens": tokens, "sentences": spans}


def found(box: Box, probability: float = 1.0, label: str = "") -> Dict[str, Any]:
    """A box that a module found itself, for detected of a step."""
    return {"box": _box(box), "probability": _numbers("probability", [probability], 0, 1)[0], "label": label}


def gold(
    boxes: Optional[Sequence[Sequence[Box]]] = None,
    spans: Optional[Sequence[Span]] = None,
    value: Optional[float] = None,
    text: Optional[str] = None,
) -> Dict[str, Any]:
    """What a module should have returned: boxes per image, spans of tokens, a value or a text."""
    given = _some(boxes=None if boxes is None else [[_box(b) for b in list_] for list_ in boxes], spans=spans, value=value, text=text)
    if len(given) != 1:
        raise ValueError("gold is one of boxes, spans, value and text")
    return given


def step(
    op: str,
    text: str = "",
    children: Sequence[int] = (),
    boxes: Optional[Sequence[Sequence[float]]] = None,
    detected: Optional[Sequence[Sequence[Mapping[str, Any]]]] = None,
    tokens: Optional[Sequence[float]] = None,
    truth: Optional[float] = None,
    options: Optional[Mapping[str, float]] = None,
    value: Any = None,
    gold: Optional[Mapping[str, Any]] = None,
    error: str = "",
    seconds: Optional[float] = None,
    arguments: Any = None,
) -> Dict[str, Any]:
    """A module of a program, or a call that it made, with what it returned.

    The output is one of boxes (per image, a probability per proposal), detected
    (per image, what found returns), tokens (a probability per token of the
    passage), truth, options, and value (a text, or anything that JSON has). The
    arguments of a call are anything that JSON has, text is one of its own.
    """
    outputs = _some(
        boxes=None if boxes is None else [_numbers(op, p, 0, 1) for p in boxes],
        detected=None if detected is None else [list(d) for d in detected],
        tokens=None if tokens is None else _numbers(op, tokens, 0, 1),
        truth=None if truth is None else _numbers(op, [truth], 0, 1)[0],
        options=None if options is None else dict(zip(options, _numbers(op, list(options.values()), 0, 1))),
    )
    if value is not None:
        outputs["text" if isinstance(value, str) else "json"] = value
    if len(outputs) > 1:
        raise ValueError(f"{op} returned {' and '.join(outputs)}: one belongs there")
    return _some(
        op=op, text=text or None, arguments=arguments, children=list(children) or None, output=outputs or None, gold=gold, error=error or None, seconds=seconds
    )


def pair(premise: str, hypothesis: str) -> Dict[str, Any]:
    """What Run.add needs of a premise and a hypothesis: add(id, **pair(premise, hypothesis))."""
    return {"question": hypothesis, "tokens": hypothesis.split(), "passage": {"text": premise, "tokens": premise.split()}, "pair": True}


def attribution(name: str, tokens: Sequence[str], scores: Sequence[float], explains: Optional[str] = None) -> Dict[str, Any]:
    """A score per token or feature from an explanation method, of the predicted class or of the one it explains."""
    plain = _numbers(name, scores)
    if len(plain) != len(tokens):
        raise ValueError(f"{name}: {len(plain)} scores for {len(tokens)} tokens")
    row = {"name": name, "over": "tokens", "tokens": list(tokens), "scores": plain, "signed": any(x < 0 for x in plain)}
    return dict(row, **_some(**{"class": explains}))


def rationale(
    name: str,
    sentence: Optional[int] = None,
    spans: Optional[Sequence[Span]] = None,
    over: str = "passage",
    scores: Optional[Sequence[float]] = None,
    tokens: Optional[Sequence[str]] = None,
    answer: Optional[str] = None,
) -> Dict[str, Any]:
    """What mattered by a human: a sentence of the passage by its place, spans of tokens, or a share of the annotators per token.

    tokens are those that spans and scores are of, where they are not those of
    what the rationale is over; answer is the reference answer that it belongs
    to, where there are several.
    """
    if sum(x is not None for x in (sentence, spans, scores)) != 1:
        raise ValueError(f"{name}: one of a sentence, spans and scores")
    if scores is not None and tokens is not None and len(scores) != len(tokens):
        raise ValueError(f"{name}: {len(scores)} scores for {len(tokens)} tokens")
    return _some(
        name=name,
        over=over,
        answer=answer,
        tokens=None if tokens is None else list(tokens),
        sentence=sentence,
        spans=None if spans is None else [list(s) for s in spans],
        scores=None if scores is None else _numbers(name, scores),
    )


class Run:
    """A run that is written to path, line by line.

    An existing file is gone on with, without a second header. scored names the
    attributions that are scored, each as a run of its own; without it the first is.
    """

    def __init__(self, path: Union[str, "os.PathLike[str]"], name: str = "", box_format: str = "xyxy", box_units: str = "fraction", scored: Optional[Sequence[str]] = None, **about: str):
        if box_format not in ("xyxy", "xywh") or box_units not in ("fraction", "pixels"):
            raise ValueError("box_format is xyxy or xywh, box_units fraction or pixels")
        self._ids: set = set()
        self._file = open(path, "a", encoding="utf-8")
        if self._file.tell() == 0:
            self._write({"faithscope": 1, "run": dict(_some(name=name or None, scored=None if scored is None else list(scored), **about), box_format=box_format, box_units=box_units)})

    def add(
        self,
        id: Any,
        question: str,
        answer: Optional[Mapping[str, Any]] = None,
        program: Union[str, Sequence[Mapping[str, Any]], None] = None,
        steps: Optional[Sequence[Mapping[str, Any]]] = None,
        images: Optional[Sequence[Mapping[str, Any]]] = None,
        passage: Union[str, Mapping[str, Any], None] = None,
        tokens: Optional[Sequence[str]] = None,
        attributions: Optional[Sequence[Mapping[str, Any]]] = None,
        rationales: Optional[Sequence[Mapping[str, Any]]] = None,
        **more: Any,
    ) -> None:
        """Write an example. program is a tree of steps, or code beside steps that ran one after the other."""
        id = str(id)
        if not id or id in self._ids:
            raise ValueError(f"the id {id!r} is empty or was there before")
        for module in list(steps or []) + (list(program) if isinstance(program, (list, tuple)) else []):
            lists = module.get("output", {}).get("boxes")
            if lists is not None and [len(p) for p in lists] != [len(im.get("proposals", [])) for im in images or []]:
                raise ValueError(f"{module['op']}: a probability belongs to each proposal of each image")
        self._write(
            _some(id=id, question=question, answer=answer, program=program, steps=steps, images=images, passage=passage,
                  tokens=tokens, attributions=attributions, rationales=rationales, **more)
        )
        self._ids.add(id)

    def _write(self, line: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
