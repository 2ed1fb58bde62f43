package report

import (
	"slices"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/alignment"
	"faithscope/scoring/answers"
	"faithscope/scoring/boxes"
	"faithscope/scoring/counting"
	"faithscope/scoring/grounding"
	"faithscope/scoring/reasoning"
	"faithscope/scoring/sentences"
	"faithscope/scoring/spans"
)

// Summary is one example's scores in brief: a row of a list.
type Summary struct {
	Read     bool            // false while nobody has scored the example yet
	Answer   loaders.Verdict // Unknown while not read
	Overall  scoring.Value
	Metric   string // what Overall is: "f1", "mass"
	Faithful loaders.Verdict
	// Types has a value per module type, in the order of [Scored.Types] when
	// the summaries were asked for: the mean over the example's modules of
	// that type, 0..1, higher is better.
	Types []scoring.Value
}

// Quadrant counts examples by answer and faithfulness. Unknown counts those
// without a verdict on either side.
type Quadrant struct {
	RightFaithful, RightUnfaithful int
	WrongFaithful, WrongUnfaithful int
	Unknown                        int
}

// Protocols lists every protocol, in the order of a report.
func Protocols() []scoring.Protocol {
	return []scoring.Protocol{
		answers.Protocol, boxes.Protocol, spans.Protocol,
		counting.Protocol, grounding.Protocol, alignment.Protocol, sentences.Protocol, reasoning.Protocol,
	}
}

// summaries are the rows of all examples under one settings.
type summaries struct {
	settings scoring.Settings
	types    []string
	done     int // how many of Scored.arrived are in rows
	rows     []Summary
}

// Types returns the module types of the protocols that scored a module so
// far, in the order of the papers' tables; a type that two protocols share
// stands once.
func (s *Scored) Types() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.types()
}

func (s *Scored) types() []string {
	var types []string
	for k, protocol := range s.protocols {
		if !s.scored[k] {
			continue
		}
		for _, t := range protocol.Types {
			if !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
	}
	return types
}

// Summaries returns a summary per example found so far, under settings. The
// result is kept until settings change or examples arrive; callers must not
// change it. What it returned before never changes.
func (s *Scored) Summaries(settings scoring.Settings) []Summary {
	s.summarizing.Lock()
	defer s.summarizing.Unlock()

	s.mu.Lock()
	types := s.types()
	n := max(len(s.kept), s.Run.Len())
	c := &s.summaries
	if c.settings != settings || !slices.Equal(c.types, types) {
		*c = summaries{settings: settings, types: types}
	}
	arrived := s.arrived[c.done:]
	kept := make([]*prepared, len(arrived))
	for k, i := range arrived {
		kept[k] = s.kept[i]
	}
	s.mu.Unlock()

	if len(arrived) == 0 && n == len(c.rows) && n > 0 {
		return c.rows
	}
	rows := make([]Summary, n)
	for i := copy(rows, c.rows); i < n; i++ {
		rows[i] = c.unscored("not read yet")
	}
	for k, i := range arrived {
		rows[i] = c.row(s.protocols, kept[k])
	}
	c.rows = rows
	c.done += len(arrived)
	return rows
}

// unscored is a row without numbers.
func (c *summaries) unscored(why string) Summary {
	row := Summary{Overall: scoring.Undefined(why), Types: make([]scoring.Value, len(c.types))}
	for k := range row.Types {
		row.Types[k] = scoring.Undefined(why)
	}
	return row
}

// row is the row of an example that was read.
func (c *summaries) row(protocols []scoring.Protocol, p *prepared) Summary {
	if p.broken || p.by < 0 {
		row := c.unscored("no module with gold")
		if p.broken {
			row = c.unscored("the record could not be read")
		}
		row.Read, row.Answer = true, p.verdict
		return row
	}
	score := outline(p.evidence[p.by], c.settings)
	row := Summary{Read: true, Answer: p.verdict, Overall: score.Overall, Metric: score.Metric, Faithful: score.Faithful}
	means := make([]scoring.Mean, len(c.types))
	for _, m := range score.Modules {
		if k := slices.Index(c.types, m.Type); k >= 0 {
			means[k].Add(m.Value)
		}
	}
	row.Types = make([]scoring.Value, len(means))
	for k, mean := range means {
		row.Types[k] = mean.Value("no such module with gold")
	}
	return row
}

// Quadrant counts the examples read so far under settings.
func (s *Scored) Quadrant(settings scoring.Settings) Quadrant {
	var q Quadrant
	for _, row := range s.Summaries(settings) {
		switch answer := row.Answer; {
		case !row.Read:
		case answer == loaders.Unknown || row.Faithful == loaders.Unknown:
			q.Unknown++
		case answer == loaders.Right && row.Faithful == loaders.Right:
			q.RightFaithful++
		case answer == loaders.Right:
			q.RightUnfaithful++
		case row.Faithful == loaders.Right:
			q.WrongFaithful++
		default:
			q.WrongUnfaithful++
		}
	}
	return q
}
