// Package value has the kinds of flag values that pflag lacks, and declares flags of all kinds.
package value

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"faithscope/loaders"
	"faithscope/loaders/retired"
)

// Declare adds flags, three values each: a pointer to the variable with its default, or a
// [pflag.Value]; the name; the help. It panics for a pointer to another type.
func Declare(set *pflag.FlagSet, flagDeclarations ...any) {
	for flag := range slices.Chunk(flagDeclarations, 3) {
		name, help := flag[1].(string), flag[2].(string)
		switch into := flag[0].(type) {
		case pflag.Value:
			set.Var(into, name, help)
		case *string:
			set.StringVar(into, name, *into, help)
		case *bool:
			set.BoolVar(into, name, *into, help)
		case *int:
			set.IntVar(into, name, *into, help)
		case *uint64:
			set.Uint64Var(into, name, *into, help)
		case *float64:
			set.Float64Var(into, name, *into, help)
		case *time.Duration:
			set.DurationVar(into, name, *into, help)
		case *[]string:
			set.StringArrayVar(into, name, *into, help)
		default:
			panic(fmt.Sprintf("--%s: no flag sets a %T", name, into))
		}
	}
}

// OneOf is a flag value of one of some words, or several of them.
type OneOf struct {
	Word    *string   // nil for several
	Several *[]string // several, none by default
	What    string    // for errors: "a format of a report"
	Known   []string
}

// Word returns a flag value that stores one of the allowed words in wordVariable; wordMeaning names them
// in errors: "a format of a report".
func Word(wordVariable *string, wordMeaning string, allowedWords []string) *OneOf {
	return &OneOf{Word: wordVariable, What: wordMeaning, Known: allowedWords}
}

// String implements [pflag.Value].
func (o *OneOf) String() string {
	if o.Several != nil {
		return strings.Join(*o.Several, ",")
	}
	return *o.Word
}

// Set implements [pflag.Value]. It stores a known word, or adds several separated by commas; for an
// unknown one it changes nothing.
func (o *OneOf) Set(word string) error {
	words := []string{word}
	if o.Several != nil {
		words = strings.Split(word, ",")
	}
	for _, w := range words {
		if !slices.Contains(o.Known, w) {
			return cmp.Or(retired.Error(w), fmt.Errorf("%q is not %s; choose %s", w, o.What, loaders.OrList(o.Known)))
		}
	}
	if o.Several != nil {
		*o.Several = append(*o.Several, words...)
	} else {
		*o.Word = word
	}
	return nil
}

// Words returns the known words.
func (o *OneOf) Words() []string { return o.Known }

// Type implements [pflag.Value].
func (o *OneOf) Type() string { return "name" }

// ParsedFlag is a flag value parsed from a text.
type ParsedFlag[T comparable] struct {
	Into  *T
	Kind  string // shown in help
	Parse func(word string) (T, error)
	Text  func(x T) string // for non-zero values
}

// String implements [pflag.Value]; "" for the zero value.
func (p *ParsedFlag[T]) String() string {
	if *p.Into == *new(T) {
		return ""
	}
	return p.Text(*p.Into)
}

// Set implements [pflag.Value]. On an error it changes nothing.
func (p *ParsedFlag[T]) Set(word string) (err error) {
	x, err := p.Parse(word)
	if err == nil {
		*p.Into = x
	}
	return err
}

// Type implements [pflag.Value].
func (p *ParsedFlag[T]) Type() string { return p.Kind }

// Size returns a flag value that stores WxH in sizeVariable, from smallestSize to largestSide. example
// is for errors: "COLUMNSxROWS, such as 120x36".
func Size(sizeVariable *image.Point, example string, smallestSize image.Point, largestSide int) *ParsedFlag[image.Point] {
	return &ParsedFlag[image.Point]{
		Into: sizeVariable, Kind: "WxH",
		Text: func(size image.Point) string { return fmt.Sprintf("%dx%d", size.X, size.Y) },
		Parse: func(word string) (image.Point, error) {
			w, h, _ := strings.Cut(word, "x")
			x, errX := strconv.Atoi(w)
			y, errY := strconv.Atoi(h)
			isOutOfRange := errX != nil || errY != nil || x < smallestSize.X || y < smallestSize.Y || max(x, y) > largestSide
			if isOutOfRange {
				return image.Point{}, fmt.Errorf("%q is not a size: expected %s, at most %dx%d", word, example, largestSide, largestSide)
			}
			return image.Pt(x, y), nil
		},
	}
}

// Cells returns a flag value for a size in cells, from 20×10 to 500×500, stored in sizeVariable.
func Cells(sizeVariable *image.Point) *ParsedFlag[image.Point] {
	return Size(sizeVariable, "COLUMNSxROWS, such as 120x36", image.Pt(20, 10), 500)
}
