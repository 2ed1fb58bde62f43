"""Let faithscope ask a model: one file, no dependencies, Python 3.8 or later.

    from faithscope_model import serve

    def predict(batch):  # [{"premise": ["A", "man", …], "hypothesis": […]}, …]
        return [my_model(" ".join(x["premise"]), " ".join(x["hypothesis"])) for x in batch]

    serve(predict, labels=["entailment", "neutral", "contradiction"], inputs=["premise", "hypothesis"])

A text is a list of tokens if the run has tokens, otherwise a string. predict returns a
list, array or tensor with a row per input and a probability per label; with
outputs="binary", one number per input: the probability of the second label.

modules={"find": find} offers a program's learned modules to `what if`, and needs neither
predict nor labels. find(argument, inputs, example) returns a list: attention over the passage's
tokens, a list per picture with a probability per proposal, or for a count the probabilities of
0, 1, 2, … over a passage and [mean] over pictures. inputs has the outputs of the module's
arguments, in the same form; example has id, question, passage, images.

What the model prints goes to standard error. An exception answers its batch, and the process
continues until its input ends.
"""

import hashlib
import json
import os
import sys
import traceback
from typing import Any, Callable, Dict, Optional, Sequence

__all__ = ["serve"]


def _plain(x: Any) -> Any:
    """Lists and floats from any library's arrays, tensors and numbers."""
    if hasattr(x, "detach"):
        x = x.detach().cpu()
    if hasattr(x, "tolist"):
        return x.tolist()
    if isinstance(x, dict):
        return {key: _plain(value) for key, value in x.items()}
    if isinstance(x, (list, tuple)):
        return [_plain(value) for value in x]
    return float(x)


def serve(
    predict: Optional[Callable[..., Any]] = None,
    labels: Sequence[str] = (),
    inputs: Sequence[str] = (),
    name: str = "model",
    version: Optional[str] = None,
    outputs: str = "distribution",
    max_batch: int = 64,
    vectors: Optional[Callable[..., Any]] = None,
    gradients: Optional[Callable[..., Any]] = None,
    unknown: str = "UNKWORDZ",
    modules: Optional[Dict[str, Callable[..., Any]]] = None,
) -> None:
    """Answer requests until there are no more.

    version should change whenever the answers do, like a hash of the weights (default: a
    hash of the script). outputs is "distribution", "independent" or "binary".

    With gradients, vectors(batch) returns {"premise": [vector, …], …} for each input, and
    gradients(batch, vectors, target, of) the probabilities at other vectors and their
    gradients, in the same form: of target[i]'s probability or, if of is "logit", of its
    score before softmax.
    """
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    if version is None:
        try:
            with open(sys.argv[0], "rb") as script:
                version = hashlib.sha256(script.read()).hexdigest()[:16]
        except OSError:
            version = "unknown"

    def write(**line: Any) -> None:
        out.write(json.dumps(line, allow_nan=False) + "\n")
        out.flush()

    texts = {"labels": list(labels), "inputs": list(inputs)} if predict else {}
    write(faithscope=1, model=name, version=version, outputs=outputs, max_batch=max_batch,
          gradients=gradients is not None, unknown=unknown, modules=list(modules or ()), **texts)
    for line in sys.stdin:
        request = json.loads(line)
        batch = request.get("batch")
        try:
            if "module" in request:
                run = modules[request["module"]]
                answer = {"output": _plain(run(request["argument"], request["inputs"], request["example"]))}
            elif request.get("want") == "vectors":
                answer = {"vectors": _plain(vectors(batch))}
            elif request.get("want") == "gradients":
                probs, by = gradients(batch, request["vectors"], request["target"], request.get("of", "probability"))
                answer = {"probs": _plain(probs), "gradients": _plain(by)}
            else:
                answer = {"probs": _plain(predict(batch))}
            write(id=request["id"], **answer)
        except Exception as error:
            traceback.print_exc()
            write(id=request["id"], error=f"{type(error).__name__}: {error}")
