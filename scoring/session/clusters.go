package session

import (
	"cmp"
	"context"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

// Cluster says which examples depend on each other. A test swaps the examples of a
// cluster together and a bootstrap draws them together, because several questions about
// one picture are not as many independent observations.
type Cluster = scoring.Choice[clusters]

type clusters struct{}

func (clusters) Enumerate() (what string, words []string) {
	return "a cluster of examples", []string{"example", "picture", "set"}
}

// The clusters.
const (
	// ByExample: every example by itself.
	ByExample Cluster = iota
	// ByPicture: the examples of the same pictures, or of the same passage.
	ByPicture
	// BySet: the examples of a group and of all groups that share an example with it;
	// examples in no group go by their question.
	BySet
)

// Clustered says which examples of a run belong together.
type Clustered struct {
	// First maps every example to the first one of its cluster, an example beyond those that were
	// found to itself.
	First func(i int) int
	// Unknown counts the examples that do not say what they share with others, so that each is a cluster alone;
	// 0 by example.
	Unknown int
	// Name names a cluster, without the s of its plural: "picture", "passage", "set", "question" or
	// "example"; "pictures or passage" if some are the one and some the other.
	Name string
}

// String says what is swapped or drawn: "examples", or else "whole pictures".
func (c *Clustered) String() string {
	if c.Name == ByExample.String() {
		return "examples"
	}
	return "whole " + c.Name + "s"
}

// sharedKeys returns what an example shares with the others of its cluster, and what such a cluster
// is called. By picture it is the paths of all its pictures as one key, or else the text of its
// passage; by set, each of its groups, or else its question. Both are empty for an example by
// itself, which has none of these, and for any other kind of cluster.
func sharedKeys(c Cluster, ex *loaders.Example) (keys []string, name string) {
	switch {
	case c == ByPicture && len(ex.Images) > 0:
		paths := loaders.Map(ex.Images, func(im loaders.Image) string { return im.Path })
		if key := strings.Join(paths, "\x00"); strings.Trim(key, "\x00") != "" {
			return []string{key}, "picture"
		}
	case c == ByPicture && ex.Passage != nil && ex.Passage.Text != "":
		return []string{ex.Passage.Text}, "passage"
	case c == BySet && len(ex.Groups) > 0:
		return ex.Groups, "set"
	case c == BySet && ex.Question != "":
		return []string{"\x00" + ex.Question}, "question"
	}
	return nil, ""
}

// Clusters returns the clusters of the examples that are found now. It reads all records, unless the
// clusters are by example. The error is the context's.
func (s *Scored) Clusters(ctx context.Context, by Cluster) (c Clustered, err error) {
	keys, names := make([][]string, s.Run.Len()), make([]string, s.Run.Len())
	if by != ByExample {
		if err := scoring.Parallel(ctx, len(keys), func(_ context.Context, i int) error {
			keys[i], names[i] = sharedKeys(by, s.Run.Scan(i))
			return nil
		}); err != nil {
			return c, err
		}
		c.Unknown = loaders.CountFunc(keys, func(own []string) bool { return own == nil })
	}
	c.Name = cmp.Or(strings.Join(loaders.Distinct(names), "s or "), by.String())
	// A forest of examples; each root is the first example of its cluster.
	above, first := make([]int, len(keys)), map[string]int{}
	root := func(i int) int {
		for above[i] != i {
			above[i] = above[above[i]]
			i = above[i]
		}
		return i
	}
	for i, own := range keys {
		above[i] = i
		for _, key := range own {
			other, seen := first[key]
			if !seen {
				first[key] = i
				continue
			}
			x, y := root(i), root(other)
			above[max(x, y)] = min(x, y)
		}
	}
	for i := range above {
		above[i] = root(i)
	}
	c.First = func(i int) int {
		if i < len(above) {
			return above[i]
		}
		return i // it has been written since
	}
	return c, nil
}
