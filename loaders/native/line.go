package native

import (
	"slices"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// decoder turns lines into examples. It doesn't change once the run is open, so that lines can be
// decoded at the same time.
type decoder struct {
	sizes bool // boxes are written as left, top, width, height
	units loaders.Units
	// predicts: an answer without a prediction lacks it, because others have one.
	predicts bool
	// scored is the attribution that comes first, "" for the file's first.
	scored string
}

// newDecoder fails for an unknown format: boxes read in a wrong way look like an unfaithful model, so
// no default is safe.
func newDecoder(h Header) (*decoder, error) {
	if h.BoxFormat != "" && h.BoxFormat != "xyxy" && h.BoxFormat != "xywh" {
		return nil, loaders.Errorf(`the header's box_format is %q; it must be "xyxy" or "xywh"`, h.BoxFormat)
	}
	units, ok := unitsOf(h.BoxUnits, loaders.Fraction)
	if !ok {
		return nil, loaders.Errorf(`the header's box_units is %q; it must be "fraction" or "pixels"`, h.BoxUnits)
	}
	return &decoder{sizes: h.BoxFormat == "xywh", units: units}, nil
}

// unitsOf returns the units of this name, defaultUnits for "". For an unknown name it returns
// defaultUnits and false.
func unitsOf(unitName string, defaultUnits loaders.Units) (_ loaders.Units, ok bool) {
	switch unitName {
	case "":
		return defaultUnits, true
	case loaders.Fraction.String():
		return loaders.Fraction, true
	case loaders.Pixels.String():
		return loaders.Pixels, true
	}
	return defaultUnits, false
}

func (d *decoder) boxConvention() string {
	return loaders.IfElse(d.sizes, "xywh", "xyxy") + ", " + loaders.IfElse(d.units == loaders.Pixels, "pixels", "0..1 of the image")
}

// exampleLine is a line while it is decoded.
type exampleLine struct {
	*decoder
	*record.Record
	ex *loaders.Example
	// shared counts the proposals of each image before those that modules found.
	shared []int
	own    map[int][][]float64 // by node: per image, a probability per proposal
}

// readBoxes reads boxes in the file's convention. One without four numbers keeps its place, so that
// probabilities still fit.
func (l *exampleLine) readBoxes(fieldName string, im *loaders.Image, cornerLists []record.LenientNumbers) []loaders.Box {
	corners := record.LenientNumbers.Corners
	if l.sizes {
		corners = record.LenientNumbers.Sized
	}
	return l.Boxes(fieldName, im, loaders.Map(cornerLists, corners))
}

// lengthOver returns how many scores an attribution or rationale over a part of the example must
// have, -1 if unknown. An image counts only its shared proposals, because the file can't have
// scores for the others. Over "tokens" the first attribution with tokens of its own decides, or
// else the question.
func (l *exampleLine) lengthOver(scoredText loaders.ScoredText) int {
	switch scoredText {
	case "", loaders.OverQuestion:
		if l.ex.Tokens != nil {
			return len(l.ex.Tokens)
		}
	case loaders.OverTokens: // an attribution's own, where one brings them
		for _, a := range l.ex.Attributions {
			if a.Over == scoredText && a.Tokens != nil {
				return len(a.Tokens)
			}
		}
		return l.lengthOver(loaders.OverQuestion)
	case loaders.OverPassage:
		if l.ex.Passage != nil && l.ex.Passage.Tokens != nil {
			return len(l.ex.Passage.Tokens)
		}
	default:
		if i, ok := l.ex.ImageOver(scoredText); ok {
			return l.countShared(i)
		}
	}
	return -1
}

func (l *exampleLine) countShared(i int) int {
	if l.shared != nil {
		return l.shared[i]
	}
	return len(l.ex.Images[i].Proposals)
}

func (l *exampleLine) padShared(perProposal []float64, i int) []float64 {
	if more := len(l.ex.Images[i].Proposals) - len(perProposal); perProposal != nil && more > 0 {
		return append(slices.Clip(perProposal), make([]float64, more)...)
	}
	return perProposal
}
