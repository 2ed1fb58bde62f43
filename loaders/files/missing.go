package files

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"faithscope/loaders"
)

// numbered matches the names that Hugging Face gives shards: train-00003-of-00012.parquet.
var numbered = regexp.MustCompile(`^(.*-)([0-9]{1,5})(-of-)([0-9]{1,5})(\D*)$`)

// reportMissing reports shards that the first one's name counts but aren't there, numbered from 0 or 1.
func reportMissing(shards []shardFile, problems *loaders.Problems) {
	folder, base := filepath.Split(shards[0].name)
	m := numbered.FindStringSubmatch(base)
	if m == nil {
		return
	}
	total, _ := strconv.Atoi(m[4])
	nameOf := func(i int) string { return fmt.Sprintf("%s%s%0*d%s%s%s", folder, m[1], len(m[2]), i, m[3], m[4], m[5]) }
	there := map[string]bool{}
	for _, shard := range shards {
		there[shard.name] = true
	}
	first := loaders.IfElse(there[nameOf(total)], 1, 0)
	missing := slices.DeleteFunc(loaders.Indices(total), func(i int) bool { return there[nameOf(first+i)] })
	if len(missing) > 0 {
		problems.Add(loaders.Problem{File: nameOf(first + missing[0])}.Worded(
			"missing (shards missing: %d of %d); their examples aren't in the run", len(missing), total))
	}
}
