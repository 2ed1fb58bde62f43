package commands

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/retired"
)

// Whoever uses what was removed is told what to do instead, wherever they name it.
func TestRetiredNamesAreAnswered(t *testing.T) {
	dir, run := t.TempDir(), programtest.SmallRun(t, "small")
	voc, yolo := filepath.Join(dir, "Annotations"), filepath.Join(dir, "labels")
	check.NoError(t, errors.Join(os.Mkdir(voc, 0o700), os.Mkdir(yolo, 0o700)))
	for path, text := range map[string]string{
		filepath.Join(voc, "1.xml"):      "<annotation>\n<filename>1.jpg</filename><object><name>cat</name><bndbox><xmin>1</xmin>",
		filepath.Join(voc, "2.xml"):      "<?xml version='1.0'?>\n<annotation verified='no'><size><width>9</width>",
		filepath.Join(yolo, "1.txt"):     "0 0.5 0.5 0.25 0.5\n1 0.25 0.5 0.1 0.2\n",
		filepath.Join(dir, "demo.jsonl"): `{"question": "q", "answer": "a", "predicted_ans": "a", "program_nested_expression": {}}`,
		filepath.Join(yolo, "2.txt"):     "3 0.5 0.5 0.25 0.5 0.875\n",
	} {
		writeFile(t, path, text)
	}
	lines := map[string][]string{
		"s3://":             {"score s3://bucket/run.jsonl", "score " + run + " --base s3://bucket/run.jsonl", "gate s3://a/b s3://a/c"},
		"gs://":             {"score gs://bucket/run.jsonl"},
		"--junit":           {"gate a.jsonl b.jsonl --junit gate.xml", "gate a.jsonl b.jsonl --junit=gate.xml"},
		"voc":               {"score " + voc, "check " + voc + "/1.xml", "score " + voc + "/2.xml", "score " + voc + "/*.xml"},
		"yolo":              {"score " + yolo, "score " + yolo + "/1.txt --images " + dir, "score " + yolo + "/2.txt --gold " + yolo},
		"faithscope replay": {"replay", "replay monday.txt -o monday.html", "replay --last", "replay --help"},
		":notebook":         {"render " + run + " --view=examples;notebook -o -"},
		":layer-1":          {"render " + run + " --view=examples;open;layer-1 -o -"},
		":base-run":         {"render " + run + " --view=base-run -o -"},
		":swap":             {"render " + run + " --view=swap -o -"},
		":as-picture":       {"render " + run + " --view=results;as-picture -o -"},
		":forget-map":       {"render " + run + " --view=forget-map -o -"},
		":this-culprit":     {"render " + run + " --view=examples;this-culprit -o -"},
		":this-cause":       {"render " + run + " --view=examples;this-cause -o -"},
		":this-value":       {"render " + run + " --view=examples;this-value -o -"},
		"hover":             {"open " + run + " --without hover", run + " --without=progress,hover"},
		"scheme":            {run + " --without scheme"},
		"ascii":             {run + " --graphics ascii", "doctor --graphics=ascii"},
		"trainer":           {"formats --preset trainer"},
		"nmn-drop-demo":     {"formats --preset nmn-drop-demo", "score " + filepath.Join(dir, "demo.jsonl")},
		"yes-no":            {"score " + run + " --protocol yes-no", "gate " + run + " " + run + " --only yes-no"},
	}
	for _, entry := range retired.List {
		if lines[entry.Name] == nil {
			t.Errorf("no command line uses %s", entry.Name)
		}
		for _, line := range lines[entry.Name] {
			out, said, err := command(t, strings.Fields(line)...)
			if err != nil {
				said += err.Error()
			}
			if want := entry.Name + " was removed: " + entry.Instead; err == nil || !strings.Contains(said+out, want) {
				t.Errorf("faithscope %s: %v %s, want %q", line, err, said, want)
			}
		}
	}
}
