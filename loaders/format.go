package loaders

import (
	"context"
	"io/fs"
	"maps"
	"slices"
)

// Format knows one kind of run file.
type Format struct {
	Name  string // "faithful-nmn"
	About string // one line for `faithscope formats`
	Boxes string // the box convention it is read with, "" if it has no boxes
	Sign  string // what Detect goes by, in words
	// Keys are the keys or columns of a file of the format, with blanks between
	// them: a file that no format detects is compared with them.
	Keys string
	// Detect says from the first bytes (decompressed, up to [HeadSize])
	// whether a file is of this format. It looks at keys, never at the
	// file's name, and claims no other format's file.
	Detect Detector
	// Confirm says the same of a file that no format detects, by its later
	// content, or by the files beside it. Nil for formats whose files say it at
	// their beginning.
	Confirm func(ctx context.Context, src *Source, o Options) bool
	// Shape names the columns of a file that [ColumnMap] can be laid over, ""
	// for a file that is not a table. Nil for formats that read no map.
	Shape func(ctx context.Context, src *Source) string
	// Lacks says what a table that no format confirms lacks to be a run, or why the file
	// is none. Nil for formats of other files.
	Lacks func(ctx context.Context, src *Source, o Options) error
	// Takes are the flags that it knows, without those of all formats.
	Takes []FormatFlag
	// Together says that the files of a folder are one run, whatever their
	// names.
	Together bool
	// Parts names the runs of a file that holds several, in its order (the
	// models of a table that has columns for each), none for a file of one. Nil
	// for formats of one run a file.
	Parts func(ctx context.Context, src *Source, o Options) ([]string, error)
	// Open reads what it must to show the first examples, joins gold and pictures, and
	// returns; records are found in the background until ctx ends or the run is closed. If a
	// run comes with an error, the caller closes it, with src.
	Open func(ctx context.Context, src *Source, o Options) (*Run, error)
}

// Detector reports whether a file is of a kind by its first bytes, decompressed,
// up to [HeadSize].
type Detector func(head []byte) bool

// Flag is an option of the command line that says how runs are opened.
type Flag struct {
	Name  string // "gold"
	Value string // what it takes: [OneFile], [OneFolder], or another text
	Help  string // what the value is, in one line; "" where only commands that run programs have the flag
}

// String returns the flag as it is written on a command line, "--gold", or "a flag" for one without
// a name.
func (f Flag) String() string {
	if f.Name == "" {
		return "a flag"
	}
	return "--" + f.Name
}

// What a flag can take: names in the run's own file system ([Source.Files]).
const (
	OneFile   = "FILE"
	OneFolder = "FOLDER"
)

// The flags that several formats take.
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
	What string // its value holds, in the plural: "box annotations"; "" for what the flag's help says
	// Detect recognises files that are not runs themselves, as a format's Detect does for
	// runs; nil for files that are runs.
	Detect Detector
}

// Options say how a run is opened.
type Options struct {
	// Named are the values of flags by their names.
	Named FlagValues
	// ImageFiles overrides [ImageFolder], for pictures that are not in a folder on
	// disk (the embedded demo).
	ImageFiles fs.FS
	// Outside lets the run name an image folder outside its own folder, and
	// pictures outside their image folder.
	Outside bool
	// Maps say what the columns of tables hold, by [Format.Shape], where
	// [ColumnMap] does not.
	Maps map[string]string
	// Shard says that the file is one of several files of a run.
	Shard bool
	// First is the first file's run of those in the same folder, nil for the first itself:
	// the others have its pictures.
	First *Run
	// Part is which run of a file of several to open, one of [Format.Parts].
	// Whoever opens the run sets it from the path.
	Part string
}

// FlagValues are values of flags by their names.
type FlagValues map[string]string

// Of returns the value of a flag, "" if it was not given.
func (o Options) Of(f Flag) string { return o.Named[f.Name] }

// With returns a copy of the options in which a flag has this value. The map of the original stays
// as it is.
func (o Options) With(f Flag, value string) Options {
	named := FlagValues{}
	maps.Copy(named, o.Named)
	named[f.Name], o.Named = value, named
	return o
}

// Formats is an ordered list: the first that detects a file opens it.
type Formats []Format

// Detect returns the first format of the list whose Detect accepts the first bytes of a file, a
// pointer into the list; nil if none does.
func (list Formats) Detect(head []byte) *Format {
	at := slices.IndexFunc(list, func(f Format) bool { return f.Detect(head) })
	if at < 0 {
		return nil
	}
	return &list[at]
}

// Flags returns the flags that the formats take, in their order, each once. It leaves out flags
// without a help text, which only commands that run programs have.
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
