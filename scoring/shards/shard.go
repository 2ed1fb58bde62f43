package shards

import (
	"fmt"
	"strconv"
	"strings"

	"faithscope/loaders"
)

// Shard is the number of a shard of a run: I of Of, 1 ≤ I ≤ Of. The zero Shard means that shards
// aren't numbered.
type Shard struct{ I, Of int }

const mostShards = 1_000_000

func (s Shard) isValid() bool { return 1 <= s.I && s.I <= s.Of && s.Of <= mostShards }

// String returns "3/100", or "" for the zero Shard.
func (s Shard) String() string {
	if s == (Shard{}) {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.I, s.Of)
}

// Numbers returns the shard for a [PartialReport]; nil for the zero Shard.
func (s Shard) Numbers() []Shard {
	if s == (Shard{}) {
		return nil
	}
	return []Shard{s}
}

// Own returns which of n things are this shard's: every Of-th from the I-th on; all for the zero
// Shard.
func (s Shard) Own(n int) (own []int) {
	for k := max(s.I-1, 0); k < n; k += max(s.Of, 1) {
		own = append(own, k)
	}
	return own
}

// Set sets the shard from a flag's value, such as "3/100"; any other is an error and changes
// nothing.
func (s *Shard) Set(shardText string) error {
	i, of, _ := strings.Cut(shardText, "/")
	var in Shard
	in.I, _ = strconv.Atoi(i) // 0 for no number
	in.Of, _ = strconv.Atoi(of)
	if !in.isValid() {
		return fmt.Errorf("%q is not a shard: write 3/100 for the third of a hundred", shardText)
	}
	*s = in
	return nil
}

// Type names the flag's value in help.
func (s *Shard) Type() string { return "i/n" }

// Share returns the paths of the shard: every Of-th from the I-th on, or all for the zero Shard.
// It is an error if some shard would have none.
func (s Shard) Share(allPaths []string) ([]string, error) {
	if len(allPaths) < s.Of {
		return nil, fmt.Errorf("%s can't be split into %d shards: name at least one file for each", loaders.Count(len(allPaths), "run"), s.Of)
	}
	return loaders.Map(s.Own(len(allPaths)), func(k int) string { return allPaths[k] }), nil
}
