'use strict';
// Everything of a file is put on the page as text or as a property, never as HTML.

// $ makes an element: its name and classes, its properties if it has any, and what is in it.
const $ = (name, ...inner) => {
  const [tag, ...classes] = name.split('.'), has = inner[0]?.constructor === Object ? inner.shift() : {};
  const e = /svg|rect|title/.test(tag) ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  e.classList.add(...classes);
  for (const [name, value] of Object.entries(has)) {
    if (name.startsWith('on')) e.addEventListener(name.slice(2), value);
    else if (value === true) e.setAttribute(name, '');
    else if (value !== false && value != null) e.setAttribute(name, value);
  }
  e.append(...inner.flat(Infinity).filter((x) => x != null && x !== false && x !== ''));
  return e;
};

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
}

const look = document.documentElement.dataset, scheme = matchMedia('(prefers-color-scheme: dark)');
const follow = () => { look.theme = scheme.matches ? 'dark' : 'light'; };
scheme.addEventListener('change', follow);
follow();

let D; // the data
const main = document.getElementById('main');
const usual = { view: '', run: '0', id: '', nth: '0', m: '', find: '', answer: '', faithful: '', culprit: '', cause: '', kind: '', change: '', sort: '' };
let at = usual, listed = [], below = null;

// The part behind # is an id, or what differs from the usual state.
function read() {
  const hash = location.hash.slice(1), named = new URLSearchParams(hash);
  at = { ...usual };
  if ([...named.keys()].every((key) => key in usual)) for (const [key, value] of named) at[key] = value;
  else at.id = decodeURIComponent(hash);
  if (at.id) at.view = 'example';
  if (!D.runs[at.run]) at.run = '0';
}
function address(change) {
  const next = { ...at, ...change };
  return '#' + new URLSearchParams(Object.entries(next).filter(([key, value]) => value !== usual[key] && !(key === 'view' && next.id)));
}
const link = (change, ...inner) => Object.assign($('a', ...inner), { href: address(change) });
const replace = (change) => { history.replaceState(null, '', address(change)); read(); };

// Levels and boxes.
const decimal = (n, least = 1) => n < least ? 'below .' + String(least).padStart(2, '0') : n === 100 ? '1.00' : '.' + String(n).padStart(2, '0');
function corners(numbers = [], picture) {
  const sides = [picture.w, picture.h, picture.w, picture.h].map((side) => side > 0 ? Math.min(side, 1000) : 1000);
  return Array.from({ length: numbers.length / 4 }, (_, k) => sides.map((side, i) => numbers[4 * k + i] / side));
}
const heat = (e, n, ramp = 'heat') => {
  const step = Math.round(n / 10);
  e.style.background = `var(--${ramp}${step})`;
  e.style.color = `var(--on-${ramp}${step})`;
  return e;
};

// Tables as the commands lay them out.
function sheet(s) {
  const why = (s.Why || []).some(Boolean), side = (k) => ({ class: s.Align[k] === 'r' ? 'num' : '' });
  return $('div.wide', $('table',
    $('caption', s.Lines.map((line, k) => $('div', { class: k ? 'faint' : '' }, line))),
    $('thead', $('tr', s.Head.map((h, k) => $('th', { scope: 'col', ...side(k) }, h)), why && $('th'))),
    $('tbody', (s.Rows || []).map((r, i) => $('tr', r.map((c, k) => $('td', side(k), c)), why && $('td.faint', s.Why[i]))))));
}
const part = (p, open) => $('details', { open }, $('summary', p.Name), (p.Lines || []).map((line) => $('p.faint', line)),
  (p.Tables || []).map(sheet), p.Spread && $('p.faint', p.Spread));

function runsView() {
  const bar = (s, kind) => $('td', $('div.share', $('b', s.text), s.of > 0 && $('span.faint', ` ${s.n} of ${s.of}`)),
    s.of > 0 && $('meter', { class: kind, min: 0, max: s.of, value: s.n, 'aria-label': `${s.n} of ${s.of}` }));
  return [
    $('div.wide', $('table', { id: 'runs' },
      $('thead', $('tr', ['run', 'examples', 'right', 'faithful', 'right, not faithful'].map((h, k) => $('th', { scope: 'col', class: k === 1 ? 'num' : '' }, h)))),
      $('tbody', D.runs.map((r, k) => $('tr',
        $('td', link({ view: 'examples', run: String(k) }, r.name), $('div.faint', r.about), r.note && $('div.faint.note', r.note)),
        $('td.num', r.examples), bar(r.right, 'right'), bar(r.faithful, 'right'),
        bar(r.suspect, 'wrong')))))),
    $('p', link({ view: 'examples', answer: 'right', faithful: 'wrong' }, { class: 'button' }, 'right answers that are not faithful')),
    $('h2', 'Scores'), D.scores.map((p, k) => part(p, k === Number(at.run))),
  ];
}

// Filtering and sorting.
const culprit = (a) => a.c == null ? null : a.m[a.c];
const changes = ['right → wrong', 'wrong → right', 'faithful → not', 'not → faithful'];
function change(old, a) {
  if (!old || !a) return [];
  const turn = (x, y) => ['right wrong', 'wrong right'].map((way) => way === x + ' ' + y);
  return changes.filter((_, k) => [...turn(old.v, a.v), ...turn(old.y, a.y)][k]);
}
const columns = {
  id: (a) => a.id, question: (a) => a.q || '', answer: (a) => a.a || '', gold: (a) => a.g || '', verdict: (a) => a.v,
  faithfulness: (a) => a.f ?? -Infinity, culprit: (a) => culprit(a)?.t || '', why: (a) => culprit(a)?.w || '',
};
const filters = {
  answer: (a, x) => a.v === x, faithful: (a, x) => (a.y || 'unknown') === x, culprit: (a, x) => culprit(a)?.t === x,
  cause: (a, x) => a.m.some((m) => m.w === x), kind: (a, x) => a.k === x,
  change: (a, x, row) => change(row[at.run === '0' ? 1 : 0], a).includes(x),
};
const wording = (a) => [a.id, a.q, a.k, a.a, a.g, a.mk, ...a.nt, ...a.m.map((m) => m.l)].join('\n').toLowerCase();
function select() {
  const words = at.find.toLowerCase().split(/\s+/).filter(Boolean), run = Number(at.run);
  listed = D.examples.map((row, place) => ({ row, place, a: row[run] })).filter(({ row, a }) => a &&
    Object.entries(filters).every(([name, holds]) => !at[name] || holds(a, at[name], row)) &&
    (!words.length || words.every((w) => wording(a).includes(w))));
  const back = at.sort.startsWith('-'), of = columns[at.sort.replace('-', '')];
  if (of) {
    const order = new Intl.Collator('en', { numeric: true }).compare;
    listed.sort((x, y) => {
      const [p, q] = [of(x.a), of(y.a)], way = typeof p === 'number' ? (p < q ? -1 : p > q ? 1 : 0) : order(p, q);
      return (back ? -way : way) || x.place - y.place;
    });
  }
}
const sign = (v) => $('span', { class: v }, { right: '✓ right', wrong: '✗ wrong', unanswered: '∅ unanswered' }[v] || '– unknown');
const trust = (a) => $('span', { class: a.y }, { right: '● faithful', wrong: '○ not faithful' }[a.y] || '– unjudged');
const few = 400;

function examplesView() {
  const count = $('p', { id: 'count', role: 'status' }), body = $('tbody');
  const row = ({ a, place }) => $('tr', { onclick: (e) => { if (!e.target.closest('a')) location.hash = addressOf(a, place); } },
    $('td', { class: 'mono id' }, $('a', { href: addressOf(a, place) }, a.id), a.mk && $('div.faint', a.mk)),
    $('td.long', a.b ? `cannot be read: ${a.b}` : a.q), $('td', a.a), $('td', a.g), $('td', sign(a.v)),
    $('td.num', { title: a.ag }, $('span', { class: a.y }, a.s || '–')), $('td.mono', culprit(a)?.l), $('td', culprit(a)?.w));
  const fill = (most) => {
    select();
    const right = listed.filter(({ a }) => a.v === 'right').length, faithful = listed.filter(({ a }) => a.y === 'right').length;
    count.textContent = `${listed.length} of ${D.runs[at.run].examples} examples: ${right} right, ${faithful} faithful`;
    body.replaceChildren(...listed.slice(0, most).map(row));
    if (listed.length > most) body.append($('tr', $('td', { colspan: 8 }, $('button', { onclick: () => fill(listed.length) }, `show ${listed.length - most} more`))));
  };
  const found = (of) => [...new Set(D.examples.flatMap((r) => r[at.run] && of(r[at.run])).filter(Boolean))].sort();
  const choice = (name, word, values) => values.length > 0 && values.length < 200 && $('label', word + ' ', $('select', { name, onchange: (e) => { replace({ [name]: e.target.value }); fill(few); } },
    $('option', { value: '' }, 'any'), values.map((x) => {
      const [value, text = value] = [x].flat();
      return $('option', { value, selected: at[name] === value }, text);
    })));
  const head = $('tr');
  const sorts = () => head.replaceChildren(...Object.keys(columns).map((key) => {
    const way = ['', key, '-' + key].indexOf(at.sort), number = key === 'faithfulness';
    return $('th', { scope: 'col', class: number ? 'num' : '', 'aria-sort': [null, 'ascending', 'descending'][way] }, $('button', { name: key, onclick: () => {
      replace({ sort: way === 1 ? '-' + key : way === 2 ? '' : key });
      sorts();
      fill(few);
    } }, number ? 'score' : key === 'verdict' ? 'right?' : key, ['', ' ▲', ' ▼'][way]));
  }));
  sorts();
  fill(few);
  return [
    $('form.filters', { onsubmit: (e) => e.preventDefault() },
      D.runs.length > 1 && $('label', 'run ', $('select', { name: 'run', onchange: (e) => { replace({ run: e.target.value, culprit: '', cause: '', kind: '' }); show(); } },
        D.runs.map((r, k) => $('option', { value: k, selected: String(k) === at.run }, r.name)))),
      $('input', { type: 'search', name: 'find', placeholder: 'words of question, id, answer, module', 'aria-label': 'find', value: at.find,
        oninput: (e) => { replace({ find: e.target.value }); fill(few); } }),
      choice('answer', 'answer', ['right', 'wrong', 'unknown']),
      choice('faithful', 'steps', [['right', 'faithful'], ['wrong', 'not faithful'], ['unknown', 'unjudged']]),
      choice('culprit', 'culprit', found((a) => culprit(a)?.t)), choice('cause', 'cause', found((a) => a.m.map((m) => m.w))),
      choice('kind', 'kind', found((a) => a.k)),
      D.runs.length > 1 && choice('change', `from ${D.runs[at.run === '0' ? 1 : 0].name}`, changes),
      link(Object.fromEntries([...Object.keys(filters), 'find', 'sort'].map((key) => [key, ''])), 'show all')),
    count, $('div.wide', $('table', { id: 'examples' }, $('thead', head), body)),
    D.left > 0 && $('p.faint', `${D.left} more examples are in the scores, but not on this page.`),
  ];
}
// Examples of one id are told apart by their order.
let nth;
const addressOf = (a, place) => address({ id: a.id, nth: nth[place], m: '' });

function exampleView() {
  const row = D.examples.filter((r) => r.some((a) => a?.id === at.id))[Number(at.nth)];
  if (!row) return [$('p', `No example has the id ${at.id}.`)];
  if (!row[at.run]) at.run = String(row.findIndex(Boolean));
  const a = row[at.run];
  select();
  const here = listed.findIndex((x) => x.row === row);
  const step = (by, text, id) => {
    const next = listed[here + by];
    return here >= 0 && next ? $('a', { id, href: addressOf(next.a, next.place), class: 'button' }, text) : $('span', { class: 'button off' }, text);
  };
  const first = a.c ?? Math.max(a.m.findIndex((m) => m.s), 0);
  let node = at.m === '' ? first : Math.min(Number(at.m) || 0, a.m.length - 1);
  const proof = $('section', { id: 'evidence', 'aria-live': 'polite' }), tree = $('ol', { id: 'program', class: 'mono' });
  const pick = (n) => {
    node = n;
    tree.replaceChildren(...lines(a, node, (k) => { replace({ m: String(k) }); pick(k); }));
    proof.replaceChildren(...evidence(a, node).flat(Infinity).filter(Boolean));
  };
  pick(node);
  return [
    $('p.steps', link({ id: '', nth: '0', m: '', view: 'examples' }, { class: 'button' }, '↑ list'), step(-1, '← previous', 'previous'), step(1, 'next →', 'next'),
      here >= 0 && $('span.faint', ` ${here + 1} of ${listed.length}`)),
    D.runs.length > 1 && $('p.runs', row.map((x, k) => x && link({ run: String(k), m: '' }, { class: String(k) === at.run ? 'button on' : 'button', 'aria-current': String(k) === at.run ? 'true' : null },
      D.runs[k].name, ' ', sign(x.v), ' ', trust(x)))),
    $('h2', { id: 'question' }, a.b ? 'This record can’t be read' : a.q || a.id),
    $('p', $('span.mono', a.id), a.k && $('span.faint', ' · ' + a.k), a.mk && ' · ' + a.mk),
    a.b ? $('p', a.b) : $('p', 'answer ', $('b', a.a || 'none'), a.g && [', gold ', $('b', a.g)], ' · ', sign(a.v), a.ag && [' · ', $('span', { class: a.y }, a.ag)]),
    a.nt.map((note) => $('p', '¶ ' + note)),
    $('div', { class: a.m.length ? 'columns' : '' }, a.m.length > 0 && $('section', $('h3', 'Program'), tree), proof),
  ];
}

// The tree, a line for each module; those that no module leads to stand at its end.
function lines(a, node, pick) {
  const list = [], seen = new Set();
  const walk = (n, depth) => {
    const m = a.m[n];
    if (!m || seen.has(n)) return;
    seen.add(n);
    const predicted = (m.b || []).flatMap((b) => b.t || []).length;
    list.push($('li', { style: `--depth:${Math.min(depth, 20)}` }, $('button', { onclick: () => pick(n), 'aria-current': n === node ? 'true' : null, class: a.c === n ? 'culprit' : '' },
      $('span', a.c === n ? '! ' : '', m.l), $('span.faint', m.b ? `${predicted} ${predicted === 1 ? 'box' : 'boxes'}` : m.o), $('b', m.s), $('span', m.w), m.nt)));
    for (const child of m.ch ?? [n + 1]) if (child > n) walk(child, depth + 1);
  };
  a.m.forEach((m, n) => walk(n, 0));
  return list;
}

function evidence(a, node) {
  const m = a.m[node];
  const bars = (list) => $('dl.bars', list.map(([name, p]) => [$('dt', name), $('dd', $('meter', { min: 0, max: 1, value: p }), ' ' + p)]));
  return [
    m && $('h3', m.l, m.s && ` ${m.s}`, m.w && ` · ${m.w}`),
    m && (m.g || m.o && !m.b) && $('p', m.o && `output ${m.o}`, m.g && ` · gold ${m.g}`),
    m?.p && bars(m.p),
    (a.im || []).map((k, i) => drawing(D.pictures[k], m?.b?.[i] || {})),
    a.tx != null && !(a.r || []).some((r) => r.o === 'text' || r.o === 'sentences') && passage(D.texts[a.tx], m),
    a.p && [$('h3', 'Answers'), bars(a.p)],
    a.r && [$('h3', 'What mattered'), a.r.map((r) => rowOf(a, r))],
  ];
}

function passage(text, m) {
  const hot = m?.k || [], most = Math.max(...hot, 1), gold = new Set((m?.gs || []).flatMap(([from, to]) => Array.from({ length: Math.min(to, text.t.length) - Math.max(from, 0) }, (_, k) => from + k)));
  return $('p.flow', text.t.map((word, k) => {
    const e = $('span', { class: gold.has(k) ? 'gold' : '', title: hot.length ? 'p ' + decimal(hot[k]) + (gold.has(k) ? ', gold' : '') : null }, word);
    return [hot[k] > 0 ? heat(e, 100 * hot[k] / most) : e, ' '];
  }));
}

function rowOf(a, r) {
  const hot = r.s || [], ramp = r.sg ? 'signed' : 'heat', text = D.texts[a.tx], shown = (e, k) => hot[k] === undefined ? e : heat(e, hot[k], ramp);
  const words = r.tk || (r.o === 'text' ? text?.t : r.o === 'question' ? a.tk : null) || [];
  return $('figure', { class: r.pe ? 'people' : '' }, $('figcaption', r.n, $('span.faint', ` over the ${r.o}${r.sg ? ': blue speaks for the answer, orange against it' : ''}`)),
    r.o === 'sentences' && text ? $('ol.sentences', (text.s || []).map(([from, to], k) => shown($('li', text.t.slice(from, to).join(' ')), k)))
      : $('p.flow', words.map((word, k) => [shown($('span', word), k), ' '])));
}

// drawing is a picture with a module's boxes.
function drawing(picture, b) {
  if (!picture || !(picture.f || picture.b || b.g)) return null;
  const [w, h] = picture.w > 0 && picture.h > 0 ? [picture.w, picture.h] : [400, 300];
  const predicted = new Set(b.t), hits = new Set(b.h), p = b.p || [], all = corners(picture.b, picture);
  const said = $('p.said', { role: 'status' }, 'Click a box.');
  const view = $('svg', { viewBox: `0 0 ${w} ${h}`, preserveAspectRatio: 'none' });
  const rects = [];
  const put = ([x, y, across, down], kind, words) => {
    const say = () => {
      said.textContent = words;
      view.querySelector('.picked')?.classList.remove('picked');
      rect.classList.add('picked');
    };
    const rect = $('rect.' + kind, { x: x * w, y: y * h, width: across * w, height: down * h, tabindex: 0, role: 'button', 'aria-label': words,
      onclick: say, onkeydown: (e) => { if (e.key === 'Enter') say(); } }, $('title', words));
    rects.push({ rect, kind, area: across * down });
    return rect;
  };
  const words = { hit: 'predicted, aligned with gold', miss: 'predicted, not aligned with gold', plain: 'predicted', below: 'below the threshold', gold: b.j ? 'gold, found' : 'gold', missed: 'gold, missed' };
  const shown = below ?? (p.length > 0 && predicted.size === 0);
  all.forEach((box, k) => {
    const name = picture.l?.[k] ? picture.l[k] + ', ' : '', number = p[k] === undefined ? '' : `p ${decimal(p[k], 5)}, `;
    const kind = !predicted.has(k) ? 'below' : hits.has(k) ? 'hit' : b.j ? 'miss' : 'plain';
    if (kind === 'below' && !shown) return;
    const rect = put(box, kind, name + number + words[kind]);
    if (kind !== 'below') rect.style.fillOpacity = .3 * p[k] / 100;
  });
  corners(b.g || picture.g, picture).forEach((box, k) => {
    const kind = b.g && b.j && k >= b.n ? 'missed' : 'gold';
    put(box, kind, words[kind]);
  });
  rects.sort((x, y) => y.area - x.area); // the smallest is on top, where it can be clicked
  view.append(...rects.map(({ rect }) => rect));
  const kinds = [...new Set(rects.map(({ kind }) => kind))];
  const hidden = p.length - predicted.size;
  return $('figure.drawing',
    $('div.frame', { style: `aspect-ratio:${w}/${h};max-width:${Math.max(w, Math.min(2 * w, 900))}px` }, picture.f ? $('img', { src: 'pictures/' + picture.f, alt: '' }) : $('span.missing', 'the picture is missing'), view),
    $('figcaption', kinds.map((kind) => $('span.key.' + kind, words[kind])),
      hidden > 0 && $('label', $('input', { type: 'checkbox', checked: shown, onchange: (e) => { below = e.target.checked; show(); } }), ` ${hidden} below the threshold`),
      picture.n > 0 && $('span.faint', `${picture.n} less likely proposals are left out`)),
    rects.length > 0 && said);
}

const views = { '': runsView, examples: examplesView, example: exampleView, compare: () => D.tests?.map((p, k) => part(p, k < 3)) ?? [$('p', 'There are no two runs with an example in common.')] };

function show() {
  const tab = (view, text) => link({ ...usual, run: at.run, view }, { 'aria-current': at.view === view || view === 'examples' && at.id ? 'page' : null }, text);
  main.replaceChildren(
    $('header', $('h1', D.title), $('nav', tab('', 'Runs'), tab('examples', 'Examples'), D.tests && tab('compare', 'Compare'),
      $('button', { id: 'theme', onclick: () => { look.theme = look.theme === 'dark' ? 'light' : 'dark'; } }, '◐ light, dark'))),
    ...(views[at.view] || runsView)().flat(Infinity).filter(Boolean), $('p.faint', D.settings));
}

document.addEventListener('keydown', (e) => {
  if (e.target.closest('input, select') || e.ctrlKey || e.metaKey || e.altKey) return;
  const to = { J: '#next', K: '#previous', '/': '[name=find]' }[e.key], found = to && document.querySelector(to);
  if (!found) return;
  e.preventDefault();
  if (found.href) found.click(); else found.focus();
});

unpack(document.getElementById('data').content.textContent.trim()).then((data) => {
  D = data;
  for (const a of D.examples.flat().filter(Boolean)) {
    a.m ||= [];
    a.nt ||= [];
  }
  const times = new Map();
  nth = D.examples.map((row) => {
    const { id } = row.find(Boolean), n = times.get(id) ?? 0;
    times.set(id, n + 1);
    return String(n);
  });
  addEventListener('hashchange', () => { read(); show(); scrollTo(0, 0); });
  read();
  show();
}).catch((fault) => { main.textContent = `The page cannot be shown: ${fault.message}. It needs a browser of 2023 or later.`; throw fault; });
