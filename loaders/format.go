package loaders

import (
	"context"
	"io/fs"
	"maps"
	"regexp"
	"slices"
)

// Format is one kind of run file.
type Format struct {
	Name  string // "faithful-nmn"
	About string
	Boxes string // box convention, "" without boxes
	Sign  string // what Detect looks for, in words
	// Keys are separated by blanks, to compare with unknown files.
	Keys string
	// Detect decides by unpacked first bytes, up to [HeadSize]: by keys, never the file's name, and
	// claims no other format's file.
	Detect FormatDetector
	// Confirm recognises an undetected file by later content or files beside it. May be nil.
	Confirm func(ctx context.Context, src *Source, o Options) bool
	// Alone files belong to a run: a folder prefers the runs of its folders.
	Alone bool
	// Shape names a table's columns for [ColumnMap], "" for other files. May be nil.
	Shape func(ctx context.Context, src *Source) string
	// Lacks says why an unconfirmed table isn't a run. May be nil.
	Lacks func(ctx context.Context, src *Source, o Options) error
	Takes []FormatFlag
	// Together makes a folder one run, whatever its files' names.
	Together bool
	// Halves matches what tells apart the names of two files that are one run; nil for none.
	Halves *regexp.Regexp
	// Parts names a file's runs in order; none for one run. May be nil.
	Parts func(ctx context.Context, src *Source, o Options) ([]string, error)
	// Open reads what the first examples need and joins gold and pictures; records are found in the
	// background until ctx ends or the run is closed. The caller closes the run, even with an
	// error, and src.
	Open func(ctx context.Context, src *Source, o Options) (*Run, error)
}

// FormatDetector recognises unpacked first bytes, up to [HeadSize].
type FormatDetector func(head []byte) bool

// Flag is a command-line option for opening runs.
type Flag struct {
	Name  string // "gold"
	Value string // [OneFile], [OneFolder], or another text
	Help  string // "" if only commands that run programs have the flag
}

// String returns "--gold", or "a flag" without a name.
func (f Flag) String() string {
	if f.Name == "" {
		return "a flag"
	}
	return "--" + f.Name
}

// Values that name files or folders in [Source.Files].
const (
	OneFile   = "FILE"
	OneFolder = "FOLDER"
)

// The flags of several formats.
var (
	ImageFolder = Flag{"images", OneFolder, "pictures; default: found beside the run"}
	GoldFile    = Flag{"gold", OneFile, "gold annotations; default: found beside the run"}
	SceneFile   = Flag{"scenes", OneFile, "scene graphs, for gold boxes; default: found beside the run"}
	ColumnMap   = Flag{"map", "ROLE=COLUMN,…", "column roles, like question=text,gold=label; " +
		"default: last used for these columns; none: forget the saved roles"}
)

// FormatFlag is one format's version of a flag.
type FormatFlag struct {
	Flag
	What string // the value's contents, in the plural: "box annotations"; "" for the flag's help
	// Detect recognises the flag's files; nil if they are runs.
	Detect FormatDetector
}

// Options say how a run is opened.
type Options struct {
	Named FlagValues
	// ImageFiles overrides [ImageFolder] for the demo.
	ImageFiles fs.FS
	// Outside allows image folders and pictures outside their folders.
	Outside bool
	// Maps are by [Format.Shape], without a [ColumnMap].
	Maps  map[string]string
	Shard bool
	// First is the folder's first file, which shares its pictures; nil for the first.
	First *Run
	// Part is one of [Format.Parts].
	Part string
}

// FlagValues are values by flag name.
type FlagValues map[string]string

// Of returns a flag's value, "" if not set.
func (o Options) Of(f Flag) string { return o.Named[f.Name] }

// With returns a copy with a flag set.
func (o Options) With(f Flag, flagValue string) Options {
	named := FlagValues{}
	maps.Copy(named, o.Named)
	named[f.Name], o.Named = flagValue, named
	return o
}

// Formats are ordered: the first that detects a file opens it.
type Formats []Format

// Detect returns a pointer to the first match; nil for none.
func (list Formats) Detect(head []byte) *Format {
	return list.Find(func(f Format) bool { return f.Detect(head) })
}

// Find returns the first wanted format; nil for none.
func (list Formats) Find(isWanted func(f Format) bool) *Format {
	if at := slices.IndexFunc(list, isWanted); at >= 0 {
		return &list[at]
	}
	return nil
}

// Flags returns the formats' flags with help, in order, each once.
func (list Formats) Flags() (all []Flag) {
	for _, f := range list {
		for _, taken := range f.Takes {
			if taken.Help != "" && !slices.Contains(all, taken.Flag) {
				all = append(all, taken.Flag)
			}
		}
	}
	return all
}
