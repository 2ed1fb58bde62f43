package record

import (
	"cmp"
	"context"
	"math"
	"regexp"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
)

// Codec is how the files of a format whose examples are records are read.
type Codec struct {
	// Dataset is the data set of the runs, "" if the file names it.
	Dataset string
	// Gold is "in the file" where the file has it. Else it is the companion
	// that is joined with --gold.
	Gold string
	// Pictures says that records name pictures, whose folder is then found.
	Pictures bool
	// Beside are the files that a run can come with, which Open joins: the format
	// takes the flags that name them. Where Open is nil the records are
	// joined with the one that there is.
	Beside []Companion
	// At is where the records are: a path of [index.FindElements], or "" for lines
	// and what is read like them (see [Opening.Lines]).
	At     string
	Decode Decode
	// Open, instead of At and Decode, opens the records and joins the
	// companions of the file. It calls [Opening.Fail] where that fails.
	Open func(o *Opening)
}

// As is the [Decode] of records that are JSON objects with the fields of T; see
// [Record.Decode].
func As[T any](example func(in *T, rec *Record) *loaders.Example) Decode {
	return func(rec *Record) *loaders.Example {
		var in T
		if err := rec.Decode(&in); err != nil {
			return rec.Broken(err)
		}
		return example(&in, rec)
	}
}

// NewFormat returns f with an Open that reads its files as c says. Runs have the
// boxes of f unless c.Open says otherwise.
func NewFormat(f loaders.Format, c Codec) loaders.Format {
	if f.Detect == nil { // it is for Confirm to say
		f.Detect = func([]byte) bool { return false }
	}
	for _, of := range c.Beside {
		if of.Flag != (loaders.Flag{}) {
			f.Takes = append(f.Takes, loaders.Taken{Flag: of.Flag, What: of.What, Detect: of.Is})
		}
	}
	if c.Pictures {
		f.Takes = append(f.Takes, loaders.Taken{Flag: loaders.ImageFolder})
	}
	f.Open = func(ctx context.Context, src *loaders.Source, options loaders.Options) (*loaders.Run, error) {
		o := &Opening{Source: src, Options: options, format: f.Name, ctx: ctx}
		o.Run = &loaders.Run{Path: src.Path, Dataset: c.Dataset, Gold: c.Gold, Boxes: f.Boxes}
		open := c.Open
		switch {
		case open != nil:
		case c.At == "":
			open = func(o *Opening) { o.Lines(0, c.Decode) }
		default:
			open = func(o *Opening) { o.Elements(c.At, c.Decode) }
		}
		if open(o); c.Open == nil {
			for _, of := range c.Beside {
				o.Join(of)
			}
		}
		if c.Pictures {
			o.FindPictures()
		}
		if !o.opened {
			return nil, o.err
		}
		return o.Run, o.err
	}
	return f
}

// Opening is a run while a codec opens it. One of its methods below opens the
// records, which the run then owns with the source; until then both are the
// caller's. It keeps the first error, after which its methods do nothing, so
// that a codec need not check each.
type Opening struct {
	Run     *loaders.Run
	Source  *loaders.Source
	Options loaders.Options

	format string
	ctx    context.Context
	at     string // where the records are
	opened bool
	err    error
	decode Decode
	record func(i int) (*Record, error) // of the file
	beside *Table                       // joined last
}

// Context ends with the run.
func (o *Opening) Context() context.Context { return o.ctx }

// Fail ends the opening with an error, unless it is nil or the opening has failed
// before. It reports whether there is one now.
func (o *Opening) Fail(err error) (failed bool) {
	if o.err == nil {
		o.err = err
	}
	return o.err != nil
}

// Failed reports whether there was an error.
func (o *Opening) Failed() bool { return o.err != nil }

// Mentions reports whether the first bytes of the file have a key: a kind of file whose
// records may all do without it then has it.
func (o *Opening) Mentions(key string) bool {
	return regexp.MustCompile(`"` + key + `"\s*:`).Match(o.Source.Head)
}

// FindPictures finds the folder of the run's pictures.
func (o *Opening) FindPictures() {
	if o.Failed() {
		return
	}
	if err := files.FindPictures(o.Run, o.Source, o.Options); err != nil {
		o.Fail(loaders.Errorf("pictures: %w", err))
	}
}

// Records opens records of another kind than those below.
func (o *Opening) Records(records loaders.Records, decode func(i int) *loaders.Example) {
	o.opened = true
	o.Run.Read(o.Source.Path, o.format, records, func(i int) (*loaders.Example, error) { return decode(i), nil })
}

// Lines opens one example a line, from record first on (1 where line one is a
// header). The elements of a list, and values over several lines, are read as
// lines are.
func (o *Opening) Lines(first int, decode Decode) {
	if o.Failed() {
		return
	}
	all, err := entries(o.ctx, o.Source, "", &o.Run.Problems)
	if o.Fail(err) {
		return
	}
	all.Skip(first)
	o.elements(all, decode)
}

// elements are decoded one by one.
func (o *Opening) elements(all *index.Elements, decode Decode) {
	o.decode, o.record = decode, func(i int) (*Record, error) { return element(all, i) }
	o.Records(all, func(i int) *loaders.Example {
		rec, err := element(all, i)
		return o.decoded(rec, err, decode)
	})
}

// Elements opens one example per element at path; see [index.FindElements] for
// paths.
func (o *Opening) Elements(path string, decode Decode) {
	if o.Failed() {
		return
	}
	elements, err := index.FindElements(o.ctx, o.Source, path, &o.Run.Problems)
	if o.Fail(err) {
		return
	}
	o.at = path
	o.elements(elements, decode)
}

// decoded decodes a record, unless reading it failed with err, and reports
// on it.
func (o *Opening) decoded(rec *Record, err error, decode Decode) *loaders.Example {
	rec.run, rec.beside = o.Run, o.beside
	var ex *loaders.Example
	if err != nil {
		ex = rec.Broken(err)
	} else if ex = decode(rec); ex.ID == "" {
		ex.ID = cmp.Or(rec.Key, loaders.Place(rec.Index))
	}
	rec.Report(&o.Run.Problems, o.Run.Path, ex.ID)
	return ex
}

// Find returns the path of a companion, "" for none; see [Companion.Find]. What
// [loaders.GoldFile] names is the run's gold unless the file has it.
func (o *Opening) Find(c Companion) (path string) {
	if o.Failed() {
		return ""
	}
	if c.Fits == nil && c.Asks != nil {
		c.Fits = c.fits(o.ctx, o.Source, o.at)
	}
	path, err := c.Find(o.Source, o.Run, o.Options.Of(c.Flag))
	if !o.Fail(err) && o.Run.Gold == "" && c.Flag == loaders.GoldFile {
		o.Run.Gold = path
	}
	return path
}

// Join finds a companion and opens it as a table of the run, nil if there is none.
// Records have it [Record.Beside] them.
func (o *Opening) Join(c Companion) *Table {
	path := o.Find(c)
	if path == "" {
		return nil
	}
	return o.Joined(c, path)
}

// Joined opens the companion at path as a table of the run, nil if that fails.
func (o *Opening) Joined(c Companion, path string) *Table {
	head := o.HeadOf(path)
	if o.Failed() {
		return nil
	}
	within, key := c.Entries(head)
	if o.beside = o.Table(path, within, key); o.beside != nil && c.Left != "" {
		o.addLeft(o.beside, &c)
	}
	return o.beside
}

// HeadOf returns the first bytes of a companion, up to [loaders.HeadSize].
func (o *Opening) HeadOf(path string) []byte {
	head, err := headOf(o.Source, path)
	o.Fail(err)
	return head
}

// Table opens a file as a table of the run, which closes it; see [OpenTable]. It is nil
// if that fails.
func (o *Opening) Table(path, within string, key Naming) *Table {
	if o.Failed() {
		return nil
	}
	t, err := OpenTable(o.ctx, o.Source.Files, path, within, &o.Run.Problems, key)
	if o.Fail(err) {
		return nil
	}
	o.Run.Own(t)
	return t
}

// Afterwards calls work once all records are known, before the run is complete. The run that
// it gets has the records so far. It ends early where ctx does, with the run. Nothing is
// called for a file that is followed.
func (o *Opening) Afterwards(work func(ctx context.Context, run *loaders.Run)) {
	if growing, ok := o.Run.Records.(loaders.Growing); o.Failed() || ok && growing.Following().On {
		return
	}
	o.lengthen(&longer{}, func(ctx context.Context, own *loaders.Run) int {
		work(ctx, own)
		return 0
	}, nil)
}

// lengthen makes the run's records those of l, which are complete when work has ended: it
// gets the run with the records so far, and returns how many more there are, which decode
// reads by their index in the run and among them.
func (o *Opening) lengthen(
	l *longer, work func(ctx context.Context, own *loaders.Run) (more int), decode func(i, k int) *loaders.Example,
) {
	o.Run.Extend(func(own *loaders.Run) (loaders.Records, loaders.Decoder) {
		var ctx context.Context
		ctx, l.stop = context.WithCancel(o.ctx)
		l.Records = own.Records
		l.Places = func(i int) (*loaders.Run, int) {
			if i < own.Len() {
				return own, i
			}
			return &loaders.Run{}, i // it is nowhere
		}
		go func() {
			n := 0
			if own.Wait(ctx, math.MaxInt) == nil {
				n = work(ctx, own)
			}
			l.more.Grow(n, true)
		}()
		return l, func(i int) (*loaders.Example, error) {
			if n := own.Len(); i >= n {
				return decode(i, i-n), nil
			}
			return own.Decode(i)
		}
	})
}

// longer are records that are complete when some work has ended too, which may find more
// of them: the entries of a companion that no record asks for. Questions without an answer
// count.
type longer struct {
	loaders.Records // of the file alone
	loaders.Places
	more    loaders.Growth // none in a shard
	names   []string       // of the entries
	problem func(n int) loaders.Problem
	stop    context.CancelFunc
}

// Len implements [loaders.Records].
func (l *longer) Len() int { return l.Records.Len() + l.more.Len() }

// Complete implements [loaders.Records].
func (l *longer) Complete() bool { return l.more.Complete() }

// Wait implements [loaders.Records].
func (l *longer) Wait(ctx context.Context, n int) error {
	if err := l.Records.Wait(ctx, n); err != nil || l.Records.Len() >= n {
		return err
	}
	return l.more.Wait(ctx, n-l.Records.Len())
}

// Left implements [loaders.Leaving].
func (l *longer) Left(ctx context.Context) (loaders.Left, error) {
	err := l.more.Wait(ctx, math.MaxInt)
	return loaders.Left{Names: l.names, Problem: l.problem}, err
}

// Close ends the work and closes the records.
func (l *longer) Close() error {
	l.stop()
	_ = l.more.Wait(context.Background(), math.MaxInt) // it ends with the work
	return l.Records.Close()
}

// sole is a file that is one record.
type sole struct {
	loaders.Growth
	src   *loaders.Source
	bytes []byte
}

func (w *sole) Progress() (done, total int64) { return w.src.Size, w.src.Size }

func (w *sole) Close() error { return w.src.Close() }

func (w *sole) Size(int) int { return len(w.bytes) }

func (w *sole) Number(int) int { return 1 }

func (w *sole) Record(int) (record []byte, number int, err error) { return w.bytes, 1, nil }

// Whole opens the file, of at most most bytes, as one example.
func (o *Opening) Whole(most int, decode Decode) {
	if o.Failed() {
		return
	}
	b, err := read(o.Source, most)
	if o.Fail(err) {
		return
	}
	w := &sole{src: o.Source, bytes: b}
	w.Grow(1, true)
	o.Records(w, func(int) *loaders.Example {
		return o.decoded(&Record{Bytes: b, Line: 1}, nil, decode)
	})
}

// ReadWhole returns a companion of at most most bytes.
func ReadWhole(src *loaders.Source, path string, most int) ([]byte, error) {
	file, err := files.OpenSource(src.Files, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return read(file, most)
}

func read(src *loaders.Source, most int) ([]byte, error) {
	r, err := files.Reader(src)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return files.ReadAll(r, int64(most))
}
