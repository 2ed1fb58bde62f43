package boxes

import (
	"math"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/scoring"
)

const (
	gold    = "gold-boxes"
	section = "Subramanian et al. 2020, section 5.3"
)

// Gold is "gold-boxes": the number and size of gold boxes by module type, and the number of
// proposals.
var Gold = scoring.Protocol{
	Name:    gold,
	Source:  section,
	Metrics: scoring.MetricsOf(marksOf("", 0)),
	Prepare: func(ex *loaders.Example) scoring.Evidence {
		e := &exampleGoldBoxes{slices.DeleteFunc(MarksOf(ex), func(m ModuleGoldBoxes) bool { return m.Op == "" })}
		if len(e.Modules) == 0 {
			return nil
		}
		return e
	},
	Aggregate: func(s scoring.Settings) scoring.Aggregate {
		return scoring.NewParted(gold, s, 2*len(given), func(e *exampleGoldBoxes, whole []float64, part scoring.BlockLookup) {
			for _, m := range e.Modules {
				m.add(whole)
				m.add(part(m.Op))
			}
		}, func(ops []string, _ []float64) []scoring.Column {
			list := marksOf("overall", 0)
			for i, op := range ops {
				list = append(list, marksOf(op, (1+i)*2*len(given))...)
			}
			return list
		})
	},
	New:     scoring.New[exampleGoldBoxes],
	Version: 1,
}

// ModuleGoldBoxes are the gold boxes of a module.
type ModuleGoldBoxes struct {
	Op        string
	Boxes     int
	Sized     int
	Area      float64 // shares of pictures, over Sized boxes
	Proposals int     // without padding; -1 if the module doesn't choose among them
}

// few enough that sums are exact
const areaPlaces = 40

// MarksOf returns a Marks for each module, by node.
func MarksOf(ex *loaders.Example) []ModuleGoldBoxes {
	list, proposals := make([]ModuleGoldBoxes, len(ex.Program)), 0
	for _, im := range ex.Images {
		proposals += loaders.CountFunc(im.Proposals, func(b loaders.Box) bool { return b.Area() > 0 })
	}
	for i := range list {
		module, m := &ex.Program[i], &list[i]
		if m.Proposals = -1; module.Output.Boxes != nil {
			m.Proposals = proposals
		}
		if module.Gold.Kind() != loaders.BoxKind || module.Lender() != "" {
			continue
		}
		m.Op = strings.Clone(module.Op)
		m.Boxes = len(slices.Concat(module.Gold.Boxes...))
		for k, im := range ex.Images {
			for _, b := range loaders.ElementAt(module.Gold.Boxes, k) {
				share, ok := im.Fractions(b)
				if area := math.Round(math.Ldexp(share.Area(), areaPlaces)); ok && area-area == 0 {
					m.Sized, m.Area = m.Sized+1, m.Area+math.Ldexp(area, -areaPlaces)
				}
			}
		}
	}
	return list
}

// MeanArea is undefined without Sized boxes.
func (m *ModuleGoldBoxes) MeanArea() scoring.Value {
	return scoring.Quotient(m.Area, float64(m.Sized), "no picture's size is known")
}

type exampleGoldBoxes struct{ Modules []ModuleGoldBoxes }

func (e *exampleGoldBoxes) Fields(c *coding.Coder) {
	c.Struct(e)
	for _, m := range e.Modules {
		c.Check(m.Boxes >= 0 && m.Sized >= 0 && m.Proposals >= -1 && m.Area-m.Area == 0, "invalid: %d gold boxes, %d with an area of %v, and "+
			"%d proposals", m.Boxes, m.Sized, m.Area, m.Proposals)
	}
}

// In a block of terms each has its sum and its count.
var given = []struct {
	scoring.Metric
	why string
}{
	{scoring.Neither.Metric("gold_boxes", section, "mean number of gold boxes per module"), "no module has gold boxes"},
	{scoring.Neither.Metric("gold_area", section, "mean area of a gold box as a share of its picture"), "no picture's size is known"},
	{scoring.Neither.Metric("proposals", section, "mean number of proposals in a module's pictures, without padding"),
		"no module with gold boxes chooses among proposals"},
}

func (m *ModuleGoldBoxes) add(termRow []float64) {
	terms := []float64{float64(m.Boxes), 1, m.Area, float64(m.Sized), float64(m.Proposals), 1}
	if m.Proposals < 0 {
		terms = terms[:4]
	}
	for k, x := range terms {
		termRow[k] += x
	}
}

func marksOf(columnSubject string, firstTerm int) (list []scoring.Column) {
	for k, m := range given {
		list = append(list, m.Ratio(columnSubject, firstTerm+2*k, firstTerm+2*k+1, m.why))
	}
	return list
}
