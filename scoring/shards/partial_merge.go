package shards

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"runtime"
	"slices"
	"strings"
	"unicode"
	"weak"

	"faithscope/loaders"
	"faithscope/loaders/coding"
	"faithscope/loaders/files"
	"faithscope/loaders/files/index"
	"faithscope/loaders/record"
	"faithscope/scoring"
	"faithscope/scoring/session"
)

// Merge opens partial reports, which must have the same settings and protocols. The merged run's
// scores equal those of one pass over all shards to the last digit, and so do intervals and
// comparisons if every example has an id of its own. After the run is read, [Merged.Err] tells
// whether all of it could be. Errors begin with the path.
func Merge(ctx context.Context, fsys fs.FS, reportPaths []string, sameIDPolicy SameIDPolicy) (*MergedRun, error) {
	m := &MergedRun{by: map[Shard]*partialFile{}}
	m.Run = loaders.NewRun(strings.Join(reportPaths, " "), "", partialRecords{m}, m.readExample)
	var err error
	for _, path := range reportPaths {
		if err == nil {
			err = m.openReport(ctx, fsys, path)
		}
	}
	if err == nil {
		err = m.joinExamples(sameIDPolicy)
	}
	if err != nil {
		m.Run.Close()
		return nil, err
	}
	m.nameRun()
	return m, nil
}

// IsPartial reports whether a file with these first bytes is a partial report.
func IsPartial(head []byte) bool {
	_, ok := record.Keys(head)["faithscope_partial"]
	return ok
}

// openReport opens a report and checks that it belongs to the others. Open lines are in m.files,
// so that they are closed with the run.
func (m *MergedRun) openReport(ctx context.Context, fsys fs.FS, path string) error {
	src, err := files.OpenSource(fsys, path)
	if err != nil {
		return err
	}
	if !IsPartial(src.Head) {
		src.Close()
		return fmt.Errorf("%s is not a partial report; `faithscope score RUN --partial FILE` writes one", path)
	}
	lines, err := index.OpenLines(ctx, src, &m.Run.Problems)
	if err != nil {
		src.Close()
		return fmt.Errorf("%s: %w", path, err)
	}
	f := &partialFile{path: path, lines: lines}
	m.files = append(m.files, f)
	if err := lines.Wait(ctx, math.MaxInt); err != nil {
		return err
	}
	if err = f.readEnds(); err == nil {
		err = errors.Join(m.checkAgreement(f), m.addShards(f))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, p := range f.last.End.Problems {
		m.Run.Problems.Add(p)
	}
	return m.findExamples(f)
}

// readEnds compares the counts of both lines, because a report may have been cut off or put together.
func (f *partialFile) readEnds() error {
	n := f.lines.Len()
	_, number, err := f.readLine(0, &f.head)
	if err != nil {
		return fmt.Errorf("line %d: %w", number, err)
	}
	last, number, err := f.readLine(n-1, &f.last)
	if err != nil || last.ID != nil {
		return fmt.Errorf("it ends at line %d without a closing line: it is still being written or was cut off", number)
	}
	if f.last.End.Examples != n-2 {
		return fmt.Errorf("it has %d examples, but its last line says %d", n-2, f.last.End.Examples)
	}
	return nil
}

func (f *partialFile) readLine(i int, codedLine coding.CodedValue) (s jsonLine, number int, err error) {
	number = f.lines.Number(i)
	text, err := f.lines.Record(i)
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err == nil && i == 0 && s.Version != version {
		err = fmt.Errorf("version %d of the partial-report format; this program reads version %d", s.Version, version)
	}
	if err != nil {
		return s, number, err
	}
	c := coding.Reader(s.Data)
	codedLine.Fields(c)
	return s, number, c.End()
}

// checkAgreement returns an error if a report doesn't fit the first or this program. The
// protocols then return the evidence in the lines, because nothing is left to prepare it from.
func (m *MergedRun) checkAgreement(f *partialFile) error {
	first := m.files[0]
	for _, r := range f.head.Runs {
		read := first.head.Runs[0]
		switch {
		case read.Map != r.Map:
			return fmt.Errorf("it was %s, but %s was %s; score all with --map '%s'", r.ReadAs, first.path, read.ReadAs, read.Map)
		case read.Selected != r.Selected:
			return fmt.Errorf("it has %s, but %s has %s; score all with the same --where", cmp.Or(r.Selected, "all examples"),
				first.path, cmp.Or(read.Selected, "all examples"))
		case withoutDigits(read.Judge) != withoutDigits(r.Judge):
			return fmt.Errorf("it was judged by %s, but %s by %s; one judge's files must have names that differ only in digits",
				cmp.Or(r.Judge, "no judge"),
				first.path, cmp.Or(read.Judge, "no judge"))
		}
	}
	if first != f {
		if a, b := first.head.Settings, f.head.Settings; a != b {
			return fmt.Errorf("it has different settings from %s: %s", first.path, differingSettings(a, b))
		}
		if !slices.Equal(first.head.Protocols, f.head.Protocols) {
			return fmt.Errorf("it has different protocols from %s: %s, not %s", first.path, protocolNames(f.head.Protocols),
				protocolNames(first.head.Protocols))
		}
		return nil
	}
	m.Settings = f.head.Settings
	known := session.Protocols()
	for _, w := range f.head.Protocols {
		k := scoring.Place(known, w.Name)
		if k < 0 {
			return fmt.Errorf("it has the protocols %s, some of them unknown to this program", protocolNames(f.head.Protocols))
		}
		p := known[k]
		if w.Version != p.Version {
			return fmt.Errorf("it has version %d of the protocol %s; this program has version %d", w.Version, p.Name, p.Version)
		}
		p.Given = w.Given
		k = len(m.Protocols)
		p.Prepare = func(ex *loaders.Example) scoring.Evidence {
			if of, ok := m.prepared.Load(weak.Make(ex)); ok {
				return of.([]scoring.Evidence)[k]
			}
			return nil
		}
		m.Protocols = append(m.Protocols, p)
	}
	return nil
}

func withoutDigits(fileName string) string {
	return strings.Map(func(c rune) rune { return loaders.IfElse(unicode.IsDigit(c), -1, c) }, fileName)
}

func differingSettings(a, b scoring.Settings) string {
	return strings.Join(loaders.Map(scoring.ChangedSettings(a, b), func(s scoring.Setting) string {
		return fmt.Sprintf("%s is %s, not %s", s.Name, s.In(&b), s.In(&a))
	}), ", ")
}

func protocolNames(protocolList []protocolIdentity) string {
	var words []string
	for _, p := range protocolList {
		word := fmt.Sprintf("%s %d", p.Name, p.Version)
		if p.Given != "" {
			word += " (" + p.Given + ")"
		}
		words = append(words, loaders.Clean(word))
	}
	return strings.Join(words, ", ")
}

// nameRun names the run "a … z" after the first and last names, and joins formats, models and
// data sets, so that the order of the reports doesn't matter.
func (m *MergedRun) nameRun() {
	var names, formats, models, datasets []string
	for _, f := range m.files {
		for _, r := range f.head.Runs {
			names, formats = append(names, r.Name), append(formats, r.Format)
			models, datasets = append(models, r.Model), append(datasets, r.Dataset)
		}
	}
	for _, list := range []*[]string{&names, &formats, &models, &datasets} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	read := m.files[0].head.Runs[0]
	m.Run.Columns = loaders.TableMapping{Map: read.Map, Said: read.ReadAs}
	m.Run.Selected = read.Selected
	m.Run.Name = strings.Join(slices.Compact([]string{names[0], names[len(names)-1]}), " … ")
	m.Run.Format, m.Run.Model, m.Run.Dataset = strings.Join(formats, ", "), strings.Join(models, ", "), strings.Join(datasets, ", ")
}

// readExample reads example i and keeps its evidence for as long as the example lives. It notes
// the first error for [Merged.Err], because a run only counts it.
func (m *MergedRun) readExample(i int) (*loaders.Example, error) {
	f := m.files[m.places[i].file]
	l := exampleLine{Example: &loaders.Example{ID: m.places[i].id}, evidence: make([]scoring.Evidence, len(m.Protocols)),
		protocols: m.Protocols}
	_, number, err := f.readLine(int(m.places[i].line), &l)
	if err != nil {
		err = fmt.Errorf("%s:%d: %w", f.path, number, err)
		m.failed.CompareAndSwap(nil, &err)
		return nil, err
	}
	ex := l.Example
	of := weak.Make(ex)
	m.prepared.Store(of, l.evidence)
	runtime.AddCleanup(ex, m.prepared.Delete, any(of))
	return ex, nil
}

// Err returns the first error in what was read so far, or nil. It begins with the file and the
// line.
func (m *MergedRun) Err() error {
	if err := m.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// partialRecords are a merged run's records, all found when [Merge] returns.
type partialRecords struct{ *MergedRun }

func (m partialRecords) Len() int { return len(m.places) }

func (m partialRecords) Complete() bool { return true }

func (m partialRecords) Wait(ctx context.Context, _ int) error { return ctx.Err() }

func (m partialRecords) Progress() (done, total int64) {
	for _, f := range m.files {
		n, _ := f.lines.Progress()
		done += n
	}
	return done, done
}

func (m partialRecords) Close() error {
	var err error
	for _, f := range m.files {
		err = errors.Join(err, f.lines.Close())
	}
	return err
}
