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

// Run is one model evaluated on one data set, safe for concurrent use.
type Run struct {
	Name   string // unique among the open runs
	Path   string
	Part   string // the end of Path if the file has several runs
	Format string // such as "faithful-nmn"
	// Stream tells one standard input from another, by a checksum of its beginning; "" for files.
	Stream string
	RunDescription
	// Unused are flags ("--gold") whose file isn't used.
	Unused []string
	// Judge is the steps' judge's file or folder, "" for none.
	Judge string
	// Graphs is a file of joined scene graphs.
	Graphs string
	// Pictures can't leave its folder; nil without one.
	Pictures fs.FS
	Problems Problems
	// Whole is the run of a group, which gets its problems; nil for a whole run.
	Whole *Run

	// Beside returns the examples left out by [Run.Narrow]; nil for a whole run.
	Beside func() []*Run
	Cache  Cache
	// Records include broken ones.
	Records
	decode Decoder
	owned  []io.Closer
	// comparedIDs is the number of examples at the last [Run.ReportTwice].
	comparedIDs int

	decodedExamples
}

// RunDescription describes a whole run.
type RunDescription struct {
	Model   string
	Dataset string
	// Facts are method, seed, size and the like. May be nil.
	Facts map[string]string
	// Note holds what is simulated or small, and the data's licence.
	Note string
	// Boxes is the assumed convention ("xyxy, 0..1 of the image"), "" without boxes.
	Boxes string
	// Gold is a path, "in the file", or "" for none.
	Gold    string
	Columns TableMapping
	// Selected says which examples --where and --sample left, "" for all.
	Selected string
	// Reported are the file's means, the answers' first.
	Reported []ReportedMean
}

// ReportedMean is from the program that wrote the file.
type ReportedMean struct {
	Metric string
	Value  float64
}

// Decoder decodes record i.
type Decoder func(i int) (*Example, error)

// TableMapping are a table's columns; zero for other runs.
type TableMapping struct {
	Shape string // column names as in [Format.Shape]
	Map   string // roles and judging rule, a [ColumnMap]
	Said  string // judging rule as a sentence
}

// Column is a column of unknown content.
type Column struct {
	Name   string
	Sample string // of its first nonempty value
	Role   string // guessed from its name, "" for none
	Since  string // what its name says, "" for nothing
}

// TableReading is a way to read a table: the roles of its columns, and the rest of its map.
type TableReading struct {
	Columns []Column
	Rest    string // such as "right=contains"; "" for nothing
}

type decodedExamples struct {
	mu      sync.Mutex
	recent  RecentValues[int, *Example]
	rows    rowPages
	missing map[string]bool
	large   sync.Mutex // held while a large record is decoded
}

// Cache keeps slow results on disk, bound to all the run's files and options. Its faults aren't
// errors of the run. What it opens is closed with the run.
type Cache interface {
	// Load returns the body kept under the caller's kind and version, checked by its reader, and
	// its description.
	Load(kind, version string) (body *io.SectionReader, about []byte, ok bool)
	// Forget removes a damaged entry.
	Forget(kind, version string)
	// Create returns a body to write, nil if impossible.
	Create(kind, version string) CacheDraft
}

// CacheDraft is a body that a [Cache] may keep.
type CacheDraft interface {
	io.Writer
	io.ReaderAt
	// Commit keeps the complete body, unless a file has changed since the run was opened.
	Commit(about []byte)
}

// An NLVR2 example takes about 30 KB, a hostile one many megabytes.
const (
	recentExamples = 256
	recentBytes    = 64 << 20 // of their records
	recentAtLeast  = 2        // the example shown and one beside it
	// largeRecord is decoded one at a time, because decoding takes several times the size.
	largeRecord = 4 << 20
)

// NewRun returns a run named after its path. Several goroutines call decoder. Its error makes the
// example Broken and a problem at (r.Path, line 0); a decoder that knows the line reports the
// problem itself and returns a Broken example.
func NewRun(filePath, formatName string, records Records, decoder Decoder) *Run {
	r := &Run{}
	r.Read(filePath, formatName, records, decoder)
	return r
}

// Fact returns one of Facts, or "name", "model" and "data"; "" for none.
func (r *Run) Fact(factName string) string {
	own := map[string]string{"name": r.Name, "model": r.Model, "data": r.Dataset}
	return cmp.Or(r.Facts[factName], own[factName])
}

// FactNames returns the sorted names with a nonempty [Run.Fact].
func (r *Run) FactNames() []string {
	names := append(SortedKeys(r.Facts), "name", "model", "data")
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return r.Fact(name) == "" })
}

// Read sets r up like NewRun, for records that report to r's Problems from the start.
func (r *Run) Read(filePath, formatName string, records Records, decoder Decoder) {
	r.Name, r.Path, r.Format = filePath, filePath, formatName
	r.Records, r.decode = records, decoder
	r.forgetExamples()
}

func (d *decodedExamples) forgetExamples() {
	d.rows, d.recent = rowPages{}, RecentValues[int, *Example]{Most: recentExamples, Bytes: recentBytes, Least: recentAtLeast}
}

// Extend replaces records and decoder, given a run of the former ones. Call it before the run is
// shared.
func (r *Run) Extend(newRecords func(former *Run) (Records, Decoder)) {
	r.Records, r.decode = newRecords(&Run{Records: r.Records, decode: r.decode})
}

// Alter replaces every readable example. Call it before the run is shared.
func (r *Run) Alter(alterExample func(ex *Example) *Example) {
	r.Extend(func(former *Run) (Records, Decoder) {
		return former.Records, func(i int) (*Example, error) {
			ex, err := former.Decode(i)
			if err == nil && ex.Broken == "" {
				ex = alterExample(ex)
			}
			return ex, err
		}
	})
}

// Left returns entries that a shard's records don't ask for. Its error is ctx's.
func (r *Run) Left(ctx context.Context) (UnrequestedEntries, error) {
	if l, ok := r.Records.(ShardRecords); ok {
		return l.Left(ctx)
	}
	return UnrequestedEntries{}, nil
}

// Close ends the search for records, closes all that the run owns, and joins errors. Decoded
// examples stay valid.
func (r *Run) Close() error {
	err := r.Records.Close()
	for _, c := range r.owned {
		err = errors.Join(err, c.Close())
	}
	return err
}

// Own makes [Run.Close] close c too. Call it before the run is shared.
func (r *Run) Own(c io.Closer) { r.owned = append(r.owned, c) }

// Example returns a cached example, not to be changed. Beyond Len it is broken, because lists may
// outlive a file that became shorter and was reopened.
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

// Scan is [Run.Example] for passes: it keeps only the row.
func (r *Run) Scan(i int) *Example {
	ex, known := r.knownExample(i, r.recent.Peek)
	if !known {
		ex = r.readExample(i)
	}
	return ex
}

// ScanAll yields the examples found so far from [Run.Scan].
func (r *Run) ScanAll(visitExample func(*Example) bool) {
	for i := 0; i < r.Len() && visitExample(r.Scan(i)); {
		i++
	}
}

func (r *Run) knownExample(i int, lookUp func(i int) (*Example, bool)) (ex *Example, ok bool) {
	if i >= r.Len() {
		return &Example{ID: Place(i), Broken: "the file no longer has this record"}, true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return lookUp(i)
}

// Decode decodes example i, 0 ≤ i < Len, for other runs' records, without keeping or reporting.
func (r *Run) Decode(i int) (*Example, error) { return r.decode(i) }

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
	r.setRow(i, ex, true)
	return ex
}

// Row returns the row of example i, 0 ≤ i < Len, decoding it if unknown, and keeps only the row.
func (r *Run) Row(i int) ListedExample {
	if row, ok := r.Peek(i); ok {
		return row
	}
	return cutRowOf(r.Scan(i))
}

// Peek returns the known row of example i, 0 ≤ i < Len, without reading a file.
func (r *Run) Peek(i int) (_ ListedExample, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rows.at(i)
}

// Walk returns a [Run.Row] for one goroutine in order: it locks the run once per page of 256 rows.
func (r *Run) Walk() func(i int) ListedExample {
	at, page := -1, rowPage{}
	return func(i int) ListedExample {
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

// WalkWhole is [Run.Walk] with whole texts, for which it decodes the examples of rows that are cut.
func (r *Run) WalkWhole() func(i int) ListedExample {
	row := r.Walk()
	return func(i int) ListedExample {
		cut := row(i)
		if !cut.isCut() {
			return cut
		}
		ex, err := r.Decode(i)
		if err != nil {
			return cut
		}
		return rowOf(ex).cleanTexts(Clean)
	}
}

// RestoreRows replaces all rows by cleaned ones of an earlier reading. If nextRow lacks one, it
// changes nothing and returns false.
func (r *Run) RestoreRows(n int, nextRow func(i int) (ListedExample, bool)) bool {
	restored := rowPages{}
	for i := range n {
		row, ok := nextRow(i)
		if !ok {
			return false
		}
		restored.set(i, row.cleanTexts(cleanCell))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rows = restored
	return true
}

// Preview sets a missing row of example i, 0 ≤ i < Len, until decoding replaces it.
func (r *Run) Preview(i int, ex *Example) { r.setRow(i, ex, false) }

func (r *Run) setRow(i int, ex *Example, replacesRow bool) {
	row := cutRowOf(ex)
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.rows.at(i); replacesRow || !ok {
		r.rows.set(i, row)
	}
}

// ReportProblem adds a problem of the whole file, worded by [Problem.Worded].
func (r *Run) ReportProblem(messagePattern string, args ...any) {
	r.Problems.Report(r.Path, messagePattern, args...)
}

// Raw returns example i, 0 ≤ i < Len, as in the file, unpacked, without the line end. It fails with
// errNoRaw if the records aren't of one file.
func (r *Run) Raw(i int) ([]byte, error) {
	stored, ok := r.Records.(RawRecords)
	if !ok {
		return nil, errNoRaw
	}
	return stored.Record(i)
}

// Line returns the 1-based line of example i, 0 ≤ i < Len, 0 if unknown, without reading.
func (r *Run) Line(i int) int {
	return askRecords(r, func(n LineNumberRecords) int { return n.Number(i) })
}

// Size returns the bytes of example i, 0 ≤ i < Len, in the file, 0 if unknown.
func (r *Run) Size(i int) int { return askRecords(r, func(s SizedRecords) int { return s.Size(i) }) }

// Following returns whether appended records are read, and why that stopped.
func (r *Run) Following() FollowState { return askRecords(r, GrowingRecords.Following) }

func askRecords[T, R any](r *Run, askFunc func(T) R) (answer R) {
	if records, ok := r.Records.(T); ok {
		answer = askFunc(records)
	}
	return answer
}
