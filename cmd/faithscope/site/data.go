package site

import (
	"faithscope/loaders"
	"faithscope/scoring/table"
)

// pageData is the page's JSON object. Its texts are clean. The script rounds no number: people read
// texts from here.
type pageData struct {
	Title    string              `json:"title"`
	Settings string              `json:"settings"` // with time and version
	Runs     []pageRun           `json:"runs"`
	Scores   []table.PrintedPage `json:"scores"`          // of `faithscope score`, by run
	Tests    []table.PrintedPage `json:"tests,omitempty"` // of `faithscope compare`
	Left     int                 `json:"left,omitempty"`  // omitted examples of the longest run
	Pictures []pagePicture       `json:"pictures"`
	Texts    []passageText       `json:"texts"`
	// Examples has for each example an answer of every run, nil if the run lacks it: in the order
	// of the first run, then those that only later runs have.
	Examples [][]*exampleAnswer `json:"examples"`
}

type pageRun struct {
	Name     string       `json:"name"`
	About    string       `json:"about"`
	Note     string       `json:"note,omitempty"`
	Examples int          `json:"examples"`
	Right    countedShare `json:"right"`
	Faithful countedShare `json:"faithful"`
	Suspect  countedShare `json:"suspect"` // right but unfaithful
}

// countedShare is a fraction with the percentage as text, "–" for none of none.
type countedShare struct {
	N    float64 `json:"n"` // partial credit counts in part
	Of   int     `json:"of"`
	Text string  `json:"text"`
}

type exampleAnswer struct {
	ID           string         `json:"id"`
	Question     string         `json:"q,omitempty"`
	Kind         string         `json:"k,omitempty"`
	Predicted    string         `json:"a,omitempty"`
	Gold         string         `json:"g,omitempty"`
	Verdict      string         `json:"v"`            // right, wrong, unknown or unanswered
	Faithfulness *float64       `json:"f,omitempty"`  // nil for undefined
	Short        string         `json:"s,omitempty"`  // for lists
	Against      string         `json:"ag,omitempty"` // beside the bar, or why there is none
	Faithful     string         `json:"y,omitempty"`  // right, wrong or unknown
	Culprit      *int           `json:"c,omitempty"`
	Marks        string         `json:"mk,omitempty"`
	Notes        []string       `json:"nt,omitempty"`
	Pictures     []int          `json:"im,omitempty"`
	Text         *int           `json:"tx,omitempty"`
	Tokens       []string       `json:"tk,omitempty"` // of the question, if rows need them
	Classes      [][2]string    `json:"p,omitempty"`  // answers and probabilities
	Modules      []answerModule `json:"m,omitempty"`
	Rows         []heatRow      `json:"r,omitempty"`
	Broken       string         `json:"b,omitempty"` // why the record can't be read
}

type answerModule struct {
	Label    string         `json:"l"`
	Type     string         `json:"t,omitempty"` // if scored
	Children []int          `json:"ch,omitzero"` // nil: only the next module
	Output   string         `json:"o,omitempty"`
	Gold     string         `json:"g,omitempty"`
	Score    string         `json:"s,omitempty"`
	Cause    string         `json:"w,omitempty"`
	Notes    string         `json:"nt,omitempty"`
	Boxes    []alignedBoxes `json:"b,omitempty"` // by picture
	Spans    []loaders.Span `json:"gs,omitempty"`
	Tokens   []int          `json:"k,omitempty"` // levels by token
	Options  [][2]string    `json:"p,omitempty"`
}

type alignedBoxes struct {
	Levels    []int `json:"p,omitempty"` // of the proposals
	Predicted []int `json:"t,omitempty"` // indices into the proposals
	Hits      []int `json:"h,omitempty"` // indices of the predictions aligned with gold
	Gold      []int `json:"g,omitempty"` // the first Found are aligned
	Found     int   `json:"n,omitempty"`
	Judged    bool  `json:"j,omitempty"` // has gold to align with
}

type heatRow struct {
	Name   string             `json:"n"`
	Over   loaders.ScoredText `json:"o"` // "text", "sentences", "question", or anything with tokens of its own
	Tokens []string           `json:"tk,omitempty"`
	Levels []int              `json:"s"`
	Signed bool               `json:"sg,omitempty"` // the middle level is 0
	People bool               `json:"pe,omitempty"` // annotated, or a data set's definition
}

type pagePicture struct {
	File   string   `json:"f,omitempty"` // in the picture folder; "" if missing
	Width  int      `json:"w,omitempty"`
	Height int      `json:"h,omitempty"`
	Boxes  []int    `json:"b,omitempty"`
	Labels []string `json:"l,omitempty"`
	Left   int      `json:"n,omitempty"` // omitted proposals
	Gold   []int    `json:"g,omitempty"` // of the whole question
}

type passageText struct {
	Tokens    []string       `json:"t"`
	Sentences []loaders.Span `json:"s,omitempty"`
}

func levelsOf(numbers []float64, lowestNumber, highestNumber float64) []int {
	return loaders.Map(numbers, func(x float64) int { return nearestStep((x-lowestNumber)/(highestNumber-lowestNumber), 100) })
}

// cornersOf returns left, top, width and height as whole numbers, which take fewer bytes: pixels or,
// in a larger picture or one of unknown size, thousandths of its sides. A box that can't be placed has
// no size.
func cornersOf(im *loaders.Image, boxList []loaders.Box) (all []int) {
	across, down := gridSteps(im.Width), gridSteps(im.Height)
	for _, box := range boxList {
		box, _ = im.Fractions(box)
		x, y := nearestStep(box.X0, across), nearestStep(box.Y0, down)
		all = append(all, x, y, max(nearestStep(box.X1, across)-x, 0), max(nearestStep(box.Y1, down)-y, 0))
	}
	return all
}

func gridSteps(sideLength int) int {
	if sideLength <= 0 {
		return 1000
	}
	return min(sideLength, 1000)
}

func nearestStep(x float64, stepCount int) int {
	if !(x > 0) { // NaN too
		return 0
	}
	return int(min(x, 1)*float64(stepCount) + .5)
}
