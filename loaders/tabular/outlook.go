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
	"faithscope/loaders/steps"
)

// MappingPreview returns lines that tell what a map would make of a table: for each column of predictions
// how answers would be judged and how many are right, then three examples as they would be read.
type MappingPreview func(columnMap string) []string

// mostShown bounds the examples of an [MappingPreview].
const mostShown = 3

func outlookOf(sampleRows []rows.Row, partial bool) MappingPreview {
	return func(columnMap string) (lines []string) {
		asked, err := roles.ParseMap(columnMap)
		if err != nil || len(asked) == 0 {
			return nil
		}
		var first roles.RoleDecision
		models := asked.SplitPredictions()
		for k, m := range models {
			by, times := roles.DecideMapped(nil, sampleRows, roles.RoleDecision{Map: m.Map}, "", partial), map[loaders.Verdict]int{}
			if k == 0 {
				first = by
			}
			for i := range sampleRows {
				times[preview(&sampleRows[i], by).Answer.Correct]++
			}
			said, both := by.DescribeJudging(), times[loaders.Right]+times[loaders.Wrong]
			switch of := loaders.IfElse(partial, "a sample of ", ""); {
			case by.String() == "":
				continue
			case both > 0 && both < len(sampleRows):
				said += fmt.Sprintf(": in %d of %d judged rows, out of %s%d", times[loaders.Right], both, of, len(sampleRows))
			case both > 0:
				said += fmt.Sprintf(": in %d of %s%d rows", times[loaders.Right], of, len(sampleRows))
			}
			said += loaders.IfElse(asked.Has("rows") && both > 0, " of the first list", "")
			lines = append(lines, loaders.IfElse(len(models) > 1, m.Name+": ", "")+said)
		}
		if asked.Has("steps") {
			lines = append(lines, "first_error counts from 0, first_error_from_1 from 1; -1, N/A and null (if no row has -1) mean no error")
		}
		for i := range sampleRows[:min(mostShown, len(sampleRows))] {
			ex := preview(&sampleRows[i], first)
			a, question := ex.Answer, (&rowReader{columns: first.Map}).roleOf(&sampleRows[i], "question")
			said := fmt.Sprintf("%s · predicted %s · expected %s", a.Correct, cmp.Or(a.Predicted, "–"), cmp.Or(a.Gold, "–"))
			if ex.Program != nil {
				said = steps.Describe(ex.Program)
			}
			lines = append(lines, said+loaders.IfElse(question == "", "", " · "+question))
		}
		return lines
	}
}

// preview returns a row's answer and steps.
func preview(r *rows.Row, decision roles.RoleDecision) (ex loaders.Example) {
	f := &exampleFiller{&rowReader{columns: decision.Map, by: decision}, &record.Record{}, r, &ex, map[string]bool{}}
	f.fillAnswer()
	f.fillSteps()
	return ex
}

// onlyIfSure and evenIfOpen tell what to do with a table that leaves something open.
const onlyIfSure, evenIfOpen = true, false

// decisionFor returns how a table is read: by the map of the options, the one kept for this shape,
// or names and values, which also complete a map of only rows and ids. A kept map is ignored if its
// columns are missing, except in a shard, which may lack some. It fails for a wrong map, and with an
// [UnclearTableError], beside the decision, if no column has a role or, with certain, there is a doubt.
func (t *tableSample) decisionFor(o loaders.Options, shapeText string, certain bool) (roles.RoleDecision, error) {
	asked, kept, out := o.Of(loaders.ColumnMap), o.Maps[shapeText], t.decided()
	if text := cmp.Or(asked, kept); text != "" {
		m, err := roles.ParseMap(text)
		if err != nil {
			return out, loaders.Errorf("--map: %w", err)
		}
		ids := t.columnMap.PathsOf("id")
		isUsed := func(a roles.RoleAssignment) bool { return slices.Equal(a.Paths, ids) }
		if ids != nil && !m.Has("id") && !slices.ContainsFunc(m, isUsed) {
			m = append(m, roles.RoleAssignment{Role: "id", Paths: ids})
		}
		if len(m.Without("rows", "id")) > 0 {
			if err := t.checkColumns(m); err == nil || o.Shard {
				out = roles.DecideMapped(t.columns, t.rows, roles.RoleDecision{Map: m, Kept: asked == ""}, o.Part, t.partial)
				if out.Doubt == "" {
					return out, nil
				}
				return out, t.findUnclear(out, onlyIfSure)
			} else if asked != "" {
				return out, err
			}
			return t.decisionFor(o.With(loaders.ColumnMap, ""), "", certain)
		}
		guessed := t.columnMap
		for _, a := range m { // it says where the rows are, and not what they hold
			guessed = guessed.WithPaths(a.Role, a.Paths...)
		}
		out = roles.Decide(t.columns, t.rows, guessed, t.partial)
	}
	if at := out.PartIndex(o.Part); at >= 0 {
		out.Map = out.Models[at].Map
	} else if out.Models != nil {
		out.Map, out.Doubt = t.columnMap, "it contains answers from several models"
	}
	return out, t.findUnclear(out, certain)
}

func (t *tableSample) findUnclear(decision roles.RoleDecision, certain bool) error {
	unclear := t.newUnclear(decision)
	listed := record.Listed(t.columns, mostColumns)
	if decision.Doubt != "" && certain {
		unclear.err = loaders.Errorf("%s; assign roles with --map%s; the columns are %s", decision.Doubt, describeOffers(decision.Offers), listed)
		return unclear
	}
	if decision.Map.MakesExample() {
		return nil
	}
	unclear.err = loaders.Errorf("a table with unknown columns: %s; assign roles with --map, "+
		"as in --map question=%s,predicted=…,gold=…", listed, t.columns[0])
	return unclear
}

func (t *tableSample) checkColumns(m roles.RoleMap) error {
	for _, a := range m.Without("rows", "right") {
		there := func(path string) bool { // within a column at least in one row, if all were looked at
			return strings.HasSuffix(path, "*") || slices.Contains(t.columns, path) || rows.IsPresent(t.rows, path) ||
				t.partial && rows.HasColumn(t.columns, t.rows, path)
		}
		if !slices.ContainsFunc(a.Paths, there) {
			return loaders.Errorf("--map: no column %q for %s; the columns are %s%s", a.Paths[0], a.Role, record.Listed(t.columns, mostColumns),
				nearest.Hint(a.Paths[0], t.columns))
		}
	}
	return nil
}

// UnclearTableError is the error of a table whose columns do not say what they hold.
type UnclearTableError struct {
	Shape string // as of [loaders.TableMapping]
	Doubt string // "" if only roles are missing
	Known loaders.TableReading
	// Readings are those left in doubt, nil for none.
	Readings []loaders.TableReading
	Outlook  MappingPreview
	err      error
}

func (u *UnclearTableError) Error() string { return u.err.Error() }

// Unwrap returns the error that says what is unclear.
func (u *UnclearTableError) Unwrap() error { return u.err }

// Decided returns how the table in a file is read, and why; nothing for what is not a table.
func Decided(ctx context.Context, src *loaders.Source) (by roles.RoleDecision) {
	if t := sampleOf(ctx, src, nil); t != nil {
		by = t.decided()
	}
	return by
}

func (t *tableSample) newUnclear(decision roles.RoleDecision) *UnclearTableError {
	offers := decision.Offers[:min(len(decision.Offers), mostOffers)]
	known := decision.Map.Without("right")
	return &UnclearTableError{Shape: t.shape, Doubt: decision.Doubt, Known: t.readingBy(known), Readings: loaders.Map(offers, t.readingBy),
		Outlook: outlookOf(t.rows, t.partial)}
}

func (t *tableSample) readingBy(m roles.RoleMap) (reading loaders.TableReading) {
	rest := slices.Clone(m)
	for _, name := range t.columns {
		c := loaders.Column{Name: name, Since: roles.DescribeName(name)}
		rest = slices.DeleteFunc(rest, func(a roles.RoleAssignment) bool {
			isWhole := a.Role != "right" && len(a.Paths) == 1 && a.Paths[0] == name && c.Role == ""
			c.Role += loaders.IfElse(isWhole, a.Role, "")
			return isWhole
		})
		for _, r := range t.rows {
			if c.Sample = rows.Text(r.Values[name]); c.Sample != "" {
				break
			}
		}
		reading.Columns = append(reading.Columns, c)
	}
	reading.Rest = rest.String()
	return reading
}

func (t *tableSample) modelNames(o loaders.Options, shapeText string) []string {
	by, _ := t.decisionFor(o, shapeText, evenIfOpen)
	return loaders.Map(by.Models, func(m roles.ModelColumns) string { return m.Name })
}

func describeOffers(offeredMaps []roles.RoleMap) string {
	offeredMaps = offeredMaps[:min(len(offeredMaps), mostOffers)]
	said := strings.Join(loaders.Map(offeredMaps, func(m roles.RoleMap) string {
		return "--map '" + strings.ReplaceAll(m.String(), "'", `'\''`) + "'" // for a shell
	}), " or ")
	return loaders.IfElse(said == "", "", ", as in "+said)
}

const mostOffers = 6
