package report

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/rules"
	"faithscope/scoring"
	"faithscope/scoring/protocols/answers"
	"faithscope/scoring/session"
)

type pairableExample struct {
	loaders.ListedExample // Gold is trimmed
	at                    int
	key                   exampleKey
	evidence              []scoring.Evidence
	omitted               bool
	judged                bool // its answer has a verdict or partial credit
}

type examplePair [2]pairableExample

func readableExamples(ctx context.Context, s *session.ScoredRun, settings scoring.Settings) (list []pairableExample, err error) {
	key := newKeys()
	err = s.Each(ctx, func(i int, id string, evidence []scoring.Evidence) {
		row := s.Run.Row(i)
		row.Gold = strings.TrimSpace(row.Gold)
		isCredited := slices.ContainsFunc(evidence, func(e scoring.Evidence) bool { return answers.CreditOf(e) != nil })
		list = append(list, pairableExample{row, i, key(id), evidence, settings.Omits(row.Correct), row.Correct != loaders.Unknown || isCredited})
	})
	return list, err
}

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

// MismatchedIDs are ids of incomparable examples of A and B in run order, by kind, nil for none.
type MismatchedIDs [][]string

// Kinds may overlap.
const (
	// foreignGold: the correct answers differ, as far as rows show them, except in outer white space, or
	// in case alone with the same verdicts. An answer in only one run doesn't count.
	foreignGold  = iota
	foreignMarks // of [findForeignMarks]
	// An earlier example has the id. They are paired in order, so nobody knows what is compared
	// with what.
	doubledA
	doubledB
	// The other run has no readable example of this id.
	aloneA
	aloneB
	foreignQuestion // which a person may have meant
	placed          // neither file has ids
)

var kindsOfMismatch = [...]string{
	"a different correct answer in B than in A",
	"different gold annotations for modules, sentences or words in B than in A (up to 500 checked)",
	"a repeated id in A", "a repeated id in B", "only in A", "only in B", "a different question in B than in A",
	"paired by position, without ids",
}

func (m MismatchedIDs) describeLines() []string { return m.describeKinds(0, len(m)) }

func (m MismatchedIDs) describeKinds(from, to int) (lines []string) {
	for kind := from; kind < to; kind++ {
		ids := m[kind]
		if n := len(ids); n > 0 {
			lines = append(lines,
				fmt.Sprintf("%s: %s, %.80q", kindsOfMismatch[kind], loaders.Count(n, "example"), ids[:min(n, 3)]))
		}
	}
	return lines
}

// DescribeDoubts says what makes a difference doubtful: other gold or questions, and ids that come twice; nil for nothing.
func (m MismatchedIDs) DescribeDoubts() []string {
	if m == nil {
		return nil
	}
	return append(m.describeKinds(0, aloneA), m.describeKinds(foreignQuestion, len(m))...)
}

func pairByID(a, b []pairableExample) (pairs []examplePair, odd MismatchedIDs) {
	odd = make(MismatchedIDs, len(kindsOfMismatch))
	addIf := func(holds bool, kind int, ex pairableExample) {
		if holds {
			odd[kind] = append(odd[kind], ex.key.id)
		}
	}
	partners := make(map[exampleKey]pairableExample, len(b))
	for _, ex := range b {
		partners[ex.key] = ex
	}
	for _, ex := range a {
		partner, paired := partners[ex.key]
		if paired {
			pairs = append(pairs, examplePair{ex, partner})
			delete(partners, ex.key)
		}
		addIf(ex.Gold != "" && partner.Gold != "" && ex.hasOtherGold(&partner), foreignGold, ex)
		addIf(paired && asksOther(ex.Question, partner.Question), foreignQuestion, ex)
		addIf(paired && ex.key.id == loaders.Place(ex.at), placed, ex)
		addIf(ex.key.twins > 0, doubledA, ex)
		addIf(!paired, aloneA, ex)
	}
	for _, ex := range b {
		_, alone := partners[ex.key]
		addIf(ex.key.twins > 0, doubledB, ex)
		addIf(alone && ex.key.twins == 0, aloneB, ex)
	}
	loaders.SortBy(pairs, func(pair examplePair) string { return pair[0].key.id })
	return pairs, odd
}

func (ex *pairableExample) hasOtherGold(partner *pairableExample) bool {
	if strings.EqualFold(ex.Gold, partner.Gold) { // case matters if it makes the same answer wrong
		return ex.Gold != partner.Gold && ex.Predicted == partner.Predicted && ex.Correct != partner.Correct
	}
	return rules.CanonicalText(ex.Gold) != rules.CanonicalText(partner.Gold)
}

// asksOther reports whether two rows have different questions, none within the other, as in a prompt. Cut ones may go on.
func asksOther(question, other string) bool {
	q, o := strings.ToLower(strings.TrimSpace(question)), strings.ToLower(strings.TrimSpace(other))
	return !strings.HasSuffix(q, "…") && !strings.HasSuffix(o, "…") && !strings.Contains(q, o) && !strings.Contains(o, q)
}
