package session

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"maps"
	"math"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
)

// storedKind is the cache's kind of a run's rows and scores. A change of what
// is in it changes the name.
const storedKind = "scores1"

// storedRun is what is kept of a run that was scored under the default settings,
// beside its rows.
type storedRun struct {
	Examples   int
	Unreadable int
	Scored     []bool // per protocol
	Metrics    []string
	Reasons    []string
	Types      []string
	Scores     []storedScore
}

// storedScore is a [scoring.Score] without its settings.
type storedScore struct {
	Protocol, Metric, Of string
	Value                scoring.Value
	Count                int
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
		out.Scores = append(out.Scores, storedScore{x.Protocol, x.Metric, x.Of, x.Value, x.Count})
	}
	head, err := json.Marshal(out)
	if err != nil {
		return
	}
	b := append(binary.AppendUvarint(nil, uint64(len(head))), head...)
	for k, page := range rows.pages {
		b = page.append(b, min(blockSize, out.Examples-k*blockSize))
	}
	s.Run.Cache.Store(storedKind, s.protocols.version(), s.Run.AppendRows(b, out.Examples))
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
	b, ok := s.Run.Cache.Load(storedKind, s.protocols.version())
	if !ok {
		return
	}
	in, pages, rest, ok := s.parse(b)
	if !ok || s.Run.Wait(ctx, math.MaxInt) != nil || s.Run.Len() != in.Examples {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read != 0 || s.settings != scoring.Defaults() {
		return // a list was faster
	}
	if !s.Run.RestoreRows(rest, in.Examples) {
		return
	}
	for k, page := range pages {
		size := min(blockSize, in.Examples-k*blockSize)
		s.blocks = append(s.blocks[:k], &block{page: page, read: size, current: size})
	}
	s.rows.metrics, s.rows.reasons = in.Metrics, in.Reasons
	s.rows.known = map[string]int{}
	for k, why := range in.Reasons {
		s.rows.known[why] = k
	}
	s.read, s.current, s.first = in.Examples, in.Examples, in.Examples
	s.unreadable, s.scored = in.Unreadable, in.Scored
	s.released, s.complete = true, true
	s.news++
	for _, x := range in.Scores {
		s.stored = append(s.stored, scoring.Score{
			Protocol: x.Protocol, Metric: x.Metric, Of: x.Of, Value: x.Value, Count: x.Count, Settings: scoring.Defaults(),
		})
	}
}

// parse reads what store wrote before the rows, ok false for anything else.
func (s *Scored) parse(b []byte) (in storedRun, pages []*page, rest []byte, ok bool) {
	n, used := binary.Uvarint(b)
	if used <= 0 || n > uint64(len(b)-used) || json.Unmarshal(b[used:used+int(n)], &in) != nil || !s.fits(&in, len(b)) {
		return in, nil, nil, false
	}
	rest = b[used+int(n):]
	for k := 0; k < in.Examples; k += blockSize {
		page, after, ok := readPage(rest, min(blockSize, in.Examples-k), &in)
		if !ok {
			return in, nil, nil, false
		}
		pages, rest = append(pages, page), after
	}
	return in, pages, rest, true
}

func (s *Scored) fits(in *storedRun, size int) bool {
	own := newRowSpace(s.protocols)
	return in.Examples > 0 && in.Examples <= size && len(in.Scored) == len(s.protocols) && len(in.Scores) > 0 &&
		len(in.Metrics) > 0 && len(in.Metrics) <= math.MaxUint8 && len(in.Reasons) <= mostReasons &&
		slices.Equal(in.Types, own.types) && len(in.Reasons) >= len(own.reasons) && slices.Equal(in.Reasons[:len(own.reasons)], own.reasons)
}

// append writes the first n rows: how many types, then columns.
func (p *page) append(b []byte, n int) []byte {
	b = append(b, byte(len(p.types)))
	b = append(append(b, p.state[:n]...), p.metric[:n]...)
	column := func(numbers []scalar) {
		for _, x := range numbers {
			b = binary.LittleEndian.AppendUint64(b, uint64(x))
		}
	}
	column(p.overall[:n])
	for _, t := range slices.Sorted(maps.Keys(p.types)) {
		b = append(b, byte(t))
		column(p.types[t][:n])
	}
	return b
}

// readPage reads n rows, ok false for what is none.
func readPage(b []byte, n int, in *storedRun) (_ *page, rest []byte, ok bool) {
	if len(b) < 1+2*n+8*n {
		return nil, nil, false
	}
	types := int(b[0])
	b = b[1:]
	if len(b) < 2*n+8*n+types*(1+8*n) || types > len(in.Types) {
		return nil, nil, false
	}
	p := &page{}
	copy(p.state[:n], b)
	copy(p.metric[:n], b[n:])
	b = b[2*n:]
	good := true
	column := func(to []scalar) {
		for k := range to {
			x := binary.LittleEndian.Uint64(b[8*k:])
			number := math.Float64frombits(x)
			good = good && !math.IsInf(number, 0) && (number == number || x&^0xffff == noNumber && int(x&0xffff) < len(in.Reasons))
			to[k] = scalar(x)
		}
		b = b[8*len(to):]
	}
	column(p.overall[:n])
	for range types {
		t := int(b[0])
		b = b[1:]
		if t >= len(in.Types) || p.types[t] != nil {
			return nil, nil, false
		}
		column(p.column(t)[:n])
	}
	return p, b, good && p.sound(n, len(in.Metrics))
}

// sound reports whether the first n rows were read and scored, and have
// verdicts and metrics that there are.
func (p *page) sound(n, metrics int) bool {
	const both, wrong = rowRead | rowCurrent, uint8(loaders.Wrong)
	for k, state := range p.state[:n] {
		if state&both != both || state>>6 != 0 || state>>answerAt&3 > wrong || state>>faithfulAt&3 > wrong || int(p.metric[k]) >= metrics {
			return false
		}
	}
	return true
}
