package examples

import (
	"slices"
	"strings"
	"unicode/utf8"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/session"
	"faithscope/views/widget"
)

// Filter says which examples a list shows. Its parts combine by "and";
// the zero filter shows all.
type Filter struct {
	// Text is matched word by word, case aside: every word must be in the
	// example's id, question, kind or one of its answers.
	Text string
	// Answer keeps right or wrong answers; Unknown keeps any.
	Answer loaders.Verdict
	// Faithful keeps faithful examples (Right) or unfaithful ones (Wrong);
	// Unknown keeps any.
	Faithful loaders.Verdict
	// NoVerdict keeps examples without a verdict on the answer or on
	// faithfulness: the ones a quadrant cannot place.
	NoVerdict bool
	// Unjudged keeps examples without a verdict on the answer, Unscored those
	// without one on faithfulness.
	Unjudged, Unscored bool
	// Below keeps examples whose modules of a type score below a bar, for
	// every entry.
	Below []ModuleBelow
	// Matter keeps examples with a module of which this is the matter.
	Matter Matter
	// Kind keeps examples of one question type; "" keeps any.
	Kind string
	// Only keeps the examples of these indices, ascending, and Named says what
	// they are; nil keeps any.
	Only  []int
	Named string
}

// Matter is what can be the matter with a module of a type: why it is wrong,
// or, without a cause, that nothing is wanted and nothing predicted. The zero
// value is nothing.
type Matter struct {
	Type  string // as in [session.Scored.Types], "overall" for any
	Cause scoring.Cause
}

// String is the matter in words: "find wrong: low p".
func (m Matter) String() string {
	of := m.Type
	if of == "overall" {
		of = "a module"
	}
	if m.Cause == scoring.NoCause {
		return of + " with nothing wanted and nothing predicted"
	}
	return of + " wrong: " + m.Cause.String()
}

// ModuleBelow is a bar for one module type.
type ModuleBelow struct {
	Type string // as in [session.Scored.Types]
	Bar  float64
}

// Empty reports whether the filter shows all.
func (f Filter) Empty() bool {
	return f.Text == "" && f.Answer == loaders.Unknown && f.Faithful == loaders.Unknown && !f.NoVerdict && !f.Unjudged && !f.Unscored && len(f.Below) == 0 &&
		f.Matter == Matter{} && f.Kind == "" && f.Only == nil
}

// String says the filter in words, "all" for the zero filter: "right but
// unfaithful · find < .50 · “left”".
func (f Filter) String() string {
	var parts []string
	if words := f.verdicts(); words != "" {
		parts = append(parts, words)
	}
	for _, p := range []struct {
		on    bool
		words string
	}{{f.NoVerdict, "without a verdict"}, {f.Unjudged, "answer unknown"}, {f.Unscored, "faithfulness not scored"}} {
		if p.on {
			parts = append(parts, p.words)
		}
	}
	for _, b := range f.Below {
		parts = append(parts, b.String())
	}
	if f.Matter != (Matter{}) {
		parts = append(parts, f.Matter.String())
	}
	if f.Kind != "" {
		parts = append(parts, f.Kind)
	}
	if f.Only != nil {
		parts = append(parts, f.Named)
	}
	if f.Text != "" {
		parts = append(parts, "“"+f.Text+"”")
	}
	if parts == nil {
		return "all"
	}
	return strings.Join(parts, " · ")
}

// String is the filter in words: "find < .50".
func (b ModuleBelow) String() string { return b.Type + " < " + widget.Decimal(b.Bar) }

func (f Filter) verdicts() string {
	answer := [...]string{"", "right", "wrong"}[f.Answer]
	faithful := [...]string{"", "faithful", "unfaithful"}[f.Faithful]
	switch {
	case answer == "" || faithful == "":
		return answer + faithful
	case f.Answer == f.Faithful:
		return answer + " and " + faithful
	}
	return answer + " but " + faithful
}

// middleBar is where a module type's bar starts.
const middleBar = 0.5

// below returns the bar for a type, and where it would start if it is not on.
func (f Filter) below(moduleType string) (bar float64, on bool) {
	i := slices.IndexFunc(f.Below, func(b ModuleBelow) bool { return b.Type == moduleType })
	if i < 0 {
		return middleBar, false
	}
	return f.Below[i].Bar, true
}

// withBelow returns the filter with a bar for a type set, or taken away. The
// slice is copied: whoever made the filter may still hold it.
func (f Filter) withBelow(moduleType string, bar float64, on bool) Filter {
	below := slices.DeleteFunc(slices.Clone(f.Below), func(b ModuleBelow) bool { return b.Type == moduleType })
	if on {
		below = append(below, ModuleBelow{moduleType, bar})
	}
	f.Below = below
	return f
}

// toggled asks for verdicts, or takes the question back where exactly these
// are asked for. A verdict that is not named stays as it was.
func (f Filter) toggled(answer, faithful loaders.Verdict) Filter {
	ask := func(of *loaders.Verdict, verdict loaders.Verdict, on bool) {
		switch {
		case verdict == loaders.Unknown:
		case on:
			*of = verdict
		default:
			*of = loaders.Unknown
		}
	}
	on := answer != loaders.Unknown && f.Answer != answer || faithful != loaders.Unknown && f.Faithful != faithful
	ask(&f.Answer, answer, on)
	ask(&f.Faithful, faithful, on)
	f.NoVerdict, f.Unjudged, f.Unscored = false, false, false
	return f
}

// matcher is a filter made ready for many examples.
type matcher struct {
	filter Filter
	words  []string
	bars   []float64 // per module type, 0 for none: no score is below
	never  bool      // a bar for a type that the run does not have
	types  []int     // of the modules that the filter's matter is looked for in
}

func (f Filter) matcher(types []string) matcher {
	m := matcher{filter: f, words: strings.Fields(strings.ToLower(f.Text)), bars: make([]float64, len(types))}
	for _, b := range f.Below {
		i := slices.Index(types, b.Type)
		if i < 0 {
			m.never = true
			continue
		}
		m.bars[i] = b.Bar
	}
	for i, t := range types {
		if t == f.Matter.Type || f.Matter.Type == "overall" {
			m.types = append(m.types, i)
		}
	}
	return m
}

// scores reports whether the verdicts and scores of an example, which was
// read, pass.
func (m *matcher) scores(rows *session.Summaries, example int) bool {
	f := &m.filter
	if !f.verdict(rows.Answer(example), rows.Faithful(example)) {
		return false
	}
	if !m.matter(rows, example) {
		return false
	}
	if _, found := slices.BinarySearch(f.Only, example); f.Only != nil && !found {
		return false
	}
	if len(f.Below) == 0 {
		return true
	}
	if m.never {
		return false
	}
	for i, bar := range m.bars {
		if bar == 0 {
			continue
		}
		if x, ok := rows.Type(example, i).Float(); !ok || x >= bar {
			return false
		}
	}
	return true
}

// matter reports whether an example has a module with the filter's matter.
func (m *matcher) matter(rows *session.Summaries, example int) bool {
	of := m.filter.Matter
	return of == Matter{} || slices.ContainsFunc(m.types, func(k int) bool {
		x := rows.Matters(example, k)
		return x.Wrong(of.Cause) || of.Cause == scoring.NoCause && x.NothingWanted()
	})
}

// verdict reports whether an example's verdicts pass.
func (f *Filter) verdict(answer, faithful loaders.Verdict) bool {
	judged, scored := answer != loaders.Unknown, faithful != loaders.Unknown
	switch {
	case f.Answer != loaders.Unknown && answer != f.Answer, f.Faithful != loaders.Unknown && faithful != f.Faithful:
		return false
	}
	return !(f.NoVerdict && judged && scored || f.Unjudged && judged || f.Unscored && scored)
}

// text reports whether the row is of the filter's kind and has every word
// somewhere.
func (m *matcher) text(row *loaders.Row) bool {
	if m.filter.Kind != "" && row.Kind != m.filter.Kind {
		return false
	}
	for _, w := range m.words {
		if !containsFold(row.ID, w) && !containsFold(row.Question, w) && !containsFold(row.Kind, w) &&
			!containsFold(row.Predicted, w) && !containsFold(row.Gold, w) {
			return false
		}
	}
	return true
}

// containsFold reports whether lower case word is in s, case aside. It is
// asked for every text of a run at every key of a filter.
func containsFold(s, word string) bool {
	if len(s) < len(word) {
		return false
	}
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			return strings.Contains(strings.ToLower(s), word)
		}
	}
	for i := range len(s) - len(word) + 1 {
		if lower(s[i]) == word[0] && foldedPrefix(s[i:], word) {
			return true
		}
	}
	return false
}

// foldedPrefix reports whether s, which is long enough, begins with word.
func foldedPrefix(s, word string) bool {
	for k := range len(word) {
		if lower(s[k]) != word[k] {
			return false
		}
	}
	return true
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}
