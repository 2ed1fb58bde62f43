package faithfulnmn

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

var annotatedModules = []string{"find", "filter", "with_relation", "project", "count"}

// AnnotationWriter writes gold like annotators of faithful-nmn. Numbers are fractions of the image,
// rounded to millionths.
type AnnotationWriter struct {
	// Left counts modules whose gold can't be written: numbers of several images, in JSON those without a place, and pixel boxes
	// on an image of unknown size.
	Left  int
	rows  *csv.Writer
	lines io.Writer // of records; nil: rows
	n     int       // examples
}

// NewRows returns a writer of a CSV of box annotations, after its header.
func NewRows(w io.Writer) (*AnnotationWriter, error) {
	a := &AnnotationWriter{rows: csv.NewWriter(w)}
	return a, a.rows.Write([]string{"Incorrect program", "Example No.", "identifier", "module_identifier", "module", "annotation"})
}

// NewRecords returns a writer of JSON Lines with the key gold_box, which the authors' reader makes
// of such rows, without a CSV.
func NewRecords(w io.Writer) *AnnotationWriter { return &AnnotationWriter{lines: w} }

// Write writes an example's gold, the last module first; nothing without gold. Modules whose gold
// can't be written are counted in Left. The identifier is by default the ID and "-0".
func (a *AnnotationWriter) Write(ex *loaders.Example) error {
	var rows []annotatedRow
	for i := range slices.Backward(ex.Program) {
		own, ok := rowsOf(ex, i)
		if rows = append(rows, own...); !ok {
			a.Left++
		}
	}
	if len(rows) == 0 {
		return nil
	}
	n := a.n
	a.n++
	if a.lines != nil {
		return a.addExample(ex, rows)
	}
	id := cmp.Or(ex.Meta["identifier"], ex.ID+"-0")
	for _, r := range rows {
		name := r.Module
		if len(r.Words) > 0 {
			name += "[" + strings.Join(r.Words, ",") + "]"
		}
		annotation := ""
		switch {
		case r.Module == "count":
			annotation = strconv.Itoa(r.Count)
		case len(r.Boxes) > 0:
			text, _ := json.Marshal(r.Boxes) // marshalling texts never fails
			annotation = string(text)
		}
		place := fmt.Sprintf("q%d-m%d-%d", n, r.Line, r.Image)
		if err := a.rows.Write([]string{"", strconv.Itoa(n), id, place, name, annotation}); err != nil {
			return err
		}
	}
	return nil
}

// Close flushes the rows; it does not close the writer.
func (a *AnnotationWriter) Close() error {
	if a.rows == nil {
		return nil
	}
	a.rows.Flush()
	return a.rows.Error()
}

// IsEmpty reports whether no example had gold to write.
func (a *AnnotationWriter) IsEmpty() bool { return a.n == 0 }

// rowsOf returns a row for each image of a pair, as the authors' files do; none for modules that
// annotators are not asked about, without gold, and with both boxes and a value or neither. ok is
// false if the gold can't be written.
func rowsOf(ex *loaders.Example, i int) (rows []annotatedRow, ok bool) {
	m := &ex.Program[i]
	name := nameIn(m)
	if !slices.Contains(annotatedModules, name) || m.Gold.Kind() != loaders.BoxKind && m.Gold.Kind() != loaders.NumberKind {
		return nil, true
	}
	for k := range 2 {
		row := annotatedRow{Line: i, Image: k, Module: name, Words: strings.Fields(m.Text)}
		if m.Gold.Value != nil {
			if row.Count, ok = countOn(ex, m, k); !ok {
				return nil, false
			}
		} else if k < len(m.Gold.Boxes) {
			if row.Boxes, ok = rowBoxes(&ex.Images[k], m.Gold.Boxes[k]); !ok {
				return nil, false
			}
		}
		rows = append(rows, row)
	}
	return rows, true
}

func nameIn(m *loaders.Module) string {
	return cmp.Or(m.Name, strings.ReplaceAll(m.Op, "-", "_"))
}

// countOn splits a count by image, because annotators count each image apart: the argument's gold
// boxes there if they add up, or everything on the first if the second is blank.
func countOn(ex *loaders.Example, m *loaders.Module, imageIndex int) (n int, ok bool) {
	boxes, whole := []int{0, 0}, int(*m.Gold.Value)
	if len(m.Children) == 1 {
		if g := ex.Program[m.Children[0]].Gold; g != nil && len(g.Boxes) == 2 {
			boxes = []int{len(g.Boxes[0]), len(g.Boxes[1])}
		}
	}
	switch {
	case boxes[0]+boxes[1] == whole:
		return boxes[imageIndex], true
	case len(ex.Images) == 2 && ex.Images[1].Path == "":
		return []int{whole, 0}[imageIndex], true
	}
	return 0, false
}

func rowBoxes(im *loaders.Image, boxes []loaders.Box) (rows []rowBox, ok bool) {
	for _, b := range boxes {
		b, ok := im.Fractions(b)
		if !ok {
			return nil, false
		}
		rows = append(rows, rowBox{formatDecimal(b.X0), formatDecimal(b.Y0), formatDecimal(b.X1 - b.X0), formatDecimal(b.Y1 - b.Y0)})
	}
	return rows, true
}

func formatDecimal(x float64) record.LenientText {
	text := strconv.FormatFloat(math.Round(x*1e6)/1e6, 'f', 6, 64)
	return record.LenientText(text[:len(text)-2] + strings.TrimRight(text[len(text)-2:], "0"))
}

// addExample derives gold_box like the authors' reader, which has no place for counts.
func (a *AnnotationWriter) addExample(ex *loaders.Example, annotatedRows []annotatedRow) error {
	nodes, entries := make([]node, len(ex.Program)), 0
	for i := range ex.Program {
		m := &ex.Program[i]
		nodes[i] = node{name: nameIn(m), place: m.Place, children: m.Children}
		entries = max(entries, m.Place+1)
	}
	gold := loaders.Fill(entries, func(int) [][]loaders.Box { return [][]loaders.Box{} })
	for i, g := range deriveGold(nodes, annotatedRows).gold {
		if g == nil || g.count != nil {
			continue
		}
		if nodes[i].place < 0 {
			a.Left++
			continue
		}
		gold[nodes[i].place] = loaders.Map(g.boxes[:], func(list []rowBox) []loaders.Box {
			return append([]loaders.Box{}, boxesOf(list)...)
		})
	}
	return loaders.WriteJSONLine(a.lines, struct {
		ID      string            `json:"image_id"`
		Boxes   [][]loaders.Box   `json:"bboxes"`
		Text    string            `json:"utterance"`
		Tokens  []string          `json:"sentence_tokens,omitempty"`
		Program string            `json:"parse_predicted,omitempty"`
		Modules [][]moduleOutput  `json:"modules_debug_info"`
		Gold    [][][]loaders.Box `json:"gold_box"`
	}{ex.ID, loaders.Map(ex.Images, func(im loaders.Image) []loaders.Box {
		return loaders.Fill(len(im.Proposals), func(k int) loaders.Box {
			b, _ := im.Fractions(im.Proposals[k])
			return b
		})
	}), ex.Question, ex.Tokens, ex.Logical, [][]moduleOutput{}, gold})
}
