package checking

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"faithscope/loaders"
	"faithscope/scoring/report"
)

// Found is a run and what is wrong with it.
type Found struct {
	run                  *loaders.Run
	Examples, Unreadable int
	bare                 int               // examples whose pictures are all missing, as those of all others; 0 where some are there
	Problems             []loaders.Problem // by file and line
	kinds                []kind
}

// kind is a kind of problem: what it says but for names and numbers.
type kind struct {
	What  string `json:"what"`
	Count int    `json:"count"`
}

// kindsOf counts problems by kind, the most frequent first.
func kindsOf(problems []loaders.Problem) []kind {
	by := map[string]int{}
	for _, p := range problems {
		by[loaders.Clean(p.What.General())]++
	}
	list := make([]kind, 0, len(by))
	for what, n := range by {
		list = append(list, kind{what, n})
	}
	slices.SortFunc(list, func(a, b kind) int { return cmp.Or(b.Count-a.Count, cmp.Compare(a.What, b.What)) })
	return list
}

// WriteProblems writes a line per problem, then a count per kind, run by run.
// most bounds the lines of a run, 0 for none.
func WriteProblems(w io.Writer, list []*Found, most int) error {
	for i, c := range list {
		if i > 0 {
			fmt.Fprintln(w)
		}
		shown := bounded(c.Problems, most)
		for _, p := range shown {
			fmt.Fprintln(w, p)
		}
		if rest := len(c.Problems) - len(shown); rest > 0 {
			fmt.Fprintf(w, "and %d more: --most 0 lists them all\n", rest)
		}
		for _, k := range c.kinds {
			fmt.Fprintf(w, "%8d  %s\n", k.Count, k.What)
		}
		if _, err := fmt.Fprintln(w, loaders.Clean(c.heading())); err != nil {
			return err
		}
	}
	return nil
}

func bounded[T any](list []T, most int) []T {
	if most > 0 {
		return list[:min(len(list), most)]
	}
	return list
}

// heading says what was checked, and how it was read.
func (c *Found) heading() string {
	text := fmt.Sprintf("%s: %s, %s", c.run.Path, c.run.Format, loaders.Count(c.Examples, "example"))
	if c.Unreadable > 0 {
		text += fmt.Sprintf(", %d of them unreadable", c.Unreadable)
	}
	if c.bare > 0 {
		text += fmt.Sprintf(", %d of them without their pictures (--images names a folder)", c.bare)
	}
	if c.run.Boxes != "" {
		text += ", boxes " + c.run.Boxes
	}
	if c.run.Gold != "" {
		text += ", gold " + c.run.Gold
	}
	if len(c.Problems) == 0 {
		return text + ": no problems"
	}
	return text + ": " + loaders.Count(len(c.Problems), "problem")
}

type jsonCheck struct {
	Faithscope int              `json:"faithscope"`
	Runs       []jsonCheckedRun `json:"runs"`
}

type jsonCheckedRun struct {
	Name       string `json:"name"`
	Path       string `json:"path"`
	Format     string `json:"format"`
	Boxes      string `json:"boxes,omitempty"`
	Gold       string `json:"gold,omitempty"`
	Examples   int    `json:"examples"`
	Unreadable int    `json:"unreadable"`
	// WithoutPictures are the examples whose pictures are missing where all are.
	WithoutPictures int           `json:"without_pictures,omitempty"`
	Problems        int           `json:"problems"`
	Kinds           []kind        `json:"kinds"`
	List            []jsonProblem `json:"list"`
}

type jsonProblem struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Example string `json:"example,omitempty"`
	What    string `json:"what"`
	Done    string `json:"done,omitempty"`
}

// WriteJSONProblems writes one object, with the list of all runs. most bounds the
// problems that are listed of a run, 0 for none; they are counted all the same.
func WriteJSONProblems(w io.Writer, list []*Found, most int) error {
	out := jsonCheck{Faithscope: 1, Runs: []jsonCheckedRun{}}
	for _, c := range list {
		run := jsonCheckedRun{
			Name: loaders.Clean(c.run.Name), Path: loaders.Clean(c.run.Path), Format: c.run.Format, Boxes: c.run.Boxes, Gold: loaders.Clean(c.run.Gold),
			Examples: c.Examples, Unreadable: c.Unreadable, WithoutPictures: c.bare, Problems: len(c.Problems), Kinds: c.kinds, List: []jsonProblem{},
		}
		for _, p := range bounded(c.Problems, most) {
			run.List = append(run.List, jsonProblem{loaders.Clean(p.File), p.Line, loaders.Clean(p.Example), loaders.Clean(p.What.String()), loaders.Clean(p.Done.String())})
		}
		out.Runs = append(out.Runs, run)
	}
	return report.WriteJSON(w, out)
}
