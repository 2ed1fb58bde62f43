"""Write runs for faithscope: one file, no dependencies, Python 3.8 or later.

    with Run("run.jsonl", name="my model") as run:
        run.add("1", "Is there a dog?", answer=answer("yes", gold="yes"))

Every example is a line that is on the disk before the next begins, so a run
that is stopped keeps what it had, and a script that is run again replaces the
examples of the first time.

No value ends the program that writes it. Numbers, arrays and tensors of any
library, paths and exceptions become what JSON has. A number that is not finite
is written as null, a probability a little outside 0..1 as 0 or 1; a warning says
so once, and the example's meta.note each time. A keyword that does not exist
raises TypeError with the nearest one that does.
"""

import dataclasses
import difflib
import enum
import functools
import inspect
import json
import math
import os
import sys
import threading
import warnings
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, TypeVar, Union, cast

__all__ = ["Run", "answer", "attribution", "chat", "found", "gold", "image", "judge", "pair", "passage", "passages", "rationale", "step", "verdict"]

Box = Sequence[float]
Span = Sequence[int]
Part = Dict[str, Any]  # of an example
Parts = Optional[Sequence[Mapping[str, Any]]]
Shares = Optional[Mapping[str, float]]  # by name
Text = Optional[str]
Texts = Optional[Sequence[str]]
Path = Union[str, "os.PathLike[str]"]
F = TypeVar("F", bound=Callable[..., Any])


def _checked(f: F) -> F:
    """f with the nearest name in the error for a keyword that it does not have."""
    known = [name for name in inspect.signature(f).parameters if name != "self"]
    name = f.__qualname__.replace(".__init__", "")

    @functools.wraps(f)
    def call(*args: Any, **named: Any) -> Any:
        for key in named:
            if key not in known:
                near = difflib.get_close_matches(key, known, 1, 0.5)
                raise TypeError(f"{name} has no {key!r}" + (f"; did you mean {near[0]!r}?" if near else f": it has {', '.join(known)}"))
        return f(*args, **named)

    return cast(F, call)


_warned: set = set()


def _warn(kind, text):
    """Warn once of a kind, where the caller's own code is."""
    if kind not in _warned:
        _warned.add(kind)
        level, frame = 2, sys._getframe(1)
        while frame.f_back is not None and frame.f_code.co_filename == _warn.__code__.co_filename:
            level, frame = level + 1, frame.f_back
        warnings.warn(f"{text} (said once)", RuntimeWarning, stacklevel=level)


def _some(**fields):
    return {key: value for key, value in fields.items() if value is not None}


def _list(values):
    """The elements of a list, an array, a tensor or a generator; a single value is a list of one; None for None."""
    values = _opened(values)
    return values if values is None or isinstance(values, list) else [values]


def _opened(value):
    if type(value) in (float, int, str, list, dict):
        return value
    if isinstance(value, BaseException):
        return f"{type(value).__name__}: {value}"
    if isinstance(value, enum.Enum):
        return value.value
    if hasattr(value, "tolist"):  # an array, a tensor, a number of either
        return value.tolist()
    if hasattr(value, "numpy"):
        return _opened(value.numpy())
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, (bytes, bytearray)):
        return value.decode("utf-8", "replace")
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
    if isinstance(value, Iterable) and not isinstance(value, (str, Mapping)):
        return list(value)
    return value


# What the keys of an example hold, some by the key above them too: texts, whole numbers,
# probabilities, a verdict, and anything. Below probabilities and anything, keys are names
# of the user's own.
_KINDS = {
    key: kind
    for kind, keys in {
        "text": "question op name label labels kind explanation explanations explanation_tokens path error over class tags groups"
        " entailed text logical tokens passage reason category by",
        "whole": "width height children sentence sentences spans",
        "number": "documents.tokens verdict.score",
        "share": "probability truth credit classes options attributes relations output.boxes output.tokens",
        "verdict": "correct",
        "free": "meta arguments json scores",
    }.items()
    for key in keys.split()
}


class _Plain:
    def __init__(self) -> None:
        self.notes: List[str] = []

    def note(self, at, what, text):
        """Note what became of a value, and warn once of its like. Returns None, which stands for a value that is lost."""
        self.notes.append(f"{at}: {text}")
        _warn(what, f"faithscope: {at}: {text}")

    def value(self, value, at="", key="", kind="", depth=0):
        try:
            value = _opened(value)
            if isinstance(value, Mapping) and depth < 50:
                plain = {}
                for name, inner in value.items():
                    of = kind if kind in ("share", "free") else _KINDS.get(f"{key}.{name}", _KINDS.get(name, ""))
                    plain[str(name)] = self.value(inner, f"{at}.{name}" if at else str(name), name, of, depth + 1)
                return plain
            low, high = (0, 1) if kind == "share" else (-sys.float_info.max, sys.float_info.max)
            if isinstance(value, list) and kind not in ("text", "whole") and all(type(x) in (float, int) and low <= x <= high for x in value):
                return value  # the usual case
            if isinstance(value, list) and depth < 50:
                return [self.value(v, f"{at}[{i}]", key, kind, depth + 1) for i, v in enumerate(value)]
            return self.leaf(value, at, kind)
        except Exception as error:  # the value's own code raised it
            self.note(at, "raises", f"a {type(value).__name__} is written as null: {error}")
            return None

    def leaf(self, value, at, kind):
        if value is None or type(value).__name__ in ("NAType", "NaTType"):  # of pandas
            return None
        if kind == "verdict":
            if value in (0, 1):
                return bool(value)
            return self.note(at, "verdict", f"{value!r} is neither true nor false and is written as null")
        if kind == "share":
            return self.number(value, at, kind)
        if isinstance(value, str) or isinstance(value, bool) and kind != "text":
            return value
        if isinstance(value, bool) or not hasattr(value, "__float__"):
            if kind not in ("text", "free"):
                self.note(at, "kind", f"a {type(value).__name__} is written as its text")
            return str(value)
        number = self.number(value, at, kind)
        return str(number) if kind == "text" and number is not None else number

    def number(self, value, at, kind):
        x = float(value)
        if not math.isfinite(x):
            return self.note(at, "finite", f"{x} is written as null")
        if kind == "share" and not 0 <= x <= 1:
            if not -1e-3 <= x <= 1.001:
                return self.note(at, "share", f"{x!r} is not within 0..1 and is written as null")
            value = min(max(x, 0.0), 1.0)
            self.note(at, "clipped", f"{x!r} is written as {value:g}")
            return value
        return int(value) if isinstance(value, int) or kind == "whole" and x == int(x) else x


@_checked
def answer(
    predicted: Any,
    gold: Any = None,
    correct: Optional[bool] = None,
    probability: Optional[float] = None,
    scores: Shares = None,
    classes: Shares = None,
) -> Part:
    """What the model said and what is right; gold may be a list of right answers.

    A prediction of None is a question that the model did not answer: it counts
    as wrong. Without correct, the prediction is right that is a correct answer.
    scores are metrics of your own, by name, and classes the probabilities of
    the answers that were possible.
    """
    return dict(_some(gold=gold, correct=correct, probability=probability, classes=classes, scores=scores), predicted=predicted)


@_checked
def image(
    path: Optional[Path] = None,
    width: Optional[int] = None,
    height: Optional[int] = None,
    proposals: Optional[Sequence[Box]] = None,
    labels: Texts = None,
    gold: Optional[Sequence[Box]] = None,
) -> Part:
    """A picture by its path beside the run, its size in pixels, and its boxes.

    Boxes are written as the run's box_format and box_units say.
    """
    boxes = 0 if proposals is None else len(proposals)
    if labels is not None and len(labels) != boxes:
        _warn("labels", f"faithscope: {len(labels)} labels for {boxes} proposals are left out")
        labels = None
    return _some(path=path, width=width, height=height, proposals=proposals, labels=labels, gold=gold)


@_checked
def passage(sentences: Union[str, Sequence[str]]) -> Part:
    """A text as its sentences, each cut into tokens at white space."""
    joined = passages({"": sentences})
    del joined["documents"]
    return joined


@_checked
def passages(documents: Union[Mapping[str, Any], Sequence[Any]]) -> Part:
    """Several texts, by name or numbered from 1: each a text, or the list of its sentences."""
    if not isinstance(documents, Mapping):
        documents = {str(i): text for i, text in enumerate(documents, 1)}
    sentences: List[str] = []
    tokens: List[str] = []
    spans: List[Tuple[int, int]] = []
    named = []
    for name, text in documents.items():
        first = len(tokens)
        for sentence in _list(text):
            sentences.append(str(sentence))
            spans.append((len(tokens), len(tokens) + len(sentences[-1].split())))
            tokens += sentences[-1].split()
        named.append({"name": name, "tokens": (first, len(tokens))})
    return {"text": " ".join(sentences), "tokens": tokens, "sentences": spans, "documents": named}


@_checked
def found(box: Box, probability: float = 1.0, label: str = "") -> Part:
    """A box that a module found itself, for detected of a step."""
    return {"box": box, "probability": probability, "label": label}


@_checked
def gold(
    boxes: Optional[Sequence[Sequence[Box]]] = None,
    spans: Optional[Sequence[Span]] = None,
    value: Optional[float] = None,
    text: Text = None,
    verdict: Optional[Mapping[str, Any]] = None,
) -> Optional[Part]:
    """What a module should have returned: boxes per image, spans of tokens, a value, a text or a verdict; None for none of them."""
    return _one("gold", _some(boxes=boxes, spans=spans, value=value, text=text, verdict=verdict))


@_checked
def verdict(label: Text = None, reason: Text = None, score: Optional[float] = None, category: Text = None, by: Text = None) -> Part:
    """What somebody says of a step: right, neutral or wrong, a score from 0 to 1, or both."""
    return _some(label=label, score=score, reason=reason, category=category, by=by)


def _one(of, given):
    if len(given) > 1:
        _warn("several", f"faithscope: {of} has {' and '.join(given)}, where one belongs: the first is written")
    return dict(list(given.items())[:1]) or None


@_checked
def judge(name: str, scores: Sequence[Any]) -> Part:
    """What a judge says of each step, for judge of Run.add: a score from 0 to 1 (lower is worse), right, neutral or wrong, or None for nothing."""
    said = [dict(_some(**{"label" if isinstance(x, str) else "score": x}), by=name) for x in map(_opened, _list(scores))]
    return {"name": name, "steps": said}


class Step(Dict[str, Any]):
    """A step, to which people's verdict can be added: step("add", "2 + 3 = 6").wrong("it is 5")."""

    def right(self, reason: Text = None, by: Text = None) -> "Step":
        """People call the step right."""
        return self._mark("right", reason, None, by)

    def neutral(self, reason: Text = None, by: Text = None) -> "Step":
        """People call the step neither right nor wrong."""
        return self._mark("neutral", reason, None, by)

    def wrong(self, reason: Text = None, category: Text = None, by: Text = None) -> "Step":
        """People call the step wrong; category is the kind of error."""
        return self._mark("wrong", reason, category, by)

    def _mark(self, label, reason, category, by):
        if "gold" in self:
            _warn("gold", f"faithscope: the gold of {self['op']} is replaced by a verdict")
        self["gold"] = {"verdict": verdict(label, reason, category=category, by=by)}
        return self


@_checked
def step(
    op: str,
    text: str = "",
    children: Sequence[int] = (),
    boxes: Optional[Sequence[Sequence[float]]] = None,
    detected: Optional[Sequence[Sequence[Mapping[str, Any]]]] = None,
    tokens: Optional[Sequence[float]] = None,
    truth: Optional[float] = None,
    options: Shares = None,
    value: Any = None,
    verdict: Optional[Mapping[str, Any]] = None,
    gold: Optional[Mapping[str, Any]] = None,
    error: Union[str, BaseException] = "",
    seconds: Optional[float] = None,
    arguments: Any = None,
) -> Step:
    """A module of a program, or a call that it made, with what it returned.

    The output is one of boxes (per image, a probability per proposal), detected
    (per image, what found returns), tokens (a probability per token of the
    passage), truth, options, verdict, and value (a text, or anything that JSON has). The
    arguments of a call are anything that JSON has, text is one of its own.
    """
    said = "text" if isinstance(value, (str, BaseException, os.PathLike)) else "json"
    output = _one(op, _some(boxes=boxes, tokens=tokens, truth=truth, options=options, detected=detected, verdict=verdict, **{said: value}))
    below = _list(children) or None
    return Step(_some(op=op, text=text or None, arguments=arguments, children=below, output=output, gold=gold, error=error or None, seconds=seconds))


@_checked
def pair(premise: str, hypothesis: str) -> Part:
    """What Run.add needs of a premise and a hypothesis: add(id, **pair(premise, hypothesis))."""
    return {"question": hypothesis, "tokens": hypothesis.split(), "passage": {"text": premise, "tokens": premise.split()}, "pair": True}


@_checked
def chat(
    messages: Sequence[Any], gold: Any = None, correct: Optional[bool] = None, probability: Optional[float] = None, scores: Shares = None
) -> Part:
    """What Run.add needs of a chat: add(id, **chat(messages, gold="42")).

    Messages are those of OpenAI or Anthropic, as dicts or as their packages'
    objects. The last text of the user is the question and the assistant's last
    text after it the answer. Each message of the assistant is a step, with its
    calls of tools behind its text and their results as its output; a chat
    without calls and with one such message has none.
    """
    steps: List[Part] = []
    makers: Dict[Any, Part] = {}
    question, reply = "", None
    for message in map(_mapping, messages):
        role, content = str(message.get("role")), message.get("content")
        text, parts = _text(content), [] if isinstance(content, str) else [_mapping(p) for p in content or []]
        results = [(p.get("tool_use_id"), _text(p.get("content")), p.get("is_error")) for p in parts if p.get("type") == "tool_result"]
        if role == "tool":
            results = [(message.get("tool_call_id"), text, False)]
        elif role == "user" and text:
            question, reply = text, None
        elif role == "assistant":
            calls = [_mapping(c) for c in message.get("tool_calls") or []] + [p for p in parts if p.get("type") == "tool_use"]
            lines = [text]
            for function in (_mapping(call.get("function") or call) for call in calls):
                given = function.get("arguments", function.get("input"))
                lines.append("%s %s" % (function.get("name"), given if isinstance(given, str) else json.dumps(given)))
            steps.append(step(str(message.get("name") or role), "\n".join(lines).strip()))
            makers.update((call.get("id"), steps[-1]) for call in calls)
            reply = None if calls else text or None
        for maker, said, failed in results:
            if maker in makers:
                before = makers[maker].get("output")
                makers[maker].update(_some(output={"text": before["text"] + "\n" + said if before else said}, error=said if failed else None))
    return {
        "question": question,
        "answer": answer(reply, gold, correct, probability, scores),
        "steps": steps if makers or len(steps) > 1 else None,
    }


def _mapping(thing):
    if isinstance(thing, Mapping):
        return thing
    return thing.model_dump() if hasattr(thing, "model_dump") else vars(thing) if hasattr(thing, "__dict__") else {"text": str(thing)}


def _text(content):
    return content if isinstance(content, str) else "\n".join(str(p["text"]) for p in map(_mapping, content or []) if p.get("text"))


def _parsed(text):
    try:
        return json.loads(text)
    except (TypeError, ValueError):
        return text


@_checked
def attribution(
    name: str, tokens: Texts = None, scores: Sequence[float] = (), explains: Text = None, over: str = "tokens"
) -> Part:
    """A score per token or feature from an explanation method, of the predicted class or of the one it explains.

    over says what the scores are of: tokens of the attribution's own, or, where
    tokens is None, "question", "passage", "sentences" (of the passage) or
    "image 0" (the proposals of a picture).
    """
    scores, tokens = _list(scores), _list(tokens)
    _match(name, scores, tokens)
    signed = any(isinstance(x, (int, float)) and x < 0 for x in map(_opened, scores))
    return _some(name=name, over=over, tokens=tokens, scores=scores, signed=signed, **{"class": explains})


def _match(name, scores, tokens):
    if scores is not None and tokens is not None and len(scores) != len(tokens):
        _warn("lengths", f"faithscope: {name}: {len(scores)} scores for {len(tokens)} tokens: faithscope will not read them")


@_checked
def rationale(
    name: str,
    sentence: Optional[int] = None,
    spans: Optional[Sequence[Span]] = None,
    over: str = "passage",
    scores: Optional[Sequence[float]] = None,
    tokens: Texts = None,
    answer: Text = None,
) -> Part:
    """What mattered by a human: a sentence of the passage by its place, spans of tokens, or a share of the annotators per token.

    tokens are those that spans and scores are of, where they are not those of
    what the rationale is over; answer is the reference answer that it belongs
    to, where there are several.
    """
    _match(name, scores, tokens)
    what = _one(name, _some(sentence=sentence, spans=spans, scores=scores))
    return _some(name=name, over=over, answer=answer, tokens=tokens, **(what or {}))


class Run:
    """A run that is written to path, line by line.

    An existing run is continued under its own header: an example that it has is
    replaced when its id is added, and a line that was not finished is removed.
    Its boxes must be written alike. scored names the attributions that are
    scored, each as a run of its own; without it the first is.
    """

    @_checked
    def __init__(
        self,
        path: Path,
        name: str = "",
        box_format: str = "xyxy",
        box_units: str = "fraction",
        scored: Texts = None,
        model: Text = None,
        dataset: Text = None,
        note: Text = None,
        created: Text = None,
        gold: Text = None,
        image_root: Text = None,
    ):
        if box_format not in ("xyxy", "xywh") or box_units not in ("fraction", "pixels"):
            raise ValueError("box_format is xyxy or xywh, box_units fraction or pixels")
        self._path = os.fspath(path)
        self._before: Dict[str, List[Tuple[int, int]]] = {}  # where the lines of an id are, and how long
        self._ids: set = set()
        self._unnamed = 0
        self._lock = threading.Lock()
        about = _some(name=name or None, model=model, dataset=dataset, note=note, created=created, gold=gold, image_root=image_root)
        header = dict({key: str(_opened(x)) for key, x in about.items()}, box_format=box_format, box_units=box_units, **_some(scored=_list(scored)))
        if self._path.endswith((".gz", ".zst")):
            raise ValueError(f"{self._path}: a run is written plain; pack it when it is complete")
        end, closed = self._read(header) if os.path.exists(path) else (0, True)
        self._file = open(path, "ab")
        if end < os.path.getsize(path):
            _warn("half", f"faithscope: {path}: the last line was not finished and is removed")
            self._file.truncate(end)
        if end == 0:
            self._write("", {"faithscope": 1, "run": header})
        elif not closed:
            self._file.write(b"\n")

    def _read(self, header):
        """Learn what the run holds, and return where its last whole line ends, and whether with a line end."""
        end, first, line = 0, True, b"\n"
        with open(self._path, "rb") as f:
            for line in f:
                found = _parsed(line)
                if not line.endswith(b"\n") and not isinstance(found, dict):
                    return end, True
                if line.strip() and first:
                    self._agree(found if isinstance(found, dict) else {}, header)
                    first = False
                if isinstance(found, dict) and "id" in found:
                    self._before.setdefault(str(found["id"]), []).append((end, len(line)))
                end += len(line)
        return end, line.endswith(b"\n")

    def _agree(self, found, header):
        if "faithscope" not in found and "id" not in found:
            raise ValueError(f"{self._path} is not a run of faithscope; it is left as it is")
        there = dict({"box_format": "xyxy", "box_units": "fraction"}, **(found.get("run") or {}))
        for key in ("box_format", "box_units"):
            if there[key] != header[key]:
                raise ValueError(f"{self._path} has the {key} {there[key]}, not {header[key]}; continue it so or choose another path")
        other = [key for key in header if there.get(key) != header[key] and key != "created"]
        if other:
            _warn("header", f"faithscope: {self._path} keeps its header, whose {' and '.join(other)} differ")

    @_checked
    def add(
        self,
        id: Any,
        question: str = "",
        answer: Any = None,
        program: Union[str, Sequence[Mapping[str, Any]], None] = None,
        steps: Parts = None,
        images: Parts = None,
        passage: Union[str, Mapping[str, Any], Sequence[Any], None] = None,
        tokens: Texts = None,
        attributions: Parts = None,
        rationales: Parts = None,
        kind: Text = None,
        tags: Texts = None,
        groups: Texts = None,
        entailed: Texts = None,
        explanation: Text = None,
        explanation_tokens: Texts = None,
        explanations: Texts = None,
        logical: Text = None,
        pair: Optional[bool] = None,
        judge: Optional[Mapping[str, Any]] = None,
        meta: Optional[Mapping[str, Any]] = None,
    ) -> None:
        """Write an example. program is a tree of steps, or code beside steps that ran one after the other.

        answer is what the function answer returns, or the prediction alone;
        passage is what passage or passages returns, a text, or a list of texts.
        judge is what judge returns: its verdicts become the outputs of the steps.
        What is your own belongs in meta.
        """
        given = {key: value for key, value in locals().items() if key not in ("self", "id")}
        if answer is not None and not isinstance(answer, Mapping):
            given["answer"] = {"predicted": answer}
        if isinstance(_opened(passage), list):
            given["passage"] = passages(_list(passage))
        plain = _Plain()
        said = (given.pop("judge") or {}).get("steps")
        if said is not None:
            steps = _list(steps) or []
            if len(said) == len(steps):
                given["steps"] = [dict(s, output={"verdict": v}) for s, v in zip(steps, said)]
            else:
                plain.note("judge", "judge", f"{judge['name']} has {len(said)} scores for {len(steps)} steps; they are left out")
        line = plain.value(_some(**given))
        for module in _list(line.get("steps") or []) + (line["program"] if isinstance(line.get("program"), list) else []):
            lists = (module.get("output") or {}).get("boxes")
            if lists is not None and [len(p) for p in lists] != [len(im.get("proposals") or []) for im in line.get("images") or []]:
                plain.note(module["op"], "proposals", "a probability belongs to each proposal of each image: faithscope will not read these")
        if plain.notes:
            more = [f"and {len(plain.notes) - 5} more"] if len(plain.notes) > 5 else []
            line["meta"] = dict(line.get("meta") or {}, note="; ".join(plain.notes[:5] + more))
        name = plain.value(id, "id", "name")
        name = name if name is None or isinstance(name, str) else json.dumps(name)
        with self._lock:
            if not name:
                self._unnamed += 1
                name = f"without an id {self._unnamed}"
                _warn("unnamed", f"faithscope: an example without an id is called {name!r}")
            elif name in self._ids:
                _warn("twice", f"faithscope: the id {name!r} was added before; both are written")
            self._ids.add(name)
            self._write(name, dict({"id": name}, **line))

    def _write(self, id, line):
        text = json.dumps(line, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
        before = self._before.pop(id, [])
        room = next((place for place in before if place[1] > len(text)), None)
        if room is None:
            self._file.write(text + b"\n")
            self._file.flush()
        if before:
            with open(self._path, "r+b") as f:
                for place in before:
                    f.seek(place[0])
                    f.write((text if place == room else b"").ljust(place[1] - 1) + b"\n")

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
