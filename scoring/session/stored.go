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
	Settings   scoring.Settings
	Places     []place
	Unreadable int
	Scored     []bool // per protocol
	Scores     []scoring.Score
	Problems   []loaders.Problem
	Count      int // of problems, those included that were not kept
	Examples   int
}

// storedRow is the row of an example: what a list shows of its record, and of
// its scores.
type storedRow struct {
	Row              loaders.Row // without its Text
	Answer, Faithful loaders.Verdict
	Metric           string
	Overall          scoring.Value
	Culprit          string // its type, "" for none
	Cause            scoring.Cause
	Columns          []storedColumn
}

// storedColumn is a row's number of a type of modules, or of the example.
type storedColumn struct {
	Name    string
	Value   scoring.Value
	Matters *Matters // nil for a number of the example
}

// Fields declares the row.
func (r *storedRow) Fields(c *coding.Coder) {
	c.Struct(r)
	c.Check(max(r.Row.Correct, r.Answer, r.Faithful) <= loaders.Unanswered && int(r.Cause) <= len(scoring.Causes()) && r.Row.Modules >= 0,
		"verdicts of %d, %d and %d, the cause %d", r.Row.Correct, r.Answer, r.Faithful, r.Cause)
}

// stored fills in the row of example i.
func (s *Summaries) stored(i int, r *storedRow) {
	r.Answer, r.Faithful, r.Metric, r.Overall = s.Answer(i), s.Faithful(i), s.Metric(i), s.Overall(i)
	r.Culprit = ""
	kind, cause := s.Culprit(i)
	if r.Cause = cause; kind >= 0 {
		r.Culprit = s.types[kind]
	}
	r.Columns = r.Columns[:0]
	add := func(name string, v scoring.Value, m *Matters) {
		if v.Why() != s.reasons[whyNoType] {
			r.Columns = append(r.Columns, storedColumn{name, v, m})
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
	page.state[k] = rowRead | rowCurrent | uint8(row.Answer)<<answerAt | uint8(row.Faithful)<<faithfulAt
	page.metric[k], page.overall[k] = r.metric(row.Metric), r.scalar(row.Overall)
	if row.Culprit != "" {
		page.culprit[k] = culprit{uint8(r.kind(row.Culprit) + 1), row.Cause}
	}
	for _, x := range row.Columns {
		if x.Matters != nil {
			column := page.column(r.kind(x.Name))
			column.value[k], column.matters[k] = r.scalar(x.Value), *x.Matters
		} else if at := slices.Index(r.numbers, x.Name); at >= 0 {
			page.column(r.first + at).value[k] = r.scalar(x.Value)
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
	out, turn, blocks := stored{Settings: s.settings, Unreadable: s.unreadable, Scored: slices.Clone(s.scored), Examples: s.read}, s.turn, len(s.blocks)
	rows := s.snapshot(s.read)
	s.mu.Unlock()
	out.Scores = s.Scores(out.Settings)
	out.Problems, out.Count = s.Run.Problems.All()
	for n := range blocks {
		if !s.archive.has(n) {
			examples, err := s.again(ctx, n)
			if err != nil {
				return
			}
			evidence, _ := s.protocols.write(examples[:min(blockSize, out.Examples-n*blockSize)])
			s.archive.add(n, evidence)
		}
	}
	s.mu.Lock()
	moved := s.turn != turn || s.read != out.Examples
	s.mu.Unlock()
	if !moved {
		s.archive.finish(func(places []place) []byte {
			out.Places = places
			return s.about(&out, rows)
		})
	}
}

// about is what is said about the archive.
func (s *Scored) about(out *stored, rows *Summaries) []byte {
	c := coding.Writer(coding.Bytes)
	c.Struct(out)
	row := storedRow{}
	for i := range out.Examples {
		row.Row = s.Run.Row(i)
		row.Row.Text = ""
		rows.stored(i, &row)
		row.Fields(c)
	}
	return c.Written()
}

// restore opens the run's archive: what store left, if the run is as it was, or
// one to be filled. It waits until the records are found.
func (s *Scored) restore(ctx context.Context) {
	s.mu.Lock()
	known := s.archive != nil
	s.mu.Unlock()
	version, cache := s.protocols.version(), s.Run.Cache
	if known || cache == nil {
		return
	}
	body, about, ok := cache.Load(storedKind, version)
	if ok && s.Run.Wait(ctx, math.MaxInt) == nil && s.parse(about, &archive{body: body, forget: func() { cache.Forget(storedKind, version) }}, body.Size()) {
		return
	}
	if draft := cache.Create(storedKind, version); draft != nil && ctx.Err() == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.archive = &archive{body: draft, draft: draft}
	}
}

// parse takes what is said about an archive of some bytes, and reports whether it is
// of this run.
func (s *Scored) parse(about []byte, a *archive, size int64) bool {
	c := coding.Reader(coding.Bytes, about)
	var in stored
	c.Struct(&in)
	bad := func(p place) bool { return p.At < 0 || p.Length <= 0 || p.At > size-int64(p.Length) }
	if c.Err() != nil || in.Examples == 0 || in.Examples != s.Run.Len() || len(in.Scored) != len(s.protocols) || slices.ContainsFunc(in.Places, bad) {
		return false
	}
	rows, blocks := newRowSpace(s.protocols), []*block(nil)
	if !s.Run.RestoreRows(in.Examples, func(i int) (loaders.Row, bool) {
		if i%blockSize == 0 {
			blocks = append(blocks, &block{page: &page{}})
		}
		b, row := blocks[i/blockSize], storedRow{}
		row.Fields(c)
		rows.restore(b.page, i%blockSize, &row)
		b.read++
		b.current++
		return row.Row, c.Err() == nil
	}) {
		return false
	}
	s.Run.Problems.Restore(in.Problems, in.Count)
	a.places = in.Places
	s.take(&in, rows, blocks, a)
	return true
}

// take makes what was stored the run's, whatever was read of it meanwhile.
func (s *Scored) take(in *stored, rows rowSpace, blocks []*block, a *archive) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.archive, s.rows, s.blocks, s.held = a, rows, blocks, 0
	s.read, s.current, s.first = in.Examples, in.Examples, in.Examples
	s.unreadable, s.scored = in.Unreadable, in.Scored
	s.complete, s.stored = true, in.Scores
	s.news++
	if aimed := s.settings; aimed != in.Settings {
		s.settings = in.Settings
		s.aim(aimed)
	}
}
