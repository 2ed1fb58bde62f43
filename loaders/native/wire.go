package native

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// version is the format's version that is read and written.
const version = 1

// The types of this file are the lines of the format, as package json reads
// and writes them. omitzero is used instead of omitempty where an empty list
// has a meaning of its own: that an annotator found nothing.

type header struct {
	Version int    `json:"faithscope"`
	Run     Header `json:"run"`
}

type example struct {
	ID       lenientText  `json:"id"`
	Question string       `json:"question"`
	Tokens   []string     `json:"tokens,omitempty"`
	Answer   *answer      `json:"answer,omitempty"`
	Images   []image      `json:"images,omitempty"`
	Passage  *passage     `json:"passage,omitempty"`
	Program  []moduleNode `json:"program,omitempty"`
	Gold     []moduleNode `json:"gold_program,omitempty"`
	Steps    []moduleNode `json:"steps,omitempty"`
	Logical  string       `json:"logical,omitempty"`
	Kind     string       `json:"kind,omitempty"`
	Tags     []string     `json:"tags,omitempty"`
	Groups   []string     `json:"groups,omitempty"`
	Entailed []string     `json:"entailed,omitempty"`
	explanations
	Pair         bool                   `json:"pair,omitempty"`
	Meta         map[string]lenientText `json:"meta,omitempty"`
	Attributions []attribution          `json:"attributions,omitempty"`
	Rationales   []rationale            `json:"rationales,omitempty"`
	Broken       string                 `json:"broken,omitempty"`
}

// explanations are people's reasons for the answer.
type explanations struct {
	Explanation       string   `json:"explanation,omitempty"`
	ExplanationTokens []string `json:"explanation_tokens,omitzero"`
	Explanations      []string `json:"explanations,omitempty"`
}

type answer struct {
	Predicted   json.RawMessage                 `json:"predicted,omitempty"` // null where the model should have given an answer
	Gold        goldAnswers                     `json:"gold,omitempty"`
	Correct     json.RawMessage                 `json:"correct,omitempty"` // null where the file says that it is unknown
	Credit      *record.LenientNumber           `json:"credit,omitempty"`
	Probability *record.LenientNumber           `json:"probability,omitempty"`
	Classes     optionList                      `json:"classes,omitzero"`
	Scores      map[string]record.LenientNumber `json:"scores,omitempty"`
}

// Options or classes with their probabilities.
type (
	optionList = record.OrderedObject[record.LenientNumber]
	option     = record.ObjectEntry[record.LenientNumber]
)

// verdictOf returns a verdict as it is written, nil if the answers imply it. Null is written for an
// unknown verdict that the answers would otherwise decide.
func verdictOf(a *loaders.Answer) json.RawMessage {
	switch {
	case a.Correct == loaders.Right:
		return json.RawMessage("true")
	case a.Correct == loaders.Wrong:
		return json.RawMessage("false")
	case a.Correct == loaders.Unanswered && !a.LacksPrediction():
		return json.RawMessage(`"unanswered"`)
	case sameAnswer(a.Predicted, a.Gold) == loaders.Unknown:
		return nil
	}
	return json.RawMessage("null")
}

// goldAnswers is an answer, or a list of answers that are all right.
type goldAnswers []string

func (list *goldAnswers) UnmarshalJSON(b []byte) error {
	all, err := record.Several[answerText](b)
	*list = all
	return err
}

func (list goldAnswers) MarshalJSON() ([]byte, error) {
	return json.Marshal(strings.Join(list, " or "))
}

// sameAnswer is Unknown if the prediction or all correct answers are blank. JSON's true is Python's True, other answers
// have to be equal. native may not import package rules, which has the other comparisons.
func sameAnswer(predictedAnswer string, rightAnswers ...string) loaders.Verdict {
	predictedAnswer = strings.TrimSpace(predictedAnswer)
	known, same := false, false
	for _, g := range rightAnswers {
		g = strings.TrimSpace(g)
		known = known || g != ""
		same = same || g == predictedAnswer || record.Truth(g) != loaders.Unknown && strings.EqualFold(g, predictedAnswer)
	}
	if predictedAnswer == "" || !known {
		return loaders.Unknown
	}
	return loaders.VerdictOf(same)
}

type image struct {
	Path      string                  `json:"path,omitempty"`
	Width     int                     `json:"width,omitempty"`
	Height    int                     `json:"height,omitempty"`
	Units     string                  `json:"box_units,omitempty"`
	Proposals []record.LenientNumbers `json:"proposals,omitempty"`
	Labels    []string                `json:"labels,omitempty"`
	Gold      []record.LenientNumbers `json:"gold,omitzero"`
	Likely    *likelihoods            `json:"likelihoods,omitempty"`
}

type likelihoods struct {
	Attributes map[string]record.LenientNumbers   `json:"attributes,omitempty"`
	Relations  map[string][]record.LenientNumbers `json:"relations,omitempty"`
}

type passage struct {
	Text      string     `json:"text,omitempty"`
	Tokens    []string   `json:"tokens,omitempty"`
	Sentences [][]int    `json:"sentences,omitempty"`
	Documents []document `json:"documents,omitempty"`
	Dates     [][]int    `json:"dates,omitempty"` // start, end, year, month, day
}

type document struct {
	Name   string `json:"name"`
	Tokens []int  `json:"tokens"`
}

type moduleNode struct {
	Op        string                `json:"op"`
	Name      string                `json:"name,omitempty"`
	Text      string                `json:"text,omitempty"`
	Arguments json.RawMessage       `json:"arguments,omitempty"`
	Attention record.LenientNumbers `json:"attention,omitempty"`
	Children  []int                 `json:"children,omitempty"`
	Output    *output               `json:"output,omitempty"`
	Gold      *moduleGold           `json:"gold,omitempty"`
	Derived   bool                  `json:"derived,omitempty"`
	Error     string                `json:"error,omitempty"`
	Seconds   *record.LenientNumber `json:"seconds,omitempty"`
	Place     *int                  `json:"place,omitempty"`
}

type output struct {
	Boxes   []record.LenientNumbers `json:"boxes,omitzero"`
	Tokens  record.LenientNumbers   `json:"tokens,omitzero"`
	Number  *uncertainNumber        `json:"number,omitempty"`
	Truth   *record.LenientNumber   `json:"truth,omitempty"`
	Options optionList              `json:"options,omitzero"`
	// Detected has the module's own boxes, per image.
	Detected [][]detectedObject   `json:"detected,omitzero"`
	Text     *string              `json:"text,omitempty"`
	JSON     json.RawMessage      `json:"json,omitempty"`
	Verdict  *loaders.StepOpinion `json:"verdict,omitempty"`
}

type detectedObject struct {
	Box         record.LenientNumbers `json:"box"`
	Probability *record.LenientNumber `json:"probability,omitempty"`
	Label       string                `json:"label,omitempty"`
}

type uncertainNumber struct {
	Mean *record.LenientNumber `json:"mean"`
	Var  record.LenientNumber  `json:"var"`
}

type moduleGold struct {
	Boxes   [][]record.LenientNumbers `json:"boxes,omitzero"`
	Crowds  [][]record.LenientNumbers `json:"crowds,omitzero"`
	Spans   [][]int                   `json:"spans,omitzero"`
	Value   *record.LenientNumber     `json:"value,omitempty"`
	Text    *string                   `json:"text,omitempty"`
	Verdict *loaders.StepOpinion      `json:"verdict,omitempty"`
	Source  string                    `json:"source,omitempty"`
	Merged  []int                     `json:"merged,omitempty"`
}

type attribution struct {
	Name          string               `json:"name"`
	Class         string               `json:"class,omitempty"`
	Over          loaders.ScoredText   `json:"over,omitempty"`
	Tokens        []string             `json:"tokens,omitempty"`
	Scores        tokenScores          `json:"scores"`
	Signed        bool                 `json:"signed,omitempty"`
	Seconds       record.LenientNumber `json:"seconds,omitzero"`
	Calls         int                  `json:"calls,omitempty"`
	Interventions *interventions       `json:"interventions,omitempty"`
}

// tokenScores are the scores of an attribution, null for a token without one.
type tokenScores struct {
	record.LenientNumbers
	nulls int
}

func (w *tokenScores) UnmarshalJSON(b []byte) error {
	w.nulls = bytes.Count(b, []byte("null"))
	return w.LenientNumbers.UnmarshalJSON(b)
}

type interventions struct {
	Remove string `json:"remove"`
	Over   string `json:"over"`
	erasure
	Random []erasure `json:"random,omitempty"`
}

type erasure struct {
	Order     []int                   `json:"order"`
	Deletion  []record.LenientNumbers `json:"deletion"`
	Insertion []record.LenientNumbers `json:"insertion"`
}

type rationale struct {
	Name     string                `json:"name"`
	Over     loaders.ScoredText    `json:"over,omitempty"`
	Answer   string                `json:"answer,omitempty"`
	Tokens   []string              `json:"tokens,omitempty"`
	Scores   record.LenientNumbers `json:"scores,omitempty"`
	Spans    [][]int               `json:"spans,omitzero"`
	Sentence *int                  `json:"sentence,omitempty"`
}

// lenientText is a string; null is "", any other JSON value is taken as written (3, true, ["a", "b"]).
type lenientText string

// UnmarshalJSON implements [json.Unmarshaler].
func (t *lenientText) UnmarshalJSON(b []byte) error {
	*t = lenientText(asText(b))
	return nil
}

func asText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(bytes.TrimSpace(raw))
}

// answerText is lenientText, but writes a number in one way, so that 3.0 is 3.
type answerText string

// UnmarshalJSON implements [json.Unmarshaler].
func (t *answerText) UnmarshalJSON(b []byte) error {
	*t = answerText(asAnswer(b))
	return nil
}

// asAnswer leaves numbers as they are written from mostExact on, because floats would change them.
func asAnswer(raw json.RawMessage) string {
	const mostExact = 1e15
	text := asText(raw)
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || raw[0] == '"' || !(math.Abs(x) < mostExact):
		return text
	case x == 0: // also -0.0
		return "0"
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// Header names a run. All of it is optional.
type Header struct {
	Name    string `json:"name,omitempty"`
	Model   string `json:"model,omitempty"`
	Dataset string `json:"dataset,omitempty"`
	Note    string `json:"note,omitempty"`
	Created string `json:"created,omitempty"` // a date, in any form
	Gold    string `json:"gold,omitempty"`    // where gold came from
	// BoxFormat is "xyxy" or "xywh", "" for xyxy.
	BoxFormat string `json:"box_format,omitempty"`
	// BoxUnits is "fraction" (0..1 of the image) or "pixels", "" for fraction.
	BoxUnits string `json:"box_units,omitempty"`
	// ImageRoot is the folder of the images' paths, relative to the file's own and inside it; ""
	// for that folder.
	ImageRoot string `json:"image_root,omitempty"`
	// Facts are further facts about the run: its method, seed, size.
	Facts map[string]lenientText `json:"facts,omitempty"`
	// Scored names the attributions that are scored, each as a run of its own; nil scores the first
	// in one run.
	Scored []string `json:"scored,omitempty"`
}

func textsAs[To, From ~string](textsByName map[string]From) (to map[string]To) {
	for name, text := range textsByName {
		putValue(&to, name, To(text))
	}
	return to
}

func putValue[V any](targetMap *map[string]V, mapKey string, value V) {
	if *targetMap == nil {
		*targetMap = map[string]V{}
	}
	(*targetMap)[mapKey] = value
}
