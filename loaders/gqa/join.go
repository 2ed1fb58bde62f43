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

// companionJoin joins a run with questions and scene graphs.
type companionJoin struct {
	rule      string                   // of GQA's answers
	questions *record.CompanionTable   // nil for none; the run may be the questions itself
	scenes    *record.CompanionTable   // nil for none
	tags      []string                 // of every example, from the files' names
	set       string                   // of POPE's questions, as their kind
	mme       bool                     // names of questions include their text
	sets      func() map[string]string // "hard" or "easy" by question, as folders say
}

const conventionOfBoxes = pictureBoxes + ", from the scene graphs"

var (
	questionFiles = record.CompanionFile{
		What: "questions", Flag: loaders.GoldFile, Missing: "GQA, POPE or MME questions", Without: "questions or gold",
		Is:      record.Either(areQuestions, areListed),
		Entries: byID, Asks: record.KeyOf("questionId", "question_id"),
		Left: "question", Blank: record.BlankOf("questionId", "question_id"), Official: "; GQA's evaluation rejects incomplete files",
		Counts: func(entry *record.Record) bool {
			return record.Truth(gjson.GetBytes(entry.Bytes, "isBalanced").String()) != loaders.Wrong
		},
		Agrees: func(rec *record.Record) record.EntryCheck {
			return asksPrompt(gjson.GetBytes(rec.Bytes, "prompt").String())
		},
	}
	sceneFiles = record.CompanionFile{What: "scene graphs", Flag: loaders.SceneFile, Is: areScenes, Entries: record.At("*", nil)}
)

// openFiles opens the files that predictions are joined with. The head of the questions decides
// whether the run is of POPE, MME or GQA, because the predictions look alike.
func (j *companionJoin) openFiles(o *record.RunBuilder) {
	if path := o.Find(questionFiles); path != "" {
		c, head := questionFiles, o.HeadOf(path)
		switch {
		case arePOPE(head):
			o.Run.Dataset, j.set = "POPE", popeSet(path)
		case areMMEQuestions(head):
			o.Run.Dataset, j.mme = "MME", true
			// Two questions of MME have one id, so their text is part of the name.
			c.Entries = record.At("", nameInMME("question"))
			c.Asks, c.Blank = nameInMME("prompt"), blankInMME
		default:
			j.tagOf(path)
		}
		j.questions = o.Joined(c, path)
	}
	j.findSets(o)
	j.openScenes(o)
}

func (j *companionJoin) tagOf(path string) {
	j.tags = loaders.Distinct([]string{setOf(path, "head", "tail"), setOf(path, "hard", "easy")})
}

func nameInMME(idKey string) record.EntryNamer {
	return func(rec *record.Record) string {
		found := gjson.GetManyBytes(rec.Bytes, "question_id", idKey)
		return mmeKey(found[0].String(), found[1].String())
	}
}

func blankInMME(name string) []byte {
	id, question, _ := strings.Cut(name, "\n")
	b, _ := json.Marshal(map[string]string{"question_id": id, "prompt": question}) // marshalling texts never fails
	return b
}

func byID(head []byte) (within string, id record.EntryNamer) {
	if areListed(head) {
		return "", byQuestion
	}
	return "*", nil
}

func asksPrompt(promptText string) record.EntryCheck {
	if promptText == "" {
		return nil
	}
	return func(entry *record.Record) bool {
		_, question, _ := strings.Cut(mmeKey("", record.KeyOf("question", "text")(entry)), "\n")
		return strings.Contains(strings.ToLower(promptText), strings.ToLower(question))
	}
}

// openScenes chooses the file of scene graphs by the pictures that the questions ask about. Without
// one the run has no boxes.
func (j *companionJoin) openScenes(o *record.RunBuilder) {
	c := sceneFiles
	c.Choose = func(_ string, paths []string) []string {
		return ChooseScenes(o.Context(), o.Source, o.Run, paths, func(rec *record.Record) string {
			var q question
			if !j.questions.Decode(questionFiles.Asks(rec), &q) {
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
func ChooseScenes(ctx context.Context, src *loaders.Source, run *loaders.Run, scenePaths []string,
	pictureNamer record.EntryNamer) []string {
	if len(scenePaths) < 2 {
		return scenePaths
	}
	c := record.CompanionFile{Asks: pictureNamer, Entries: sceneFiles.Entries}
	fits := c.FitTo(ctx, src, loaders.IfElse(areQuestions(src.Head), "*", ""))
	shareOf := func(path string) float64 {
		share, known := fits(path)
		return loaders.IfElse(known, share, 1/2.) // of a large one it is not known
	}
	best := slices.MaxFunc(scenePaths, func(a, b string) int { return cmp.Compare(shareOf(a), shareOf(b)) })
	run.ReportProblem("%d scene graph files beside the run; joined with %s, the one with the most pictures; use %s to name another",
		len(scenePaths), best, loaders.SceneFile)
	return []string{best}
}

func (j *companionJoin) askedExample(q *question, rec *record.Record) *loaders.Example {
	ex := q.exampleOf(rec, cmp.Or(rec.Key, string(q.ID)))
	if ex.ID == "" {
		rec.Problem("no question id; identified by its position in the file")
	}
	ex.Tags = append(ex.Tags, j.tags...)
	j.groundExample(rec, ex, q)
	return ex
}

func (j *companionJoin) groundExample(rec *record.Record, ex *loaders.Example, q *question) {
	if q.Image == "" {
		return
	}
	var s scene
	isDrawn := j.scenes.Decode(string(q.Image), &s)
	if !isDrawn {
		j.scenes.Misses(rec, "picture", string(q.Image), "shown without gold boxes")
		s = scene{}
	}
	im := s.imageOf(rec, string(q.Image))
	if isDrawn {
		q.setGold(rec, ex, &im, s.Objects, filepath.Base(j.scenes.Path))
	}
	ex.Images = []loaders.Image{im}
}

// findSets reads the hard and easy sets only when first asked: most runs have none.
func (j *companionJoin) findSets(o *record.RunBuilder) {
	j.sets = sync.OnceValue(func() map[string]string {
		sets := map[string]string{}
		for _, dir := range setFolders(o) {
			entries, err := fs.ReadDir(o.Source.Files, dir)
			set := filepath.Base(dir)
			if err != nil {
				o.Run.Problems.Report(dir, "%w; can't tell which questions are %s", err, set)
			}
			for _, e := range entries {
				if e.Type().IsRegular() && setOf(e.Name(), set) != "" {
					readSet(o, filepath.Join(dir, e.Name()), set, sets)
				}
			}
		}
		return sets
	})
}

func setFolders(o *record.RunBuilder) (dirs []string) {
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

func readSet(o *record.RunBuilder, path, setName string, setsByQuestion map[string]string) {
	if _, err := record.Look(o.Context(), record.PathInFile{Files: o.Source.Files, File: path}, func(rec *record.Record) bool {
		if id := byQuestion(rec); id != "" {
			setsByQuestion[id] = setName
		}
		return true
	}); err != nil {
		o.Run.Problems.Report(path, "%w; can't tell which questions are %s", err, setName)
	}
}

var byQuestion = record.KeyOf("question_id")
