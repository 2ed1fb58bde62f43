package shards

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

func TestShardsShareTheRuns(t *testing.T) {
	paths := make([]string, 23)
	for i := range paths {
		paths[i] = fmt.Sprint(i)
	}
	var all []string
	for i := range 5 {
		mine, err := Shard{i + 1, 5}.Share(paths)
		if err != nil || len(mine) < 4 || len(mine) > 5 {
			t.Errorf("shard %d of 5 has %q, %v", i+1, mine, err)
		}
		all = append(all, mine...)
	}
	slices.Sort(all)
	slices.Sort(paths)
	check.EqualLists(t, "the shards", all, paths)
	_, err := (Shard{1, 24}).Share(paths)
	check.Fails(t, "23 runs are 24 shards", err)
	if mine, err := (Shard{}).Share(paths); len(mine) != 23 || err != nil {
		t.Errorf("no shard has %d runs, %v", len(mine), err)
	}
}

func TestShardFlag(t *testing.T) {
	for word, ok := range map[string]bool{"1/1": true, "3/100": true, "0/3": false, "4/3": false, "3": false, "a/b": false, "": false,
		"-1/-1": false, "1/1000001": false, "1/2/3": false} {
		var s Shard
		if err := s.Set(word); (err == nil) != ok || ok && s.String() != word {
			t.Errorf("%q is %v, %v", word, s, err)
		}
	}
}

// numbered writes the partial report of a shard of two examples.
func numbered(t *testing.T, dir, name string, numbers ...Shard) string {
	t.Helper()
	var b bytes.Buffer
	run := shard(name, []*loaders.Example{{ID: name + "-0"}, {ID: name + "-1"}})
	p := PartialReport{Runs: []*loaders.Run{run}, Shards: numbers, Protocols: session.Protocols(), Settings: scoring.Defaults()}
	check.NoError(t, p.Write(t.Context(), &b))
	path := filepath.Join(dir, name+".json")
	check.NoError(t, os.WriteFile(path, b.Bytes(), 0o600))
	return path
}

func TestMissingAndDoubledShards(t *testing.T) {
	dir := t.TempDir()
	of := func(i, n int) string { return numbered(t, dir, fmt.Sprintf("%d-of-%d", i, n), Shard{i, n}) }
	one, two, three, other := of(1, 3), of(2, 3), of(3, 3), of(1, 4)
	both := numbered(t, dir, "both", Shard{1, 3}, Shard{2, 3})
	twin := numbered(t, dir, "twin", Shard{2, 3})
	plain, more := numbered(t, dir, "plain"), numbered(t, dir, "more")
	wild := numbered(t, dir, "wild", Shard{7, 3})
	for _, c := range []struct {
		why    string
		paths  []string
		expect int
		says   string // "" for all being well
	}{
		{"all", []string{three, one, two}, 0, ""},
		{"all, as expected", []string{one, two, three}, 3, ""},
		{"a tree", []string{both, three}, 3, ""},
		{"one is missing", []string{one, three}, 0, "1 of 3 shards missing: 2"},
		{"two are missing", []string{three}, 3, "2 of 3 shards missing: 1, 2"},
		{"one occurs twice", []string{one, two, twin, three}, 0, "is shard 2 of 3, and so is " + two},
		{"one is in a tree too", []string{both, two, three}, 0, "is shard 2 of 3, and so is " + both},
		{"others are expected", []string{one, two, three}, 4, "split into 3 shards instead of 4"},
		{"of two cuts", []string{one, other}, 0, "is shard 1 of 4, but the other reports are from a run split into 3"},
		{"one says nothing", []string{one, two, three, plain}, 0, plain + " has no shard number"},
		{"nobody says anything", []string{plain, more}, 0, ""},
		{"nobody does, and two are expected", []string{plain, more}, 2, ""},
		{"nobody does, and three are expected", []string{plain, more}, 3, "2 partial reports instead of 3"},
		{"what is not a shard", []string{wild}, 0, "shard 7 of 3 is invalid"},
	} {
		m, err := Merge(t.Context(), files.DiskFiles{}, c.paths, RefuseSameID)
		if err == nil {
			err = m.Complete(c.expect)
			m.Run.Close()
		}
		check.Error(t, c.why, err, c.says)
	}
}
