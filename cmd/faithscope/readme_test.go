package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"faithscope/scoring"
	"faithscope/themes"
	"faithscope/views"
)

var update = flag.Bool("update", false, "write the README's key table anew")

const (
	readme    = moduleRoot + "/README.md"
	keysBegin = "<!-- keys -->\n"
	keysEnd   = "<!-- /keys -->"
)

func TestReadmeKeys(t *testing.T) {
	session := &views.Session{Runs: scoredDemo(t), Settings: scoring.Defaults(), Theme: themes.Default(true), Colors: 1 << 24}
	want := keyTable(views.KeyTable(session))
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), keysBegin)
	have, after, ok2 := strings.Cut(rest, keysEnd)
	if !ok || !ok2 {
		t.Fatalf("the README has no %q and %q", keysBegin, keysEnd)
	}
	if have == want {
		return
	}
	if !*update {
		t.Fatal("the README's key table is stale: run `make keys`")
	}
	if err := os.WriteFile(readme, []byte(before+keysBegin+want+keysEnd+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// keyTable writes actions as one Markdown table a screen.
func keyTable(sections []views.KeySection) string {
	var b strings.Builder
	for _, s := range sections {
		fmt.Fprintf(&b, "**%s**\n\n| keys | name for `:` | what it does |\n|---|---|---|\n", s.Screen)
		for _, a := range s.Actions {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", keyCaps(a.Keys), a.Name, strings.ReplaceAll(a.Help, "|", `\|`))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func keyCaps(keys []string) string {
	var caps []string
	for _, key := range keys {
		caps = append(caps, "`"+strings.ReplaceAll(key, "|", `\|`)+"`")
	}
	return strings.Join(caps, " ")
}
