package boxes

import (
	"cmp"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

// ByArgument returns an aggregate of the evidence of [Protocol] that tells
// modules apart by their text argument: find[tower] beside find[dog]. Read
// down the list, it shows whether what is seldom asked for is found less
// faithfully (error by rarity; Subramanian et al. 2020).
//
// A score is the mean F1 over the modules of one type and one argument, the
// images of a module pooled, whatever the average in s; its count is how many
// modules that is, which is how often the argument occurs with gold boxes and
// an output. Arguments are compared in lower case. Types stand in their
// order, arguments from the most frequent down, then by letters. Modules
// without an argument are left out.
func ByArgument(s scoring.Settings) scoring.Aggregate {
	return &arguments{settings: s, totals: map[argument]*scoring.Total{}}
}

// argument is what is asked of a type of module.
type argument struct {
	kind int
	text string
}

type arguments struct {
	settings scoring.Settings
	totals   map[argument]*scoring.Total
}

// Add adds one example's evidence.
func (a *arguments) Add(e scoring.Evidence) {
	ev := e.(*evidence)
	for _, m := range ev.modules {
		if m.silent || m.argument == "" {
			continue
		}
		a.of(argument{m.kind, m.argument}).Add(scoring.Defined(ev.pooled(m, &a.settings).Metrics().F1))
	}
}

// of returns an argument's total, which it makes if need be.
func (a *arguments) of(key argument) *scoring.Total {
	total := a.totals[key]
	if total == nil {
		total = &scoring.Total{}
		a.totals[key] = total
	}
	return total
}

// Merge adds another aggregate by argument.
func (a *arguments) Merge(other scoring.Aggregate) {
	for key, theirs := range other.(*arguments).totals {
		a.of(key).Merge(theirs)
	}
}

// Scores returns an F1 per type and argument, nil for none.
func (a *arguments) Scores() []scoring.Score {
	var keys []argument
	for key := range a.totals {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(x, y argument) int {
		return cmp.Or(x.kind-y.kind, a.totals[y].Count-a.totals[x].Count, strings.Compare(x.text, y.text))
	})
	var scores []scoring.Score
	for _, key := range keys {
		mean := a.totals[key].Mean()
		scores = append(scores, scoring.Score{
			Protocol: Protocol.Name, Metric: "f1", Of: Types[key.kind] + "[" + key.text + "]",
			Value: mean.Value(""), Count: mean.Count, Settings: a.settings,
		})
	}
	return scores
}

// maxArgument bounds an argument, in bytes: what is longer is not a noun.
const maxArgument = 60

// argumentOf returns a module's text argument in lower case, its white space
// evened out. It is a copy: evidence outlives the record it came from.
func argumentOf(m *loaders.Module) string {
	text := m.Text
	if len(text) > 4*maxArgument {
		text = text[:4*maxArgument]
	}
	text = strings.ToLower(strings.Join(strings.Fields(loaders.Clean(text)), " "))
	if len(text) > maxArgument {
		text = strings.ToValidUTF8(text[:maxArgument], "") + "…"
	}
	return strings.Clone(text)
}
