package loaders

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"
	"sync"
)

// Run is one model evaluated on one data set, open for reading. It is safe
// for concurrent use.
type Run struct {
	Name   string // shown; unique among the runs opened together
	Path   string // opens the run again
	Part   string // of a file that holds several runs, the end of Path; else ""
	Format string // of the file, "faithful-nmn"
	About
	// Unused are the flags that name a file or folder that the run does not
	// use: "--gold".
	Unused []string
	// Graphs is the file of scene graphs that a run of bare answers is joined with, "" for none.
	Graphs string
	// Pictures is where image paths are opened; nil if no image folder is known. It cannot
	// climb out of its folder.
	Pictures fs.FS
	Problems Problems

	// Beside returns the examples that [Run.Narrow] left out, to which those of the run may
	// relate; nil for a whole run.
	Beside func() []*Run
	// Cache keeps what is computed from the whole run; nil if nothing is kept.
	Cache Cache

	// Records are the examples found so far, broken ones included, as [Run.Read]
	// set them.
	Records
	decode Decoder
	owned  []io.Closer

	decodedExamples
}

// About holds what is known of a run as a whole, which runs of its examples share.
type About struct {
	Model   string
	Dataset string
	// Facts has what else is known of the run as a whole, by name: its method, seed,
	// size. It may be nil.
	Facts map[string]string
	// Note says what the screen must say about the run: what is simulated or
	// small, and the data's licence. "" for a user's own.
	Note string
	// Boxes is the box convention assumed ("xyxy, 0..1 of the image"), ""
	// for runs without boxes.
	Boxes string
	// Gold is where gold came from: a path, "in the file", "" for none.
	Gold string
	// Columns says what the columns of a table were read as.
	Columns Columns
	// Reported are the means that the file itself states, the one of the answers first.
	Reported []ReportedMean
}

// ReportedMean is a number that the program which wrote a file states of the whole run.
type ReportedMean struct {
	Metric string
	Value  float64
}

// Decoder decodes the example of record i.
type Decoder func(i int) (*Example, error)

// Columns are the columns of a table. It is zero for a run that is not a table.
type Columns struct {
	Shape string // their names, as [Format.Shape] has them
	Map   string // what they hold and how answers are judged, as [ColumnMap] says it
	Said  string // the same of the answers as a sentence, "" for a table without answers
	Kept  bool   // the map is one of [Options.Maps]
}

// Column is a column of a table whose columns do not say what they hold.
type Column struct {
	Name   string
	Sample string // of its first value that is not empty, as the file has it
	Role   string // guessed by its name, "" for none
	Since  string // what its name says, "" for nothing
}

// decodedExamples holds what a run knows about the examples that were asked for.
type decodedExamples struct {
	mu      sync.Mutex
	recent  RecentValues[int, *Example]
	rows    rowPages
	missing map[string]bool // pictures that were reported
	large   sync.Mutex      // held while a large record is decoded
}

// Cache keeps on disk what took long to compute from a run, bound to its file,
// to the files that it was joined with, and to how it was opened: entries of
// others are not found. Its faults are not errors of the run. What it opens is
// closed with the run.
type Cache interface {
	// Load returns what was kept under a kind and a version, which the caller
	// chooses: a body, which is read by offset and checked by its reader, and
	// the description that was committed with it.
	Load(kind, version string) (body *io.SectionReader, about []byte, ok bool)
	// Forget removes what Load returned and is damaged.
	Forget(kind, version string)
	// Create returns a body to be written, nil if none can be.
	Create(kind, version string) Draft
}

// Draft is a body that a [Cache] may keep.
type Draft interface {
	io.Writer
	io.ReaderAt
	// Commit keeps the body, which is complete, with its description, unless a
	// file has changed since the run was opened.
	Commit(about []byte)
}

// Bounds on the decoded examples that a run keeps. An NLVR2 example is about 30
// KB decoded; a hostile one can be many megabytes.
const (
	recentExamples = 256
	recentBytes    = 64 << 20 // of their records
	recentAtLeast  = 2        // whatever their size: the example shown, and one beside it
	// largeRecord is the size in bytes from which records are decoded only one
	// at a time: decoding takes several times the size.
	largeRecord = 4 << 20
)

// NewRun returns a run over records, named after its path. decode turns record i into an example;
// it is called from several goroutines. Its error makes the example Broken and a problem at
// (r.Path, line 0); a decoder that knows the line reports the problem itself and returns an example
// with Broken set.
func NewRun(path, format string, records Records, decode Decoder) *Run {
	r := &Run{}
	r.Read(path, format, records, decode)
	return r
}

// Fact returns what is known of the run as a whole under a name: one of Facts, or else its own
// name, model or data set for "name", "model" and "data"; "" for none.
func (r *Run) Fact(name string) string {
	own := map[string]string{"name": r.Name, "model": r.Model, "data": r.Dataset}
	return cmp.Or(r.Facts[name], own[name])
}

// FactNames returns the names for which [Run.Fact] returns a text, sorted, "name", "model" and
// "data" included.
func (r *Run) FactNames() []string {
	names := append(SortedKeys(r.Facts), "name", "model", "data")
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return r.Fact(name) == "" })
}

// Read sets r up as a run over records, as NewRun does. r is zero except for what is set from
// outside: it serves records that report to r's Problems from the start.
func (r *Run) Read(path, format string, records Records, decode Decoder) {
	r.Name, r.Path, r.Format = path, path, format
	r.Records, r.decode, r.rows = records, decode, rowPages{}
	r.recent = RecentValues[int, *Example]{Most: recentExamples, Bytes: recentBytes, Least: recentAtLeast}
}

// Extend replaces the run's records and decoder by those that by returns. by is given a run that
// has the former ones and nothing else, on which they may build. It is called before the run is
// shared.
func (r *Run) Extend(by func(own *Run) (Records, Decoder)) {
	r.Records, r.decode = by(&Run{Records: r.Records, decode: r.decode})
}

// Alter makes the run return, for every example that could be read, the one that by returns for it.
// Broken examples stay. It is called before the run is shared.
func (r *Run) Alter(by func(ex *Example) *Example) {
	r.Extend(func(own *Run) (Records, Decoder) {
		return own.Records, func(i int) (*Example, error) {
			ex, err := own.Decode(i)
			if err == nil && ex.Broken == "" {
				ex = by(ex)
			}
			return ex, err
		}
	})
}

// Left returns the entries of a companion that the records of a shard do not ask for, see
// [Leaving]; zero for records that cannot tell. Its error is that of ctx.
func (r *Run) Left(ctx context.Context) (UnaskedEntries, error) {
	if l, ok := r.Records.(ShardRecords); ok {
		return l.Left(ctx)
	}
	return UnaskedEntries{}, nil
}

// Close closes the records, which ends the search for more, then all that the run owns: the files
// joined to it and the image folder. It returns all their errors joined. Examples decoded before
// stay valid.
func (r *Run) Close() error {
	err := r.Records.Close()
	for _, c := range r.owned {
		err = errors.Join(err, c.Close())
	}
	return err
}

// Own makes [Run.Close] close c too, one of the run's companions. It is called before the run is
// shared.
func (r *Run) Own(c io.Closer) { r.owned = append(r.owned, c) }

// Example returns example i decoded, from the cache of recent ones or read, and keeps it there.
// Callers must not change it. An i beyond Len gives a broken example: a list may still have the
// places of a file that became shorter and was reopened.
func (r *Run) Example(i int) *Example {
	ex, known := r.knownExample(i, r.recent.Use)
	if !known {
		ex = r.readExample(i)
		size := r.Size(i)
		r.mu.Lock()
		r.recent.Add(i, ex, size)
		r.mu.Unlock()
	}
	return ex
}

// Scan returns example i as [Run.Example] does, but without keeping it among the recent ones, for
// passes over the whole run. Its row is kept.
func (r *Run) Scan(i int) *Example {
	ex, known := r.knownExample(i, r.recent.Peek)
	if !known {
		ex = r.readExample(i)
	}
	return ex
}

// ScanAll yields the examples that there are so far, each as [Run.Scan] returns it.
func (r *Run) ScanAll(yield func(*Example) bool) {
	for i := 0; i < r.Len() && yield(r.Scan(i)); {
		i++
	}
}

// knownExample returns example i if in, which is called under the lock, has it, or a broken example
// for an i beyond Len. ok is false if it has to be read.
func (r *Run) knownExample(i int, in func(i int) (*Example, bool)) (ex *Example, ok bool) {
	if i >= r.Len() {
		return &Example{ID: Place(i), Broken: "the file no longer has this record"}, true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return in(i)
}

// Decode decodes example i, 0 ≤ i < Len, from its record again, and keeps neither it nor its row;
// nor does it report the error that it returns. It is for records that stand for another run's.
func (r *Run) Decode(i int) (*Example, error) { return r.decode(i) }

// readExample decodes example i and keeps its row. Large records are decoded one at a time. An
// error makes a broken example and is reported as a problem.
func (r *Run) readExample(i int) *Example {
	if r.Size(i) >= largeRecord {
		r.large.Lock()
		defer r.large.Unlock()
	}
	ex, err := r.decode(i)
	if err != nil {
		ex = &Example{ID: Place(i), Broken: err.Error()}
		r.Problems.Add(Problem{File: r.Path, Example: ex.ID}.Worded("%w; kept as an example without scores", err))
	}
	r.setRow(i, ex, replaceRow)
	return ex
}

// Row returns the row of example i, 0 ≤ i < Len. If that is not known yet it decodes the example,
// and keeps the row but not the example.
func (r *Run) Row(i int) Row {
	if row, ok := r.Peek(i); ok {
		return row
	}
	return rowOf(r.Scan(i))
}

// Peek returns the row of example i, 0 ≤ i < Len, ok false if the example has not been
// decoded yet. It reads no file.
func (r *Run) Peek(i int) (_ Row, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rows.at(i)
}

// Walk returns a function that returns [Run.Row] of an example, for one goroutine that visits
// examples in order: it takes the run's lock once per page of 256 rows.
func (r *Run) Walk() func(i int) Row {
	at, page := -1, rowPage{}
	return func(i int) Row {
		if n := i / rowsPerPage; n != at {
			at, page = n, rowPage{}
			r.mu.Lock()
			if p := r.rows[n]; p != nil {
				page = *p
			}
			r.mu.Unlock()
		}
		if p := &page[i%rowsPerPage]; p.there {
			return p.row()
		}
		return r.Row(i)
	}
}

// Preview sets the row of example i, 0 ≤ i < Len, if it has none, from what is known before the
// example is decoded, such as a table of contents. Once it is decoded, its own row replaces this
// one.
func (r *Run) Preview(i int, ex *Example) { r.setRow(i, ex, keepRow) }

// replaceRow and keepRow say what becomes of a row that is there.
const replaceRow, keepRow = true, false

// setRow keeps the row of example i; if there is one already, only if over is true, and otherwise
// the earlier one stays.
func (r *Run) setRow(i int, ex *Example, over bool) {
	row := rowOf(ex)
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.rows.at(i); over || !ok {
		r.rows.set(i, row)
	}
}

// ReportProblem adds a problem of the run's file as a whole, without a line, in the words of
// [Problem.Worded].
func (r *Run) ReportProblem(kind string, args ...any) { r.Problems.Report(r.Path, kind, args...) }

// JoinInto makes r one of several files of a run: its problems, earlier and later ones, are
// collected with those of the whole. Nothing else changes.
func (r *Run) JoinInto(whole *Run) {
	r.Problems.forwardTo(&whole.Problems)
}

// Raw returns the bytes of example i, 0 ≤ i < Len, as the file has them,
// unpacked and without the line end. It fails with errNoRaw for a run that is
// not records of one file.
func (r *Run) Raw(i int) ([]byte, error) {
	stored, ok := r.Records.(Stored)
	if !ok {
		return nil, errNoRaw
	}
	b, _, err := stored.Record(i)
	return b, err
}

// Line returns the 1-based line of the run's file on which example i, 0 ≤ i < Len, begins, or 0 if
// the format does not count records by line. It reads no file.
func (r *Run) Line(i int) int { return askRecords(r, func(n Numbered) int { return n.Number(i) }) }

// Size returns the bytes of example i, 0 ≤ i < Len, in the file, 0 if they are unknown.
func (r *Run) Size(i int) int { return askRecords(r, func(s Sized) int { return s.Size(i) }) }

// Following returns whether the run reads what is appended to its file, and why it stopped; zero
// for records that cannot grow.
func (r *Run) Following() FollowState { return askRecords(r, Growing.Following) }

// askRecords returns what ask says of the run's records if they have interface T, otherwise the
// zero value.
func askRecords[T, R any](r *Run, ask func(T) R) (said R) {
	if records, ok := r.Records.(T); ok {
		said = ask(records)
	}
	return said
}
