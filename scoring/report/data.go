package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"unicode"
	"unicode/utf16"

	"faithscope/loaders"
	"faithscope/scoring"
)

// version is that of the report's names, which scripts depend on.
const version = 1

type jsonReport struct {
	Faithscope int       `json:"faithscope"`
	Runs       []jsonRun `json:"runs"`
}

type jsonRun struct {
	Name       string      `json:"name"`
	Path       string      `json:"path"`
	Format     string      `json:"format"`
	Examples   int         `json:"examples"`
	Read       *int        `json:"read,omitempty"` // while not all are
	Unreadable int         `json:"unreadable"`
	Problems   int         `json:"problems"`
	Scores     []jsonScore `json:"scores"`
}

type jsonScore struct {
	Protocol  string       `json:"protocol"`
	Metric    string       `json:"metric"`
	Of        string       `json:"of"`
	Value     *float64     `json:"value"`
	Undefined string       `json:"undefined,omitempty"`
	Count     int          `json:"count"`
	Settings  jsonSettings `json:"settings"`
}

type jsonSettings struct {
	Average     string  `json:"average"`
	IoU         float64 `json:"iou"`
	NegativeIoU float64 `json:"negative_iou"`
	Threshold   float64 `json:"threshold"`
	Inclusive   bool    `json:"inclusive,omitempty"`
	UpperBound  bool    `json:"upper_bound,omitempty"`
}

// writeJSON writes one object with every digit.
func (r *Report) writeJSON(w io.Writer) error {
	report := jsonReport{Faithscope: version, Runs: []jsonRun{}}
	for i := range r.Runs {
		report.Runs = append(report.Runs, r.Runs[i].json())
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(report); err != nil {
		return err
	}
	_, err := io.WriteString(w, printable(b.String()))
	return err
}

func (r *RunScores) json() jsonRun {
	run := jsonRun{
		Name: r.Name, Path: r.Path, Format: r.Format, Examples: r.Examples,
		Unreadable: r.Unreadable, Problems: r.Problems, Scores: []jsonScore{},
	}
	if r.Read < r.Examples {
		run.Read = &r.Read
	}
	for _, s := range r.Scores {
		score := jsonScore{Protocol: s.Protocol, Metric: s.Metric, Of: s.Of, Undefined: s.Value.Why(), Count: s.Count, Settings: jsonSettings{
			Average: s.Settings.Average.String(), IoU: s.Settings.IoU, NegativeIoU: s.Settings.Negative(),
			Threshold: s.Settings.Threshold, Inclusive: s.Settings.Inclusive, UpperBound: s.Settings.UpperBound,
		}}
		if x, ok := s.Value.Float(); ok {
			score.Value = &x
		}
		run.Scores = append(run.Scores, score)
	}
	return run
}

// printable escapes in a JSON text the characters that a terminal would obey
// and that encoding/json leaves as they are.
func printable(text string) string {
	var b bytes.Buffer
	for _, r := range text {
		if r == '\n' || unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		if r > 0xffff {
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
			continue
		}
		fmt.Fprintf(&b, `\u%04x`, r)
	}
	return b.String()
}

// writeCSV writes a line per score with every digit.
func (r *Report) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	c.Write([]string{
		"run", "path", "protocol", "metric", "of", "value", "count", "undefined",
		"average", "iou", "negative_iou", "threshold", "inclusive", "upper_bound",
	})
	for i := range r.Runs {
		for _, s := range r.Runs[i].Scores {
			c.Write(r.Runs[i].csv(s))
		}
	}
	c.Flush()
	return c.Error()
}

func (r *RunScores) csv(s scoring.Score) []string {
	value := ""
	if x, ok := s.Value.Float(); ok {
		value = digits(x)
	}
	return []string{
		loaders.Clean(r.Name), loaders.Clean(r.Path), s.Protocol, s.Metric, loaders.Clean(s.Of), value,
		strconv.Itoa(s.Count), loaders.Clean(s.Value.Why()),
		s.Settings.Average.String(), digits(s.Settings.IoU), digits(s.Settings.Negative()), digits(s.Settings.Threshold),
		strconv.FormatBool(s.Settings.Inclusive), strconv.FormatBool(s.Settings.UpperBound),
	}
}

func digits(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
