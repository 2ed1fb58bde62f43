package report

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"

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
	Settings  named         `json:"settings"`
}

type jsonInterval struct {
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Level  float64 `json:"level"`
	Trials int     `json:"trials"`
	Seed   uint64  `json:"seed"`
}

// values returns one object with every digit.
func (r *Report) values() any {
	report := jsonReport{Faithscope: version, Runs: []jsonRun{}}
	for i := range r.Runs {
		report.Runs = append(report.Runs, r.runJSON(&r.Runs[i]))
	}
	return report
}

// WriteJSON writes v as JSON that a terminal may show. Its error is the writer's.
func WriteJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(loaders.EscapeJSON(b.Bytes()))
	return err
}

func (r *Report) runJSON(scores *RunScores) jsonRun {
	run := jsonRun{
		Name: scores.Name, Path: scores.Path, Format: scores.Format, Examples: scores.Examples,
		Unreadable: scores.Unreadable, Problems: scores.Problems, Scores: []jsonScore{},
	}
	if scores.Read < scores.Examples {
		run.Read = &scores.Read
	}
	for _, s := range scores.Scores {
		score := jsonScore{Protocol: s.Protocol, Metric: s.Metric, Of: s.Of, Value: pointer(s.Value), Undefined: s.Value.Why(), Count: s.Count, Settings: append(thresholdsOf(s.Settings), optionsOf(r.protocol(s.Protocol), s.Settings)...)}
		if i := s.Interval; i != nil {
			score.Interval = &jsonInterval{i.Low, i.High, i.Level, i.Trials, s.Settings.Seed}
		}
		run.Scores = append(run.Scores, score)
	}
	return run
}

// lines returns one per score with every digit, and a column per setting
// that the report's protocols have. A score has nothing in the columns of
// settings that do not move it.
func (r *Report) lines() [][]string {
	var options named
	for i := range r.protocols {
		options = options.add(r.Settings, r.protocols[i].Settings...)
	}
	head := append([]string{"run", "path", "protocol", "metric", "of", "value", "count", "undefined"}, thresholds...)
	head = append(head, "low", "high", "level", "trials")
	for _, o := range options {
		head = append(head, o.name)
	}
	lines := [][]string{head}
	for i := range r.Runs {
		for _, s := range r.Runs[i].Scores {
			line := r.Runs[i].csv(s)
			own := optionsOf(r.protocol(s.Protocol), s.Settings)
			for _, o := range options {
				value := ""
				if k := slices.IndexFunc(own, func(v namedValue) bool { return v.name == o.name }); k >= 0 {
					value = csvWord(own[k].value)
				}
				line = append(line, value)
			}
			lines = append(lines, line)
		}
	}
	return lines
}

func (r *RunScores) csv(s scoring.Score) []string {
	interval := make([]string, 4)
	if i := s.Interval; i != nil {
		interval = []string{digits(i.Low), digits(i.High), digits(i.Level), strconv.Itoa(i.Trials)}
	}
	line := []string{
		loaders.CleanCell(r.Name), loaders.CleanCell(r.Path), s.Protocol, s.Metric, loaders.CleanCell(s.Of), allDigits(s.Value),
		strconv.Itoa(s.Count), loaders.Clean(s.Value.Why()),
	}
	for _, v := range named(nil).add(s.Settings, thresholds...) {
		line = append(line, csvWord(v.value))
	}
	return append(line, interval...)
}
