package model

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"faithscope/loaders/loadertest/check"
)

// TestMain is a model's process where it was started as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "model" {
		behave(os.Args[2], os.Args[3:])
		return
	}
	os.Exit(m.Run())
}

// behave answers as a model of two labels and one text does, its second probability being
// that of the text's first word, or misbehaves in some way when that word is "bad".
func behave(how string, args []string) {
	w := bufio.NewWriter(os.Stdout)
	answer := func(format string, args ...any) {
		fmt.Fprintf(w, format+"\n", args...)
		w.Flush()
	}
	fmt.Fprint(os.Stderr, "some\x1b[31m warning\n")
	if how == "silent" {
		time.Sleep(time.Hour)
	}
	labels := `["no","yes"]`
	if how == "label" {
		labels = `["no"]`
	}
	answer(`{"faithscope":1,"model":"m","version":"1","labels":%s,"inputs":["text"],"max_batch":3}`, labels)
	asked := 0
	for in := bufio.NewScanner(os.Stdin); in.Scan(); asked++ {
		var q struct {
			ID    int
			Batch []map[string][]string
		}
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			panic(err)
		}
		probs, bad := []string{}, false
		for _, text := range q.Batch {
			p, err := strconv.ParseFloat(text["text"][0], 64)
			bad = bad || err != nil
			if how == "chance" {
				p = float64(asked) / 10
			}
			probs = append(probs, fmt.Sprintf("[%v,%v]", 1-p, p))
		}
		if how == "order" && len(probs) > 1 {
			probs[0], probs[1] = "[1,0]", "[0,1]"
		}
		list := strings.Join(probs, ",")
		if bad {
			misbehave(how, args, q.ID, list, answer)
			continue
		}
		answer(`{"id":%d,"probs":[%s]}`, q.ID, list)
	}
}

func misbehave(how string, args []string, id int, list string, answer func(format string, args ...any)) {
	switch how {
	case "hang":
		time.Sleep(time.Hour)
	case "die":
		os.Exit(3)
	case "flood":
		for {
			os.Stdout.WriteString(strings.Repeat("x", 1<<16))
		}
	case "unknown":
		answer(`{"id":%d,"probs":[%s]}`, id+7, list)
	case "repeated":
		answer(`{"id":%d,"probs":[%s]}`, id-1, list)
	case "nan":
		answer(`{"id":%d,"probs":[[NaN,NaN]]}`, id)
	case "null":
		answer(`{"id":%d,"probs":[[null,1]]}`, id)
	case "sum":
		answer(`{"id":%d,"probs":[[1,1]]}`, id)
	case "few":
		answer(`{"id":%d,"probs":[]}`, id)
	case "error":
		answer(`{"id":%d,"error":"no such \u001b[31mword"}`, id)
	case "child":
		if err := os.WriteFile(args[0], []byte(strconv.Itoa(os.Getpid())), 0o600); err != nil {
			panic(err)
		}
		time.Sleep(time.Hour)
	}
}

func started(t *testing.T, limits Limits, how ...string) Differentiable {
	t.Helper()
	m, err := StartLines(t.Context(), append([]string{os.Args[0], "model"}, how...), limits)
	check.NoError(t, err)
	t.Cleanup(func() { m.Close() })
	return m
}

func text(words ...string) Input { return Input{{Tokens: words}} }

func TestMisbehaviourCostsItsOwnBatch(t *testing.T) {
	t.Parallel()
	for how, want := range map[string]string{
		"hang": "wrote nothing for", "die": "it exited", "flood": "more than 65536 bytes", "unknown": "no request with that id is waiting",
		"repeated": "no request with that id is waiting", "nan": "which is not an answer", "null": "instead of numbers", "sum": "add up to 2",
		"few": "0 of 1 inputs", "error": "no such �[31mword",
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			limits := DefaultLimits
			limits.Reply, limits.Restarts = 1<<16, 1
			if how == "hang" {
				limits.Batch = time.Second
			}
			m := started(t, limits, how)
			for range 2 {
				_, err := m.Ask(t.Context(), []Input{text("bad")})
				check.Error(t, "error", err, want)
				if alive := how == "null" || how == "sum" || how == "few" || how == "error"; !alive &&
					(err == nil || !strings.Contains(err.Error(), "some�[31m warning")) {
					t.Errorf("error %v does not have what the process wrote", err)
				} else if !alive && errors.Is(err, ErrGone) {
					t.Error("gone before its restarts were")
				}
				if _, err = m.Ask(t.Context(), []Input{text(".25")}); err != nil && !errors.Is(err, ErrGone) {
					t.Errorf("the next batch: %v", err)
				}
			}
		})
	}
}

func TestRestartsAreBounded(t *testing.T) {
	t.Parallel()
	limits := DefaultLimits
	limits.Restarts = 2
	m := started(t, limits, "die")
	for range 3 {
		if _, err := m.Ask(t.Context(), []Input{text("bad")}); errors.Is(err, ErrGone) {
			t.Fatal(err)
		}
	}
	_, err := m.Ask(t.Context(), []Input{text(".5")})
	check.Is(t, "after the last restart", err, ErrGone)
}

func TestBadDeclarationsFailAtTheStart(t *testing.T) {
	t.Parallel()
	short := DefaultLimits
	short.Start = 200 * time.Millisecond
	for _, c := range []struct {
		how, want string
		limits    Limits
	}{{"silent", "wrote nothing", short}, {"label", "two or more", DefaultLimits}} {
		_, err := StartLines(t.Context(), []string{os.Args[0], "model", c.how}, c.limits)
		check.Error(t, c.how, err, c.want)
	}
	_, err := StartLines(t.Context(), []string{"/no/such/program"}, short)
	check.Fails(t, "a program that does not exist was started", err)
}

func TestCancellationEndsTheProcess(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "pid")
	m := started(t, DefaultLimits, "child", file)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for {
			if b, err := os.ReadFile(file); err == nil && len(b) > 0 {
				cancel()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if _, err := m.Ask(ctx, []Input{text("bad")}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	b, err := os.ReadFile(file)
	check.NoError(t, err)
	pid, err := strconv.Atoi(string(b))
	check.NoError(t, err)
	if p, err := os.FindProcess(pid); err == nil {
		check.Is(t, "the process", p.Signal(syscall.Signal(0)), os.ErrProcessDone)
	}
}

func TestInconsistentAnswersAreNoticed(t *testing.T) {
	t.Parallel()
	inputs := []Input{text(".25"), text(".5"), text(".125")}
	for how, want := range map[string]string{"": "", "chance": "asked again", "order": "another order"} {
		_, err := Probe(t.Context(), started(t, DefaultLimits, how), inputs)
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", how, err, want)
		}
	}
}

func TestCacheDropsAnswersOfOtherWeights(t *testing.T) {
	t.Parallel()
	folder, ctx := filepath.Join(t.TempDir(), "models"), t.Context()
	open := func(how string) (*Asker, bool) {
		t.Helper()
		m := started(t, DefaultLimits, how)
		c, dropped, err := OpenCache(ctx, folder, "one command", m)
		check.NoError(t, err)
		t.Cleanup(c.Close)
		return &Asker{Model: m, Cache: c}, dropped
	}
	inputs := []Input{text(".25"), text(".5"), text(".125"), text(".25"), text(".75")}
	asked := func(how string, wantDropped bool, want int64) {
		t.Helper()
		a, dropped := open(how)
		p, err := a.Ask(ctx, inputs)
		check.NoError(t, err)
		if how == "" && (p[3][1] != .25 || p[4][1] != .75) {
			t.Errorf("answers %v", p)
		}
		if dropped != wantDropped || a.Asked.Load() != want {
			t.Errorf("%q: dropped %v, %d asked; want %v, %d", how, dropped, a.Asked.Load(), wantDropped, want)
		}
	}
	asked("", false, 4)
	asked("", false, 0)
	paths, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	b, err := os.ReadFile(paths[0])
	if err == nil {
		err = os.WriteFile(paths[0], b[:len(b)-9], 0o600) // as kill -9 leaves it
	}
	check.NoError(t, err)
	asked("", false, 1)
	asked("chance", true, 4)
}

// A file of answers that is full stays as it is.
func TestAFullCacheDoesNotGrow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers")
	file, err := os.Create(path)
	check.NoError(t, err)
	const line = 1 << 20 // a hole that ends a line
	for end := int64(line); end < mostKept; end += line {
		if _, err := file.WriteAt([]byte("\n"), end-1); err != nil {
			t.Fatal(err)
		}
	}
	check.NoError(t, errors.Join(file.Truncate(mostKept+10), file.Close()))
	c := NewCache()
	defer c.Close()
	if c.file, err = os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0); err != nil {
		t.Fatal(err)
	}
	check.NoError(t, c.readLines(&Declaration{}))
	if info, err := os.Stat(path); err != nil || info.Size() != mostKept+10 {
		t.Error(info, err)
	}
}

// Who may write a model's answers decides what is on screen, and a pipe in their place does
// not hang the program.
func TestAnswersThatOthersMayWriteAreRefused(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "models")
	m := started(t, DefaultLimits, "")
	try := func() error {
		c, _, err := OpenCache(t.Context(), folder, "one command", m)
		c.Close()
		return err
	}
	check.NoError(t, try())
	paths, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	path, other := paths[0], filepath.Join(t.TempDir(), "other")
	for _, c := range []struct {
		why     string
		do, end func() error
	}{
		{"somebody else may write to the folder", func() error { return os.Chmod(folder, 0o777) },
			func() error { return os.Chmod(folder, 0o700) }},
		{"somebody else may write to the file", func() error { return os.Chmod(path, 0o666) }, func() error { return os.Chmod(path, 0o600) }},
		{"it has two names", func() error { return os.Link(path, other) }, func() error { return os.Remove(other) }},
		{"it is a link", func() error { return errors.Join(os.Rename(path, other), os.Symlink(other, path)) },
			func() error { return os.Remove(path) }},
		{"it is a pipe", func() error { return exec.Command("mkfifo", path).Run() }, func() error { return os.Remove(path) }},
	} {
		check.NoError(t, c.do())
		check.Fails(t, "answers are kept although", try(), c.why)
		check.NoError(t, c.end())
	}
	check.NoError(t, try())
	if os.Getuid() == 0 {
		check.NoError(t, os.Chown(path, 4711, -1))
		check.Fails(t, "answers of somebody else are used", try())
	}
}

func TestCommandsAreSplitAtSpacesOutsideQuotes(t *testing.T) {
	t.Parallel()
	got, err := Words(` python3 "my model.py"  --a='b c' '' $HOME;ls `)
	if want := []string{"python3", "my model.py", "--a=b c", "", "$HOME;ls"}; err != nil || fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	for _, command := range []string{"", "'a"} {
		if got, err := Words(command); err == nil {
			t.Errorf("%q: %q", command, got)
		}
	}
}
