package whatif

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/dfol"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// Edits holds the changes of modules, by index. Those of [Picture] remove objects.
type Edits map[int]Edit

// Picture is the index of the pictures in [Edits].
const Picture = -1

// Edit holds the changes of one module, in the words of a step.
type Edit []moduleChange

// moduleChange is a verb and its value.
type moduleChange struct{ verb, value string }

// verbs lists the changes in the order of their description: op NAME, text WORDS, gold, none, scale
// X, sharp N, cut X, set IMAGE/BOX=P for a box or a token; without IMAGE/BOX is for the pictures.
var verbs = []string{"op", "gold", "none", "scale", "sharp", "cut", "set", "without", "text"}

// Value returns the value of a verb, "" if it isn't used.
func (e Edit) Value(verb string) string {
	d, _ := widget.First(e, func(d moduleChange) bool { return d.verb == verb })
	return d.value
}

// withValue returns a copy of e without the verb's changes whose value begins with place ("" for
// all), and with this value unless "". They are in the order of verbs.
func (e Edit) withValue(verb, place, value string) Edit {
	next := loaders.Filter(e, func(d moduleChange) bool { return d.verb != verb || !strings.HasPrefix(d.value+"=", place) })
	if value != "" {
		next = append(next, moduleChange{verb, value})
	}
	loaders.SortBy(next, func(d moduleChange) int { return slices.Index(verbs, d.verb) })
	return next
}

const (
	// sharper is the factor of one step on the exponents of ∇-FOL's eq. 16.
	sharper = 1.25
	// mostSharp bounds the steps of sharpening.
	mostSharp = 100
)

// changeOf returns the edit for the executor and in words. A gold box is covered by the proposal
// that overlaps it by more than iou. It fails for missing gold or a malformed value; c is then
// incomplete.
func (e Edit) changeOf(ex *loaders.Example, node int, iou float64) (c executor.Change, said []string, err error) {
	own := &ex.Program[node].Output
	for _, d := range e {
		what := d.verb
		switch d.verb {
		case "op":
			c.Op, what = d.value, "now "+d.value
		case "text":
			c.Text, what = d.value, "of "+d.value
		case "gold":
			out, ok := executor.Gold(ex, node, iou)
			if c.Output = &out; !ok {
				err = errors.New("the module has no gold boxes or spans")
			}
		case "none":
			c.Output, err = executor.None(own)
		case "set":
			var s executor.Switch
			_, bad := fmt.Sscanf(d.value, "%d/%d=%g", &s.Image, &s.Box, &s.Probability)
			if bad == nil && s.Probability >= 0 && s.Probability <= 1 {
				c.Switches = append(c.Switches, s)
				continue
			}
			err = fmt.Errorf("%s is not IMAGE/BOX=P", d.value)
		default:
			what, err = d.addMeasure(&c)
		}
		if err != nil {
			return c, nil, err
		}
		said = append(said, what)
	}
	if len(c.Switches) > 0 {
		said = append(said, loaders.Count(len(c.Switches), executor.Unit(own))+" switched")
	}
	return c, said, err
}

func (d moduleChange) addMeasure(c *executor.Change) (said string, err error) {
	x, err := strconv.ParseFloat(d.value, 64)
	switch {
	case err != nil || x-x != 0:
		return "", fmt.Errorf("%s is not a number", d.value)
	case d.verb == "scale" && x > 0:
		c.Scale = &x
		return "×" + widget.Small(x), nil
	case d.verb == "sharp" && x == float64(int(x)) && math.Abs(x) <= mostSharp:
		k := math.Pow(sharper, x)
		c.Calibrate = dfol.Calibration{A: k, B: k, C: .5, D: 1}.Of
		return loaders.IfElse(x > 0, "sharper ", "softer ") + strconv.Itoa(int(math.Abs(x))), nil
	case d.verb == "cut":
		c.Above = &x
		return "cut at " + widget.Decimal(x), nil
	}
	return "", fmt.Errorf("%s %s is not a change of a module", d.verb, d.value)
}

// proposalsAway returns, by image and proposal, the objects that an edit of the pictures removes,
// and their names; nil for none. It fails for a value other than IMAGE/BOX of an object.
func (e Edit) proposalsAway(images []loaders.Image) (away [][]bool, names []string, err error) {
	for _, d := range e {
		var image, at int
		if _, err := fmt.Sscanf(d.value, "%d/%d", &image, &at); err != nil || !isObject(images, image, at) {
			return nil, nil, fmt.Errorf("%s is not IMAGE/BOX of an object", d.value)
		}
		if away == nil {
			away = loaders.Map(images, func(im loaders.Image) []bool { return make([]bool, len(im.Proposals)) })
		}
		away[image][at] = true
		names = append(names, evidence.ObjectName(&images[image], at))
	}
	return away, names, nil
}

func isObject(images []loaders.Image, image, index int) bool {
	return image >= 0 && image < len(images) && index >= 0 && index < len(images[image].Proposals) &&
		images[image].Proposals[index] != (loaders.Box{})
}
