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
	"faithscope/scoring/protocols/counting"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// resultPlan holds what a person chose to see.
type resultPlan struct {
	of, x, y  string
	metric    string // of the bars of methods; "" for the one that judges examples
	by        string // a grouping of runs, like --by; "" for none
	published bool
}

// listEntries returns the results that the runs have numbers for: models by methods, figures,
// counts, then a heading per paper with its tables. It is nil without runs.
func (p resultPlan) listEntries(src figure.Source, wanted string) (list []entry) {
	if len(src.Runs) == 0 {
		return nil
	}
	has, own := map[string]bool{"": true}, map[string]bool{}
	for i, run := range src.Runs {
		for _, score := range run.Scores(src.Settings) {
			has[score.Protocol] = true
			own[score.Protocol] = own[score.Protocol] || i == src.Run
		}
	}
	absent := []string{"no open run has the scores that these need"}
	if papers.FindPivot(src.Runs) != nil {
		list = append(list, entry{name: "models-methods", title: "Models by methods", lay: func(ctx context.Context, src figure.Source) page {
			of := papers.FindPivot(src.Runs)
			if of == nil {
				return page{notes: []string{"these groups are not several models under shared methods"}}
			}
			laid, _ := of.Lay(ctx, src.Runs, src.Settings) // the only error is the context's
			shown := pageOf(laid)
			shown.Title, shown.sheet.Columns[0].Title = widget.MetricName(laid.Title)+", models by methods", "model"
			return shown
		}})
	}
	kinds := append([]figure.Kind{figure.Scores(boxes.OverThreshold, p.of), figure.Scores(boxes.OverIoU, p.of)}, figure.Kinds()...)
	for _, k := range append(kinds, figure.Scatter(p.x, p.y)) {
		if k.Name == methods {
			k = figure.Methods(p.metric)
		}
		if !has[k.Protocol] {
			absent = append(absent, k.Title+": "+k.Protocol)
		} else {
			list = append(list, entry{name: k.Name, title: k.Title, one: k.One, lay: func(ctx context.Context, src figure.Source) page {
				fig, _ := k.Make(ctx, src) // the only error is the context's
				notes := describeOmitted(fig.Left)
				if fig.Note != "" {
					notes = append([]string{fig.Note}, notes...)
				}
				return page{Figure: fig, notes: notes}
			}})
		}
	}
	if has[counting.Protocol.Name] {
		list = append(list, entry{name: "counts", title: "Gold counts by predicted ones", one: true, lay: countsPage})
	}
	list = p.appendTables(list, wanted, has, own)
	if len(absent) > 1 {
		list = append(list, entry{name: "figures", title: "– More figures", notes: absent})
	}
	return list
}

// appendTables appends a heading for each paper and, if it is about the shown run's protocols or
// wanted, its tables. has are all runs' protocols; list isn't empty.
func (p resultPlan) appendTables(list []entry, wanted string, has, shown map[string]bool) []entry {
	for _, t := range papers.Tables() {
		here, there := t.Fits(shown), t.Fits(has)
		paper, _, _ := strings.Cut(t.Name, "-")
		sign, why := "▸ ", "its tables are below"
		open := here || there && strings.HasPrefix(wanted, paper)
		switch {
		case open:
			sign = "▾ "
		case !there:
			sign, why = "– ", "no open run is of the kind that the paper is about"
		}
		if !strings.HasPrefix(list[len(list)-1].name, paper) {
			list = append(list, entry{name: paper, title: sign + t.Paper, notes: []string{why}})
		}
		if open {
			title := widget.If(t.Number != "", "Table "+t.Number+" · ") + t.Title
			list = append(list, entry{name: t.Name, title: title, lay: func(ctx context.Context, src figure.Source) page {
				each, err := t.LayEach(ctx, src.Runs, src.Run, src.Settings, p.published)
				if err != nil { // only of the context
					return pageOf(nil)
				}
				return pageOf(each[0])
			}})
		}
	}
	return list
}

// describeOmitted returns a note "without RUN: WHY" for each reason of texts "RUN: WHY", sorted;
// runs that share a reason are counted.
func describeOmitted(left []string) (notes []string) {
	runs := map[string][]string{}
	for _, text := range left {
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

func mainFigure(src figure.Source) string {
	if src.Run < len(src.Runs) {
		if by := src.Runs[src.Run].Judged(); len(by) > 0 {
			return cmp.Or(session.BarOf(by[0]).Figure, "histograms")
		}
	}
	return "faithfulness-accuracy"
}

func firstEntry(list []entry, names ...string) int {
	return max(0, slices.IndexFunc(list, func(e entry) bool { return slices.Contains(names, e.name) }))
}

func pageOf(laid *papers.Laid) page {
	if laid == nil || laid.Rows == nil {
		return page{laid: laid, notes: []string{"no open run has its numbers"}}
	}
	sheet := laid.Sheet()
	return page{Figure: figure.Figure{Title: sheet.Title}, sheet: sheet, laid: laid, notes: append([]string{laid.Source()}, sheet.Notes...)}
}
