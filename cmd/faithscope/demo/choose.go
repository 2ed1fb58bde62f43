//go:build ignore

// Choose writes the demo's files from the complete runs:
//
//	go run choose.go -from FOLDER
//
// FOLDER holds nlvr1/ (examples.csv, images/, runs/, the gold CSV and the
// program TSV), drop/ (the annotations, runs/), and alignment/, quackie/,
// counting/ and dfol/ (runs/). From NLVR it takes one
// example of each of the 60 most frequent program families. Within a family
// it takes the example that keeps, over all four runs together, the shares of
// right/wrong × faithful/unfaithful closest to those of all 782 examples; of
// equally good ones the first. DROP is taken whole, and of each of the others a
// [cut]. Lines are copied byte for byte.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	families = 60
	faithful = 0.5 // of an example's overall F1
)

var variants = []string{"layer_count", "sum_count", "graph_count", "graph_count_decont_pretrain"}

// quadrants counts examples per run: right and faithful, right and
// unfaithful, wrong and faithful, wrong and unfaithful.
type quadrants [4][4]int

type example struct {
	identifier, png, sentence, family string
	quadrant                          [4]int // per run
}

func main() {
	from := flag.String("from", "", "`folder` with nlvr1/ and drop/")
	flag.Parse()
	log.SetFlags(0)
	nlvr, drop := filepath.Join(*from, "nlvr1"), filepath.Join(*from, "drop")

	chosen := choose(examples(nlvr))
	writeNLVR(nlvr, chosen)
	for _, name := range []string{"lexical-narrow.jsonl.gz", "lexical-wide.jsonl.gz"} {
		write(filepath.Join("drop", name), read(filepath.Join(drop, "runs", name)))
	}
	name := "drop_module_output_annotations.json"
	write(filepath.Join("drop", name+".gz"), pack(read(filepath.Join(drop, name))))
	for _, c := range cuts {
		c.write(*from)
	}
}

// cut is what is taken of the runs in a folder: records of the first run
// that are evenly spread over its file, and the same examples of the others.
type cut struct {
	folder string
	runs   []string
	most   int
	// pictures says that whole pictures are taken, with all questions about
	// each, so that entailed questions and others of one picture stay together.
	pictures bool
}

var cuts = []cut{
	{folder: "alignment", runs: []string{"bilstm-lime", "bow-ig"}, most: 100},
	{folder: "quackie", runs: []string{"occlusion", "lime"}, most: 60},
	{folder: "counting", runs: []string{"scn-normal", "scn-odd-even-90"}, most: 100},
	{folder: "dfol", runs: []string{"weak", "strong"}, most: 90, pictures: true},
}

// record is what tells the records of the four folders apart.
type record struct {
	ID       string      `json:"id"`
	Question json.Number `json:"question_id"`
	Image    string      `json:"image"`
	Images   []struct {
		Path string `json:"path"`
	} `json:"images"`
}

// key is the example's id, "" for a line that is not an example.
func (r record) key() string { return cmp.Or(r.ID, r.Question.String()) }

func (r record) picture() string {
	if len(r.Images) > 0 {
		return r.Images[0].Path
	}
	return r.Image
}

func parse(line []byte) (r record) {
	check(json.Unmarshal(line, &r))
	return r
}

func (c cut) write(from string) {
	chosen, seen := map[string]bool{}, map[string]bool{}
	for i, name := range c.runs {
		file := filepath.Join("runs", name+".jsonl.gz")
		plain := unpack(read(filepath.Join(from, c.folder, file)))
		if i == 0 {
			chosen = c.choose(plain)
		}
		write(filepath.Join(c.folder, file), pack(linesWanted(plain, 0, func(line []byte) bool {
			r := parse(line)
			if !chosen[r.key()] {
				return r.key() == ""
			}
			if p := r.picture(); p != "" && !seen[p] {
				seen[p] = true
				write(filepath.Join("nlvr", "images", p), read(filepath.Join(from, "nlvr1", "images", p)))
			}
			return true
		})))
	}
	fmt.Printf("%s: %d examples, %d pictures\n", c.folder, len(chosen), len(seen))
}

// choose returns the ids of the records to keep.
func (c cut) choose(plain []byte) map[string]bool {
	var order []string // of groups: pictures, or single records
	groups := map[string][]string{}
	all := 0
	linesWanted(plain, 0, func(line []byte) bool {
		r := parse(line)
		if r.key() == "" {
			return false
		}
		group := r.key()
		if c.pictures {
			group = r.picture()
		}
		if groups[group] == nil {
			order = append(order, group)
		}
		groups[group] = append(groups[group], r.key())
		all++
		return false
	})
	chosen := map[string]bool{}
	n := len(order) * c.most / all
	for i := range n {
		for _, id := range groups[order[i*len(order)/n]] {
			chosen[id] = true
		}
	}
	return chosen
}

func unpack(packed []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	check(err)
	plain, err := io.ReadAll(z)
	check(err)
	return plain
}

// examples reads all examples and how every run fared on them.
func examples(nlvr string) []example {
	var all []example
	at := map[string]int{}
	for _, row := range table(filepath.Join(nlvr, "examples.csv")) {
		at[row["identifier"]] = len(all)
		all = append(all, example{identifier: row["identifier"], png: row["png"], sentence: row["sentence"], family: row["family"]})
	}
	for run, variant := range variants {
		for _, row := range table(filepath.Join(nlvr, "runs", variant, "per_example.csv")) {
			f1, err := strconv.ParseFloat(row["f1_overall"], 64)
			check(err)
			q := 0
			if row["correct"] != "1" {
				q = 2
			}
			if f1 < faithful {
				q++
			}
			all[at[row["identifier"]]].quadrant[run] = q
		}
	}
	return all
}

func choose(all []example) []example {
	groups := map[string][]example{}
	var order []string
	var whole quadrants
	for _, ex := range all {
		if groups[ex.family] == nil {
			order = append(order, ex.family)
		}
		groups[ex.family] = append(groups[ex.family], ex)
		whole = whole.with(ex)
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(len(groups[b]), len(groups[a])) })

	var chosen []example
	var have quadrants
	for _, family := range order[:families] {
		best := slices.MinFunc(groups[family], func(a, b example) int {
			return cmp.Compare(have.with(a).distance(whole), have.with(b).distance(whole))
		})
		have = have.with(best)
		chosen = append(chosen, best)
	}
	fmt.Println("all:   ", whole)
	fmt.Println("chosen:", have)
	return chosen
}

func (q quadrants) with(ex example) quadrants {
	for run, k := range ex.quadrant {
		q[run][k]++
	}
	return q
}

// distance sums the absolute differences of shares; runs count alike.
func (q quadrants) distance(whole quadrants) float64 {
	var sum float64
	for run := range q {
		n, m := total(q[run]), total(whole[run])
		for k := range q[run] {
			sum += max(float64(q[run][k])/n-float64(whole[run][k])/m, float64(whole[run][k])/m-float64(q[run][k])/n)
		}
	}
	return sum
}

func total(counts [4]int) float64 { return float64(counts[0] + counts[1] + counts[2] + counts[3]) }

func writeNLVR(nlvr string, chosen []example) {
	identifiers, sentences := map[string]bool{}, map[string]bool{}
	for _, ex := range chosen {
		identifiers[ex.identifier] = true
		sentences[fold(ex.sentence)] = true
		write(filepath.Join("nlvr", ex.png), read(filepath.Join(nlvr, ex.png)))
	}
	for _, variant := range variants {
		path := filepath.Join("runs", variant, "predictions.json.gz")
		write(filepath.Join("nlvr", path), pack(linesWanted(unpack(read(filepath.Join(nlvr, path))), 0, func(line []byte) bool {
			var id struct {
				Image string `json:"image_id"`
			}
			check(json.Unmarshal(line, &id))
			return identifiers[id.Image+"-0"]
		})))
	}
	name := "nlvr1_dev_box_annotations.csv"
	write(filepath.Join("nlvr", name), linesWanted(read(filepath.Join(nlvr, name)), 1, func(line []byte) bool {
		return identifiers[strings.Split(string(line), ",")[2]]
	}))
	name = "nlvr1_dev_annotations.tsv"
	write(filepath.Join("nlvr", name), programs(read(filepath.Join(nlvr, name)), sentences))
}

// programs keeps the header and the chosen sentences' records, whose second
// field, quoted, runs over several lines.
func programs(tsv []byte, sentences map[string]bool) []byte {
	var out []byte
	keeping, quoted := true, false
	for i, line := range bytes.SplitAfter(tsv, []byte("\n")) {
		if i > 0 && !quoted {
			sentence, _, _ := strings.Cut(string(line), "\t")
			keeping = sentences[fold(sentence)]
		}
		if bytes.Count(line, []byte(`"`))%2 == 1 {
			quoted = !quoted
		}
		if keeping {
			out = append(out, line...)
		}
	}
	return out
}

func fold(sentence string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(sentence), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), " ")
}

// linesWanted returns the first head lines of text and those that satisfy wanted.
func linesWanted(text []byte, head int, wanted func([]byte) bool) []byte {
	var out []byte
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 16<<20)
	for i := 0; lines.Scan(); i++ {
		if i < head || wanted(lines.Bytes()) {
			out = append(append(out, lines.Bytes()...), '\n')
		}
	}
	check(lines.Err())
	return out
}

func table(path string) []map[string]string {
	records, err := csv.NewReader(bytes.NewReader(read(path))).ReadAll()
	check(err)
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, name := range records[0] {
			row[name] = record[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func pack(plain []byte) []byte {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	check(err)
	_, err = z.Write(plain)
	check(err)
	check(z.Close())
	return packed.Bytes()
}

func read(path string) []byte {
	b, err := os.ReadFile(path)
	check(err)
	return b
}

func write(path string, b []byte) {
	check(os.MkdirAll(filepath.Dir(path), 0o755))
	check(os.WriteFile(path, b, 0o644))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
