package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
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
	Protocol  string        `json:"protocol"`
	Metric    string        `json:"metric"`
	Of        string        `json:"of"`
	Value     *float64      `json:"value"`
	Undefined string        `json:"undefined,omitempty"`
	Count     int           `json:"count"`
	Interval  *jsonInterval `json:"interval,omitempty"`
	Settings  jsonSettings  `json:"settings"`
}

type jsonInterval struct {
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Level  float64 `json:"level"`
	Trials int     `json:"trials"`
	Seed   uint64  `json:"seed"`
}

// jsonSettings are the thresholds, which every score has, and the options
// that move its protocol's scores.
type jsonSettings struct {
	Average     string  `json:"average"`
	IoU         float64 `json:"iou"`
	NegativeIoU float64 `json:"negative_iou"`
	Threshold   float64 `json:"threshold"`
	Inclusive   bool    `json:"inclusive,omitempty"`
	UpperBound  bool    `json:"upper_bound,omitempty"`

	options []scoring.Named
}

// MarshalJSON implements [json.Marshaler]: the options stand behind the
// thresholds, in the protocol's order.
func (s jsonSettings) MarshalJSON() ([]byte, error) {
	type thresholds jsonSettings
	b, err := json.Marshal(thresholds(s))
	if err != nil {
		return nil, err
	}
	b = b[:len(b)-1]
	for _, o := range s.options {
		value, err := json.Marshal(o.Value)
		if err != nil {
			return nil, fmt.Errorf("setting %s: %w", o.Name, err)
		}
		b = append(fmt.Appendf(b, ",%q:", o.Name), value...)
	}
	return append(b, '}'), nil
}

// writeJSON writes one object with every digit.
func (r *Report) writeJSON(w io.Writer) error {
	report := jsonReport{Faithscope: version, Runs: []jsonRun{}}
	for i := range r.Runs {
		report.Runs = append(report.Runs, r.json(&r.Runs[i]))
	}
	return encode(w, report)
}

// encode writes v as JSON that a terminal may show.
func encode(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(w, printable(b.String()))
	return err
}

func (r *Report) json(scores *RunScores) jsonRun {
	run := jsonRun{
		Name: scores.Name, Path: scores.Path, Format: scores.Format, Examples: scores.Examples,
		Unreadable: scores.Unreadable, Problems: scores.Problems, Scores: []jsonScore{},
	}
	if scores.Read < scores.Examples {
		run.Read = &scores.Read
	}
	for _, s := range scores.Scores {
		score := jsonScore{Protocol: s.Protocol, Metric: s.Metric, Of: s.Of, Undefined: s.Value.Why(), Count: s.Count, Settings: settingsOf(s.Settings)}
		score.Settings.options = options(r.protocol(s.Protocol), s.Settings)
		if x, ok := s.Value.Float(); ok {
			score.Value = &x
		}
		if i := s.Interval; i != nil {
			score.Interval = &jsonInterval{i.Low, i.High, i.Level, i.Trials, s.Settings.Seed}
		}
		run.Scores = append(run.Scores, score)
	}
	return run
}

// settingsOf are the thresholds of s, without the options.
func settingsOf(s scoring.Settings) jsonSettings {
	return jsonSettings{
		Average: s.Average.String(), IoU: s.IoU, NegativeIoU: s.Negative(),
		Threshold: s.Threshold, Inclusive: s.Inclusive, UpperBound: s.UpperBound,
	}
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

// csvHead are the columns that every report has. A column follows for every
// option of the report's protocols.
var csvHead = []string{
	"run", "path", "protocol", "metric", "of", "value", "count", "undefined",
	"average", "iou", "negative_iou", "threshold", "inclusive", "upper_bound",
	"low", "high", "level", "trials",
}

// writeCSV writes a line per score with every digit. A score has nothing in
// the columns of options that do not move it.
func (r *Report) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	var named []string
	for i := range r.protocols {
		for _, o := range options(&r.protocols[i], r.Settings) {
			named = appendNew(named, o.Name)
		}
	}
	c.Write(append(slices.Clip(csvHead), named...))
	for i := range r.Runs {
		for _, s := range r.Runs[i].Scores {
			line := r.Runs[i].csv(s)
			own := options(r.protocol(s.Protocol), s.Settings)
			for _, name := range named {
				value := ""
				if k := slices.IndexFunc(own, func(o scoring.Named) bool { return o.Name == name }); k >= 0 {
					value = csvWord(own[k].Value)
				}
				line = append(line, value)
			}
			c.Write(line)
		}
	}
	c.Flush()
	return c.Error()
}

func (r *RunScores) csv(s scoring.Score) []string {
	value, interval := "", make([]string, 4)
	if x, ok := s.Value.Float(); ok {
		value = digits(x)
	}
	if i := s.Interval; i != nil {
		interval = []string{digits(i.Low), digits(i.High), digits(i.Level), strconv.Itoa(i.Trials)}
	}
	return append([]string{
		loaders.Clean(r.Name), loaders.Clean(r.Path), s.Protocol, s.Metric, loaders.Clean(s.Of), value,
		strconv.Itoa(s.Count), loaders.Clean(s.Value.Why()),
		s.Settings.Average.String(), digits(s.Settings.IoU), digits(s.Settings.Negative()), digits(s.Settings.Threshold),
		strconv.FormatBool(s.Settings.Inclusive), strconv.FormatBool(s.Settings.UpperBound),
	}, interval...)
}

// csvWord writes a setting as JSON does, without quotes.
func csvWord(value any) string {
	if x, ok := value.(float64); ok {
		return digits(x)
	}
	return loaders.Clean(fmt.Sprint(value))
}

func digits(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
