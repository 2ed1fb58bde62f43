// Package value has the kinds of flag values that pflag lacks, and declares flags
// of all kinds.
package value

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// Declare adds flags, each given by three values: a pointer to what it sets, which
// holds the default, its name, and its help.
func Declare(set *pflag.FlagSet, flags ...any) {
	for flag := range slices.Chunk(flags, 3) {
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

// OrList writes names as "a, b or c".
func OrList(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// OneOf is a flag value that is one of some words, or several of them.
type OneOf struct {
	Word    *string   // "" for none; nil for several
	Several *[]string // several, none by default
	What    string    // "a format of a report", for errors
	Known   []string
}

// Word accepts one of the known words, which it stores in into.
func Word(into *string, what string, known []string) *OneOf {
	return &OneOf{Word: into, What: what, Known: known}
}

// String returns the word, or those of several.
func (o *OneOf) String() string {
	if o.Several != nil {
		return strings.Join(*o.Several, ",")
	}
	return *o.Word
}

// Set accepts a known word, or several separated by commas.
func (o *OneOf) Set(word string) error {
	words := []string{word}
	if o.Several != nil {
		words = strings.Split(word, ",")
	}
	for _, w := range words {
		if !slices.Contains(o.Known, w) {
			return fmt.Errorf("%q is not %s: %s", w, o.What, OrList(o.Known))
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

// Type names the flag's value in help.
func (o *OneOf) Type() string { return "name" }

// Parsed is a flag value that is parsed from a text.
type Parsed[T comparable] struct {
	Into  *T
	Kind  string // the flag's value in help
	Parse func(word string) (T, error)
	Text  func(x T) string // of what is not zero
}

// String returns the value as text.
func (p *Parsed[T]) String() string {
	if *p.Into == *new(T) {
		return ""
	}
	return p.Text(*p.Into)
}

// Set accepts what can be parsed.
func (p *Parsed[T]) Set(word string) (err error) {
	x, err := p.Parse(word)
	if err == nil {
		*p.Into = x
	}
	return err
}

// Type names the flag's value in help.
func (p *Parsed[T]) Type() string { return p.Kind }

// Size returns a width and a height of at least and at most these. like says how it is
// written, for errors: "COLUMNSxROWS, such as 120x36".
func Size(into *image.Point, like string, least image.Point, most int) *Parsed[image.Point] {
	return &Parsed[image.Point]{
		Into: into, Kind: "WxH",
		Text: func(size image.Point) string { return fmt.Sprintf("%dx%d", size.X, size.Y) },
		Parse: func(word string) (image.Point, error) {
			w, h, _ := strings.Cut(word, "x")
			x, errX := strconv.Atoi(w)
			y, errY := strconv.Atoi(h)
			isOutOfRange := errX != nil || errY != nil || x < least.X || y < least.Y || max(x, y) > most
			if isOutOfRange {
				return image.Point{}, fmt.Errorf("%q is not a size: %s, at most %dx%d", word, like, most, most)
			}
			return image.Pt(x, y), nil
		},
	}
}

// Cells returns a size in cells of a terminal.
func Cells(into *image.Point) *Parsed[image.Point] {
	return Size(into, "COLUMNSxROWS, such as 120x36", image.Pt(20, 10), 500)
}
