package otel

import (
	"strings"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// A trace's steps are the messages of its agents' models, with the calls that they made.
func TestStepsAreMessages(t *testing.T) {
	for file, want := range map[string]string{
		"adk.json": `weather_agent: Let me look that up.|get_weather {"city":"Paris"} > {"city": "Paris", "forecast": "sunny", "temp_c": 21}; ` +
			`weather_agent: get_time {"city":"Paris"} > {"city": "Paris", "time": "14:05"}; ` +
			`weather_agent: It is sunny and 21C in Paris; local time is 14:05.`,
		"traces.jsonl":     `herder: count {"what": "sheep"} > {"n": 3}`,
		"console.json":     "assistant: Hay.|look barn > hay ! cut",
		"openllmetry.json": "assistant: Three sheep.; assistant: In the barn.",
	} {
		ex := loadertest.Formats{Format}.Open(t, nil, "testdata/"+file, loaders.Options{}).Example(0)
		var got []string
		for _, m := range ex.Program[1:] {
			said := m.Op + ": " + strings.ReplaceAll(m.Text, "\n", "|")
			if m.Output.Text != nil {
				said += " > " + *m.Output.Text
			}
			if m.Error != "" {
				said += " ! " + m.Error
			}
			got = append(got, said)
		}
		check.Equal(t, file, strings.Join(got, "; "), want)
	}
}
