package faithfulnmn

import (
	"bytes"
	"context"
	"hash/maphash"
	"path"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// Format opens runs of faithful-nmn on NLVR and NLVR2.
var Format = record.NewFormat(loaders.Format{
	Name:   "faithful-nmn",
	About:  "JSON Lines of allennlp predict --predictor full (Subramanian et al. 2020), and predict_best.json.gz",
	Boxes:  "left, top, right, bottom, 0..1 of the image",
	Sign:   "the key modules_debug_info",
	Keys:   "modules_debug_info action_mapping",
	Detect: detectFile,
	Takes: []loaders.FormatFlag{
		{Flag: loaders.GoldFile, What: boxSheet.Holds, Detect: record.Columned(boxSheet.Columns)},
		{Flag: programFile, What: programSheet.Holds, Detect: record.Columned(programSheet.Columns)},
		{Flag: loaders.ImageFolder},
	},
}, record.Codec{Open: openRun})

var programFile = loaders.Flag{Name: "programs", Value: loaders.OneFile,
	Help: "programs of a faithful-nmn run; default: searched for beside the run"}

// detectFile looks for modules_debug_info. If the first line is damaged or cut off, the two large
// keys before it are enough.
func detectFile(head []byte) bool {
	first, _, _ := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
	if len(bytes.TrimSpace(first)) == 1 { // the bracket of records over many lines
		return isRecord(record.Keys(head), cutOff)
	}
	for line := range bytes.Lines(head) {
		if isRecord(record.Keys(line), line[len(line)-1] != '\n') {
			return true
		}
	}
	return false
}

const cutOff = true

func isRecord(keys map[string]byte, cut bool) bool {
	return keys["modules_debug_info"] != 0 || cut && keys["action_mapping"] != 0 && keys["debug_info"] != 0
}

// openRun joins named or neighbouring annotations and programs. Unless the records have gold and
// none is named, annotations without a record are reported in the background.
func openRun(o *record.Opening) {
	ctx, src := o.Context(), o.Source
	r := &reader{run: o.Run, explicit: o.Options.Of(loaders.GoldFile) != "", predicts: o.Mentions("prediction")}
	gold, programs := newGoldFiles(), map[string]annotated{}
	goldPaths, loadGold := joinFiles(o, loaders.GoldFile, goldNames,
		func(path string) error { return gold.readFile(src.Files, path, &o.Run.Problems) })
	_, loadPrograms := joinFiles(o, programFile, programNames, func(path string) error {
		return readPrograms(src.Files, path, &o.Run.Problems, programs)
	})
	o.Lines(0, r.decodeExample)
	if o.FindPictures(); o.Failed() {
		return
	}
	r.gold = sync.OnceValue(func() *goldFiles {
		if loadGold(); len(goldPaths) > 1 {
			o.Run.ReportProblem("%d gold files lie beside the run; all are used; --gold FILE picks one", len(goldPaths))
		}
		return gold
	})
	r.programs = sync.OnceValue(func() map[string]annotated { loadPrograms(); return programs })
	r.order = order{raw: r.run.Raw, seed: maphash.MakeSeed(), seen: map[uint64]uint16{}}
	r.run.Gold = strings.Join(goldPaths, ", ")
	inFile := !r.explicit && r.hasGold(ctx)
	if inFile {
		r.run.Gold = inTheFile
	}
	if len(goldPaths) > 0 && !inFile {
		go r.surveyRecords(ctx)
	}
}

// joinFiles reads named files at once, so that a wrong name is an error; others that can't be read
// are problems.
func joinFiles(o *record.Opening, flag loaders.Flag, beside record.Companion, read func(path string) error) (paths []string, load func()) {
	if named := o.Options.Of(flag); named != "" {
		o.Fail(read(named))
		return []string{named}, func() {}
	}
	paths = beside.Beside(o.Source)
	return paths, func() {
		for _, path := range paths {
			if err := read(path); err != nil {
				o.Run.Problems.Report(path, "%w; it is not used", err)
			}
		}
	}
}

// The files that travel with a run are known by their names.
var (
	goldNames = record.Companion{Name: func(name string) bool {
		return strings.Contains(name, "box_annotations") && (path.Ext(name) == ".csv" || path.Ext(name) == ".tsv")
	}}
	programNames = record.Companion{Name: func(name string) bool {
		return strings.Contains(name, "annotations") && path.Ext(name) == ".tsv" && !strings.Contains(name, "box_annotations")
	}}
)

// firstRecords is above one because the first example may not be annotated.
const firstRecords = 16

// hasGold looks at the first records found so far. It waits only for the first record.
func (r *reader) hasGold(ctx context.Context) bool {
	if r.run.Wait(ctx, 1) != nil {
		return false
	}
	for i := range min(r.run.Len(), firstRecords) {
		b, err := r.run.Raw(i)
		if err == nil && carriesGold(b) {
			return true
		}
	}
	return false
}

// surveyRecords waits for all records and reports annotated identifiers that none matches; nothing
// if ctx ends or a record can't be read.
func (r *reader) surveyRecords(ctx context.Context) {
	matched := map[string]bool{}
	for i := 0; ; i++ {
		if r.run.Wait(ctx, i+1) != nil {
			return
		}
		if i >= r.run.Len() {
			break
		}
		b, err := r.run.Raw(i)
		if err != nil {
			return
		}
		for _, c := range r.gold().byImage[gjson.GetBytes(b, "image_id").String()] {
			if !matched[c.identifier] && c.matchesUtterance(gjson.GetBytes(b, "utterance").String()) {
				matched[c.identifier] = true
			}
		}
	}
	r.gold().reportUnmatched(matched, &r.run.Problems)
}

func carriesGold(record []byte) bool {
	found := false
	gjson.GetBytes(record, "gold_box").ForEach(func(_, action gjson.Result) bool {
		found = action.IsArray() && strings.Trim(action.Raw, "[] \t\r\n") != "" || action.Get("#").Int() > 0
		return !found
	})
	return found
}
