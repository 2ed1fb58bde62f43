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

// ExampleEdits holds the changes of modules, by index. Those of [Picture] remove objects, those of [Oracle]
// name predicates, by index, whose truth replaces the oracle's likelihoods.
type ExampleEdits map[int]ModuleEdit

// Picture and Oracle are indices in [ExampleEdits].
const (
	Picture = -1
	Oracle  = -2
)

// outside are the words for changes of no module.
var outside = map[int]string{Picture: "without", Oracle: "true"}

// ModuleEdit holds the changes of one module, in the words of a step.
type ModuleEdit []moduleChange

// moduleChange is a verb and its value.
type moduleChange struct{ verb, value string }

// verbs lists the changes in the order of their description: op NAME, text WORDS, gold, none, scale
// X, sharp N, cut X, set IMAGE/BOX=P for a box or a token; without IMAGE/BOX is for the pictures.
var verbs = []string{"op", "gold", "none", "scale", "sharp", "cut", "set", "without", "text"}

// Value returns the value of a verb, "" if it isn't used.
func (e ModuleEdit) Value(changeVerb string) string {
	d, _ := widget.First(e, func(d moduleChange) bool { return d.verb == changeVerb })
	return d.value
}

// withValue returns a copy of e without the verb's changes whose value begins with valuePrefix ("" for
// all), and with this value unless "". They are in the order of verbs.
func (e ModuleEdit) withValue(changeVerb, valuePrefix, verbValue string) ModuleEdit {
	next := loaders.Filter(e, func(d moduleChange) bool { return d.verb != changeVerb || !strings.HasPrefix(d.value+"=", valuePrefix) })
	if verbValue != "" {
		next = append(next, moduleChange{changeVerb, verbValue})
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

// changeOf covers a gold box by the proposal that overlaps it by more than iouThreshold, because a
// module can only return proposals. On an error c is incomplete.
func (e ModuleEdit) changeOf(ex *loaders.Example, nodeIndex int, iouThreshold float64) (c executor.OutputChange, texts []string,
	err error) {
	own := &ex.Program[nodeIndex].Output
	for _, d := range e {
		what := d.verb
		switch d.verb {
		case "op":
			c.Op, what = d.value, "now "+d.value
		case "text":
			c.Text, what = d.value, "of "+d.value
		case "gold":
			out, ok := executor.Gold(ex, nodeIndex, iouThreshold)
			if c.Output = &out; !ok {
				err = errors.New("the module has no gold boxes or spans")
			}
		case "none":
			c.Output, err = executor.None(own)
		case "set":
			var s executor.ProbabilityOverride
			_, bad := fmt.Sscanf(d.value, "%d/%d=%g", &s.Image, &s.Box, &s.Probability)
			if bad == nil && s.Probability >= 0 && s.Probability <= 1 {
				c.Switches = append(c.Switches, s)
				continue
			}
			err = fmt.Errorf("%s must be IMAGE/BOX=P, with P from 0 to 1", d.value)
		default:
			what, err = d.addMeasure(&c)
		}
		if err != nil {
			return c, nil, err
		}
		texts = append(texts, what)
	}
	if len(c.Switches) > 0 {
		texts = append(texts, loaders.Count(len(c.Switches), executor.Unit(own))+" switched")
	}
	return c, texts, err
}

func (d moduleChange) addMeasure(c *executor.OutputChange) (text string, err error) {
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
	return "", fmt.Errorf("%s %s is not a valid module change", d.verb, d.value)
}

func (e ModuleEdit) predicatesTrue(knownPredicates []loaders.Predicate) (which []int, names []string, err error) {
	for _, d := range e {
		i, err := strconv.Atoi(d.value)
		if err != nil || i < 0 || i >= len(knownPredicates) {
			return nil, nil, fmt.Errorf("no predicate has the number %s", d.value)
		}
		which, names = append(which, i), append(names, knownPredicates[i].Name)
	}
	return which, names, nil
}

func (e ModuleEdit) proposalsAway(exampleImages []loaders.Image) (away [][]bool, names []string, err error) {
	for _, d := range e {
		var image, at int
		if _, err := fmt.Sscanf(d.value, "%d/%d", &image, &at); err != nil || !isObject(exampleImages, image, at) {
			return nil, nil, fmt.Errorf("%s is not an object: use IMAGE/BOX", d.value)
		}
		if away == nil {
			away = loaders.Map(exampleImages, func(im loaders.Image) []bool { return make([]bool, len(im.Proposals)) })
		}
		away[image][at] = true
		names = append(names, evidence.ObjectName(&exampleImages[image], at))
	}
	return away, names, nil
}

func isObject(exampleImages []loaders.Image, imageIndex, boxIndex int) bool {
	return imageIndex >= 0 && imageIndex < len(exampleImages) && boxIndex >= 0 && boxIndex < len(exampleImages[imageIndex].Proposals) &&
		exampleImages[imageIndex].Proposals[boxIndex] != (loaders.Box{})
}
