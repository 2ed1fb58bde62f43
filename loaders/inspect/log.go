package inspect

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

const (
	headerEntry    = "header.json"
	summariesEntry = "summaries.json"
	journal        = "_journal/"
	startEntry     = journal + "start.json"

	epochMark   = "_epoch_"
	shell       = "/sample.json" // of a sample in chunks
	attachments = "/attachments/"
)

// archiveLog is an archive as the samples of a run, which are complete once the summaries are read.
type archiveLog struct {
	loaders.ExaminedRecords
	*archive
	samples []string         // names of their entries
	chunks  map[string][]int // by sample: where its chunks of attachments begin, in order
	stop    context.CancelFunc
	done    chan struct{} // closed when the summaries are read
}

// sampleEntry matches a sample, but not a chunk of one.
var sampleEntry = regexp.MustCompile(`(?s)^samples/(?:(.*_epoch_.*)/sample|(.*_epoch_[+-]?\d+))\.json$`)

func sampleOf(entryName string) string {
	if m := sampleEntry.FindStringSubmatch(entryName); m != nil {
		return m[1] + m[2]
	}
	return ""
}

// openArchive opens an archive, an example per sample. Summaries are read in the background,
// because the list needs only their rows.
func openArchive(o *record.RunBuilder) {
	file, err := files.Stored(o.Source)
	if o.Fail(err) {
		return
	}
	a, err := openZIP(file, o.Source.Size)
	if o.Fail(err) {
		return
	}
	inner, stop := context.WithCancel(o.Context())
	l := &archiveLog{ExaminedRecords: loaders.ExaminedRecords{Source: o.Source}, archive: a, stop: stop, done: make(chan struct{})}
	l.sortEntries()
	l.Grow(len(l.samples), loaders.MoreToCome)
	d := &sampleDecoder{run: o.Run, epochs: slices.ContainsFunc(l.samples,
		func(name string) bool { return !strings.HasSuffix(sampleOf(name), epochMark+"1") }), grades: map[string]gradeScale{}}
	l.findGrades(o.Context(), d)
	o.Records(l, func(i int) *loaders.Example { return l.decodeSample(d, i) })
	l.readHeader(d)
	go l.previewRows(inner, d)
	embedPictures(o, func(i int) attachmentLookup { return l.attachmentsOf(l.samples[i]) })
}

// gradedSamples bounds the summaries searched for grades before the first sample is shown.
const gradedSamples = 200

func (l *archiveLog) findGrades(ctx context.Context, d *sampleDecoder) {
	n := 0
	for _, name := range l.summaryEntries() {
		_ = l.eachSummary(ctx, name, func(rec *record.Record, _ string) error { // errors are told with the rows
			d.findGrades(rec.Bytes)
			if n++; n < gradedSamples {
				return nil
			}
			return io.EOF
		})
		if n >= gradedSamples {
			return
		}
	}
}

// readHeader describes the run by header.json, or by the journal's start, because an unfinished
// evaluation has no header.
func (l *archiveLog) readHeader(d *sampleDecoder) {
	if l.cut {
		d.run.ReportProblem("the archive has no table of contents: it is still being written or was cut off; read as far as possible")
	}
	if len(l.samples) == 0 {
		d.run.ReportProblem("no samples in the archive; nothing to show")
	}
	name := headerEntry
	if _, ok := l.entries[name]; !ok {
		name = startEntry
		d.run.ReportProblem("no header.json: the evaluation hasn't finished; shown with the samples so far")
	}
	b, err := l.readEntry(name)
	if err != nil {
		d.run.ReportProblem("%w; shown without model or data set", err)
		return
	}
	d.describeRun(b)
}

// decodeSample returns the example of sample i. Its problems are reported under the path of the
// entry, so that the user finds it in the archive.
func (l *archiveLog) decodeSample(d *sampleDecoder, i int) *loaders.Example {
	rec, entry := record.New(d.run, i), l.samples[i]
	rec.Key = sampleOf(entry)
	var ex *loaders.Example
	var err error
	if rec.Bytes, err = l.readEntry(entry); err != nil {
		ex = rec.Broken(err)
	} else {
		ex = d.exampleOf(rec, l.attachmentsOf(entry))
	}
	rec.Report(&d.run.Problems, l.Source.Path+"/"+entry, ex.ID)
	return ex
}

func (l *archiveLog) Size(i int) int { return int(min(l.entries[l.samples[i]].unpacked, maxSample)) }

func (l *archiveLog) Record(i int) ([]byte, error) { return l.readEntry(l.samples[i]) }

func (l *archiveLog) Close() error {
	l.stop()
	<-l.done
	return l.Source.Close()
}

func (l *archiveLog) sortEntries() {
	l.chunks = map[string][]int{}
	for _, name := range l.names {
		if sampleOf(name) != "" {
			l.samples = append(l.samples, name)
			continue
		}
		folder, chunk, ok := strings.Cut(name, attachments)
		if start, err := strconv.Atoi(strings.TrimSuffix(chunk, ".json")); ok && err == nil && start >= 0 {
			l.chunks[folder+shell] = append(l.chunks[folder+shell], start)
		}
	}
	for _, starts := range l.chunks {
		slices.Sort(starts)
	}
}

// attachmentsOf keeps only the chunk read last, which neighbouring references share, so it is for one
// goroutine. nil if the sample is one entry.
func (l *archiveLog) attachmentsOf(sampleName string) attachmentLookup {
	starts := l.chunks[sampleName]
	if starts == nil {
		return nil
	}
	var chunk []string
	first := -1
	return func(ref string) (string, bool) {
		index, err := strconv.Atoi(ref)
		k, _ := slices.BinarySearch(starts, index+1)
		if err != nil || k == 0 {
			return "", false
		}
		if start := starts[k-1]; start != first {
			first, chunk = start, nil
			b, err := l.readEntry(fmt.Sprintf("%s%s%d.json", strings.TrimSuffix(sampleName, shell), attachments, start))
			if err != nil || (&record.Record{Bytes: b}).Decode(&chunk) != nil {
				return "", false
			}
		}
		if index-first >= len(chunk) {
			return "", false
		}
		return chunk[index-first], true
	}
}

// previewRows sets the rows of the run's list from the summaries, then marks the samples complete,
// also if ctx ends, because others wait for them.
func (l *archiveLog) previewRows(ctx context.Context, d *sampleDecoder) {
	defer close(l.done)
	defer l.Grow(len(l.samples), loaders.AllThere)
	at := make(map[string]int, len(l.samples))
	for i, name := range l.samples {
		at[sampleOf(name)] = i
	}
	missing := 0
	for _, name := range l.summaryEntries() {
		if err := l.eachSummary(ctx, name, func(rec *record.Record, sample string) error {
			i, ok := at[sample]
			if !ok {
				missing++
				return nil
			}
			ex := d.exampleOf(rec, nil)
			if ex.Broken != "" {
				return errors.New(ex.Broken)
			}
			d.run.Preview(i, ex)
			return nil
		}); err != nil {
			d.run.ReportProblem("%w; the list fills as samples are read", err)
		}
	}
	if missing > 0 {
		d.run.ReportProblem("samples with a summary but no entry: %d; not shown", missing)
	}
}

func (l *archiveLog) summaryEntries() []string {
	if _, ok := l.entries[summariesEntry]; ok {
		return []string{summariesEntry}
	}
	return loaders.Filter(l.names, func(name string) bool { return strings.HasPrefix(name, journal+"summaries/") })
}

// eachSummary calls f for each summary in an entry, with the name of its sample, until f fails,
// whose error it returns, or ctx ends. Too large entries fail, because they could fill the memory.
func (l *archiveLog) eachSummary(ctx context.Context, entryName string, f func(rec *record.Record, sample string) error) error {
	r, err := l.openEntry(entryName)
	if err != nil {
		return err
	}
	defer r.Close()
	some := &io.LimitedReader{R: r, N: maxSummary}
	in := json.NewDecoder(some)
	if _, err := in.Token(); err != nil {
		return loaders.Errorf("%s: %w", entryName, err)
	}
	for in.More() && ctx.Err() == nil {
		if in.InputOffset() > maxSummaries {
			return loaders.Errorf("%s unpacks to more than %d MB", entryName, maxSummaries>>20)
		}
		var b json.RawMessage
		some.N = maxSummary
		if err := in.Decode(&b); err != nil {
			if some.N == 0 {
				err = loaders.Errorf("a summary is larger than %d MB", maxSummary>>20)
			}
			return loaders.Errorf("%s: %w", entryName, err)
		}
		var of struct {
			ID    record.LenientText `json:"id"`
			Epoch float64            `json:"epoch"`
		}
		if err := json.Unmarshal(b, &of); err != nil {
			return loaders.Errorf("%s: %w", entryName, err)
		}
		if err := f(&record.Record{Bytes: b}, fmt.Sprintf("%s%s%d", of.ID, epochMark, int(of.Epoch))); err != nil {
			return loaders.Errorf("%s: %w", entryName, err)
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	_, err = io.Copy(io.Discard, io.LimitReader(r, maxSummary)) // up to the checksum
	return err
}

func isArchive(head []byte) bool {
	const fixed = 30 // of a local header, with the name after it
	if len(head) < fixed || !bytes.HasPrefix(head, []byte(localSign)) {
		return false
	}
	n := int(binary.LittleEndian.Uint16(head[26:]))
	return firstEntry.Match(head[fixed:min(len(head), fixed+n)])
}

var firstEntry = regexp.MustCompile(`(?s)^(?:(?:header|summaries|reductions)\.json$|_journal/|samples/.*_epoch_)`)
