package views

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/spans"
	"faithscope/views/widget"
)

// scale maps probabilities to heat.
type scale struct {
	log  bool
	most float64 // the greatest probability
}

// decades is how far below the greatest probability the log scale reaches.
const decades = 4

func newScale(p []float64, log bool) scale {
	s := scale{log: log}
	for _, x := range p {
		if x > s.most && !math.IsInf(x, 1) {
			s.most = x
		}
	}
	return s
}

// heat returns the heat of p: its share of the greatest, or of the decades
// below it.
func (s scale) heat(p float64) float64 {
	if !(p > 0) || s.most == 0 {
		return 0
	}
	share := min(1, p/s.most)
	if !s.log {
		return share
	}
	return max(0, 1+math.Log10(share)/decades)
}

func (s scale) all(p []float64) []float64 {
	heat := make([]float64, len(p))
	for i, x := range p {
		heat[i] = s.heat(x)
	}
	return heat
}

// ends are the numbers at the legend's ends, and the scale's name.
func (s scale) ends() (name, low, high string) {
	if s.log {
		return "log", widget.Small(s.most * math.Pow(10, -decades)), widget.Small(s.most)
	}
	return "linear", "0", widget.Small(s.most)
}

// passageEvidence is a passage under a module's attention.
type passageEvidence struct {
	tokens []string
	p      []float64 // the probability per token, merged where gold says so
	heat   []float64
	gold   []loaders.Span
	scale  scale
	facts  []string
	first  int // token to scroll to
}

// tokens adds a module's attention over the passage and the gold spans.
func (q evidenceOf) tokens(e *evidence, m *loaders.Module) {
	p := m.Output.Tokens
	if p == nil && (m.Gold == nil || m.Gold.Spans == nil) {
		return
	}
	pe := &passageEvidence{p: p}
	if q.example.Passage != nil {
		pe.tokens = q.example.Passage.Tokens
	}
	if m.Gold != nil {
		pe.gold = m.Gold.Spans
		pe.merge(q.example.Program, m.Gold.Merged)
	}
	pe.scale = newScale(pe.p, q.log)
	pe.heat = pe.scale.all(pe.p)
	pe.first = pe.start()
	pe.facts = pe.say()
	e.passage = pe
	e.lines = append(e.lines, pe.lines()...)
}

// merge takes the elementwise maximum with the outputs of modules that answer
// the same gold, as the score does.
func (pe *passageEvidence) merge(program []loaders.Module, nodes []int) {
	for _, k := range nodes {
		if k < 0 || k >= len(program) {
			continue
		}
		if merged, ok := spans.Merge(pe.p, program[k].Output.Tokens); ok {
			pe.p = merged
		}
	}
}

// start is the token to look at first: the first gold span, else the peak.
func (pe *passageEvidence) start() int {
	if len(pe.gold) > 0 {
		first := pe.gold[0].Start
		for _, s := range pe.gold {
			first = min(first, s.Start)
		}
		return max(0, first)
	}
	return pe.peak()
}

func (pe *passageEvidence) peak() int {
	peak := 0
	for i, x := range pe.p {
		if x > pe.p[peak] {
			peak = i
		}
	}
	return peak
}

// say is the passage in one or two lines of words.
func (pe *passageEvidence) say() []string {
	var facts []string
	if len(pe.p) > 0 {
		k := pe.peak()
		facts = append(facts, fmt.Sprintf("attends most to token %d %s: %s", k, quoted(pe.text(loaders.Span{Start: k, End: k + 1})), widget.Small(pe.p[k])))
	}
	if pe.gold == nil {
		return facts
	}
	masses := make([]string, 0, len(pe.gold))
	for _, s := range pe.gold {
		masses = append(masses, widget.Small(spans.Mass(pe.p, s)))
	}
	return append(facts, fmt.Sprintf("%s · mass %s", counted(len(pe.gold), "gold span"), strings.Join(masses, " ")))
}

// counted is a number with its noun: "1 gold span", "3 gold spans".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// maxQuoted bounds the tokens of a span that words repeat.
const maxQuoted = 12

// text is a span's tokens, cut where the passage ends and to a few.
func (pe *passageEvidence) text(s loaders.Span) string {
	start := min(max(0, s.Start), len(pe.tokens))
	end := min(max(start, s.End), len(pe.tokens))
	tail := ""
	if end-start > maxQuoted {
		end, tail = start+maxQuoted, " …"
	}
	return strings.Join(pe.tokens[start:end], " ") + tail
}

func quoted(s string) string { return "“" + s + "”" }

// topTokens is how many of the most attended tokens the words list.
const topTokens = 20

// lines says every gold span with its mass and loss, and the most attended
// tokens.
func (pe *passageEvidence) lines() []evidenceLine {
	var lines []evidenceLine
	for k, s := range pe.gold {
		mass, kind := spans.Mass(pe.p, s), goldMark
		if mass < middleBar {
			kind = missedMark
		}
		lines = append(lines, evidenceLine{mark: -1, color: kind, text: fmt.Sprintf("gold #%d mass %s loss %.2f %s [%d, %d)",
			k, widget.Small(mass), spans.Loss(pe.p, []loaders.Span{s}), quoted(pe.text(s)), s.Start, s.End)})
	}
	order := make([]int, len(pe.p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(pe.p[b], pe.p[a]) })
	for _, i := range order[:min(topTokens, len(order))] {
		if pe.p[i] == 0 {
			break
		}
		text := fmt.Sprintf("p %s token %d %s", widget.Small(pe.p[i]), i, quoted(pe.text(loaders.Span{Start: i, End: i + 1})))
		lines = append(lines, evidenceLine{text: text, mark: -1})
	}
	return lines
}
