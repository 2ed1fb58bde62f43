package steps

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
)

// JudgeVerdicts holds a judge's verdicts on chains.
type JudgeVerdicts struct {
	Name     string // of its file or folder
	Path     string
	verdicts map[string]*chainVerdicts // by id
	rule     string                    // by which its words were read, "" for none
	isSigned bool                      // -1 is among the labels
	problems loaders.Problems
}

// mostJudge bounds a file of a judge, in bytes.
const mostJudge = 256 << 20

// OpenJudge reads a judge's file, or all files of its folder: JSON Lines or a JSON list of objects
// with an id (id, record_id, uuid, example_id) and one of scores (a number from 0 to 1, or null, for each step),
// first_error or prediction (an index from 0, -1 for none, null where the answer could not be read),
// step_labels (a list, or an object by the chain's own index, of 1, 0 and -1 or of right, neutral and wrong; 0 in lists
// is wrong if none has -1) and generated_critique (texts, whose last \boxed{INDEX} is read, by majority); or the text of
// Who&When's predictions. It fails for a file without any.
func OpenJudge(fsys fs.FS, judgePath string) (*JudgeVerdicts, error) {
	paths, title, err := filesAt(fsys, judgePath)
	if err != nil {
		return nil, err
	}
	j := &JudgeVerdicts{Name: title, Path: judgePath, verdicts: map[string]*chainVerdicts{}}
	j.problems.CollectAll()      // a run decides how many it keeps
	passes := min(2, len(paths)) // so that one file's text is held at a time
	for pass := range passes {
		for _, p := range paths {
			b, err := record.ReadWhole(&loaders.Source{Files: fsys}, p, mostJudge)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", p, err)
			}
			lines := linesOf(b)
			if j.isSigned = j.isSigned || slices.ContainsFunc(lines, hasMinus); pass == passes-1 {
				j.addText(p, b, lines)
			}
		}
	}
	if len(j.verdicts) == 0 {
		return nil, fmt.Errorf("%s contains no judge verdicts: expected lines such as {\"id\": \"a\", \"first_error\": 2} "+
			"(a native run contains its own judge: score it without --judge)", judgePath)
	}
	return j, nil
}

// SplitJudges returns a folder's files, or else its folders, if two judge one example; otherwise the path itself.
func SplitJudges(fsys fs.FS, judgePath string) (judges []string) {
	paths, _, _ := filesAt(fsys, judgePath)
	seen, isShared := map[string]bool{}, false
	for _, p := range paths {
		judge, err := OpenJudge(fsys, p)
		if err != nil {
			continue
		}
		judges = append(judges, p)
		for id := range judge.verdicts {
			isShared = isShared || seen[id]
			seen[id] = true
		}
	}
	if isShared {
		return judges
	}
	return []string{judgePath}
}

// filesAt returns the file at a path, or those of a folder, and what the judge is called after them.
func filesAt(fsys fs.FS, judgePath string) (paths []string, title string, err error) {
	info, missing := fs.Stat(fsys, judgePath)
	if missing != nil || !info.IsDir() {
		//nolint:nilerr // opening the file says what is missing
		return []string{judgePath}, strings.TrimSuffix(filepath.Base(judgePath), filepath.Ext(judgePath)), nil
	}
	entries, err := fs.ReadDir(fsys, judgePath)
	var folders []string
	for _, e := range entries {
		switch name := path.Join(filepath.ToSlash(judgePath), e.Name()); {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			folders = append(folders, name)
		default:
			paths = append(paths, name)
		}
	}
	if paths == nil {
		paths = folders
	}
	return paths, filepath.Base(judgePath), err
}

var isLabelled = record.Keyed("step_labels:{, annotator")

// IsJudge reports whether a file, or the first in a folder, is a judge's whatever flag names it:
// predictions of Who&When, or labels of AgentProcessBench with an annotator.
func IsJudge(fsys fs.FS, judgePath string) bool {
	paths, _, err := filesAt(fsys, judgePath)
	if err != nil || len(paths) == 0 {
		return false
	}
	if paths[0] != judgePath {
		return IsJudge(fsys, paths[0])
	}
	src, err := files.OpenSource(fsys, paths[0])
	if err != nil {
		return false
	}
	defer src.Close()
	return isLabelled(src.Head) || prediction.Match(src.Head)
}

// linesOf returns a text's lines, or the elements of its list.
func linesOf(text []byte) [][]byte {
	list := gjson.ParseBytes(text)
	if !list.IsArray() {
		return bytes.Split(text, []byte("\n"))
	}
	return loaders.Map(list.Array(), func(one gjson.Result) []byte { return []byte(one.Raw) })
}

// hasMinus reports whether a step's label is -1.
func hasMinus(jsonLine []byte) (found bool) {
	gjson.GetBytes(jsonLine, "step_labels").ForEach(func(_, label gjson.Result) bool {
		found = label.Num == -1 || label.Str == "-1"
		return !found
	})
	return found
}

func (j *JudgeVerdicts) addText(filePath string, text []byte, lines [][]byte) {
	if found := readPredictions(string(text)); found != nil {
		for _, v := range found {
			j.add(v, filePath)
		}
		return
	}
	for i, line := range lines {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		v, err := j.readVerdicts(line)
		if err != nil {
			j.problems.Add(loaders.Problem{File: filePath, Line: i + 1}.Worded("%w; left out", err))
			continue
		}
		j.add(v, filePath)
	}
}

// add keeps the newest verdicts on an example, or the last ones.
func (j *JudgeVerdicts) add(v *chainVerdicts, filePath string) {
	if earlier := j.verdicts[v.id]; earlier != nil {
		j.problems.Add(loaders.Problem{File: filePath, Example: v.id}.Worded("judged twice; the newest verdict is used"))
		if v.stamp < earlier.stamp {
			return
		}
	}
	j.verdicts[v.id] = v
}

// verdictLine is a line of a judge's file.
type verdictLine struct {
	Scores     []any               `json:"scores"`
	First      json.RawMessage     `json:"first_error"`
	Prediction json.RawMessage     `json:"prediction"`
	Labels     json.RawMessage     `json:"step_labels"`
	Critique   record.LenientTexts `json:"generated_critique"`
	Agent      string              `json:"agent"`
	Reason     string              `json:"reason"`
	Updated    string              `json:"updated_at"`
	Explained  struct {
		Steps map[string]string `json:"steps"`
		Final string            `json:"final"`
	} `json:"explanations"`
}

var judgedID = record.KeyOf("id", "record_id", "uuid", "example_id")

func (j *JudgeVerdicts) readVerdicts(jsonLine []byte) (*chainVerdicts, error) {
	var in verdictLine
	rec := &record.Record{Bytes: jsonLine}
	if err := rec.Decode(&in); err != nil {
		return nil, err
	}
	v := &chainVerdicts{agent: in.Agent, reason: in.Reason + in.Explained.Final, stamp: in.Updated}
	if v.id = judgedID(rec); v.id == "" {
		return nil, errors.New("no id")
	}
	defer rec.Report(&j.problems, j.Path, v.id)
	var err error
	switch {
	case in.Scores != nil:
		v.scores = readScores(rec, in.Scores)
		if in.First != nil {
			rec.Problem("the judge has scores and first_error; its scores are used")
		}
	case in.Labels != nil:
		v.steps, err = readLabels(in.Labels, j.isSigned, func(kind string, args ...any) { rec.Problem("the judge: "+kind, args...) })
		v.isPlaced = bytes.HasPrefix(in.Labels, []byte("{"))
		v.why = map[int]string{}
		for key, text := range in.Explained.Steps {
			if i, err := strconv.Atoi(key); err == nil {
				v.why[i] = text
			}
		}
	case in.First != nil:
		v.first = readIndex(in.First)
		if v.first == nil && !silent.Match(in.First) {
			rec.Problem("first_error is %.40q, not an index or -1; counted as no verdict", in.First)
		}
	case in.Prediction != nil:
		_, v.reason = readCritiques(in.Critique)
		v.first = readIndex(in.Prediction)
	case in.Critique != nil:
		j.rule = `majority vote over the critiques' last \boxed{INDEX}`
		v.first, v.reason = readCritiques(in.Critique)
	default:
		err = errors.New("no scores, first_error, prediction, step_labels or generated_critique")
	}
	return v, err
}

// readScores keeps logits, because process reward models write them and the published results count them as they are.
func readScores(rec *record.Record, list []any) (scores []*float64) {
	isOutside := false
	for i, v := range list {
		x, isNumber := v.(float64)
		switch {
		case !isNumber && v != nil:
			rec.Problem("the judge's score %d is %.40q, not a number; left out", i, fmt.Sprint(v))
		case isNumber && (x < 0 || x > 1) && !isOutside:
			rec.Problem("a score of %v is not between 0 and 1; used as is", x)
			isOutside = true
		}
		scores = append(scores, loaders.IfElse(isNumber, &x, nil))
	}
	return scores
}

// silent matches what a judge writes without a verdict.
var silent = regexp.MustCompile(`^\s*(null|""|NaN)\s*$`)

// readLabels reads verdicts by index, of a list from 0, and leaves out null. It reports other words. Of an index that an
// object has again it takes the last label. A 0 in a list is wrong unless isSigned.
func readLabels(raw json.RawMessage, isSigned bool, reportProblem problemReporter) (map[int]loaders.Verdict, error) {
	labels := map[int]loaders.Verdict{}
	put := func(place int, label record.LenientText) {
		v, known := roles.VerdictOf(string(label), isSigned)
		switch {
		case label == "-1" && !isSigned:
			labels[place] = loaders.Wrong
			reportProblem("index %d is -1, but the rows checked on opening have no -1, so 0 counts as wrong", place)
		case known || strings.EqualFold(string(label), "neutral"):
			labels[place] = cmp.Or(v, loaders.Neutral)
		case label != "" && label != "unknown":
			reportProblem("the label %.40q is not right, wrong or neutral; the step at index %d has no mark", string(label), place)
		}
	}
	var list []record.LenientText
	var object record.OrderedObject[record.LenientText]
	switch {
	case json.Unmarshal(raw, &list) == nil:
		for i, label := range list {
			put(i, label)
		}
	case json.Unmarshal(raw, &object) == nil && object != nil:
		isSigned = true // AgentProcessBench's
		for _, entry := range object {
			i, err := strconv.Atoi(entry.Key)
			if err != nil {
				return nil, fmt.Errorf("invalid step number %q", entry.Key)
			}
			put(i, entry.Value)
		}
	case !bytes.Equal(raw, []byte("null")):
		return nil, errors.New("the labels are neither a list nor an object")
	}
	return labels, nil
}

var prediction = regexp.MustCompile(`(?m)^Prediction for (.+?)(?:\.json)?:\s*$`)

// readPredictions reads the text that Who&When's programs print: "Prediction for 12.json:", then
// lines of Agent Name, Step Number and Reason for Mistake. It returns nil for another text.
func readPredictions(jsonText string) (list []*chainVerdicts) {
	found := prediction.FindAllStringSubmatchIndex(jsonText, -1)
	for k, at := range found {
		end := len(jsonText)
		if k+1 < len(found) {
			end = found[k+1][0]
		}
		v := &chainVerdicts{id: jsonText[at[2]:at[3]]}
		for line := range strings.Lines(jsonText[at[1]:end]) {
			key, value, _ := strings.Cut(strings.Trim(line, "*- \r\n"), ":")
			value = strings.Trim(value, "* \r\n")
			switch strings.TrimSpace(key) {
			case "Agent Name":
				v.agent = value
			case "Step Number":
				v.first = nil
				if n, ok := numberIn(value); ok {
					v.first = &n
				}
			case "Reason for Mistake", "Reason":
				v.reason = value
			}
		}
		list = append(list, v)
	}
	return list
}

// Join makes run the judge's: its examples' modules have the judge's verdicts as outputs. It waits
// for all records, and reports ids that match nothing and examples that the judge lacks.
func (j *JudgeVerdicts) Join(ctx context.Context, run *loaders.Run) error {
	if err := run.Wait(ctx, math.MaxInt); err != nil {
		return err
	}
	known, lacks := map[string]bool{}, 0
	for i := range run.Len() {
		id := run.Row(i).ID
		known[id] = true
		if j.verdicts[id] == nil {
			lacks++
		}
	}
	j.problems.ForwardTo(&run.Problems)
	unknown := loaders.Filter(loaders.SortedKeys(j.verdicts), func(id string) bool { return !known[id] })
	if len(unknown) == len(j.verdicts) {
		return fmt.Errorf("--judge %s: none of the judge's ids match an example of %s (%s)", j.Path, run.Path, record.Listed(unknown, 3))
	}
	if len(unknown) > 0 {
		run.Problems.Report(j.Path, "%s from the judge without a matching example: %s; left out", loaders.Count(len(unknown), "id"),
			record.Listed(unknown, 3))
	}
	if lacks > 0 {
		run.Problems.Report(j.Path, "the judge has no verdict on %d of %d examples", lacks, run.Len())
	}
	if j.rule != "" {
		run.Note = strings.TrimSpace(run.Note + " read as: " + j.rule)
	}
	run.Name, run.Model, run.Judge, run.Cache = j.Name, j.Name, j.Path, nil
	run.Alter(func(ex *loaders.Example) *loaders.Example {
		judged := *ex
		judged.Program = slices.Clone(ex.Program)
		if len(judged.Program) > 0 {
			judged.Program[0].Children = slices.Clone(judged.Program[0].Children)
		}
		addVerdicts(&judged, j.verdicts[ex.ID], j.Name, func(kind string, args ...any) {
			run.Problems.Add(loaders.Problem{File: j.Path, Example: ex.ID}.Worded(kind, args...))
		})
		return &judged
	})
	return nil
}
