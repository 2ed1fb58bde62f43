package report

import (
	"context"
	"fmt"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// identified is a readable example with the evidence of every protocol.
type identified struct {
	at       int // its index in the run
	key      exampleKey
	gold     string // the gold answer as a row shows it, without white space at its ends
	evidence []scoring.Evidence
	omitted  bool // it has no answer, and such questions are left out
}

func readableExamples(ctx context.Context, s *session.Scored, settings scoring.Settings) (list []identified, err error) {
	key := newKeys()
	err = s.Each(ctx, func(i int, id string, evidence []scoring.Evidence) {
		row := s.Run.Row(i)
		list = append(list, identified{i, key(id), strings.TrimSpace(row.Gold), evidence, settings.Omits(row.Correct)})
	})
	return list, err
}

// exampleKey identifies a readable example of a run: by its id, and by its index
// among the examples that have this id.
type exampleKey struct {
	id    string
	twins int
}

func newKeys() func(id string) exampleKey {
	seen := map[string]int{}
	return func(id string) exampleKey {
		seen[id]++
		return exampleKey{id, seen[id] - 1}
	}
}

// Mismatches are the ids of examples of runs A and B that cannot be compared, or not for
// sure, in the order of their run: a list for each kind, nil if it does not occur.
type Mismatches [][]string

// The kinds of mismatches. They may overlap.
const (
	// foreignGold: the gold answer in B is not that in A, as far as a row shows it. Case and
	// white space at the ends do not count, nor does a gold answer that only one run has.
	foreignGold = iota
	// doubledA and doubledB: an earlier example of the same run has the id. Such examples are
	// paired in their order, so that nobody knows what is compared with what.
	doubledA
	doubledB
	// aloneA and aloneB: the other run has no readable example of this id.
	aloneA
	aloneB
)

var kindsOfMismatch = [...]string{
	"another gold answer in B than in A", "an earlier example's id in A", "an earlier example's id in B",
	"in A alone", "in B alone",
}

// describeLines returns the mismatches in words, a line for each kind that occurs: how many there
// are, and the ids of the first three; nil if there are none.
func (m Mismatches) describeLines() (lines []string) {
	for kind, ids := range m {
		if n := len(ids); n > 0 {
			lines = append(lines,
				fmt.Sprintf("%s: %s, %.80q", kindsOfMismatch[kind], loaders.Count(n, "example"), ids[:min(n, 3)]))
		}
	}
	return lines
}

// pairByID returns the examples that both runs have, sorted by id, those that share an id within a
// run paired in their order, and the ids of those that do not fit, by kind: gold answers that
// differ though both have one, ids that occur again in a run, and examples of one run alone.
func pairByID(a, b []identified) (pairs [][2]identified, odd Mismatches) {
	odd = make(Mismatches, len(kindsOfMismatch))
	addIf := func(holds bool, kind int, ex identified) {
		if holds {
			odd[kind] = append(odd[kind], ex.key.id)
		}
	}
	partners := make(map[exampleKey]identified, len(b))
	for _, ex := range b {
		partners[ex.key] = ex
	}
	for _, ex := range a {
		partner, paired := partners[ex.key]
		if paired {
			pairs = append(pairs, [2]identified{ex, partner})
			delete(partners, ex.key)
		}
		addIf(ex.gold != "" && partner.gold != "" && !strings.EqualFold(ex.gold, partner.gold), foreignGold, ex)
		addIf(ex.key.twins > 0, doubledA, ex)
		addIf(!paired, aloneA, ex)
	}
	for _, ex := range b {
		_, alone := partners[ex.key]
		addIf(ex.key.twins > 0, doubledB, ex)
		addIf(alone, aloneB, ex)
	}
	loaders.SortBy(pairs, func(pair [2]identified) string { return pair[0].key.id })
	return pairs, odd
}
