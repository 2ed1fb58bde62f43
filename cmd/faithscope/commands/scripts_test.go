package commands

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/tidwall/gjson"
)

func TestMain(m *testing.M) {
	programtest.Main(m, Main, map[string]func(){"faithscope-crashing": crashing})
}

// TestScripts runs the scripts of testdata/script. Beyond testscript's own
// commands they have
//
//	gzip FILE [BYTES]        packs FILE to FILE.gz, the last BYTES cut off
//	replace FILE OLD NEW     replaces text in FILE; \x1b and the like are read
//	json PATH WANT           holds a value of standard output, without white
//	                         space, against WANT
//	score PROTOCOL METRIC OF WANT
//	                         holds a score of the first run of a JSON report
//	                         against WANT, to six digits; "none" for undefined
//	exec-code CODE COMMAND…  is exec of what has to exit with CODE
//	cut FILE TO BYTES        copies the first bytes of FILE
//	shards FILE N            deals the lines of a native run out to FILE-0 …
//	samescores FILE          holds the scores of the first run of a JSON
//	                         report, every digit, against those in FILE
//
// $DEMO is the folder of the demo's files, $RUNS that of [paperRuns].
func TestScripts(t *testing.T) {
	demo, err := filepath.Abs("demo")
	check.NoError(t, err)
	runs := paperRuns(t)
	testscript.Run(t, testscript.Params{
		Dir:                "testdata/script",
		RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("DEMO", demo)
			env.Setenv("RUNS", runs)
			env.Setenv("GOGC", os.Getenv("GOGC"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"gzip":    gzipFile,
			"replace": replaceText,
			"json":    checkJSON,
			"score":   checkScore,

			"exec-code":  execCode,
			"cut":        cutFile,
			"shards":     dealOut,
			"samescores": sameScores,
		},
	})
}

func gzipFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: gzip FILE [BYTES]")
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write([]byte(ts.ReadFile(args[0])))
	ts.Check(err)
	ts.Check(z.Close())
	if len(args) == 2 {
		n, err := strconv.Atoi(args[1])
		ts.Check(err)
		packed.Truncate(packed.Len() - n)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".gz"), packed.Bytes(), 0o644))
}

func cutFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: cut FILE TO BYTES")
	}
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(ts.ReadFile(args[0])[:n]), 0o644))
}

func replaceText(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: replace FILE OLD NEW")
	}
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s does not contain %q", args[0], args[1])
	}
	replacement, err := strconv.Unquote(`"` + args[2] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(text, args[1], replacement)), 0o644))
}

func checkJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: json PATH WANT")
	}
	text := ts.ReadFile("stdout")
	if !gjson.Valid(text) {
		ts.Fatalf("standard output is not JSON")
	}
	got := gjson.Get(text, args[0]).String()
	if gjson.Get(text, args[0]).IsObject() {
		got = strings.Join(strings.Fields(got), "")
	}
	if (got == args[1]) == neg {
		ts.Fatalf("%s is %q; want %q: %v", args[0], got, args[1], !neg)
	}
}

func checkScore(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: score PROTOCOL METRIC OF WANT")
	}
	score := picked(gjson.Get(ts.ReadFile("stdout"), "runs.0.scores"), args[0], args[1], args[2])
	got := score.Get("value")
	if args[3] == "none" && got.Type == gjson.Null && score.Get("undefined").String() != "" {
		return
	}
	if want, err := strconv.ParseFloat(args[3], 64); err != nil || got.Type != gjson.Number || math.Abs(got.Num-want) > 1e-6 {
		ts.Fatalf("%s %s of %s is %s (%s), want %s", args[0], args[1], args[2], got.Raw, score.Get("undefined"), args[3])
	}
}

func execCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exec-code CODE COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	got := 0
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%s exits with %d, want %d\n%s%s", args[1], got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

// dealOut gives every shard the header, and a line in turn.
func dealOut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: shards FILE N")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	lines := strings.SplitAfter(strings.TrimSuffix(ts.ReadFile(args[0]), "\n"), "\n")
	stem, end, _ := strings.Cut(args[0], ".")
	for k := range n {
		name := fmt.Sprintf("%s-%d.%s", stem, k, end)
		text := strings.Replace(lines[0], `"name":"`, fmt.Sprintf(`"name":"%s-%d","note":"`, stem, k), 1)
		for i := k + 1; i < len(lines); i += n {
			text += strings.TrimSuffix(lines[i], "\n") + "\n"
		}
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
	}
}

func sameScores(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: samescores FILE")
	}
	for _, path := range []string{"runs.0.scores", "runs.0.examples", "runs.0.unreadable"} {
		got, want := gjson.Get(ts.ReadFile("stdout"), path), gjson.Get(ts.ReadFile(args[0]), path)
		if want.Raw == "" || got.Raw != want.Raw {
			ts.Fatalf("%s is not that of %s:\n%s\nwant\n%s", path, args[0], got.Raw, want.Raw)
		}
	}
}
