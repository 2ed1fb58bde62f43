package session

import (
	"cmp"
	"context"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

// ClusterKind tells which examples depend on each other. A test swaps a cluster's examples together
// and a bootstrap draws them together, because several questions about one picture aren't as many
// independent observations.
type ClusterKind = scoring.EnumChoice[clusterKinds]

type clusterKinds struct{}

func (clusterKinds) Enumerate() (what string, words []string) {
	return "a cluster of examples", []string{"example", "picture", "set"}
}

// The clusters.
const (
	// ByExample: every example by itself.
	ByExample ClusterKind = iota
	// ByPicture: examples of the same pictures or passage.
	ByPicture
	// BySet: examples of a group and of all groups that share an example with it; without a
	// group, of the same question.
	BySet
)

// ExampleClusters tells which examples of a run belong together.
type ExampleClusters struct {
	// First maps an example to the first of its cluster, and one beyond those found to itself.
	First func(i int) int
	// Unknown counts the examples that don't tell what they share, each a cluster of its own; 0
	// by example.
	Unknown int
	// Name names a cluster in the singular: "picture", "passage", "set", "question" or "example";
	// "pictures or passage" if both occur.
	Name string
}

// String tells what is swapped or drawn: "examples", or "whole pictures".
func (c *ExampleClusters) String() string {
	if c.Name == ByExample.String() {
		return "examples"
	}
	return "whole " + c.Name + "s"
}

func sharedKeys(c ClusterKind, ex *loaders.Example) (keys []string, name string) {
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

// Clusters returns the clusters of the examples found so far. It reads all records, unless
// clusters are by example. The error is the context's.
func (s *ScoredRun) Clusters(ctx context.Context, clusterKind ClusterKind) (c ExampleClusters, err error) {
	keys, names := make([][]string, s.Run.Len()), make([]string, s.Run.Len())
	if clusterKind != ByExample {
		if err := scoring.Parallel(ctx, len(keys), func(_ context.Context, i int) error {
			keys[i], names[i] = sharedKeys(clusterKind, s.Run.Scan(i))
			return nil
		}); err != nil {
			return c, err
		}
		c.Unknown = loaders.CountFunc(keys, func(shared []string) bool { return shared == nil })
	}
	c.Name = cmp.Or(strings.Join(loaders.Distinct(names), "s or "), clusterKind.String())
	// A forest of examples, in which each root is the first example of its cluster.
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
		return i // written since
	}
	return c, nil
}
