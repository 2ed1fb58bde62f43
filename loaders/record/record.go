package record

import (
	"cmp"
	"errors"

	"faithscope/loaders"
	"faithscope/loaders/files/index"
)

// Record is a line, or an element of a JSON text, while a codec decodes it; its problems get file,
// line and example.
type Record struct {
	Bytes []byte // without the line end
	Index int    // 0-based among the run's examples
	Line  int    // 1-based in the file
	// Cut marks a last line without a line end: the file is being written, or was cut off.
	Cut bool
	Key string // in a JSON object, otherwise ""

	run     *loaders.Run        // nil for a table's entry
	beside  *CompanionTable     // nil for none
	of      *index.FileElements // nil unless it is an element
	at      int
	found   []loaders.Problem
	dropped int
	told    bool // read before, with more problems than are kept
	left    bool // an entry that no record asks for
}

// New returns an empty record for example i, so that [loaders.Records] can report problems.
func New(run *loaders.Run, i int) *Record { return &Record{Index: i, run: run} }

// Beside returns the companion joined last, nil for none.
func (rec *Record) Beside() *CompanionTable { return rec.beside }

// Enclosing returns the element around the record ([index.FileElements.Enclosing]), whose Index all
// records in it share. It fails if the record isn't an element.
func (rec *Record) Enclosing() (index.JSONElement, error) {
	if rec.of == nil {
		return index.JSONElement{}, errors.New("the record has no parent element")
	}
	return rec.of.Enclosing(rec.at)
}

const problemsOfRecord, fileProblems = 20, 100

// Broken reports err and returns an unreadable example, with key or place as ID.
func (rec *Record) Broken(err error) *loaders.Example {
	rec.Problem("%w; kept as an example without scores", err)
	return &loaders.Example{ID: cmp.Or(rec.Key, loaders.Place(rec.Index)), Broken: err.Error()}
}

// Problem reports a fault of the record, worded by [loaders.Problem.Worded].
func (rec *Record) Problem(messagePattern string, args ...any) {
	rec.addProblem(rec.Line, problemsOfRecord, messagePattern, args)
}

// FileProblem reports a problem without line and example, so that the run keeps it once.
func (rec *Record) FileProblem(messagePattern string, args ...any) {
	rec.addProblem(0, fileProblems, messagePattern, args)
}

func (rec *Record) addProblem(lineNumber, problemLimit int, messagePattern string, args []any) {
	if len(rec.found) >= problemLimit {
		rec.dropped++
		return
	}
	rec.found = append(rec.found, loaders.Problem{Line: lineNumber}.Worded(messagePattern, args...))
}

// Report moves reports to ps, as problems of this file and, if they have a line, of this example.
// An [Opening] does it for its records.
func (rec *Record) Report(ps *loaders.Problems, filePath, exampleID string) {
	if rec.dropped > 0 {
		rec.found = append(rec.found, loaders.Problem{Line: rec.Line}.Worded("more problems in this record: %d; handled like the ones above",
			rec.dropped))
	}
	for _, p := range rec.found {
		p.File = filePath
		if p.Line > 0 {
			p.Example = exampleID
		}
		ps.Add(p)
	}
	rec.found, rec.dropped = nil, 0
}

// ExampleDecoder makes an example, [Record.Broken] if unreadable, when needed, from several goroutines with
// one record each. An example without ID is named after its key, otherwise its place.
type ExampleDecoder func(rec *Record) *loaders.Example
