package papers

import (
	"bytes"
	"cmp"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"faithscope/loaders"
	"faithscope/scoring"
)

// published has the papers' tables; the README beside it describes them.
//
//go:embed published/papers.json.gz
var published []byte

// Tables lists the tables, paper by paper. They must not be changed.
var Tables = sync.OnceValue(func() (all []*Table) {
	unpacked, err := gzip.NewReader(bytes.NewReader(published))
	d := json.NewDecoder(unpacked)
	for err == nil {
		var paper struct {
			Prefix, Cite string
			Protocols    []string // of the runs that it is about
			Tables       []*Table
		}
		err = d.Decode(&paper)
		for _, t := range paper.Tables {
			if t.Kind != "results" && t.Kind != statistics && t.Columns[0].Measure.Metric == "" {
				continue
			}
			t.Name, t.Paper = paper.Prefix+"-"+t.Number, paper.Cite
			t.tableLayout = tableLayout{protocols: paper.Protocols, protocol: cmp.Or(t.Protocol, paper.Protocols[0])}
			t.arrangeData()
			all = append(all, t)
		}
	}
	all = append(all, ours)
	if !errors.Is(err, io.EOF) {
		panic("papers: " + err.Error()) // a test checks what is embedded
	}
	return all
})

// Find returns the table with a name; the error lists the names.
func Find(tableName string) (*Table, error) {
	at := slices.IndexFunc(Tables(), func(t *Table) bool { return t.Name == tableName })
	if at >= 0 {
		return Tables()[at], nil
	}
	return nil, fmt.Errorf("unknown table %s; choose from %s", tableName, strings.Join(Names(), ", "))
}

// Names lists the tables' names.
func Names() []string { return loaders.Map(Tables(), func(t *Table) string { return t.Name }) }

func (t *Table) arrangeData() {
	for k := range t.Columns {
		c := &t.Columns[k]
		c.Scale = cmp.Or(c.Scale, map[string]float64{"%": 100, "millions": 1e-6}[c.Unit], 1)
		if c.digits = t.Columns[0].digits; c.Formula == "" {
			c.digits = countDecimals(loaders.Map(t.Values, func(row []json.Number) json.Number { return row[k] }))
		}
	}
	for i := range t.Rows {
		for k := range t.Columns {
			t.Rows[i].Cells = append(t.Rows[i].Cells, t.printedCell(i, k))
		}
	}
	t.across = t.protocol == "sentences"
}

// printedCell returns row i's number in column k with its marks. Words become a "†", because a
// note repeats them.
func (t *Table) printedCell(i, k int) PrintedCell {
	cell := PrintedCell{Text: t.Values[i][k].String()}
	for _, m := range t.Marks {
		switch here := m.Row == t.Rows[i].Name && m.Column == t.Columns[k].Name && (m.Group == "" || m.Group == t.Columns[k].Group); {
		case !here:
		case strings.Trim(m.Mark, "*+") == "":
			cell.Mark = m.Mark + cell.Mark
		case strings.HasPrefix(m.Mark, "<"): // instead of a number
			cell.Text = m.Mark
		default: // words, which a note repeats
			cell.Mark += "†"
		}
	}
	return cell
}

// ours has the HPD and SNR that the QUACKIE paper defines; what it prints is from scores
// binarised first.
var ours = &Table{
	Name: "quackie-ours", Title: "HPD and SNR of the raw scores, not binarised", Short: "HPD and SNR, not binarised",
	Columns: []Column{
		sentenceColumn("HPD", "hpd", scoring.Higher), sentenceColumn("random", "hpd_random", scoring.Neither),
		sentenceColumn("SNR", "snr", scoring.Higher), sentenceColumn("SNR, median", "snr_median", scoring.Higher),
	},
	tableLayout: tableLayout{protocols: []string{"sentences"}, protocol: "sentences"},
}

func sentenceColumn(name, metric string, betterDirection scoring.Direction) Column {
	return Column{ColumnMeaning: scoring.ColumnMeaning{Name: name, Better: betterDirection}, Measure: ScoreName{"sentences", metric,
		"overall"}, Scale: 1}
}

func countDecimals(columnNumbers []json.Number) int {
	counts := map[int]int{}
	for _, x := range columnNumbers {
		if x != "" {
			_, decimals, _ := strings.Cut(x.String(), ".")
			counts[len(decimals)]++
		}
	}
	best := 0
	for n := range 5 {
		if counts[n] > counts[best] {
			best = n
		}
	}
	return best
}
