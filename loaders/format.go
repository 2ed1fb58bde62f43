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
	Boxes string // its box convention, "" without boxes
	Sign  string // what Detect looks for, in words
	// Keys are the keys or columns of a file, separated by blanks: an unknown file is compared with
	// them.
	Keys string
	// Detect says from the first bytes (decompressed, up to [HeadSize])
	// whether a file is of this format. It looks at keys, never at the
	// file's name, and claims no other format's file.
	Detect Detector
	// Confirm recognises a file that no format detects, by its later content or the files beside
	// it. May be nil.
	Confirm func(ctx context.Context, src *Source, o Options) bool
	// Shape names the columns of a table for [ColumnMap], "" for other files. Nil for formats
	// without maps.
	Shape func(ctx context.Context, src *Source) string
	// Lacks says why a table that no format confirms isn't a run. Nil for formats of other files.
	Lacks func(ctx context.Context, src *Source, o Options) error
	// Takes are the format's flags, besides those of all formats.
	Takes []FormatFlag
	// Together says that all files of a folder are one run, whatever their names.
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

// Flag is a command-line option that says how runs are opened.
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

// Values of flags that are names in the run's file system ([Source.Files]).
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

// FormatFlag is a flag as one format takes it.
type FormatFlag struct {
	Flag
	What string // its value contains, in the plural: "box annotations"; "" for the flag's help
	// Detect recognises the flag's files; nil if they are runs.
	Detect Detector
}

// Options say how a run is opened.
type Options struct {
	Named FlagValues
	// ImageFiles overrides [ImageFolder], for the demo's embedded pictures.
	ImageFiles fs.FS
	// Outside lets the run name an image folder outside its own, and pictures outside that.
	Outside bool
	// Maps are saved column maps by [Format.Shape], used without a [ColumnMap].
	Maps map[string]string
	// Shard says that the file is one of several of a run.
	Shard bool
	// First is the first file's run in the same folder, which shares its pictures; nil for the
	// first.
	First *Run
	// Part is one of [Format.Parts], set from the path.
	Part string
}

// FlagValues are the values of flags by name.
type FlagValues map[string]string

// Of returns the value of a flag, "" if it wasn't given.
func (o Options) Of(f Flag) string { return o.Named[f.Name] }

// With returns a copy of the options with a flag set; the original stays unchanged.
func (o Options) With(f Flag, value string) Options {
	named := FlagValues{}
	maps.Copy(named, o.Named)
	named[f.Name], o.Named = value, named
	return o
}

// Formats is an ordered list: the first that detects a file opens it.
type Formats []Format

// Detect returns the first format that detects head, as a pointer into the list; nil if none does.
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
