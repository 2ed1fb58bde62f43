package tabular

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
)

// Any reads any table: comma- or tab-separated, JSON, JSON Lines.
var Any = record.NewFormat(loaders.Format{
	Name:  "table",
	About: "any table (CSV, TSV, JSON by rows or by columns, JSON Lines) whose columns are recognised by name or set with --map",
	Boxes: convention,
	Sign:  "a column called prediction or similar, and a column of correct answers or verdicts; any columns with --map",
	Keys:  "prediction answer",
	// It detects nothing: files of other formats are tables too.
	Confirm: func(ctx context.Context, src *loaders.Source, o loaders.Options) bool {
		t, _, err := sampleTable(ctx, src, o)
		if t != nil && err == nil && o.Of(loaders.ColumnMap) != "" {
			_, err := t.decisionFor(o, tableShape(ctx, src), onlyIfSure)
			return err == nil
		}
		// Opening says what is wrong with its gold.
		return t != nil && (err != nil || t.decided().Doubt == "")
	},
	Takes: []loaders.FormatFlag{{Flag: roles.Flag}, {Flag: loaders.GoldFile}},
	Shape: tableShape,
	Lacks: lackOf,
	Parts: func(ctx context.Context, src *loaders.Source, o loaders.Options) ([]string, error) {
		t, _, err := sampleTable(ctx, src, o)
		if err != nil {
			return nil, nil //nolint:nilerr // opening says what is wrong
		}
		return t.modelNames(o, tableShape(ctx, src)), nil
	},
}, record.RecordFormat{Gold: "in the file", Pictures: true, Open: openAny})

func tableShape(ctx context.Context, src *loaders.Source) string {
	if t := sampleOf(ctx, src, nil); t != nil {
		return t.shape
	}
	return ""
}

func lackOf(ctx context.Context, src *loaders.Source, o loaders.Options) error {
	u := &UnclearTableError{}
	if t := sampleOf(ctx, src, nil); t != nil {
		u = t.newUnclear(t.decided())
	}
	u.err = errors.New(describeLack(ctx, src, o))
	return u
}

// isForeign reports whether bytes beyond ASCII are mostly no UTF-8: a few may be mistakes.
func isForeign(text []byte) bool {
	lost, beyond := len(text)-len(bytes.ToValidUTF8(text, nil)), 0
	for _, b := range text {
		beyond += int(b >> 7)
	}
	return 4*lost > beyond
}

// describeLack names the --map or --gold that would open the text, because a refusal alone leaves
// people nowhere.
func describeLack(ctx context.Context, src *loaders.Source, o loaders.Options) string {
	if _, isPartial := record.Keys(src.Head)["faithscope_partial"]; isPartial {
		return "it is a partial report: print it with `faithscope merge`, or pass two merged reports to `compare` or `gate`"
	}
	t, _, err := sampleTable(ctx, src, o)
	first := record.FirstByte(src.Head)
	switch {
	case t == nil && (first == '{' || first == '['):
		return cmp.Or(describeSyntax(src), describeLists(src.Head), "its JSON contains no list of objects")
	case files.ArchiveKind(src.Head) != "":
		return "it's an archive (" + files.ArchiveKind(src.Head) + "); extract it"
	case isForeign(src.Head[:bytes.LastIndexByte(src.Head, '\n')+1]):
		return "its text isn't UTF-8; convert it, e.g. with iconv -f GB18030 -t UTF-8 (Japanese: CP932, Korean: CP949)"
	case err != nil:
		return describeHeader(src.Head)
	}
	by := t.decided()
	offers := by.Offers
	if offers == nil && by.Map.MakesExample() {
		offers = []roles.RoleMap{by.Map}
	}
	how := describeOffers(offers)
	if by.Doubt == roles.NoGold {
		how += ", or name the file of correct answers with --gold"
	}
	if list := strings.TrimSuffix(t.at, ".*"); list != "" && slices.Contains(t.columns, "role") && slices.Contains(t.columns, "content") {
		return fmt.Sprintf("it is a conversation; --map 'rows=.,question=%s,predicted=%[1]s[-1].content' reads it as an example", list)
	}
	return fmt.Sprintf("it is a table%s, but its column roles are unclear: %s (its columns: %s); assign roles with --map%s",
		loaders.IfElse(t.at == "", "", " at rows="+t.at), by.Doubt, record.Listed(loaders.NonEmpty(t.columns), mostColumns), how)
}

func describeLists(head []byte) string {
	const isUnnamed = `its rows are lists without column names; wrap them: {"columns": ["gold", "prediction"], "data": ROWS}`
	for e := range index.In(head, "*") {
		return loaders.IfElse(e.Key == "" && record.FirstByte(e.Bytes) == '[', isUnnamed, "")
	}
	return ""
}

func describeHeader(head []byte) string {
	names, err := record.HeaderOf(head)
	cells := &tableSample{}
	if cells.readCells(head); cells.bare || slices.ContainsFunc(names, isNameless) {
		return "it is a table without column names; add a header line"
	}
	if heading := headingIn(head); heading != "" {
		return describeHeading(heading)
	}
	if err == nil && len(names) > 1 && !bytes.Contains(bytes.TrimSpace(head), []byte("\n")) {
		return "it has a header line but no rows"
	}
	return "it is neither JSON nor a table with a header line" + loaders.IfElse(err == nil, "", fmt.Sprintf(" (%v)", err))
}

// sampleTable returns a copy of the sample, because the original is shared, joined with the gold file
// of the options. With a fault of gold it returns the sample too, so that its columns can be shown.
func sampleTable(ctx context.Context, src *loaders.Source, o loaders.Options) (*tableSample, *goldFile, error) {
	var asked roles.RoleMap
	if said := cmp.Or(o.Of(loaders.ColumnMap), o.Maps[tableShape(ctx, src)]); said != "" {
		var err error
		if asked, err = roles.ParseMap(said); err != nil {
			return nil, nil, loaders.Errorf("--map: %w", err)
		}
	}
	hasGold := o.Of(loaders.GoldFile) != ""
	if asked == nil && hasGold {
		asked = mapOfAnswers(src.Head)
	}
	t := sampleOf(ctx, src, asked)
	if t == nil && hasGold {
		t = linesOf(src.Head, 0)
	}
	if t == nil {
		return nil, nil, loaders.Errorf("no table rows%s", loaders.IfElse(asked.Has("rows"), " at the mapping's path for rows", ""))
	}
	own := *t
	t = &own
	gold, err := openGold(ctx, src, o, t)
	if gold != nil && t.comma != 0 && gold.answers[t.columns[0]] != nil { // the first line is a row
		if bare := bareOf(src.Head); bare.rows != nil {
			own = *bare
			own.guessMap()
		}
	}
	if err == nil {
		err = t.joinGold(gold)
	}
	return t, gold, err
}

// openAny opens any table as o's run.
func openAny(o *record.RunBuilder) {
	t, gold, err := sampleTable(o.Context(), o.Source, o.Options)
	if o.Fail(err) {
		return
	}
	d := &rowReader{run: o.Run, gold: gold}
	if t.strays {
		d.usual = t.columns
	}
	options := o.Options
	if said := options.Of(loaders.ColumnMap); gold != nil && (strings.Contains(said, "predicted=") || strings.Contains(said, "predicted.")) &&
		!strings.Contains(said, "gold=") {
		options = options.With(loaders.ColumnMap, said+",gold="+goldColumn)
	}
	shape := tableShape(o.Context(), o.Source)
	by, err := t.decisionFor(options, shape, onlyIfSure)
	if o.Fail(err) {
		return
	}
	d.setMap(shape, by)
	d.openRows(o, t)
	d.narrowRun(o, t.strays)
	d.reportAfterwards(o, t)
	t.rows = nil // of which a run of many files would keep those of each
	files.Forget(o.Source)
}

// mostElsewhere bounds the lists at other paths that are named.
const mostElsewhere = 5

// reportAfterwards waits until all rows are known, and then reports how many correct answers have no
// partner. Other lists of rows go unnamed if the map says where the rows are.
func (d *rowReader) reportAfterwards(o *record.RunBuilder, t *tableSample) {
	elsewhere := t.at != "" && !strings.HasPrefix(t.at, "*") && !d.columns.Has("rows")
	if d.gold != nil {
		if o.Run.Gold = d.gold.path; d.gold.byLine {
			o.Run.ReportProblem("neither file has ids: the correct answers in %s are paired by line", d.gold.path)
		}
	} else if !elsewhere {
		return
	}
	o.Afterwards(func(ctx context.Context, run *loaders.Run) {
		if d.gold != nil {
			d.gold.countJoined(ctx, run, o.Run)
		}
		if !elsewhere {
			return
		}
		in, err := files.Reader(o.Source)
		if err != nil {
			return
		}
		defer in.Close()
		if lists := index.OtherLists(ctx, in, t.at); len(lists) > 0 {
			here := loaders.Map(lists, func(l index.RecordList) string {
				return fmt.Sprintf("%s (%d rows)", strings.TrimSuffix(l.Path, ".*"), l.Len)
			})
			o.Run.Problems.Report(o.Source.Path, "the file also has %s; not read (--map rows=%s reads them)",
				record.Listed(here, mostElsewhere), strings.TrimSuffix(lists[0].Path, ".*"))
		}
	})
}
