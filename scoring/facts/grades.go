package facts

import (
	"math"
	"reflect"
	"slices"

	"faithscope/scoring"
	"faithscope/scoring/protocols/reasoning"
	"faithscope/scoring/query"
)

// blockModuleScores holds the scores of a block's modules under one settings.
type blockModuleScores struct {
	settings scoring.Settings
	has      [size]bool
	sets     [size]uint8 // bits: hard, easy, told
	begin    [size + 1]uint32
	modules  []storedModuleScore // by node, up to the last with a score
}

// Bits of an example's sets.
const (
	hard = 1 << iota
	easy
	told // otherwise tags decide
)

// storedModuleScore holds a module's score.
type storedModuleScore struct {
	score    float64    // NaN for none, like the next two
	measured [2]float64 // precision and recall, or the loss
	counted  int32
	lost     bool // it has a loss
	faithful bool
	cause    scoring.Cause
	fault    scoring.ModuleFault
}

// mostNodes limits the graded modules of a program.
const mostNodes = 1 << 20

var ungraded = storedModuleScore{score: math.NaN(), measured: [2]float64{math.NaN(), math.NaN()}}

func (g *blockModuleScores) holdsExample(t *runSnapshot, k int) bool {
	return g.settings == t.settings && g.has[k]
}

func (g *blockModuleScores) countBytes() int {
	return int(reflect.TypeFor[blockModuleScores]().Size()) + roomOf(g.modules)
}

func (t *runSnapshot) gradesOf(i int) *blockModuleScores { return pageOf(t, inGrades, i, t.gradeBlock) }

// gradeBlock grades the modules of block n's examples that were read. Without evidence of
// reasoning, tags decide hard and easy, because only that protocol knows a base model.
func (t *runSnapshot) gradeBlock(n int) *blockModuleScores {
	g := &blockModuleScores{settings: t.settings}
	for k, held := range t.run.blockOf(n) {
		g.begin[k+1] = g.begin[k]
		if g.has[k] = held.Read(); !g.has[k] {
			continue
		}
		if e := held.Evidence(reasoning.Protocol.Name); e != nil {
			isHard, isEasy := reasoning.Sets(e, &t.settings)
			g.sets[k] = uint8(told | hard*bitOf(isHard) | easy*bitOf(isEasy))
		}
		if score, ok := held.Outline(t.settings); ok {
			g.addModules(&score, score.Bar)
			g.begin[k+1] = uint32(len(g.modules))
		}
	}
	g.modules = slices.Clone(g.modules) // without room to grow
	return g
}

func bitOf(isSet bool) int {
	if isSet {
		return 1
	}
	return 0
}

// addModules appends a score's modules at begin+node; nodes without a score are ungraded. A loss
// replaces the precision, because no module has both. It ignores nodes below 0 or above
// mostNodes.
func (g *blockModuleScores) addModules(exampleScore *scoring.ExampleScore, threshold float64) {
	begin := len(g.modules)
	for i := range exampleScore.Modules {
		m := &exampleScore.Modules[i]
		if m.Node < 0 || m.Node > mostNodes {
			continue
		}
		for len(g.modules) <= begin+m.Node {
			g.modules = append(g.modules, ungraded)
		}
		own := storedModuleScore{score: toFloat(m.Value), measured: [2]float64{toFloat(m.Precision), toFloat(m.Recall)},
			counted: int32(m.Counted),
			cause:   m.Cause, fault: m.Fault}
		own.faithful = own.score == own.score && !m.Wrong(threshold)
		if loss, ok := m.Loss.Float(); ok {
			own.lost, own.measured[0] = true, loss
		}
		g.modules[begin+m.Node] = own
	}
}

func (g *blockModuleScores) moduleOf(k, nodeIndex int) *storedModuleScore {
	if at := int(g.begin[k]) + nodeIndex; nodeIndex >= 0 && at < int(g.begin[k+1]) {
		return &g.modules[at]
	}
	return &ungraded
}

func (r *exampleRecord) moduleAt(nodeIndex int, s *storedModuleScore, isCulprit bool) query.ModuleRow {
	m := &r.modules[nodeIndex]
	of := query.ModuleRow{
		Op: m.op.Value(), Argument: m.argument.Value(), Depth: int(m.depth), Gold: int(m.gold), Area: float64(m.area),
		Proposals: int(m.proposals), Score: s.score, Precision: s.measured[0], Recall: s.measured[1], Loss: math.NaN(), Counted: int(s.counted),
		Cause: s.cause.String(), Scored: s.score == s.score, Faithful: s.faithful,
		Wrong: s.fault != scoring.NoFault, Local: s.fault == scoring.Local, Inherited: s.fault == scoring.Inherited,
		Culprit: isCulprit,
	}
	if s.lost {
		of.Loss, of.Precision = of.Precision, math.NaN()
	}
	return of
}

// listPrograms reuses its list, because a query asks for a list per example; so it is for one
// goroutine.
func (t *runSnapshot) listPrograms(culpritOf func(i int) int) func(i int) []query.ModuleRow {
	recorded, grades := t.recordFinder(), pageFinder(t, (*runSnapshot).gradesOf)
	var list []query.ModuleRow
	return func(i int) []query.ModuleRow {
		rec, g := recorded(i), grades(i)
		list = list[:0]
		for node := range rec.modules {
			list = append(list, rec.moduleAt(node, g.moduleOf(i%size, node), node == culpritOf(i)))
		}
		return list
	}
}
