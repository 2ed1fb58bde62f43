// Command form prints the program's form: a row of figures for every folder and for the
// program, and with -packages for every package that ./cmd/faithscope depends on, the largest
// first. With -circles it prints the arrows between files that point back, a use of each. The
// code of tests is counted in tokens beside.
//
//	.ci/measure [-packages] [-circles] [ROOT…]
//
// What each figure is, and its ceiling, is in cmd/faithscope/architecture.
package main

import (
	"flag"
	"fmt"
	"log"
	"slices"
	"strings"

	"faithscope/cmd/faithscope/architecture"
)

// main prints the figures of each layer, of the program and of its tests; before them, with
// -circles, the arrows that point back and, with -packages, a row for each package, the largest
// first.
func main() {
	log.SetFlags(0)
	showPackages := flag.Bool("packages", false, "a row for each package")
	showCircles := flag.Bool("circles", false, "the arrows that point back")
	flag.Parse()
	roots := flag.Args()
	if len(roots) == 0 {
		roots = []string{"./cmd/faithscope"}
	}
	packages, err := architecture.MeasureProgram(".", roots...)
	if err != nil {
		log.Fatal(err)
	}
	if *showCircles {
		for _, p := range packages {
			for _, arrow := range p.BackArrows {
				fmt.Printf("%s: %s\n", p.Dir, arrow)
			}
		}
	}
	if *showPackages {
		largestFirst := slices.SortedStableFunc(slices.Values(packages), func(a, b architecture.Package) int { return b.Tokens - a.Tokens })
		for _, p := range largestFirst {
			fmt.Println(p.Row(p.Dir))
		}
	}
	for _, folder := range []string{"cmd", "loaders", "scoring", "themes", "tui", "views"} {
		fmt.Println(architecture.SumFigures(packages, func(p architecture.Package) bool {
			return p.Dir == folder || strings.HasPrefix(p.Dir, folder+"/")
		}).Row(folder))
	}
	fmt.Println(architecture.SumFigures(packages, nil).Row("program"))
	files, tokens, err := architecture.CountTests(".", packages)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%-34s %4d files %7d tokens\n", "tests and what only they use", files, tokens)
}
