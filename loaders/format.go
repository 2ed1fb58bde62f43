package loaders

import (
	"context"
	"io"
	"io/fs"
	"slices"
)

// Format knows one kind of run file.
type Format struct {
	Name  string // "faithful-nmn"
	About string // one line for `faithscope formats`
	Boxes string // the box convention it is read with, "" where it has no boxes
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
	// Shape names the columns of a file that [Options.Map] can be laid over, ""
	// for a file that is not a table. Nil for formats that read no map.
	Shape func(head []byte) string
	// Beside are the files that its runs are joined with and that are not runs
	// themselves.
	Beside []Beside
	// Together says that the files of a folder are one run, whatever their
	// names.
	Together bool
	// Parts names the runs of a file that holds several, in its order (the
	// models of a table that has columns for each), none for a file of one. Nil
	// for formats of one run a file.
	Parts func(src *Source) ([]string, error)
	// Open reads what it must to show the first examples, joins gold and
	// pictures, and returns; records are found in the background until ctx
	// ends or the run is closed. A run that comes with an error is the caller's
	// to close, with src.
	Open func(ctx context.Context, src *Source, o Options) (*Run, error)
}

// Detector reports whether a file is of a kind by its first bytes, decompressed,
// up to [HeadSize].
type Detector func(head []byte) bool

// Beside is a kind of file that comes with a run.
type Beside struct {
	What string // it holds, in the plural: "box annotations"
	Flag string // gives it to a run: "--gold"
	// Detect is as that of a format.
	Detect Detector
}

// Options say where the files are that a run is joined with. Names are opened
// from the run's own file system ([Source.Files]).
type Options struct {
	Gold     string // annotations file; "" searches beside the run
	Programs string // program file; "" searches beside the run
	Scenes   string // scene graphs; "" searches beside the run
	Images   string // image folder; "" searches beside the run
	// ImageFiles overrides Images, for pictures that are not in a folder on
	// disk (the embedded demo).
	ImageFiles fs.FS
	// Outside lets the run name an image folder outside its own folder, and
	// pictures outside their image folder.
	Outside bool
	// Map says what the columns of a table hold: "question=text,gold=label". ""
	// for what Maps, by [Format.Shape], or the columns' names say.
	Map  string
	Maps map[string]string
	// Shard says that the file is one of several files of a run.
	Shard bool
	// Part is which run of a file of several to open, one of [Format.Parts].
	// Whoever opens the run sets it from the path.
	Part string
}

// Formats is an ordered list: the first that detects a file opens it.
type Formats []Format

// Detect returns the first format that knows a file by its first bytes, nil
// where none does.
func (list Formats) Detect(head []byte) *Format {
	at := slices.IndexFunc(list, func(f Format) bool { return f.Detect(head) })
	if at < 0 {
		return nil
	}
	return &list[at]
}

// HeadSize is how many (unpacked) bytes a format sees to detect itself.
const HeadSize = 64 << 10

// MarksSuffix ends the name of a file that lies beside a run and holds what was
// said of it. Such a file is never a run, nor anything that a run depends on.
const MarksSuffix = ".faithscope-marks.jsonl"

// Source is a run file, opened, as a format sees it. Package loaders/files
// opens it; its functions read it beyond its first bytes, so that this package
// knows no disk, no server and no archive.
type Source struct {
	// Files is what names are opened in: the run's own, and those of files
	// that travel with it.
	Files fs.FS
	Path  string
	// Size of the file in bytes as stored, for progress.
	Size int64
	// Head is the first unpacked bytes, at most HeadSize, without a byte order
	// mark. It is not changed.
	Head []byte
	// Content is the open file; loaders/files made it and reads it.
	Content io.Closer
}

// Close closes the file. Readers of it end.
func (src *Source) Close() error { return src.Content.Close() }
