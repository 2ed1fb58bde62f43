package architecture

import (
	"go/scanner"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// avoided are turns of phrase that "How faithscope talks" in CONTRIBUTING rules out. The first
// group of each, if there is one, may be a word that makes it right.
var avoided = []struct {
	turn *regexp.Regexp
	say  string
}{
	// Name the thing.
	{regexp.MustCompile(`\b(?:that|those|these) of (?:which|those|that)\b`), "the thing itself"},
	{regexp.MustCompile(`\bwhat is (?:there|known of)\b`), "the thing itself"},
	{regexp.MustCompile(`^// \w{3,} (?:is|are) (?:what|that of|those of|those that|whether)\b`), "what it returns, holds or says"},
	{regexp.MustCompile(`\bof which it is (?:not )?known (?:what|why|how)\b`), "for which"},
	// Everyday words and concrete verbs.
	{regexp.MustCompile(`\bin the place of\b`), "instead of"},
	{regexp.MustCompile(`\b(?:by|with|of|from) (?:that|those|these|this|them|it) alone\b`), "only"},
	{regexp.MustCompile(`\b(?:takes|took) up\b|\b(?:is|are|was|were|be|been) taken up\b`), "accepts, reads, handles"},
	{regexp.MustCompile(`\banew\b`), "again"},
	{regexp.MustCompile(`\botherwise than\b`), "differently from"},
	{regexp.MustCompile(`\bunless told\b`), "by default"},
	{regexp.MustCompile(`--[\w-]+ is [0-9.]+ or (?:more|less)\b`), "must be"},
	{regexp.MustCompile(`\b(?:not|nothing|no|nobody|never)\b[^.;,]{0,40} any more(?:[.;,:"]|$| \w+ed\b)`), "no longer"},
	// "There is no file" is right, and so is "is no longer".
	{regexp.MustCompile(`(?:^|([\w%]+)["'` + "`" + `)]*[ \n/]+)(?:is|are|was|were) no ([\w%-]+)`), "is not a"},
	// Settled words.
	{regexp.MustCompile(`\bwhat (?:people|somebody) sa(?:y|ys|id)\b`), "annotated"},
}

// right are the words around "is no" that make it right.
var right = regexp.MustCompile(`^(?i:there|longer|more|less|fewer|better|worse|larger|smaller|finer|greater|different|other|matter|doubt)$`)

// turns returns the avoided turns of phrase in a text, each with what to say.
func turns(text string) (found []string) {
	for _, a := range avoided {
		for _, m := range a.turn.FindAllStringSubmatch(text, -1) {
			ok := false
			for _, word := range m[1:] {
				ok = ok || right.MatchString(word)
			}
			if !ok {
				found = append(found, strings.TrimSpace(m[0])+": say "+a.say)
			}
		}
	}
	return found
}

func TestTurns(t *testing.T) {
	for text, want := range map[string]int{
		`"x" is no setting`: 1, "%q is no %s": 1, "what is no number": 1, "there is no setting": 0, "it is no longer there": 0,
		"Add takes up one": 1, "is taken up": 1, "opened anew": 1, "it is not a setting": 0,
		"%q is no size, and anew": 2, "where there are no examples": 0,
		"// Kind is what a module returns.": 1, "// labels are those of a page": 1, "// state is whether it is open": 1,
		"// Kind says what it is":            0,
		"the model does not answer any more": 1, "read otherwise than by strconv": 1,
		"--samples is 1 or more": 1, "answers of which it is not known why": 1, "those of which": 1, "in the place of it": 1, "by these alone": 1,
		"not any more of them": 0, "--samples must be 1 or more": 0, "it is there, twice as large": 0, "no more than one": 0,
	} {
		check.Equal(t, "turns found", len(turns(text)), want, "in", text)
	}
}

// The comments and strings of the code, and the READMEs, are plain English.
func TestEnglish(t *testing.T) {
	for _, s := range sources(t) {
		if filepath.Base(s.path) == "english_test.go" {
			continue // it quotes the turns
		}
		var lex scanner.Scanner
		file := token.NewFileSet().AddFile(s.path, -1, len(s.text))
		lex.Init(file, s.text, nil, scanner.ScanComments)
		for {
			pos, tok, lit := lex.Scan()
			if tok == token.EOF {
				break
			}
			if tok != token.COMMENT && tok != token.STRING {
				continue
			}
			for _, turn := range turns(lit) {
				t.Errorf("%s: %s", file.Position(pos), turn)
			}
		}
	}
	all, err := tree()
	check.NoError(t, err)
	for _, s := range all {
		if s.file != nil || s.path == ".github/CONTRIBUTING.md" { // which quotes the turns
			continue
		}
		for _, turn := range turns(string(s.text)) {
			t.Errorf("%s: %s", s.path, turn)
		}
	}
}
