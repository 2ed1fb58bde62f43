package site

import (
	"faithscope/loaders"
	"faithscope/scoring/table"
)

// data holds what the page shows, as one JSON object. Its texts are clean. The script rounds
// no number: what a person reads is a text from here.
type data struct {
	Title    string       `json:"title"`
	Settings string       `json:"settings"` // and when and by which version the page was made
	Runs     []run        `json:"runs"`
	Scores   []table.Page `json:"scores"`          // what `faithscope score` prints, a part for each run
	Tests    []table.Page `json:"tests,omitempty"` // what `faithscope compare` prints, for two runs or more
	Left     int          `json:"left,omitempty"`  // how many examples of the longest run are not here
	Pictures []picture    `json:"pictures"`
	Texts    []text       `json:"texts"`
	// Examples has for each example an answer of every run, nil where the run does not
	// have it: in the order of the first run, and then those of the later runs alone.
	Examples [][]*answer `json:"examples"`
}

// run is a row of the list of runs.
type run struct {
	Name     string `json:"name"`
	About    string `json:"about"`
	Note     string `json:"note,omitempty"`
	Examples int    `json:"examples"`
	Right    share  `json:"right"`
	Faithful share  `json:"faithful"`
	Suspect  share  `json:"suspect"` // right, but not faithful, of those with both verdicts
}

// share is how many of how many, with the percentage as a text, "–" for none of none.
type share struct {
	N    int    `json:"n"`
	Of   int    `json:"of"`
	Text string `json:"text"`
}

// answer is an example under one run.
type answer struct {
	ID           string      `json:"id"`
	Question     string      `json:"q,omitempty"`
	Kind         string      `json:"k,omitempty"`
	Predicted    string      `json:"a,omitempty"`
	Gold         string      `json:"g,omitempty"`
	Verdict      string      `json:"v"`            // right, wrong, unknown or unanswered
	Faithfulness *float64    `json:"f,omitempty"`  // nil for undefined
	Short        string      `json:"s,omitempty"`  // the number as a list shows it
	Against      string      `json:"ag,omitempty"` // the number beside its bar, or why there is none
	Faithful     string      `json:"y,omitempty"`  // right, wrong or unknown
	Culprit      *int        `json:"c,omitempty"`  // a module; nil for none
	Marks        string      `json:"mk,omitempty"`
	Notes        []string    `json:"nt,omitempty"`
	Pictures     []int       `json:"im,omitempty"`
	Text         *int        `json:"tx,omitempty"`
	Tokens       []string    `json:"tk,omitempty"` // of the question, if a row is over them
	Classes      [][2]string `json:"p,omitempty"`  // the possible answers and their probabilities
	Modules      []module    `json:"m,omitempty"`
	Rows         []row       `json:"r,omitempty"`
	Broken       string      `json:"b,omitempty"` // why the record cannot be read
}

// module is a node of a program.
type module struct {
	Label    string         `json:"l"`
	Type     string         `json:"t,omitempty"` // of those that are scored
	Children []int          `json:"ch,omitzero"` // nil for the next module alone
	Output   string         `json:"o,omitempty"`
	Gold     string         `json:"g,omitempty"` // a value or a text
	Score    string         `json:"s,omitempty"`
	Cause    string         `json:"w,omitempty"`
	Notes    string         `json:"nt,omitempty"`
	Boxes    []boxes        `json:"b,omitempty"`  // one for each picture
	Spans    []loaders.Span `json:"gs,omitempty"` // gold, over the text
	Tokens   []int          `json:"k,omitempty"`  // levels of the text's tokens
	Options  [][2]string    `json:"p,omitempty"`
}

// boxes holds what a module predicts on a picture.
type boxes struct {
	Levels    []int `json:"p,omitempty"` // of the proposals
	Predicted []int `json:"t,omitempty"` // places among the picture's proposals
	Hits      []int `json:"h,omitempty"` // places of the predictions that are aligned with gold
	Gold      []int `json:"g,omitempty"` // boxes, of which the first Found are aligned with a prediction
	Found     int   `json:"n,omitempty"`
	Judged    bool  `json:"j,omitempty"` // whether there is gold to be aligned with
}

// row has a level for each token or sentence.
type row struct {
	Name   string             `json:"n"`
	Over   loaders.ScoredText `json:"o"`            // "text", "sentences", "question", or anything with tokens of its own
	Tokens []string           `json:"tk,omitempty"` // its own
	Levels []int              `json:"s"`
	Signed bool               `json:"sg,omitempty"` // the level in the middle is 0
	People bool               `json:"pe,omitempty"` // it is what people say, or a data set's definition
}

// picture is a picture and the proposals on it.
type picture struct {
	File   string   `json:"f,omitempty"` // in the folder of pictures, "" if it is missing
	Width  int      `json:"w,omitempty"`
	Height int      `json:"h,omitempty"`
	Boxes  []int    `json:"b,omitempty"`
	Labels []string `json:"l,omitempty"`
	Left   int      `json:"n,omitempty"` // how many proposals are not shown
	Gold   []int    `json:"g,omitempty"` // for the question as a whole
}

// text is a passage.
type text struct {
	Tokens    []string       `json:"t"`
	Sentences []loaders.Span `json:"s,omitempty"`
}

func levelsOf(numbers []float64, low, high float64) []int {
	return loaders.Map(numbers, func(x float64) int { return nearestStep((x-low)/(high-low), 100) })
}

// cornersOf returns left, top, width and height of the boxes of an image, in pixels or, in a larger
// picture and in one of unknown size, in thousandths of its sides. A box that cannot be placed has no
// size.
func cornersOf(im *loaders.Image, list []loaders.Box) (all []int) {
	across, down := gridSteps(im.Width), gridSteps(im.Height)
	for _, box := range list {
		box, _ = im.Fractions(box)
		x, y := nearestStep(box.X0, across), nearestStep(box.Y0, down)
		all = append(all, x, y, max(nearestStep(box.X1, across)-x, 0), max(nearestStep(box.Y1, down)-y, 0))
	}
	return all
}

func gridSteps(side int) int {
	if side <= 0 {
		return 1000
	}
	return min(side, 1000)
}

// nearestStep returns the step, from 0 to steps, nearest to a fraction of a side; 0 for a NaN.
func nearestStep(x float64, steps int) int {
	if !(x > 0) { // a NaN, too
		return 0
	}
	return int(min(x, 1)*float64(steps) + .5)
}
