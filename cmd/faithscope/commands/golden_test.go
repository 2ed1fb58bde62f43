package commands

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders"
	"faithscope/loaders/golden"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/papers"
	"faithscope/scoring/report"
	"faithscope/scoring/session"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// What score, compare and tables write of the demo is an interface: scripts read it. It
// changes only where a change of a number or of a name is meant.
func TestScoreAndCompareWriteWhatTheyWrote(t *testing.T) {
	all := programtest.ScoredDemo(t)
	runs := func(names ...string) []*session.ScoredRun {
		var list []*session.ScoredRun
		for _, name := range names {
			list = append(list, all[slices.IndexFunc(all, func(s *session.ScoredRun) bool { return s.Run.Name == name })])
		}
		return list
	}
	settings := scoring.Defaults()
	kinds := runs("layer_count", "lexical-narrow", "scn-normal", "bilstm-lime", "qa-occlusion", "fol-weak")
	r := report.Build(kinds, settings)
	check.NoError(t, r.DrawIntervals(t.Context(), kinds))
	r.AddArguments(kinds)
	written := map[string]*table.Document{"score": r.Document()}
	for name, list := range map[string][]*session.ScoredRun{
		"compare":         runs("layer_count", "graph_count"),
		"compare-spans":   runs("lexical-narrow", "lexical-wide"),
		"compare-several": runs("layer_count", "sum_count", "graph_count"),
	} {
		c, err := report.CompareAll(t.Context(), list, settings, report.ComparisonDesign{PermutationTest: stats.PermutationTest{Trials: 200,
			Seed: settings.Seed}})
		check.NoError(t, err)
		written[name] = c.Document()
	}
	written["tables"] = &table.Document{List: "tables"}
	for _, tab := range papers.Tables() {
		laid, err := tab.Lay(t.Context(), kinds, settings, true)
		check.NoError(t, err)
		written["tables"].Parts = append(written["tables"].Parts, laid.Part())
	}
	for name, d := range written {
		whole := map[string]string{}
		for _, format := range []string{"table", "json", "csv", "markdown", "latex"} {
			var b bytes.Buffer
			check.NoError(t, d.Write(&b, table.Find(format)))
			whole[format] = b.String()
		}
		for format, text := range whole {
			if first, long := excerpted[name]; long {
				text = golden.ExcerptLines(text, first[format], 1)
			}
			if name == "tables" && format == "json" {
				continue // which has what csv has, a line for each value
			}
			t.Run(name+"/"+format, func(t *testing.T) { golden.CompareFile(t, golden.FilePath("report", name+"."+format), text) })
		}
		if lines, ok := map[string]func(string) string{"score": scoreCells, "tables": tableCells}[name]; ok {
			t.Run(name+"/cells", func(t *testing.T) {
				golden.CompareFile(t, golden.FilePath("report", name+".cells"), lines(whole["json"]))
			})
		}
	}
}

// excerpted are the documents that are too long to be read whole: how many lines of each
// block a format's file has. What the excerpts lack, the cells have.
var excerpted = map[string]map[string]int{
	"score":  {"table": 5, "json": 60, "csv": 6, "markdown": 5, "latex": 11},
	"tables": {"table": 5, "csv": 6, "markdown": 5, "latex": 11},
}

// scoreCells lists, of every run of a report in JSON, each metric of each protocol: its
// value overall with half its interval and its n, and the sums over all else that it is of.
func scoreCells(report string) string {
	var b strings.Builder
	for _, run := range gjson.Get(report, "runs").Array() {
		fmt.Fprintf(&b, "score.json: runs[name=%s].scores\n", run.Get("name"))
		var order []string
		overall, rest := map[string]string{}, map[string]*summed{}
		for _, s := range run.Get("scores").Array() {
			key := s.Get("protocol").Str + " " + s.Get("metric").Str
			if rest[key] == nil {
				order, rest[key] = append(order, key), &summed{}
			}
			if s.Get("of").Str != "overall" {
				rest[key].add(s)
				continue
			}
			overall[key] += " " + cellOf(s)
		}
		for _, key := range order {
			fmt.Fprintf(&b, "  %s:%s%s\n", key, overall[key], rest[key])
		}
	}
	return b.String()
}

// tableCells lists, of every row of the tables in JSON that is of a run, each column's value
// with its n, and of the rows of papers how many cells they have.
func tableCells(tables string) string {
	var b strings.Builder
	for _, of := range gjson.Get(tables, "tables").Array() {
		fmt.Fprintf(&b, "tables.json: tables[id=%s].cells\n", of.Get("id"))
		row, papers := "", 0
		for _, c := range of.Get("cells").Array() {
			if c.Get("paper").Bool() {
				papers++
				continue
			}
			if named := c.Get("row").Str; named != row {
				fmt.Fprintf(&b, "  %s\n", named)
				row = named
			}
			fmt.Fprintf(&b, "    %s%s: %s\n", strings.TrimPrefix(c.Get("group").Str+", ", ", "), c.Get("column"), cellOf(c))
		}
		fmt.Fprintf(&b, "  papers: %s\n", loaders.Count(papers, "cell"))
	}
	return b.String()
}

// cellOf returns the value of a score or of a cell, with half its interval and its n.
func cellOf(s gjson.Result) string {
	text := s.Get("undefined").Str + s.Get("value_undefined").Str
	if value := s.Get("value"); value.Type == gjson.Number {
		text = strconv.FormatFloat(value.Num, 'g', 9, 64)
	}
	if i := s.Get("interval"); i.Exists() {
		text += " ±" + strconv.FormatFloat((i.Get("high").Num-i.Get("low").Num)/2, 'g', 4, 64)
	}
	return text + " n " + s.Get("count").String()
}

// summed are the values of several scores.
type summed struct {
	scores, n  int
	values, of float64 // and of the widths of their intervals
}

func (s *summed) add(score gjson.Result) {
	s.scores++
	s.values += score.Get("value").Num
	s.n += int(score.Get("count").Int())
	s.of += score.Get("interval.high").Num - score.Get("interval.low").Num
}

// String returns "" of no scores.
func (s *summed) String() string {
	if s.scores == 0 {
		return ""
	}
	return fmt.Sprintf("; of %d more in all %s, widths %s, n %d", s.scores, strconv.FormatFloat(s.values, 'g', 9, 64),
		strconv.FormatFloat(s.of, 'g', 6, 64), s.n)
}
