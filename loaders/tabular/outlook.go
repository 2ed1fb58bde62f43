package tabular

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/nearest"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

// Outlook returns lines that tell what columns with these roles would make of a table: for each
// column of predictions how answers would be judged and how many are right, then three examples as
// they would be read.
type Outlook func(columns []loaders.Column) []string

// mostShown bounds the examples of an [Outlook].
const mostShown = 3

// outlookOf returns an [Outlook] over these rows, all or a sample.
func outlookOf(rows []rows.Row, partial bool) Outlook {
	return func(columns []loaders.Column) (lines []string) {
		asked, err := roles.ParseMap(roles.MapOf(columns))
		if err != nil || len(asked) == 0 {
			return nil
		}
		models := asked.SplitPredictions()
		for _, m := range models {
			by, times := roles.Complete(roles.Decision{Map: m.Map}, rows), map[loaders.Verdict]int{}
			for i := range rows {
				times[answerOf(&rows[i], by).Correct]++
			}
			said, both := by.DescribeJudging(), times[loaders.Right]+times[loaders.Wrong]
			switch of := loaders.IfElse(partial, "a sample of ", ""); {
			case by.String() == "":
				continue
			case both > 0 && both < len(rows):
				said += fmt.Sprintf(": in %d of the %d judged of %s%d rows", times[loaders.Right], both, of, len(rows))
			case both > 0:
				said += fmt.Sprintf(": in %d of %s%d rows", times[loaders.Right], of, len(rows))
			}
			lines = append(lines, loaders.IfElse(len(models) > 1, m.Name+": ", "")+said)
		}
		by := roles.Complete(roles.Decision{Map: models[0].Map}, rows)
		for i := range rows[:min(mostShown, len(rows))] {
			a := answerOf(&rows[i], by)
			question := (&reader{columns: by.Map}).roleOf(&rows[i], "question")
			said := fmt.Sprintf("%s · predicted %s · expected %s", a.Correct, cmp.Or(a.Predicted, "–"), cmp.Or(a.Gold, "–"))
			lines = append(lines, said+loaders.IfElse(question == "", "", " · "+question))
		}
		return lines
	}
}

func answerOf(r *rows.Row, by roles.Decision) loaders.Answer {
	var ex loaders.Example
	(&exampleFiller{&reader{columns: by.Map, by: by}, &record.Record{}, r, &ex, map[string]bool{}}).fillAnswer()
	return ex.Answer
}

// onlyIfSure and evenIfOpen tell what to do with a table that leaves something open.
const onlyIfSure, evenIfOpen = true, false

// decisionFor returns how a table is read: by the map of the options, the one kept for this shape,
// or names and values, which also complete a map of only rows and ids. A kept map is ignored if its
// columns are missing, except in a shard, which may lack some. It fails for a wrong map, and with an
// [Unclear], beside the decision, if no column has a role or, with sure, if there is a doubt.
func (t *sample) decisionFor(o loaders.Options, shape string, sure bool) (out roles.Decision, err error) {
	asked, kept := o.Of(loaders.ColumnMap), o.Maps[shape]
	out = t.decided()
	if text := cmp.Or(asked, kept); text != "" {
		if out.Map, err = roles.ParseMap(text); err != nil {
			return out, loaders.Errorf("--map: %w", err)
		}
		if id := t.columnMap.PathsOf("id"); id != nil && out.Map.PathsOf("id") == nil {
			out.Map = append(out.Map, roles.Assignment{Role: "id", Paths: id})
		}
		if slices.ContainsFunc(out.Map, func(a roles.Assignment) bool { return a.Role != "rows" && a.Role != "id" }) {
			if err := t.checkColumns(out.Map); err == nil || o.Shard {
				out = roles.DecideMapped(t.columns, t.rows, roles.Decision{Map: out.Map, Kept: asked == ""}, o.Part, t.partial)
				if out.Doubt == "" {
					return out, nil
				}
				return out, t.findUnclear(out, onlyIfSure)
			} else if asked != "" {
				return out, err
			}
			return t.decisionFor(o.With(loaders.ColumnMap, ""), "", sure)
		}
		guessed := t.columnMap
		for _, a := range out.Map { // it says where the rows are, and not what they hold
			guessed = guessed.WithPaths(a.Role, a.Paths...)
		}
		out = roles.Decide(t.columns, t.rows, guessed, t.partial)
	}
	if at := out.PartIndex(o.Part); at >= 0 {
		out.Map = out.Models[at].Map
	} else if out.Models != nil {
		out.Map, out.Doubt = t.columnMap, "the answers of several models"
	}
	return out, t.findUnclear(out, sure)
}

func (t *sample) findUnclear(by roles.Decision, sure bool) error {
	unclear := &Unclear{t.shape, t.columnsFor(by), outlookOf(t.rows, t.partial), nil}
	listed := record.Listed(t.columns, mostColumns)
	if by.Doubt != "" && sure {
		unclear.err = loaders.Errorf("%s; name what the columns hold with --map%s: %s", by.Doubt, describeOffers(by.Offers), listed)
		return unclear
	}
	if by.Map.MakesExample() {
		return nil
	}
	unclear.err = loaders.Errorf("a table whose columns do not say what they hold: %s; name it with --map, "+
		"as in --map question=%s,predicted=…,gold=…", listed, t.columns[0])
	return unclear
}

func (t *sample) checkColumns(m roles.Map) error {
	for _, a := range m {
		there := func(path string) bool { return strings.HasSuffix(path, "*") || rows.HasColumn(t.columns, t.rows, path) }
		if a.Role != "rows" && a.Role != "right" && !slices.ContainsFunc(a.Paths, there) {
			return loaders.Errorf("--map: no column %q, of its %s; the columns are %s%s", a.Paths[0], a.Role, record.Listed(t.columns, mostColumns),
				nearest.Hint(a.Paths[0], t.columns))
		}
	}
	return nil
}

// Unclear is the error of a table whose columns do not say what they hold.
type Unclear struct {
	Shape   string // as of [loaders.Columns]
	Columns []loaders.Column
	Outlook Outlook
	err     error
}

func (u *Unclear) Error() string { return u.err.Error() }

// Unwrap returns the error that says what is unclear.
func (u *Unclear) Unwrap() error { return u.err }

// Decided returns how the table in a file is read, and why; nothing for what is not a table.
func Decided(ctx context.Context, src *loaders.Source) (by roles.Decision) {
	if t := sampleOf(ctx, src, nil); t != nil {
		by = t.decided()
	}
	return by
}

func (t *sample) columnsFor(guessed roles.Decision) (list []loaders.Column) {
	for _, name := range t.columns {
		c := loaders.Column{Name: name, Since: roles.DescribeName(name)}
		for _, a := range guessed.Map {
			if a.Paths[0] == name && a.Role != "right" {
				c.Role = a.Role
			}
		}
		for _, r := range t.rows {
			if c.Sample = rows.Text(r.Values[name]); c.Sample != "" {
				break
			}
		}
		list = append(list, c)
	}
	return list
}

func (t *sample) modelNames(o loaders.Options) []string {
	by, _ := t.decisionFor(o, cmp.Or(t.known, t.shape), evenIfOpen)
	return loaders.Map(by.Models, func(m roles.Model) string { return m.Name })
}

func describeOffers(offers []roles.Map) string {
	offers = offers[:min(len(offers), mostOffers)]
	said := strings.Join(loaders.Map(offers, func(m roles.Map) string { return "--map '" + m.String() + "'" }), " or ")
	return loaders.IfElse(said == "", "", ", as in "+said)
}

const mostOffers = 6
