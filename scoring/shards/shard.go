package shards

import (
	"fmt"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// Shard is the place of a shard among those of a run: I of Of, 1 ≤ I ≤ Of. The
// zero Shard is one that nobody numbered.
type Shard struct{ I, Of int }

// mostShards bounds how many shards a run may have.
const mostShards = 1_000_000

func (s Shard) valid() bool { return 1 <= s.I && s.I <= s.Of && s.Of <= mostShards }

// String returns "3/100", and "" for the zero Shard.
func (s Shard) String() string {
	if s == (Shard{}) {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.I, s.Of)
}

// Numbers is the shard as [WritePartial] takes it, nil for the zero Shard.
func (s Shard) Numbers() []Shard {
	if s == (Shard{}) {
		return nil
	}
	return []Shard{s}
}

// Set makes a Shard a flag value.
func (s *Shard) Set(word string) error {
	i, of, ok := strings.Cut(word, "/")
	var in Shard
	var err, wrong error
	in.I, err = strconv.Atoi(i)
	in.Of, wrong = strconv.Atoi(of)
	if !ok || err != nil || wrong != nil || !in.valid() {
		return fmt.Errorf("%q is not a shard: 3/100 is the third of a hundred", word)
	}
	*s = in
	return nil
}

// Type names the flag's value in help.
func (s *Shard) Type() string { return "i/n" }

// Share returns those of paths that are the shard's: every Of-th from the I-th on,
// all for the zero Shard. It fails where some shard would have none.
func (s Shard) Share(paths []string) ([]string, error) {
	if s == (Shard{}) {
		return paths, nil
	}
	if len(paths) < s.Of {
		return nil, fmt.Errorf("%s cannot make %d shards: name one file for each at least", loaders.Count(len(paths), "run"), s.Of)
	}
	var mine []string
	for k := s.I - 1; k < len(paths); k += s.Of {
		mine = append(mine, paths[k])
	}
	return mine, nil
}
