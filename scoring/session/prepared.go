package session

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/alignment"
	"faithscope/scoring/annotators"
	"faithscope/scoring/answers"
	"faithscope/scoring/boxes"
	"faithscope/scoring/causes"
	"faithscope/scoring/classes"
	"faithscope/scoring/counting"
	"faithscope/scoring/eraser"
	"faithscope/scoring/faithfulness"
	"faithscope/scoring/grounding"
	"faithscope/scoring/intervention"
	"faithscope/scoring/predicates"
	"faithscope/scoring/rationales"
	"faithscope/scoring/reasoning"
	"faithscope/scoring/sentences"
	"faithscope/scoring/spans"
	"faithscope/scoring/yesno"
)

// protocols are the protocols by which a run is scored.
type protocols []scoring.Protocol

// prepared is what is kept of an example. It never changes.
type prepared struct {
	id       string             // complete; a row's is cleaned and shortened
	evidence []scoring.Evidence // per protocol, nil if it says nothing
	verdict  loaders.Verdict    // of the answer
	broken   bool
	by       int           // index of the protocol that judges faithfulness, -1 for none
	shape    scoring.Shape // of its program, unless by is -1
}

// prepare returns what is kept of an example.
func (ps protocols) prepare(ex *loaders.Example) *prepared {
	p := &prepared{id: strings.Clone(ex.ID), evidence: make([]scoring.Evidence, len(ps)), verdict: ex.Answer.Correct, broken: ex.Broken != "",
		by: -1}
	if p.broken {
		return p
	}
	p.evidence = scoring.PrepareAll(ps, ex)
	p.by, _ = scoring.Judge(p.evidence)
	if p.by >= 0 {
		p.shape = scoring.ShapeOf(ex.Program)
	}
	return p
}

// score scores the example by the protocol that judges its faithfulness.
func (p *prepared) score(
	settings scoring.Settings, of func(scoring.Evidence, scoring.Settings) scoring.ExampleScore,
) (score scoring.ExampleScore) {
	if p.by >= 0 {
		score = of(p.evidence[p.by], settings)
		p.shape.Grade(&score, settings.Bar(score.Metric))
	}
	return score
}

// sumsOf aggregates examples in their order, for each protocol separately.
func (ps protocols) sumsOf(examples []*prepared, settings scoring.Settings) []scoring.Aggregate {
	return loaders.Fill(len(ps), func(k int) scoring.Aggregate { return ps.sumOf(k, examples, settings) })
}

// sumOf aggregates the evidence of protocol k on examples; nil if there is none.
func (ps protocols) sumOf(k int, examples []*prepared, settings scoring.Settings) scoring.Aggregate {
	var sum scoring.Aggregate
	for _, p := range examples {
		if p == nil || p.evidence[k] == nil {
			continue
		}
		if sum == nil {
			sum = ps[k].Aggregate(settings)
		}
		sum.Add(p.evidence[k])
	}
	return sum
}

// version identifies what made the scores.
func (ps protocols) version() string {
	var b strings.Builder
	for _, p := range ps {
		fmt.Fprintf(&b, "%q %d %q\n", p.Name, p.Version, p.Given)
	}
	return b.String()
}

// Protocols lists every protocol, in the order of a report.
func Protocols() []scoring.Protocol {
	return []scoring.Protocol{
		answers.Protocol, boxes.Protocol, spans.Protocol,
		counting.Protocol, grounding.Protocol, alignment.Protocol, sentences.Protocol, rationales.Protocol, eraser.Protocol, yesno.Protocol,
		classes.Protocol, classes.Calibration, answers.Errors, annotators.Protocol, reasoning.Protocol, predicates.Protocol, predicates.Concepts,
		intervention.Protocol, boxes.Gold,
		causes.Protocol, faithfulness.Protocol,
	}
}

// MetricOf returns the metric called name. Its direction and whether it counts are the
// same in every protocol that has it. If none has it, only its Name is set.
func MetricOf(name string) scoring.Metric { return MetricIn("", name) }

// MetricIn returns the metric called name of a protocol. Sources and formulas may differ
// between protocols, as F1's do for boxes and for answers. If the protocol does not have
// the metric, another protocol's is returned.
func MetricIn(protocol, name string) scoring.Metric {
	for _, anyOf := range []bool{false, true} {
		for _, p := range all() {
			for _, m := range p.Metrics {
				if m.Name == name && (anyOf || p.Name == protocol) {
					return m
				}
			}
		}
	}
	return scoring.Metric{Name: name}
}

var all = sync.OnceValue(Protocols)

// JudgementOf returns the judgement by the metric of an [scoring.ExampleScore]; the zero
// value if no protocol judges by it.
func JudgementOf(metric string, s scoring.Settings) scoring.Judgement {
	for _, p := range Protocols() {
		if p.Judgement != nil && p.Judgement(s).Metric == metric {
			return p.Judgement(s)
		}
	}
	return scoring.Judgement{}
}

// ModuleTypes lists the module types that protocols score, in their order, each once.
func ModuleTypes(protocols []scoring.Protocol) []string {
	return loaders.Distinct(slices.Concat(loaders.Map(protocols, func(p scoring.Protocol) []string { return p.Types })...))
}

// Cluster says which examples depend on each other. A test swaps the examples of a
// cluster together and a bootstrap draws them together, because several questions about
// one picture are not as many independent observations.
type Cluster uint8

// The clusters.
const (
	// ByExample: every example by itself.
	ByExample Cluster = iota
	// ByPicture: the examples of the same pictures, or of the same passage.
	ByPicture
	// BySet: the examples of a group and of all groups that share an example with it;
	// examples in no group go by their question.
	BySet
)

var clusterWords = []string{"example", "picture", "set"}

// String returns the flag's word: example, picture or set.
func (c Cluster) String() string { return clusterWords[c] }

// Set makes a Cluster a flag value.
func (c *Cluster) Set(word string) error {
	return scoring.Choose(c, clusterWords, word, "a cluster of examples")
}

// Type names the flag's value in help.
func (*Cluster) Type() string { return "cluster" }

// Words lists the words of all clusters.
func (*Cluster) Words() []string { return clusterWords }

// keys are what the examples of a cluster share; none for an example by itself.
func (c Cluster) keys(ex *loaders.Example) []string {
	switch {
	case c == ByPicture && len(ex.Images) > 0:
		paths := loaders.Map(ex.Images, func(im loaders.Image) string { return im.Path })
		if key := strings.Join(paths, "\x00"); strings.Trim(key, "\x00") != "" {
			return []string{key}
		}
	case c == ByPicture && ex.Passage != nil && ex.Passage.Text != "":
		return []string{ex.Passage.Text}
	case c == BySet && len(ex.Groups) > 0:
		return ex.Groups
	case c == BySet && ex.Question != "":
		return []string{"\x00" + ex.Question}
	}
	return nil
}

// Clusters returns a function that maps every example to the first example of its
// cluster, and how many do not say what they share with others, so that each of them is
// one by itself: 0 if all are to be. It reads all records, unless every example is a
// cluster by itself. The error is the context's.
func (s *Scored) Clusters(ctx context.Context, by Cluster) (cluster func(i int) int, unknown int, err error) {
	keys := make([][]string, s.Run.Len())
	if by != ByExample {
		if err := scoring.Parallel(ctx, len(keys), func(_ context.Context, i int) error {
			keys[i] = by.keys(s.Run.Scan(i))
			return nil
		}); err != nil {
			return nil, 0, err
		}
		unknown = loaders.CountFunc(keys, func(own []string) bool { return own == nil })
	}
	// A forest of examples; each root is the first example of its cluster.
	above, first := make([]int, len(keys)), map[string]int{}
	root := func(i int) int {
		for above[i] != i {
			above[i] = above[above[i]]
			i = above[i]
		}
		return i
	}
	for i, own := range keys {
		above[i] = i
		for _, key := range own {
			other, seen := first[key]
			if !seen {
				first[key] = i
				continue
			}
			x, y := root(i), root(other)
			above[max(x, y)] = min(x, y)
		}
	}
	for i := range above {
		above[i] = root(i)
	}
	return func(i int) int {
		if i < len(above) {
			return above[i]
		}
		return i // it has been written since
	}, unknown, nil
}
