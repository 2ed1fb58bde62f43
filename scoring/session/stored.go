package session

import (
	"bytes"
	"context"
	"encoding/gob"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// storedKind is the cache's kind of a run's rows and scores. A change of what
// is in it changes the name.
const storedKind = "scores5"

// storedRun is what is kept of a run that was scored under the default settings,
// by columns, as encoding/gob writes it.
type storedRun struct {
	Examples   int
	Unreadable int
	Scored     []bool // per protocol
	Metrics    []string
	Reasons    []string
	Types      []string
	Scores     []storedScore
	Pages      []storedPage
	Rows       loaders.StoredRows
}

// storedScore is a [scoring.Score] without its settings.
type storedScore struct {
	Protocol, Metric, Of string
	Value                float64
	Undefined            bool
	Why                  string // it is undefined
	Count                int
}

// storedPage is the part of a page that has rows.
type storedPage struct {
	State, Metric []byte
	Overall       []uint64
	Culprits      []culprit
	Types         map[int][]uint64
	Matters       map[int][]Matters // of the same types
}

// store leaves rows and scores to the run's cache, for the next opening.
func (s *Scored) store() {
	s.mu.Lock()
	worth := s.complete && s.stored == nil && s.settings == scoring.Defaults() && s.current == s.read && s.read > 0
	s.mu.Unlock()
	if !worth || s.Run.Cache == nil {
		return
	}
	scores := s.Scores(scoring.Defaults())
	rows := s.Summaries(scoring.Defaults())
	out := storedRun{Examples: rows.Len(), Unreadable: s.Unreadable(), Metrics: rows.metrics, Reasons: rows.reasons}
	s.mu.Lock()
	out.Scored, out.Types = append(out.Scored, s.scored...), s.rows.types
	s.mu.Unlock()
	for _, x := range scores {
		value, defined := x.Value.Float()
		out.Scores = append(out.Scores, storedScore{x.Protocol, x.Metric, x.Of, value, !defined, x.Value.Why(), x.Count})
	}
	for k, page := range rows.pages {
		out.Pages = append(out.Pages, page.stored(min(blockSize, out.Examples-k*blockSize)))
	}
	out.Rows = s.Run.StoredRows(out.Examples)
	var b bytes.Buffer
	if d := s.Run.Cache.Create(storedKind, s.protocols.version()); d != nil && gob.NewEncoder(&b).Encode(&out) == nil {
		d.Keep(b.Bytes())
	}
}

// restore reads back what store left, if the run is as it was and nothing was
// read yet. It waits until the records are found.
func (s *Scored) restore(ctx context.Context) {
	s.mu.Lock()
	fresh := s.read == 0 && s.settings == scoring.Defaults()
	s.mu.Unlock()
	if !fresh || s.Run.Cache == nil {
		return
	}
	_, b, ok := s.Run.Cache.Load(storedKind, s.protocols.version())
	if !ok {
		return
	}
	in, pages, ok := s.parse(b)
	if !ok || s.Run.Wait(ctx, math.MaxInt) != nil || s.Run.Len() != in.Examples {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read != 0 || s.settings != scoring.Defaults() {
		return // a list was faster
	}
	if !s.Run.RestoreRows(in.Rows, in.Examples) {
		return
	}
	for k, page := range pages {
		size := min(blockSize, in.Examples-k*blockSize)
		s.blocks = append(s.blocks[:k], &block{page: page, read: size, current: size})
	}
	s.rows.metrics, s.rows.reasons = in.Metrics, in.Reasons
	for _, t := range in.Types[len(s.rows.types):] {
		s.rows.last(t)
	}
	s.rows.known = map[string]int{}
	for k, why := range in.Reasons {
		s.rows.known[why] = k
	}
	s.read, s.current, s.first = in.Examples, in.Examples, in.Examples
	s.unreadable, s.scored = in.Unreadable, in.Scored
	s.released, s.complete = true, true
	s.news++
	for _, x := range in.Scores {
		value := scoring.Defined(x.Value)
		if x.Undefined {
			value = scoring.Undefined(x.Why)
		}
		s.stored = append(s.stored, scoring.Score{
			Protocol: x.Protocol, Metric: x.Metric, Of: x.Of, Value: value, Count: x.Count, Settings: scoring.Defaults(),
		})
	}
}

// parse reads what store wrote, ok false for anything else.
func (s *Scored) parse(b []byte) (in storedRun, pages []*page, ok bool) {
	if gob.NewDecoder(bytes.NewReader(b)).Decode(&in) != nil || !s.fits(&in) {
		return in, nil, false
	}
	for k := range in.Pages {
		p, ok := in.page(k)
		if !ok {
			return in, nil, false
		}
		pages = append(pages, p)
	}
	return in, pages, true
}

func (s *Scored) fits(in *storedRun) bool {
	own := newRowSpace(s.protocols)
	return in.Examples > 0 && len(in.Pages) == (in.Examples+blockSize-1)/blockSize && len(in.Scored) == len(s.protocols) && len(in.Scores) > 0 &&
		len(in.Metrics) > 0 && len(in.Metrics) <= math.MaxUint8 && len(in.Reasons) <= mostReasons &&
		len(in.Types) >= len(own.types) && len(in.Types) <= mostTypes+1 && slices.Equal(in.Types[:len(own.types)], own.types) && len(in.Reasons) >= len(own.reasons) && slices.Equal(in.Reasons[:len(own.reasons)], own.reasons)
}

// stored returns the first n rows.
func (p *page) stored(n int) storedPage {
	column := func(numbers []scalar) []uint64 {
		all := make([]uint64, len(numbers))
		for k, x := range numbers {
			all[k] = uint64(x)
		}
		return all
	}
	out := storedPage{p.state[:n], p.metric[:n], column(p.overall[:n]), p.culprit[:n], map[int][]uint64{}, map[int][]Matters{}}
	for t, c := range p.types {
		out.Types[t], out.Matters[t] = column(c.value[:n]), c.matters[:n]
	}
	return out
}

// page returns page k, ok false for what is none.
func (in *storedRun) page(k int) (_ *page, ok bool) {
	from, n := &in.Pages[k], min(blockSize, in.Examples-k*blockSize)
	if len(from.State) != n || len(from.Metric) != n || len(from.Culprits) != n {
		return nil, false
	}
	p := &page{}
	copy(p.state[:], from.State)
	copy(p.metric[:], from.Metric)
	copy(p.culprit[:], from.Culprits)
	if !in.column(p.overall[:n], from.Overall) {
		return nil, false
	}
	for t, numbers := range from.Types {
		if t < 0 || t >= len(in.Types) || len(from.Matters[t]) != n || !in.column(p.column(t).value[:n], numbers) {
			return nil, false
		}
		copy(p.column(t).matters[:n], from.Matters[t])
	}
	return p, p.sound(n, len(in.Metrics), len(in.Types))
}

// column copies numbers and places of reasons, and reports whether they are
// all that.
func (in *storedRun) column(to []scalar, from []uint64) bool {
	if len(from) != len(to) {
		return false
	}
	for k, x := range from {
		number := math.Float64frombits(x)
		if math.IsInf(number, 0) || number != number && (x&^0xffff != noNumber || int(x&0xffff) >= len(in.Reasons)) {
			return false
		}
		to[k] = scalar(x)
	}
	return true
}

// sound reports whether the first n rows were read and scored, and have
// verdicts, metrics, types and causes that there are.
func (p *page) sound(n, metrics, types int) bool {
	const both, wrong = rowRead | rowCurrent, uint8(loaders.Wrong)
	for k, state := range p.state[:n] {
		if state&both != both || state>>6 != 0 || state>>answerAt&3 > wrong || state>>faithfulAt&3 > wrong || int(p.metric[k]) >= metrics {
			return false
		}
		if c := p.culprit[k]; int(c.Type) > types || int(c.Cause) > len(scoring.Causes()) {
			return false
		}
	}
	return true
}
