package gqa

import (
	"cmp"
	"context"
	"encoding/json"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
)

// join joins a run with questions and scene graphs.
type join struct {
	rule      string                   // of GQA's answers
	questions *record.CompanionTable   // nil for none; the run may be the questions itself
	scenes    *record.CompanionTable   // nil for none
	tags      []string                 // of every example, from the files' names
	set       string                   // of POPE's questions, as their kind
	mme       bool                     // names of questions include their text
	sets      func() map[string]string // "hard" or "easy" by question, as folders say
}

const conventionOfBoxes = pictureBoxes + ", of the scene graphs"

var (
	questionFiles = record.Companion{
		What: "questions", Flag: loaders.GoldFile, Missing: "questions of GQA, POPE or MME", Without: "questions and without gold",
		Is: func(head []byte) bool {
			return areQuestions(head) || arePreprocessed(head) || arePOPE(head) || areMMEQuestions(head)
		},
		Entries: byID, Asks: record.KeyOf("questionId", "question_id"),
		Left: "question", Blank: record.BlankOf("questionId", "question_id"), Official: "; GQA's evaluation refuses such a file",
		Counts: func(entry *record.Record) bool { return gjson.GetBytes(entry.Bytes, "isBalanced").Raw != "false" },
		Agrees: func(rec *record.Record) record.Check {
			return asksPrompt(gjson.GetBytes(rec.Bytes, "prompt").String())
		},
	}
	sceneFiles = record.Companion{What: "scene graphs", Flag: loaders.SceneFile, Is: areScenes, Entries: record.At("*", nil)}
)

// openFiles opens the files that predictions are joined with. The head of the questions decides
// whether the run is of POPE, MME or GQA, because the predictions look alike.
func (j *join) openFiles(o *record.Opening) {
	if path := o.Find(questionFiles); path != "" {
		c := questionFiles
		head := o.HeadOf(path)
		if areMMEQuestions(head) {
			// Two questions of MME have one id, so their text is part of the name.
			c.Entries = record.At("", nameInMME("question"))
			c.Asks, c.Blank = nameInMME("prompt"), blankInMME
		}
		j.questions = o.Joined(c, path)
		switch {
		case arePOPE(head):
			o.Run.Dataset, j.set = "POPE", popeSet(path)
		case areMMEQuestions(head):
			o.Run.Dataset, j.mme = "MME", true
		default:
			j.tagOf(path)
		}
	}
	j.findSets(o)
	j.openScenes(o)
}

func (j *join) tagOf(path string) {
	j.tags = append(j.tags, loaders.Distinct([]string{setOf(path, "head", "tail"), setOf(path, "hard", "easy")})...)
}

func nameInMME(key string) record.Naming {
	return func(rec *record.Record) string {
		found := gjson.GetManyBytes(rec.Bytes, "question_id", key)
		return mmeKey(found[0].String(), found[1].String())
	}
}

func blankInMME(name string) []byte {
	id, question, _ := strings.Cut(name, "\n")
	b, _ := json.Marshal(map[string]string{"question_id": id, "prompt": question}) // marshalling texts never fails
	return b
}

func byID(head []byte) (within string, id record.Naming) {
	if arePreprocessed(head) || arePOPE(head) || areMMEQuestions(head) {
		return "", byQuestion
	}
	return "*", nil
}

func asksPrompt(prompt string) record.Check {
	if prompt == "" {
		return nil
	}
	return func(entry *record.Record) bool {
		found := gjson.GetManyBytes(entry.Bytes, "question", "text")
		_, question, _ := strings.Cut(mmeKey("", cmp.Or(found[0].String(), found[1].String())), "\n")
		return strings.Contains(strings.ToLower(prompt), strings.ToLower(question))
	}
}

// openScenes finds and opens the scene graphs; without them the run has no boxes.
func (j *join) openScenes(o *record.Opening) {
	c := sceneFiles
	c.Choose = func(_ string, paths []string) []string {
		return ChooseScenes(o.Context(), o.Source, o.Run, paths, func(rec *record.Record) string {
			var q question
			if j.questions == nil || !j.questions.Decode(questionFiles.Asks(rec), &q) {
				return record.KeyOf("imageId")(rec)
			}
			return string(q.Image)
		})
	}
	if j.scenes = o.Join(c); j.scenes == nil {
		o.Run.Boxes = ""
	} else if j.rule != "" {
		o.Run.Graphs = j.scenes.Path
	}
}

// ChooseScenes returns of several files of scene graphs the one with most of the pictures that a
// run's records ask for, and reports it; fewer than two are returned unchanged.
func ChooseScenes(ctx context.Context, src *loaders.Source, run *loaders.Run, paths []string, picture record.Naming) []string {
	if len(paths) < 2 {
		return paths
	}
	c := record.Companion{Asks: picture, Entries: sceneFiles.Entries}
	fits := c.FitTo(ctx, src, loaders.IfElse(areQuestions(src.Head), "*", ""))
	shareOf := func(path string) float64 {
		share, known := fits(path)
		return loaders.IfElse(known, share, 1/2.) // of a large one it is not known
	}
	best := slices.MaxFunc(paths, func(a, b string) int { return cmp.Compare(shareOf(a), shareOf(b)) })
	run.ReportProblem("%d files of scene graphs beside it; joined with %s, which has most of its pictures; %s names another",
		len(paths), best, loaders.SceneFile)
	return []string{best}
}

func (j *join) askedExample(q *question, rec *record.Record) *loaders.Example {
	ex := q.exampleOf(rec, cmp.Or(rec.Key, string(q.ID)))
	if ex.ID == "" {
		rec.Problem("no id of a question; named after its place in the file")
	}
	ex.Tags = append(ex.Tags, j.tags...)
	j.groundExample(rec, ex, q)
	return ex
}

// groundExample sets ex.Images to the picture of q, and gold boxes from its scene graph. A picture
// that the graphs lack is a problem and has no gold.
func (j *join) groundExample(rec *record.Record, ex *loaders.Example, q *question) {
	var s *scene
	source := ""
	if j.scenes != nil && q.Image != "" {
		s = &scene{}
		if !j.scenes.Decode(string(q.Image), s) {
			j.scenes.Misses(rec, "picture", string(q.Image), "shown without gold boxes")
			s = nil
		}
		source = filepath.Base(j.scenes.Path)
	}
	q.groundPicture(rec, ex, s, source)
	for i := range ex.Images {
		ex.Images[i].Path = rec.Picture(ex.Images[i].Path)
	}
}

// findSets sets j.sets, which reads the hard and easy sets beside the run once, when first asked:
// most runs have none.
func (j *join) findSets(o *record.Opening) {
	j.sets = sync.OnceValue(func() map[string]string {
		sets := map[string]string{}
		for _, dir := range setFolders(o) {
			entries, err := fs.ReadDir(o.Source.Files, dir)
			if err != nil {
				o.Run.Problems.Report(dir, "%w; its questions are not known to be %s", err, filepath.Base(dir))
			}
			for _, e := range entries {
				if e.Type().IsRegular() && setOf(e.Name(), filepath.Base(dir)) != "" {
					readSet(o, filepath.Join(dir, e.Name()), filepath.Base(dir), sets)
				}
			}
		}
		return sets
	})
}

func setFolders(o *record.Opening) (dirs []string) {
	isSet := func(e fs.DirEntry) bool { return e.IsDir() && (e.Name() == "hard" || e.Name() == "easy") }
	for _, dir := range files.Beside(o.Source, func(_ string, e fs.DirEntry) bool { return isSet(e) || e.IsDir() && e.Name() == "sets" }) {
		if filepath.Base(dir) != "sets" {
			dirs = append(dirs, dir)
			continue
		}
		entries, _ := fs.ReadDir(o.Source.Files, dir) // it may hold anything
		for _, e := range entries {
			if isSet(e) {
				dirs = append(dirs, filepath.Join(dir, e.Name()))
			}
		}
	}
	return dirs
}

func readSet(o *record.Opening, path, set string, sets map[string]string) {
	if _, err := record.Look(o.Context(), record.Place{Files: o.Source.Files, File: path}, func(rec *record.Record) bool {
		if id := byQuestion(rec); id != "" {
			sets[id] = set
		}
		return true
	}); err != nil {
		o.Run.Problems.Report(path, "%w; its questions are not known to be %s", err, set)
	}
}

var byQuestion = record.KeyOf("question_id")
