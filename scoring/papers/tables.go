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
)

// measures are the columns, by table and name, or by table, whose number of the report the
// data does not name.
var measures = map[string]Measure{
	"alignment-2 ΔA soft":   {"alignment", "delta_a", "soft"},
	"alignment-3 ΔA soft":   {"alignment", "delta_a", "soft"},
	"alignment-3 ΔA expert": {"alignment", "delta_a", "expert"},
	"scn-1 parameters":      {"run", "parameters", ""}, // a fact of the run
	"scn-1 simple":          {"counting", "accuracy", "odd-even-90%-simple"},
	"scn-1 complex":         {"counting", "accuracy", "odd-even-90%-complex"},
	"quackie-1a":            {"sentences", "true_positives", "overall"},
	"quackie-1b":            {"sentences", "sentences", "overall"},
	"quackie-1c":            {"sentences", "answerable", "overall"},
	"scn-6 simple":          {"counting", "accuracy", "odd-even-90%-simple"},
	"scn-6 complex":         {"counting", "accuracy", "odd-even-90%-complex"},
}

// published has the papers' tables; the README beside it describes them.
//
//go:embed published/papers.json.gz
var published []byte

// shapes are what the papers have in common that their tables do not say, in the order of
// published: their prefix in names, how they are cited, and the protocols of the runs
// that they are about.
var shapes = []struct {
	prefix, cite string
	protocols    []string
}{
	{"nmn", "Subramanian et al. 2020", []string{"module-boxes", "module-spans"}},
	{"scn", "Dancette et al. 2020", []string{"counting"}},
	{"alignment", "Prasad et al. 2021", []string{"alignment"}},
	{"quackie", "Rychener et al. 2020 (QUACKIE)", []string{"sentences"}},
	{"dfol", "Amizadeh et al. 2020", []string{"reasoning"}},
}

// Tables lists the tables, paper by paper. They must not be changed.
var Tables = sync.OnceValue(func() (all []*Table) {
	unpacked, err := gzip.NewReader(bytes.NewReader(published))
	d := json.NewDecoder(unpacked)
	for _, shape := range shapes {
		var paper struct{ Tables []*Table }
		if err = cmp.Or(err, d.Decode(&paper)); err != nil {
			panic("papers: " + err.Error()) // what is embedded is checked by a test
		}
		for _, t := range paper.Tables {
			t.Name = shape.prefix + "-" + t.Number
			if _, ours := measures[t.Name]; t.Kind != "results" && t.Kind != statistics && !ours {
				continue
			}
			t.Paper, t.layout = shape.cite, layout{protocols: shape.protocols, protocol: shape.protocols[0]}
			t.arrange()
			all = append(all, t)
		}
	}
	all = append(all, ours)
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		panic("papers: more papers than shapes")
	}
	return all
})

// splits completes the names of data sets.
var splits = map[string]string{"NLVR2": "NLVR2 dev", "DROP": "DROP dev", "TallyQA": "TallyQA test"}

// titles are those of tables of runs on any data.
var titles = map[string]string{
	"nmn-1":       "Faithfulness of modules over boxes and accuracy, averaged over examples",
	"nmn-4":       "As Table 1, cumulative counts",
	"nmn-5":       "As Table 1, averaged over occurrences of modules",
	"nmn-6":       "As Table 1, with a negative IoU of 1e-8",
	"nmn-2":       "Faithfulness of modules over passages and answer F1",
	"scn-2":       "Grounding and counting",
	"alignment-1": "Accuracy of the models, and of those that also read an explanation",
	"alignment-2": "Importance alignment over the examples that a model gets wrong",
	"alignment-3": "Importance alignment over examples with expert annotations that every model gets wrong",
	"quackie-2b":  `Mean change in the probability of "can be answered" when only the gold sentence is kept`,
	"dfol-1":      "The base model by the kind of question",
	"dfol-2":      "Models on all questions, and on the hard and the easy ones by the base model",
	"dfol-3":      "∇-FOL as a model of its own, on the same sets",
}

// Find returns the table of a name.
func Find(name string) (*Table, error) {
	at := slices.IndexFunc(Tables(), func(t *Table) bool { return t.Name == name })
	if at >= 0 {
		return Tables()[at], nil
	}
	return nil, fmt.Errorf("%s is not one of the tables: %s", name, strings.Join(Names(), ", "))
}

// Names lists the tables' names.
func Names() []string { return loaders.Map(Tables(), func(t *Table) string { return t.Name }) }

// arrange fills in what follows from the data of a table.
func (t *Table) arrange() {
	for k := range t.Columns {
		c := &t.Columns[k]
		c.Scale = cmp.Or(c.Scale, map[string]float64{"%": 100, "millions": 1e-6}[c.Unit], 1)
		c.Measure = cmp.Or(measures[t.Name+" "+c.Name], measures[t.Name], c.Measure)
		if c.Measure.Protocol == "sentences" && slices.Contains([]string{"comprehensiveness", "sufficiency"}, c.Measure.Metric) {
			c.Measure.Protocol = "eraser" // which has them of any rationale
		}
		c.digits = digits(loaders.Map(t.Values, func(row []json.Number) json.Number { return row[k] }))
	}
	for i := range t.Rows {
		for k := range t.Columns {
			t.Rows[i].Cells = append(t.Rows[i].Cells, t.printed(i, k))
		}
	}
	for k := range t.Columns {
		if c := &t.Columns[k]; c.Measure.Protocol == "alignment" && !t.expert(c) {
			c.Where = t.Settings["where"]
		}
	}
	t.Title = cmp.Or(titles[t.Name], t.Title)
	t.Dataset, t.across = cmp.Or(splits[t.Dataset], t.Dataset), t.protocol == "sentences"
	if t.Name == "nmn-2" {
		t.protocol = "module-spans"
	}
}

// printed is a cell with its mark.
func (t *Table) printed(i, k int) Printed {
	cell := Printed{Text: t.Values[i][k].String()}
	for _, m := range t.Marks {
		switch here := m.Row == t.Rows[i].Name && m.Column == t.Columns[k].Name && (m.Group == "" || m.Group == t.Columns[k].Group); {
		case !here:
		case strings.Trim(m.Mark, "*+") == "":
			cell.Mark = m.Mark + cell.Mark
		case strings.HasPrefix(m.Mark, "<"): // in place of a number
			cell.Text = m.Mark
		default: // in words, which a note repeats
			cell.Mark += "†"
		}
	}
	return cell
}

// ours has the HPD and SNR that the QUACKIE paper defines; what it prints is of scores that
// were binarised first.
var ours = &Table{
	Name: "quackie-ours", Title: "HPD and SNR of the scores as they are, not binarised",
	Columns: []Column{
		{Name: "HPD", Better: "higher", Measure: Measure{"sentences", "hpd", "overall"}, Scale: 1},
		{Name: "random", Measure: Measure{"sentences", "hpd_random", "overall"}, Scale: 1},
		{Name: "SNR", Better: "higher", Measure: Measure{"sentences", "snr", "overall"}, Scale: 1},
		{Name: "SNR, median", Better: "higher", Measure: Measure{"sentences", "snr_median", "overall"}, Scale: 1},
	},
	layout: layout{protocols: []string{"sentences"}, protocol: "sentences"},
}

// digits is how many decimals most of the printed numbers have.
func digits(column []json.Number) int {
	counts := map[int]int{}
	for _, x := range column {
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
