#!/usr/bin/env python3
"""Choose chains of ProcessBench, then judge them: python3 judges.py gsm8k.json math.json; without files, only judge."""
import gzip, hashlib, json, os, re, sys

HERE = os.path.dirname(os.path.abspath(__file__))
SEED, EACH = '1', 125
NUMBER = r'\$?\d[\d,]*(?:\.\d+)?%?'
TERM = rf'(?:{NUMBER}|[()])'
EQUATION = re.compile(rf'({TERM}(?:\s*(?:[-+*/×÷]|\\times|\\div)\s*{TERM})+)\s*=\s*({NUMBER})')


def choose(parts):
    """Keep the EACH chains of each part whose ids have the least SHA-256 after SEED."""
    chains = []
    for path in parts:
        with open(path) as f:
            rank = lambda x: hashlib.sha256((SEED + x['id']).encode()).hexdigest()
            chains += sorted(json.load(f), key=rank)[:EACH]
    write('chains', chains)


def write(name, rows):
    lines = ''.join(json.dumps(x, ensure_ascii=False) + '\n' for x in rows)
    with open(f'{HERE}/{name}.jsonl.gz', 'wb') as f:
        f.write(gzip.compress(lines.encode(), 9, mtime=0))


def value(text):
    for word, sign in (('\\times', '*'), ('×', '*'), ('\\div', '/'), ('÷', '/'), ('$', '')):
        text = text.replace(word, sign)
    text = re.sub(r'(\d+(?:\.\d+)?)%', r'(\1/100)', re.sub(r',(?=\d{3})', '', text))
    try:
        return float(eval(text, {'__builtins__': {}})) if re.fullmatch(r'[\d\s.+\-*/()]+', text) else None
    except (ArithmeticError, SyntaxError, TypeError):
        return None


def arithmetic(steps):
    """Call a step wrong if one of its equations of numbers is off by more than .5 % and .01."""
    labels, why = [], {}
    for i, step in enumerate(steps):
        for left, right in EQUATION.findall(step):
            a, b = value(left), value(right)
            if a is not None and b is not None and abs(a - b) > max(.01, .005 * abs(b)):
                why.setdefault(str(i), f'{left} is {a:g}, not {right}')
        labels.append(-1 if str(i) in why else 1)
    return {'step_labels': labels, 'explanations': {'steps': why}}


def length(steps):
    """Score a step of n words 1 / (1 + n / 40): the longer, the worse."""
    return {'scores': [round(1 / (1 + len(step.split()) / 40), 4) for step in steps]}


if sys.argv[1:]:
    choose(sys.argv[1:])
with gzip.open(HERE + '/chains.jsonl.gz', 'rt') as f:
    chains = [json.loads(line) for line in f]
for judge in (arithmetic, length):
    write(judge.__name__, ({'id': x['id'], **judge(x['steps'])} for x in chains))
