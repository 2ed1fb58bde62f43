package boxes

import (
	"image/color"

	"faithscope/loaders"
	"faithscope/themes"
	"faithscope/views/widget"
)

// boxMark is a box and its role: its row of words and its line in the picture are made from it.
type boxMark struct {
	image    int
	kind     markKind
	box      loaders.Box // fractions
	placed   bool        // false: the box has no place, its units are unknown
	number   string      // in the picture where its label has no room
	name     string      // in words; by default of its kind and number
	label    string      // in the picture
	proposal int         // subject a proposal: its number in its image
	p        float64     // its probability, for a gold box that of the proposal that covers it; -1 for none
	here     float64     // the probability by this module, if two are shown,
	held     float64     // and by the module that it is compared with
	gold     int         // the gold box of its image that it is or matches; -1 for none
	iou      float64     // with that gold box, 0 for none
	goldText string      // what is said about gold
	step     int         // subject a sum, from 0 for the highest score; gold comes after
	sum      string      // subject a sum: that of the scores down to this one, or of those on a gold box
	inside   string      // the share of a box of a sum that lies in gold
	input    int         // subject several modules whose boxes are shown together: which
	place    string      // and what it is called, "" for one module
	thin     bool        // a hairline: shown although it is below the threshold, or adds nearly nothing to a sum
}

// markKind holds what a box is.
type markKind uint8

const (
	plainMark  markKind = iota // predicted, without gold to compare with
	belowMark                  // a proposal below the threshold
	objectMark                 // an object that the module attends to less than the threshold
	hitMark                    // predicted and aligned with gold
	missMark                   // predicted, but not aligned
	goldMark                   // gold that was found
	missedMark                 // gold that was not
	thereMark                  // predicted only by the module that this one is compared with
	hereMark                   // predicted only by this one
	bothMark                   // by both
)

// kinds are the names of boxes of a kind before their number, what they mean
// for the module, and how a theme draws them.
var kinds = [...]struct {
	word string
	good loaders.Verdict
	like markKind // whose colour it has
	dash widget.Dash
}{
	plainMark:  {"box", loaders.Unknown, plainMark, widget.Solid},
	belowMark:  {"below", loaders.Unknown, plainMark, widget.Dashed},
	objectMark: {"obj.", loaders.Unknown, plainMark, widget.Dashed},
	hitMark:    {"hit ", loaders.Right, hitMark, widget.Solid},
	missMark:   {"miss", loaders.Wrong, missMark, widget.Dashed},
	goldMark:   {"gold", loaders.Unknown, goldMark, widget.Double},
	missedMark: {"gold", loaders.Wrong, missedMark, widget.Dotted},
	thereMark:  {"there", loaders.Unknown, missMark, widget.Dashed},
	hereMark:   {"here", loaders.Unknown, hitMark, widget.Solid},
	bothMark:   {"both", loaders.Unknown, plainMark, widget.Solid},
}

func (k markKind) colorIn(t *themes.Theme) color.RGBA {
	return [...]color.RGBA{plainMark: t.Plain, hitMark: t.Hit, missMark: t.Miss, goldMark: t.Gold, missedMark: t.Missed}[kinds[k].like]
}

func (k markKind) isGold() bool { return k == goldMark || k == missedMark }

func (m *boxMark) inImage() (box loaders.Box, ok bool) {
	if m == nil || !m.placed {
		return box, false
	}
	box = loaders.Box{X0: max(m.box.X0, 0), Y0: max(m.box.Y0, 0), X1: min(m.box.X1, 1), Y1: min(m.box.Y1, 1)}
	return box, box.X0 < box.X1 && box.Y0 < box.Y1
}

// drawnMark returns the mark as a picture draws it; an object has the colour of the heat of its
// probability, unless heat is off.
func (m *boxMark) drawnMark(look widget.Look) widget.Mark {
	shade := m.kind.colorIn(look.Theme)
	if m.kind == objectMark && !look.NoHeat {
		if heat, _ := look.Theme.Heat.At(m.p); heat != nil {
			shade, _ = color.RGBAModel.Convert(heat).(color.RGBA)
		}
	}
	return widget.Mark{Box: m.box, Label: m.label, Color: shade, Dash: kinds[m.kind].dash, Score: max(m.p, 0), Thin: m.thin}
}
