package heat

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring/protocols/alignment"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

type tokenGrids struct {
	all    []*tokenGrid
	rows   int
	left   []string // in words, because it has no tokens
	pieces bool
	count  int
	class  string // that all attributions explain
	rowChoice

	changed bool
}

// Without attributions and rationales it returns the texts to read, because an example without a
// program shows nothing else.
func collectGrids(shownVersions *evidence.ShownVersions, gridOptions rowOptions) *tokenGrids {
	ex, change := shownVersions.Example, shownVersions.Change
	gs := &tokenGrids{changed: change != nil}
	gs.addAttributions(shownVersions)
	gs.addOracles(shownVersions)
	for _, r := range ex.Rationales {
		gs.addRationale(ex, &r)
	}
	if held := shownVersions.Held.Example; held != nil {
		for _, r := range held.Rationales {
			if !slices.ContainsFunc(ex.Rationales, func(shown loaders.Rationale) bool { return shown.Name == r.Name }) {
				gs.addRationale(held, &r)
			}
		}
	}
	switch {
	case gs.rows > 0:
	case ex.Passage != nil && (len(gs.left) > 0 || len(ex.Program) == 0):
		gs.all = []*tokenGrid{textOf(ex)}
	case len(gs.left) == 0:
		return nil
	}
	gs.shareClass(shownVersions)
	gs.addPremise(ex)
	for _, g := range gs.all {
		gs.pieces = g.prepareGrid(ex, gridOptions) || gs.pieces
		if gs.changed {
			g.edited = g.changedTokens(change, ex)
		}
	}
	return gs
}

func (gs *tokenGrids) addRationale(ex *loaders.Example, r *loaders.Rationale) {
	row, over, ownTokens := &tokenScores{name: r.Name, scores: r.Scores, spans: r.Spans, marks: true}, r.Over, r.Tokens
	row.name += widget.If(r.Answer != "", " “"+r.Answer+"”")
	if r.Sentence != nil && r.Spans == nil && r.Scores == nil {
		n := *r.Sentence + 1
		if ex.Passage != nil && len(ex.Passage.Sentences) > 0 {
			n = len(ex.Passage.Sentences)
		}
		if *r.Sentence < 0 || *r.Sentence >= n || n > maxSpread {
			gs.left = append(gs.left, fmt.Sprintf("%s: can't show sentence %d of %d (0-based)", r.Name, *r.Sentence, n))
			return
		}
		over, ownTokens, row.scores = loaders.OverSentences, nil, loaders.Within([]loaders.Span{{Start: *r.Sentence, End: *r.Sentence + 1}}, n)
	}
	if ownTokens == nil && over == loaders.OverTokens {
		if i := slices.IndexFunc(gs.all, func(g *tokenGrid) bool { return g.name == string(loaders.OverTokens) }); i >= 0 {
			ownTokens = gs.all[i].tokens
		}
	}
	gs.addRow(ex, over, ownTokens, row)
}

func (gs *tokenGrids) addPremise(ex *loaders.Example) {
	words := ex.Passage.Words()
	isHypothesis := gs.rows > 0 && len(gs.all) == 1 && ex.IsPair() && slices.Equal(gs.all[0].tokens, ex.Tokens)
	if !isHypothesis || len(words) == 0 {
		return
	}
	gs.all[0].name = ex.NameOf(loaders.OverQuestion)
	gs.all = append([]*tokenGrid{{name: ex.NameOf(loaders.OverPassage), tokens: words}}, gs.all...)
}

func textOf(ex *loaders.Example) *tokenGrid {
	first := ex.Passage.Words()
	if !ex.IsPair() || len(first) == 0 {
		return &tokenGrid{name: string(loaders.OverPassage), tokens: first}
	}
	second := ex.Tokens
	if len(second) == 0 {
		second = strings.Fields(ex.Question)
	}
	return &tokenGrid{name: "pair", tokens: slices.Concat(first, second), second: len(first)}
}

// shareClass moves a class that all attributions explain from their names to the heading.
func (gs *tokenGrids) shareClass(shownVersions *evidence.ShownVersions) {
	var classes []string
	for _, run := range shownVersions.RunLayers() {
		classes = append(classes, loaders.Map(run.Example.Attributions, func(a loaders.Attribution) string { return a.Class })...)
	}
	if classes = loaders.Distinct(classes); len(classes) != 1 {
		return
	}
	for _, g := range gs.all {
		for _, r := range g.rows {
			if name, ok := strings.CutSuffix(r.name, " → "+classes[0]); ok {
				r.name, gs.class = name, classes[0]
			}
		}
	}
}

// Other layers' copies are left out, because all runs of a file may share a row.
func (gs *tokenGrids) addAttributions(shownVersions *evidence.ShownVersions) {
	for k, run := range shownVersions.RunLayers() {
		for _, a := range run.Example.Attributions {
			// The soft oracle, or a row that all runs of a file share.
			carried := func(shown loaders.Attribution) bool {
				return shown.Name == a.Name && slices.Equal(shown.Scores, a.Scores)
			}
			isOwnOracle := k == 0 && loaders.IsOracle(a.Name)
			if isOwnOracle || k > 0 && slices.ContainsFunc(shownVersions.Example.Attributions, carried) {
				continue
			}
			row := &tokenScores{name: run.AttributionLabel(&a), scores: a.Scores, signed: a.Signed, soft: loaders.IsOracle(a.Name)}
			if k > 0 {
				row.run = run.Name
			}
			gs.addRow(run.Example, a.Over, a.Tokens, row)
		}
	}
}

func (gs *tokenGrids) addOracles(shownVersions *evidence.ShownVersions) {
	ex := shownVersions.Example
	for _, a := range ex.Attributions {
		name, tokens := tokensOver(ex, a.Over, a.Tokens)
		if loaders.IsOracle(a.Name) || !loaders.ScoredText(name).OnQuestion() {
			continue
		}
		if oracle := alignment.Oracle(ex, tokens, shownVersions.Settings); len(oracle) > 0 {
			gs.addRow(ex, a.Over, a.Tokens, &tokenScores{name: "hard", scores: oracle, marks: true, oracle: true})
		}
		break
	}
	for _, a := range ex.Attributions {
		if loaders.IsOracle(a.Name) {
			gs.addRow(ex, a.Over, a.Tokens, &tokenScores{name: a.Name, scores: a.Scores, signed: a.Signed, soft: true})
		}
	}
}

const (
	mostRows  = 2000
	mostGrids = 50
)

func (gs *tokenGrids) addRow(ex *loaders.Example, scoredText loaders.ScoredText, ownTokens []string, r *tokenScores) {
	name, tokens := tokensOver(ex, scoredText, ownTokens)
	name += widget.If(len(ownTokens) > 0 && r.run != "", " of "+r.run)
	if r.times = 1; r.scores == nil && r.marks {
		r.scoreSpans(ex, scoredText, len(tokens))
	}
	if r.scores == nil {
		gs.left = append(gs.left, r.name+": scores are missing")
		return
	}
	if scoredText == loaders.OverSentences {
		name, tokens = r.spreadSentences(ex.Passage, tokens)
	}
	if len(tokens) == 0 || len(r.scores) > len(tokens)+1 {
		gs.left = append(gs.left, fmt.Sprintf("%s: %d scores for %s, but the run has %s",
			r.name, len(r.scores), cmp.Or(scoredText, loaders.OverTokens), loaders.Count(len(tokens), "token")))
		return
	}
	if gs.rows == mostRows || len(gs.all) == mostGrids {
		gs.left = append(gs.left[:min(len(gs.left), mostGrids)], fmt.Sprintf("too many rows: %s and later ones aren't shown", r.name))
		return
	}
	gs.rows++
	// One list of tokens begins with the other, under the same name, or they are equal under any.
	i := slices.IndexFunc(gs.all, func(g *tokenGrid) bool {
		n := min(len(g.tokens), len(tokens))
		return slices.Equal(g.tokens[:n], tokens[:n]) && (g.name == name || n == len(g.tokens) && n == len(tokens))
	})
	if i < 0 {
		i, gs.all = len(gs.all), append(gs.all, &tokenGrid{name: name})
	}
	if g := gs.all[i]; len(tokens) > len(g.tokens) {
		g.tokens = tokens
	}
	gs.all[i].addRow(r)
}

const maxSpread = 1 << 20

func (gs *tokenGrids) rowAt(rowNumber int) (*tokenGrid, *tokenScores) {
	for _, g := range gs.all {
		if rowNumber < len(g.rows) {
			return g, g.rows[rowNumber]
		}
		rowNumber -= len(g.rows)
	}
	return nil, nil
}
