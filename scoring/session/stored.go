package session

import (
	"context"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

// storedKind is the cache's kind of what a run was scored to. A change of what is
// in it changes the name.
const storedKind = "evidence"

// stored is what the cache has of a run beside the evidence: where that is, and
// scores, problems and rows, under the settings that the run was read under.
type stored struct {
	settings   scoring.Settings
	places     []place
	unreadable int
	scored     []bool // per protocol
	scores     []scoring.Score
	problems   []loaders.Problem
	count      int // of problems, those included that were not kept
	examples   int
}

func (t *stored) fields(c *coding.Coder) {
	t.settings.Fields(c)
	coding.List(c, "places", &t.places, func(p *place) { p.fields(c) })
	coding.Int(c, "unreadable", &t.unreadable)
	coding.List(c, "scored", &t.scored, func(x *bool) { c.Bool("", x) })
	coding.List(c, "scores", &t.scores, func(x *scoring.Score) {
		c.Text("protocol", &x.Protocol)
		c.Text("metric", &x.Metric)
		c.Text("of", &x.Of)
		x.Value.Field(c, "value")
		coding.Int(c, "count", &x.Count)
		if c.Reads() {
			x.Settings = t.settings
		}
	})
	coding.List(c, "problems", &t.problems, func(p *loaders.Problem) { scoring.CodeProblem(c, p) })
	coding.Int(c, "count", &t.count)
	coding.Int(c, "examples", &t.examples)
	c.Check(t.examples > 0 && t.examples <= len(c.Rest()), "%d examples", t.examples)
}

// storedRow is the row of an example: what a list shows of its scores, and of
// its record.
type storedRow struct {
	loaders.Row
	answer, faithful loaders.Verdict
	metric           string
	overall          scoring.Value
	culprit          string // its type, "" for none
	cause            scoring.Cause
	columns          []storedColumn
}

// storedColumn is a row's number of a type of modules, or of the example.
type storedColumn struct {
	name    string
	value   scoring.Value
	matters *Matters // nil for a number of the example
}

func (r *storedRow) fields(c *coding.Coder) {
	const verdicts = int(loaders.Unanswered) + 1
	c.Text("id", &r.ID)
	c.Text("question", &r.Question)
	c.Text("kind", &r.Kind)
	c.Text("predicted", &r.Predicted)
	c.Text("gold", &r.Gold)
	coding.Index(c, "correct", &r.Correct, verdicts)
	coding.Index(c, "modules", &r.Modules, math.MaxInt32)
	c.Bool("broken", &r.Broken)
	coding.Index(c, "answer", &r.answer, verdicts)
	coding.Index(c, "faithful", &r.faithful, verdicts)
	c.Text("metric", &r.metric)
	r.overall.Field(c, "overall")
	c.Text("culprit", &r.culprit)
	coding.Index(c, "cause", &r.cause, len(scoring.Causes())+1)
	coding.List(c, "columns", &r.columns, func(x *storedColumn) {
		c.Text("name", &x.name)
		x.value.Field(c, "value")
		coding.Optional(c, "matters", &x.matters, func(m *Matters) {
			coding.Int(c, "used", &m.Used)
			coding.Int(c, "wrong", &m.Wrong)
			coding.Int(c, "local", &m.Local)
			coding.Int(c, "bits", &m.Bits)
		})
	})
}

// stored fills in the row of example i.
func (s *Summaries) stored(i int, r *storedRow) {
	r.answer, r.faithful, r.metric, r.overall = s.Answer(i), s.Faithful(i), s.Metric(i), s.Overall(i)
	r.culprit = ""
	kind, cause := s.Culprit(i)
	if r.cause = cause; kind >= 0 {
		r.culprit = s.types[kind]
	}
	r.columns = r.columns[:0]
	add := func(name string, v scoring.Value, m *Matters) {
		if v.Why() != s.reasons[whyNoType] {
			r.columns = append(r.columns, storedColumn{name, v, m})
		}
	}
	for k, t := range s.types {
		m := s.Matters(i, k)
		add(t, s.Type(i, k), &m)
	}
	for k, n := range s.numbers {
		add(n, s.Number(i, k), nil)
	}
}

// restore puts a row into place k of a page.
func (r *rowSpace) restore(page *page, k int, row *storedRow) {
	page.state[k] = rowRead | rowCurrent | uint8(row.answer)<<answerAt | uint8(row.faithful)<<faithfulAt
	page.metric[k], page.overall[k] = r.metric(row.metric), r.scalar(row.overall)
	if row.culprit != "" {
		page.culprit[k] = culprit{uint8(r.kind(row.culprit) + 1), row.cause}
	}
	for _, x := range row.columns {
		if x.matters != nil {
			column := page.column(r.kind(x.name))
			column.value[k], column.matters[k] = r.scalar(x.value), *x.matters
		} else if at := slices.Index(r.numbers, x.name); at >= 0 {
			page.column(r.first + at).value[k] = r.scalar(x.value)
		}
	}
}

// store completes the run's archive with what stored says, for the next opening.
func (s *Scored) store(ctx context.Context) {
	if !s.archive.open() {
		return
	}
	s.mu.Lock()
	if !s.complete || s.current < s.read || s.read == 0 {
		s.mu.Unlock()
		return
	}
	out, turn, blocks := stored{settings: s.settings, unreadable: s.unreadable, scored: slices.Clone(s.scored), examples: s.read}, s.turn, len(s.blocks)
	rows := s.snapshot(s.read)
	s.mu.Unlock()
	out.scores = s.Scores(out.settings)
	out.problems, out.count = s.Run.Problems.All()
	for n := range blocks {
		if !s.archive.has(n) {
			examples, err := s.again(ctx, n)
			if err != nil {
				return
			}
			evidence, _ := s.protocols.write(examples[:min(blockSize, out.examples-n*blockSize)])
			s.archive.add(n, evidence)
		}
	}
	s.mu.Lock()
	moved := s.turn != turn || s.read != out.examples
	s.mu.Unlock()
	if !moved {
		s.archive.finish(func(places []place) []byte {
			out.places = places
			return s.about(&out, rows)
		})
	}
}

// about is what is said about the archive.
func (s *Scored) about(out *stored, rows *Summaries) []byte {
	c := coding.Writer(coding.Bytes)
	out.fields(c)
	row := storedRow{}
	for i := range out.examples {
		row.Row = s.Run.Row(i)
		rows.stored(i, &row)
		row.fields(c)
	}
	return c.Written()
}

// restore opens the run's archive: what store left, if the run is as it was, or
// one to be filled. It waits until the records are found.
func (s *Scored) restore(ctx context.Context) {
	s.mu.Lock()
	known := s.archive != nil
	s.mu.Unlock()
	if known || s.Run.Cache == nil {
		return
	}
	version := s.protocols.version()
	body, about, ok := s.Run.Cache.Load(storedKind, version)
	if ok && s.Run.Wait(ctx, math.MaxInt) == nil {
		c := coding.Reader(coding.Bytes, about)
		var in stored
		in.fields(c)
		rows, blocks := newRowSpace(s.protocols), []*block(nil)
		beyond := func(p place) bool { return p.at > body.Size()-int64(p.length) }
		ok = c.Err() == nil && len(in.scored) == len(s.protocols) && s.Run.Len() == in.examples && !slices.ContainsFunc(in.places, beyond) &&
			s.Run.RestoreRows(in.examples, func(i int) (loaders.Row, bool) {
				if i%blockSize == 0 {
					blocks = append(blocks, &block{page: &page{}})
				}
				b, row := blocks[i/blockSize], storedRow{}
				row.fields(c)
				rows.restore(b.page, i%blockSize, &row)
				b.read++
				b.current++
				return row.Row, c.Err() == nil
			})
		if ok {
			s.Run.Problems.Restore(in.problems, in.count)
			s.take(&in, rows, blocks, &archive{body: body, places: in.places, forget: func() { s.Run.Cache.Forget(storedKind, version) }})
			return
		}
	}
	if draft := s.Run.Cache.Create(storedKind, version); draft != nil && ctx.Err() == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.archive = &archive{body: draft, draft: draft, forget: func() {}}
	}
}

// take makes what was stored the run's, whatever was read of it meanwhile.
func (s *Scored) take(in *stored, rows rowSpace, blocks []*block, a *archive) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.archive, s.rows, s.blocks, s.held = a, rows, blocks, 0
	s.read, s.current, s.first = in.examples, in.examples, in.examples
	s.unreadable, s.scored = in.unreadable, in.scored
	s.complete, s.stored = true, in.scores
	s.news++
	if aimed := s.settings; aimed != in.settings {
		s.settings = in.settings
		s.aim(aimed)
	}
}
