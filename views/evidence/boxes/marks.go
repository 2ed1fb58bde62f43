package boxes

import (
	"image/color"
	"strconv"

	"github.com/charmbracelet/x/ansi"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/themes"
	"faithscope/views/widget"
)

type boxMark struct {
	image    int
	kind     markKind
	box      loaders.Box // fractions
	placed   bool        // false if its units are unknown
	name     string      // in words; by default kind and number
	label    string
	proposal int
	p        float64 // probability, for a gold box its covering proposal's; -1 for none
	here     float64 // by this module, if two are shown
	held     float64 // by the compared module
	gold     int     // the equal or matching gold box of its image; -1 for none
	iou      float64 // with that gold box, 0 for none
	goldText string
	step     int           // in a sum, from 0 for the highest score; gold comes after
	sum      string        // of the scores down to this one, or on a gold box
	inside   scoring.Value // a sum's box: its share in gold
	input    int
	place    string // the input's name, "" for one module
	thin     bool   // below the threshold, or adding nearly nothing to a sum
	folded   bool   // a gold box on its proposal's row
}

type markKind uint8

const (
	plainMark markKind = iota // without gold to compare
	belowMark
	objectMark // attended to less than the threshold
	hitMark    // matches gold
	missMark   // doesn't match
	goldMark
	missedMark
	thereMark // only by the compared module
	hereMark  // only by this module
	bothMark  // by both
)

var kinds = [...]struct {
	word string
	good loaders.Verdict
	dash widget.DashStyle
}{
	plainMark:  {"box", loaders.Unknown, widget.Solid},
	belowMark:  {"below", loaders.Unknown, widget.Dashed},
	objectMark: {"obj.", loaders.Unknown, widget.Dashed},
	hitMark:    {"hit ", loaders.Right, widget.Solid},
	missMark:   {"miss", loaders.Wrong, widget.Dashed},
	goldMark:   {"gold", loaders.Unknown, widget.Double},
	missedMark: {"gold", loaders.Wrong, widget.Dotted},
	thereMark:  {"", loaders.Unknown, widget.Dashed}, // neither is right or wrong
	hereMark:   {"", loaders.Unknown, widget.Solid},
	bothMark:   {"both", loaders.Unknown, widget.Solid},
}

func (k markKind) colorIn(t *themes.Theme) color.RGBA {
	switch k {
	case hitMark:
		return t.Hit
	case missMark:
		return t.Miss
	case goldMark:
		return t.Gold
	case missedMark:
		return t.Missed
	case bothMark, thereMark: // what a change leaves alone or takes away
		if _, isNamed := t.Faint.Fg.(ansi.BasicColor); !isNamed && t.Faint.Fg != nil {
			return color.RGBAModel.Convert(t.Faint.Fg).(color.RGBA)
		}
	}
	return t.Plain
}

// number names the box in a picture without room for its label.
func (m *boxMark) boxNumber() string {
	return "#" + strconv.Itoa(loaders.IfElse(m.kind.isGold(), m.gold, m.proposal))
}

func (k markKind) isGold() bool { return k == goldMark || k == missedMark }

func (m *boxMark) inImage() (box loaders.Box, ok bool) {
	if m == nil || !m.placed {
		return box, false
	}
	box = loaders.Box{X0: max(m.box.X0, 0), Y0: max(m.box.Y0, 0), X1: min(m.box.X1, 1), Y1: min(m.box.Y1, 1)}
	return box, box.X0 < box.X1 && box.Y0 < box.Y1
}

func (m *boxMark) drawnMark(look widget.Look) widget.BoxMark {
	shade := m.kind.colorIn(look.Theme)
	if m.kind == objectMark && !look.NoHeat {
		if heat, _ := look.Theme.Heat.At(m.p); heat != nil {
			shade, _ = color.RGBAModel.Convert(heat).(color.RGBA)
		}
	}
	return widget.BoxMark{Box: m.box, Label: m.label, Number: m.boxNumber(), Color: shade, Dash: kinds[m.kind].dash,
		Score: max(m.p, 0), Thin: m.thin}
}
