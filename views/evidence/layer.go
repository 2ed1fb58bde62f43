package evidence

import (
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
)

// ExampleVersion is a version of an example (recorded, changed, another run's or a model's) and its shown
// module.
type ExampleVersion struct {
	Name    string // "" for the run's own
	Example *loaders.Example
	Node    int                   // -1 for the whole example
	Score   *scoring.ExampleScore // nil without scores
	Change  *VersionChange        // from another layer; may be nil
	Asked   bool                  // just now: its explainers are named, however few
}

// RecordedVersion is the name of an example as its run has it, beside a changed one.
const RecordedVersion = "recorded"

// VersionChange has the units of "passage" and "question" that differ.
type VersionChange struct {
	Before    *loaders.Example
	Now, Then map[loaders.ScoredText][]int
}

// ShownModule returns the shown module, nil for the whole example.
func (l *ExampleVersion) ShownModule() *loaders.Module { return ModuleAt(l.Example, l.Node) }

// ModuleScore returns the shown module's score or nil.
func (l *ExampleVersion) ModuleScore() *scoring.ModuleScore { return l.Score.Module(l.Node) }

// ImageScore returns the module's score on image i or nil.
func (l *ExampleVersion) ImageScore(i int) *scoring.ImageScore {
	if score := l.ModuleScore(); score != nil && i < len(score.Images) {
		return &score.Images[i]
	}
	return nil
}

// WhyApart returns why two layers' modules can't be compared, "" if both select among the same
// proposals, or attend to the same tokens. The other must have a module.
func (l *ExampleVersion) WhyApart(otherVersion *ExampleVersion) string {
	m, held := l.ShownModule(), otherVersion.ShownModule()
	switch {
	case m == nil:
		return "no module is selected"
	case m.Output.Boxes != nil && held.Output.Boxes != nil:
		if !slices.EqualFunc(l.Example.Images, otherVersion.Example.Images, func(a, b loaders.Image) bool {
			return a.Path == b.Path && slices.Equal(a.Proposals, b.Proposals)
		}) {
			return "the modules have different proposals"
		}
		return ""
	case m.Output.Tokens != nil && held.Output.Tokens != nil:
		p, q := l.Example.Passage, otherVersion.Example.Passage
		if p == nil || q == nil || !slices.Equal(p.Tokens, q.Tokens) {
			return "the passages have different tokens"
		}
		return ""
	}
	return "both modules must select boxes, or both attend to the passage"
}

// AttributionLabel joins an attribution's name with the layer's, unless one says enough, and its
// class unless an asked model answered it.
func (l *ExampleVersion) AttributionLabel(a *loaders.Attribution) string {
	models := loaders.CountFunc(l.Example.Attributions, func(a loaders.Attribution) bool { return !loaders.IsOracle(a.Name) })
	isOnly := models == 1 && !loaders.IsOracle(a.Name) && !l.Asked
	switch {
	case l.Name == "":
		return ExplainedName(a)
	case isOnly || strings.Contains(strings.ToLower(l.Name), strings.ToLower(a.Name)):
		return l.Name
	case l.Asked && a.Class == l.Example.Answer.Predicted:
		return l.Name + " " + a.Name
	}
	return l.Name + " " + ExplainedName(a)
}

// ExplainedName returns an attribution's name with its explained class, unless included.
func ExplainedName(a *loaders.Attribution) string {
	if a.Class == "" || strings.Contains(a.Name, a.Class) {
		return a.Name
	}
	return a.Name + " → " + a.Class
}
