package loaders

import (
	"context"
	"io/fs"
	"maps"
	"slices"
)

// Format is one kind of run file.
type Format struct {
	Name  string // "faithful-nmn"
	About string // for `faithscope formats`
	Boxes string // box convention, "" without boxes
	Sign  string // what Detect looks for, in words
	// Keys are a file's keys or columns, separated by blanks, to compare with unknown files.
	Keys string
	// Detect recognises a file by its first bytes (decompressed, up to [HeadSize]). It looks at
	// keys, never at the file's name, and claims no other format's file.
	Detect Detector
	// Confirm recognises an undetected file by its later content or the files beside it. May be
	// nil.
	Confirm func(ctx context.Context, src *Source, o Options) bool
	// Shape names a table's columns for [ColumnMap], "" for other files. Nil for formats without
	// maps.
	Shape func(ctx context.Context, src *Source) string
	// Lacks says why an unconfirmed table isn't a run. Nil for formats of other files.
	Lacks func(ctx context.Context, src *Source, o Options) error
	// Takes are the format's own flags.
	Takes []FormatFlag
	// Together makes all files of a folder one run, whatever their names.
	Together bool
	// Parts names the runs of a file in order, such as the models of a table; none for a file of
	// one run. Nil for formats of one run per file.
	Parts func(ctx context.Context, src *Source, o Options) ([]string, error)
	// Open reads what the first examples need, joins gold and pictures, and returns; records are
	// found in the background until ctx ends or the run is closed. If it returns a run with an
	// error, the caller closes the run, and src.
	Open func(ctx context.Context, src *Source, o Options) (*Run, error)
}

// Detector recognises a file by its first bytes, unpacked, up to [HeadSize].
type Detector func(head []byte) bool

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

// Values of flags that name files or folders in [Source.Files].
const (
	OneFile   = "FILE"
	OneFolder = "FOLDER"
)

// The flags of several formats.
var (
	ImageFolder = Flag{"images", OneFolder, "pictures; default: searched for beside the run"}
	GoldFile    = Flag{"gold", OneFile, "gold annotations; default: searched for beside the run"}
	SceneFile   = Flag{"scenes", OneFile, "scene graphs, for gold boxes; default: searched for beside the run"}
	ColumnMap   = Flag{"map", "ROLE=COLUMN,…", "column roles, like question=text,gold=label; " +
		"default: the mapping you last used for these columns; none: ignore saved mappings"}
)

// FormatFlag is one format's version of a flag.
type FormatFlag struct {
	Flag
	What string // the value's contents, in the plural: "box annotations"; "" for the flag's help
	// Detect recognises the flag's files; nil if they are runs.
	Detect Detector
}

// Options say how a run is opened.
type Options struct {
	Named FlagValues
	// ImageFiles overrides [ImageFolder], for the demo's embedded pictures.
	ImageFiles fs.FS
	// Outside allows image folders outside the run's own, and pictures outside theirs.
	Outside bool
	// Maps are saved column maps by [Format.Shape], used without a [ColumnMap].
	Maps map[string]string
	// Shard marks one of several files of a run.
	Shard bool
	// First is the run of the folder's first file, which shares its pictures; nil for the first.
	First *Run
	// Part is one of [Format.Parts], set from the path.
	Part string
}

// FlagValues are values by flag name.
type FlagValues map[string]string

// Of returns a flag's value, "" if not set.
func (o Options) Of(f Flag) string { return o.Named[f.Name] }

// With returns a copy with a flag set.
func (o Options) With(f Flag, value string) Options {
	named := FlagValues{}
	maps.Copy(named, o.Named)
	named[f.Name], o.Named = value, named
	return o
}

// Formats are ordered: the first that detects a file opens it.
type Formats []Format

// Detect returns a pointer to the first format that detects head; nil for none.
func (list Formats) Detect(head []byte) *Format {
	at := slices.IndexFunc(list, func(f Format) bool { return f.Detect(head) })
	if at < 0 {
		return nil
	}
	return &list[at]
}

// Flags returns the formats' flags in order, each once, without those that have no help text.
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
