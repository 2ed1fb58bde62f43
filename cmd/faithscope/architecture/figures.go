package architecture

import "fmt"

// CodeMetrics holds what is counted of a package, of a folder or of the program.
type CodeMetrics struct {
	Packages, Files int
	// Tokens of code without comments, package clauses and imports, Texts included.
	Tokens int
	// Texts counts what string literals have beyond 40 bytes, and embedded text that steers
	// the program, in tokens of 4 bytes.
	Texts int
	// Arrows between the files of a package, and the least number found of those that point back.
	Arrows, Back int
	// Circled files lie in circles of arrows; Circle is the number of files of the largest.
	Circled, Circle int
	// Functions and Methods that are not exported; Short are those with a name of one word.
	Functions, ShortFunctions, Methods, ShortMethods int
	// State is the number of fields of the largest struct, those of embedded structs of the
	// program counted in their place.
	State int
	// KindReaders are files that read what modules return or should return, outside the tables of kinds.
	KindReaders int
	ProseCounts
}

// add takes the larger Circle and State, because they are the sizes of the largest ones.
func (f *CodeMetrics) add(g CodeMetrics) {
	f.Packages += g.Packages
	f.Files += g.Files
	f.Tokens += g.Tokens
	f.Texts += g.Texts
	f.Arrows += g.Arrows
	f.Back += g.Back
	f.Circled += g.Circled
	f.Circle = max(f.Circle, g.Circle)
	f.Functions += g.Functions
	f.ShortFunctions += g.ShortFunctions
	f.Methods += g.Methods
	f.ShortMethods += g.ShortMethods
	f.State = max(f.State, g.State)
	f.KindReaders += g.KindReaders
	f.ProseCounts.add(g.ProseCounts)
}

// SumFigures adds up the packages that isIncluded accepts, all of them if it is nil.
func SumFigures(packages []Package, isIncluded func(Package) bool) (sum CodeMetrics) {
	for _, p := range packages {
		if isIncluded == nil || isIncluded(p) {
			sum.add(p.CodeMetrics)
		}
	}
	return sum
}

func percent(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return 100 * float64(a) / float64(b)
}

// Row returns the figures on one line, with the name of what they are of.
func (f CodeMetrics) Row(packageName string) string {
	return fmt.Sprintf("%-34s %4d files %7d tokens (%d of them long texts)  back %3d of %4d (%4.1f %%)  "+
		"circles %3d files, largest %2d  one word: functions %4.1f %% methods %4.1f %%  state %d",
		packageName, f.Files, f.Tokens, f.Texts, f.Back, f.Arrows, percent(f.Back, f.Arrows), f.Circled, f.Circle,
		percent(f.ShortFunctions, f.Functions), percent(f.ShortMethods, f.Methods), f.State)
}

// Value returns the figure that a row of ceilings.txt names; ok is false if there is none of that name.
func (f CodeMetrics) Value(figureName string) (value float64, ok bool) {
	switch figureName {
	case "tokens":
		return float64(f.Tokens), true
	case "arrows-back":
		return float64(f.Back), true
	case "files-in-circles":
		return float64(f.Circled), true
	case "largest-circle":
		return float64(f.Circle), true
	case "one-word-functions":
		return percent(f.ShortFunctions, f.Functions), true
	case "one-word-methods":
		return percent(f.ShortMethods, f.Methods), true
	case "largest-state":
		return float64(f.State), true
	case "kind-readers":
		return float64(f.KindReaders), true
	}
	return f.value(figureName)
}
