// Command count measures the program's own code, so that a change can state its
// length before and after: lines of Go without comments and blank lines, and tokens,
// of which joining lines saves none. Tests are left out; packages that only tests use
// are counted separately.
//
//	.ci/lines [FOLDER…]
package main

import (
	"fmt"
	"go/scanner"
	"go/token"
	"log"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
)

// helpers are the packages that only tests use.
var helpers = []string{"programtest", "screentest", "scoringtest", "loadertest", "viewtest", "filestest", "vectors"}

type size struct{ files, lines, tokens int }

func main() {
	log.SetFlags(0)
	listing := append([]string{"ls-files", "--cached", "--others", "--exclude-standard", "--"}, os.Args[1:]...)
	out, err := exec.Command("git", listing...).Output()
	if err != nil {
		log.Fatalf("git ls-files: %v", err)
	}
	var program, tests size
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			log.Fatal(err)
		}
		if slices.Contains(helpers, path.Base(path.Dir(name))) {
			tests.add(source)
		} else {
			program.add(source)
		}
	}
	fmt.Printf("program       %4d files  %6d lines  %7d tokens\n", program.files, program.lines, program.tokens)
	fmt.Printf("test helpers  %4d files  %6d lines  %7d tokens\n", tests.files, tests.lines, tests.tokens)
}

// add counts a file: a line counts if a token begins or continues on it.
func (s *size) add(source []byte) {
	set := token.NewFileSet()
	file := set.AddFile("", set.Base(), len(source))
	var scan scanner.Scanner
	scan.Init(file, source, nil, 0)
	s.files++
	last := 0
	for {
		at, kind, text := scan.Scan()
		switch {
		case kind == token.EOF:
			return
		case kind == token.SEMICOLON && text == "\n":
			continue
		}
		s.tokens++
		first := max(file.Line(at), last+1)
		end := file.Line(at) + strings.Count(text, "\n")
		s.lines += max(0, end-first+1)
		last = max(last, end)
	}
}
