package results

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/figure"
	"faithscope/scoring/papers"
	"faithscope/scoring/protocols/boxes"
	"faithscope/scoring/protocols/classes"
	"faithscope/scoring/protocols/counting"
	"faithscope/scoring/protocols/predicates"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// resultChoice holds what a person chose to see.
type resultChoice struct {
	of, x, y  string
	metric    string // of the bars of methods; "" for the one that judges examples
	by        string // a grouping of runs, like --by; "" for none
	published bool
	lines     int // of the list
}

// listEntries returns the results that the runs have numbers for: models by methods, explainers,
// figures, counts, then a heading per paper with its tables. It is nil without runs.
func (p resultChoice) listEntries(ctx context.Context, figureSource figure.Source, resultName string) (list []resultEntry) {
	if len(figureSource.Runs) == 0 {
		return nil
	}
	has, own := map[string]bool{"": true}, map[string]bool{}
	for i, run := range figureSource.Runs {
		for _, score := range run.Scores(figureSource.Settings) {
			has[score.Protocol] = true
			own[score.Protocol] = own[score.Protocol] || i == figureSource.Run
		}
	}
	absent := []string{"no open run has the scores for these figures"}
	if papers.FindPivot(figureSource.Runs) != nil {
		list = append(list, resultEntry{name: "models-methods", title: "Models by methods", lay: func(ctx context.Context,
			src figure.Source) resultPage {
			of := papers.FindPivot(src.Runs)
			if of == nil {
				return resultPage{notes: []string{"this table needs runs of several models with the same methods"}}
			}
			laid, _ := of.Lay(ctx, src.Runs, src.Settings) // the only error is the context's
			shown := pageOf(laid)
			shown.Title, shown.sheet.Columns[0].Title = widget.MetricName(laid.Title)+", models by methods", "model"
			return shown
		}})
	}
	list = appendMethods(ctx, list, figureSource)
	kinds := append([]figure.FigureKind{figure.Scores(boxes.OverThreshold, p.of), figure.Scores(boxes.OverIoU, p.of)}, figure.Kinds()...)
	loaders.SortBy(kinds, func(k figure.FigureKind) int { return loaders.IfElse(k.Protocol == "" || own[k.Protocol], 0, 1) })
	for _, k := range append(kinds, figure.Scatter(p.x, p.y)) {
		if k.Name == methods {
			k = figure.Methods(p.metric)
		}
		if !has[k.Protocol] {
			absent = append(absent, k.Title+": "+k.Protocol)
		} else {
			list = append(list, resultEntry{name: k.Name, title: k.Title, subject: subjectOf(k.Protocol), one: k.One, drawn: true,
				lay: func(ctx context.Context, src figure.Source) resultPage {
					fig, _ := k.Make(ctx, src) // the only error is the context's
					return resultPage{Figure: fig, notes: loaders.NonEmpty(append([]string{fig.Note}, describeOmitted(fig.Left)...))}
				}})
		}
	}
	if has[counting.Protocol.Name] {
		list = append(list, resultEntry{name: "counts", title: "Expected vs predicted counts", subject: subjectOf(counting.Protocol.Name),
			one: true, lay: countsPage})
	}
	list = underSubjects(list)
	list = p.appendTables(list, resultName, has, own)
	if len(absent) > 1 {
		list = append(list, resultEntry{name: "figures", title: "– More figures", notes: absent})
	}
	return list
}

// subjectOf returns the heading of a protocol's figures; those of any score are about faithfulness.
func subjectOf(protocolName string) string {
	switch protocolName {
	case classes.Calibration.Name, predicates.Concepts.Name:
		return "calibration"
	case counting.Protocol.Name:
		return "counting"
	}
	return "faithfulness"
}

// underSubjects gathers the results of each subject under its heading, those without one first.
func underSubjects(entries []resultEntry) (list []resultEntry) {
	of := func(subject string) []resultEntry {
		return loaders.Filter(entries, func(e resultEntry) bool { return e.subject == subject })
	}
	list = of("")
	for _, subject := range loaders.Distinct(loaders.Map(entries, func(e resultEntry) string { return e.subject })) {
		list = append(append(list, resultEntry{heading: subject}), of(subject)...)
	}
	return list
}

func appendMethods(ctx context.Context, entriesSoFar []resultEntry, figureSource figure.Source) []resultEntry {
	if figureSource.Facts == nil || len(session.BarOf(strings.Join(figureSource.Runs[figureSource.Run].Judged(), " ")).Means) == 0 {
		return entriesSoFar
	}
	of, _ := report.CompareMethods(ctx, figureSource.Facts) // the only error is the context's
	if len(of) < 2 {
		return entriesSoFar
	}
	return append(entriesSoFar, resultEntry{name: "explainers", title: "Attribution methods and people", one: true,
		lay: func(ctx context.Context, src figure.Source) resultPage {
			sheet := report.LayMethods(ctx, src.Runs[src.Run], src.Settings, of)
			return resultPage{Figure: figure.Figure{Title: "Attribution methods · " + src.Runs[src.Run].Run.Name}, sheet: sheet, notes: sheet.Notes}
		}})
}

// appendTables appends a heading for each paper and, if it is about the shown run's protocols or
// wanted, or the list has room, its tables. inAllRuns has all runs' protocols; entriesSoFar isn't empty.
func (p resultChoice) appendTables(entriesSoFar []resultEntry, resultName string, inAllRuns, inThisRun map[string]bool) []resultEntry {
	count := func(isCounted func(t *papers.Table) bool) int { return loaders.CountFunc(papers.Tables(), isCounted) }
	free := p.lines - len(entriesSoFar) - mostHeadings - count(func(t *papers.Table) bool { return t.Fits(inThisRun) })
	open := false
	for _, t := range papers.Tables() {
		here, there := t.Fits(inThisRun), t.Fits(inAllRuns)
		paper, _, _ := strings.Cut(t.Name, "-")
		if !strings.HasPrefix(entriesSoFar[len(entriesSoFar)-1].name, paper) {
			n := count(func(other *papers.Table) bool { return strings.HasPrefix(other.Name, paper) })
			hasRoom := there && !here && n <= free
			if open = here || hasRoom || there && strings.HasPrefix(resultName, paper); hasRoom {
				free -= n
			}
			sign, why := "▹ ", "the tables are below"
			switch {
			case open:
				sign = "▾ "
			case !there:
				sign, why = "– ", "no open run fits this paper"
			}
			entriesSoFar = append(entriesSoFar, resultEntry{name: paper, title: sign + t.Paper, notes: []string{why}})
		}
		if open {
			title := widget.If(t.Number != "", "Table "+t.Number+" · ") + cmp.Or(t.Short, t.Title)
			entriesSoFar = append(entriesSoFar, resultEntry{name: t.Name, title: title, lay: func(ctx context.Context,
				src figure.Source) resultPage {
				each, _ := t.LayEach(ctx, src.Runs, src.Run, src.Settings, p.published) // the only error is the context's
				return pageOf(loaders.ElementAt(each, 0))
			}})
		}
	}
	return entriesSoFar
}

const mostHeadings = 6 // five papers and more figures

// describeOmitted counts runs that share a reason, because the same sentence for each would fill the
// screen.
func describeOmitted(omittedParts []string) (notes []string) {
	runs := map[string][]string{}
	for _, text := range omittedParts {
		run, why, _ := strings.Cut(text, ": ")
		runs[why] = append(runs[why], run)
	}
	for _, why := range loaders.SortedKeys(runs) {
		who := runs[why][0]
		if n := len(runs[why]); n > 1 {
			who = loaders.Count(n, "run")
		}
		notes = append(notes, strings.TrimSuffix("without "+who+": "+why, ": "))
	}
	return notes
}

// histograms is a figure of any run with scores.
const histograms = "histograms"

func mainFigure(figureSource figure.Source) string {
	if figureSource.Run < len(figureSource.Runs) {
		if by := figureSource.Runs[figureSource.Run].Judged(); len(by) > 0 {
			return cmp.Or(session.BarOf(by[0]).Figure, histograms)
		}
	}
	return "faithfulness-accuracy"
}

// firstEntry returns the first of the names, or else the first result.
func firstEntry(entries []resultEntry, entryNames ...string) int {
	at := slices.IndexFunc(entries, func(e resultEntry) bool { return slices.Contains(entryNames, e.name) })
	return max(at, slices.IndexFunc(entries, func(e resultEntry) bool { return at < 0 && e.heading == "" }), 0)
}

func pageOf(filledTable *papers.FilledTable) resultPage {
	if filledTable == nil || filledTable.Rows == nil {
		return resultPage{laid: filledTable, notes: []string{"no open run has these numbers"}}
	}
	sheet := filledTable.Sheet()
	return resultPage{Figure: figure.Figure{Title: sheet.Title}, sheet: sheet, laid: filledTable, notes: append([]string{filledTable.Source()},
		sheet.Notes...)}
}
