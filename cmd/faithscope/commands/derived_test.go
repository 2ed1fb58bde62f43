package commands

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/slicing"
)

// What is made of which verdict, by the sentences that explain the columns. Where an oracle says what a
// wrong answer is to be blamed on, the two verdicts are made of each other.
var (
	ofAnswers = regexp.MustCompile(`^(verdict|quadrant|mended_by|answer\.predicted)$`)
	ofScores  = regexp.MustCompile(`^(quadrant|mended_by|plausible|culprit(\..*)?|cause(\..*)?)$`)
)

// No dimension of any demo run is tested by an outcome that it is made from, and every other is; slices keep
// to the same. Groups that have an outcome throughout or nowhere, as tags made from a run's own answers, aren't tested.
func TestNothingIsTestedByItsOwnSource(t *testing.T) {
	for _, s := range programtest.ScoredDemo(t) {
		data := facts.New(s).Table(scoring.Defaults(), nil)
		for outcome, made := range map[string]*regexp.Regexp{"right": ofAnswers, "faithful": ofScores} {
			derived := func(name string) bool {
				return made.MatchString(name) || data.Explained() && (ofAnswers.MatchString(name) || ofScores.MatchString(name))
			}
			for _, f := range data.Fields() {
				if !f.Facet {
					continue
				}
				e, err := query.ParseExpression(query.Reference(f.Name), data.Fields())
				check.NoError(t, err)
				if why := data.Derived(outcome, e.Uses()...); derived(f.Name) != strings.HasPrefix(why, "derived: ") {
					t.Errorf("%s: %s by %s is %q", s.Run.Name, outcome, f.Name, why)
				}
				groups, err := data.Groups(t.Context(), e, data.All())
				check.NoError(t, err)
				isCopy := f.Name == "tag" && isWithoutException(groups, outcome)
				if !(f.Name == "quadrant" || f.Name == "kind" || isCopy) {
					continue
				}
				sheet, err := data.Breakdown(t.Context(), e, data.All(), outcome)
				check.NoError(t, err)
				for _, row := range sheet.Rows {
					for _, cell := range row[4:6] {
						if why := cell.Value.(scoring.Value).Why(); strings.HasPrefix(why, "derived: ") != (f.Name != "kind") {
							t.Errorf("%s: %s of %s=%v is %v, %q", s.Run.Name, outcome, f.Name, row[0].Value, cell.Value, why)
						}
					}
				}
			}
			found, err := data.Slices(t.Context(), data.All(), outcome, slicing.Defaults())
			check.NoError(t, err)
			for _, slice := range found.Slices {
				q, err := query.Parse(slice.Where, data.Fields())
				if err != nil || slices.ContainsFunc(q.Uses(), derived) {
					t.Errorf("%s: %s differs in %s: %v", s.Run.Name, slice.Where, outcome, err)
				}
			}
		}
		for _, outcome := range data.Measures() {
			for _, f := range data.Fields() {
				if e, err := query.ParseExpression(
					query.Reference(f.Name),
					data.Fields(),
				); err == nil && f.Name == outcome &&
					data.Derived(outcome, e.Uses()...) == "" {
					t.Errorf("%s: %s is tested by itself", s.Run.Name, outcome)
				}
			}
		}
	}
}

// isWithoutException reports whether some groups of ten or more have an outcome throughout, and all others of
// them nowhere.
func isWithoutException(groups []facts.Group, outcome string) bool {
	var always, never bool
	for i := range groups {
		n, of := groups[i].Answers()
		if outcome == "faithful" {
			n, of = groups[i].Faithful()
		}
		switch {
		case of < 10:
		case n == of:
			always = true
		case n == 0:
			never = true
		default:
			return false
		}
	}
	return always && never
}
