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
	About:  "JSON Lines from allennlp predict --predictor full (Subramanian et al. 2020), and predict_best.json.gz",
	Boxes:  "left, top, right, bottom, 0..1 of the image",
	Sign:   "the key modules_debug_info",
	Keys:   "modules_debug_info action_mapping",
	Detect: detectFile,
	Takes: []loaders.FormatFlag{
		{Flag: loaders.GoldFile, What: boxSheet.Holds, Detect: record.Columned(boxSheet.Columns)},
		{Flag: programFile, What: programSheet.Holds, Detect: record.Columned(programSheet.Columns)},
		{Flag: loaders.ImageFolder},
	},
}, record.RecordFormat{Open: openRun})

var programFile = loaders.Flag{Name: "programs", Value: loaders.OneFile,
	Help: "programs of a faithful-nmn run; default: found beside the run"}

// detectFile looks for modules_debug_info. A first line may be larger than the head, so the two large
// keys before it are enough if it is cut off.
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

func isRecord(recordKeys map[string]byte, isCut bool) bool {
	return recordKeys["modules_debug_info"] != 0 || isCut && recordKeys["action_mapping"] != 0 && recordKeys["debug_info"] != 0
}

// openRun reports annotations without a record in the background, because that takes reading all
// records, and not if the records have gold and none is named.
func openRun(o *record.RunBuilder) {
	ctx, src := o.Context(), o.Source
	r := &recordReader{run: o.Run, explicit: o.Options.Of(loaders.GoldFile) != "", predicts: o.Mentions("prediction")}
	gold := &goldFiles{byImage: map[string][]*sentenceAnnotation{}}
	goldPaths, loadGold := joinFiles(o, loaders.GoldFile, goldNames,
		func(path string) error { return gold.readFile(src.Files, path, &o.Run.Problems) })
	r.programs = joinPrograms(o)
	o.Lines(0, record.As(r.decodeExample))
	if o.FindPictures(); o.Failed() {
		return
	}
	r.gold = sync.OnceValue(func() *goldFiles {
		if loadGold(); len(goldPaths) > 1 {
			o.Run.ReportProblem("%d gold files found beside the run; all are used; --gold FILE picks one", len(goldPaths))
		}
		return gold
	})
	r.order = recordNumbering{raw: r.run.Raw, seed: maphash.MakeSeed(), seen: map[uint64]uint16{}}
	r.run.Gold = strings.Join(goldPaths, ", ")
	if !r.explicit && r.hasGold(ctx) {
		r.run.Gold = inTheFile
	} else if len(goldPaths) > 0 {
		go r.surveyRecords(ctx)
	}
}

func joinPrograms(o *record.RunBuilder) func() map[string]annotatedSentence {
	programs := map[string]annotatedSentence{}
	_, load := joinFiles(o, programFile, programNames, func(path string) error {
		return readPrograms(o.Source.Files, path, &o.Run.Problems, programs)
	})
	return sync.OnceValue(func() map[string]annotatedSentence { load(); return programs })
}

// joinFiles reads named files at once, so that a wrong name is an error; others that can't be read
// are problems.
func joinFiles(
	o *record.RunBuilder, flag loaders.Flag, companionFile record.CompanionFile, readPath func(path string) error,
) (paths []string, load func()) {
	if named := o.Options.Of(flag); named != "" {
		o.Fail(readPath(named))
		return []string{named}, func() {}
	}
	paths = companionFile.Beside(o.Source)
	return paths, func() {
		for _, path := range paths {
			if err := readPath(path); err != nil {
				o.Run.Problems.Report(path, "%w; not used", err)
			}
		}
	}
}

// The files that travel with a run are known by their names.
var (
	goldNames = record.CompanionFile{Name: func(name string) bool {
		return strings.Contains(name, "box_annotations") && (path.Ext(name) == ".csv" || path.Ext(name) == ".tsv")
	}}
	programNames = record.CompanionFile{Name: func(name string) bool {
		return strings.Contains(name, "annotations") && path.Ext(name) == ".tsv" && !strings.Contains(name, "box_annotations")
	}}
)

// firstRecords is above one because the first example may not be annotated.
const firstRecords = 16

// hasGold looks at the first records only, and waits for one, because opening must not wait for the
// file's end.
func (r *recordReader) hasGold(ctx context.Context) bool {
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

func (r *recordReader) surveyRecords(ctx context.Context) {
	matched := map[string]bool{}
	for i := 0; r.run.Wait(ctx, i+1) == nil && i < r.run.Len(); i++ {
		b, err := r.run.Raw(i)
		if err != nil {
			return
		}
		for _, a := range r.gold().byImage[gjson.GetBytes(b, "image_id").String()] {
			matched[a.identifier] = matched[a.identifier] || a.matchesUtterance(gjson.GetBytes(b, "utterance").String())
		}
	}
	if ctx.Err() == nil {
		r.gold().reportUnmatched(matched, &r.run.Problems)
	}
}

func carriesGold(recordJSON []byte) bool {
	found := false
	gjson.GetBytes(recordJSON, "gold_box").ForEach(func(_, action gjson.Result) bool {
		found = action.IsArray() && strings.Trim(action.Raw, "[] \t\r\n") != "" || action.Get("#").Int() > 0
		return !found
	})
	return found
}
