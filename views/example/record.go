package example

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor"
	"faithscope/scoring/executor/ask"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/marks"
	"faithscope/scoring/protocols/steps"
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// scoredExample is the example as read, with its score under the session's settings.
type scoredExample struct {
	s   *views.Session
	run int // in the session
	loadedExample
	score     *scoring.ExampleScore
	facts     []exampleFact // of this run's example only
	raw       []exampleFact // of the example, below what other runs did
	elsewhere otherCopies
	latest    latestRequests
	// asked is a question of one's own about the picture of latest.source, "" for none.
	asked string
}

// otherCopies holds what other runs and people have of the example.
type otherCopies struct {
	places []int                       // in every run, -1 where it lacks the example
	asked  []int                       // places read or being read
	list   []evidence.ExampleVersion   // of other runs
	books  map[string]*marks.MarksBook // of other annotators of the run
}

// latestRequests holds what was requested last. number counts requests for examples, inquiry
// questions to a model.
type latestRequests struct {
	wanted, number, inquiry int
	source                  *loaders.Example
}

// loadedExample is an example that was read.
type loadedExample struct {
	examplePlace
	ex     *loaders.Example // nil until read
	held   session.ScorableExample
	photos []evidence.Photo // of its images
	// executor runs its program; nil for the run's own.
	executor executor.Executor
	oracle   *dfol.Executor // knows its picture; nil for none
	entailed []int          // places of the entailed examples
	early    bool           // they were looked up before the run was read to its end
}

// examplePlace is an example of a run as read, because a file may be reopened.
type examplePlace struct {
	of *loaders.Run
	at int
}

func readExample(scoredRun *session.ScoredRun, exampleIndex int, executorFor func(*loaders.Run) *dfol.Executor) loadedExample {
	ex := scoredRun.Run.Example(exampleIndex)
	_, _, complete := scoredRun.Progress()
	r := loadedExample{examplePlace: examplePlace{scoredRun.Run, exampleIndex}, ex: ex, held: scoredRun.Hold(exampleIndex),
		photos:   evidence.Photos(scoredRun.Run, ex),
		entailed: findEntailed(scoredRun.Run, ex), early: !complete}
	if executorFor != nil {
		if own := executorFor(scoredRun.Run); own.Knows(ex) {
			r.oracle = own
		}
	}
	return r
}

// readQuestion returns a function that answers r.asked on the oracle's scene, as an example at
// place -1. Its error says why it can't be asked.
func (r *scoredExample) readQuestion() func() (loadedExample, error) {
	text, about, scored, oracle, theta := r.asked, r.latest.source, r.scoredRun(), r.oracle, r.s.Reading.Theta
	return func() (loadedExample, error) {
		scene, err := oracle.Scene(dfol.PictureOf(about))
		if err != nil {
			return loadedExample{}, err
		}
		ex, x, err := ask.Ask(text, scene, oracle.Concepts, oracle.At(theta).Settings)
		if err != nil {
			return loadedExample{}, err
		}
		ex.Images[0].Path = about.Images[0].Path
		return loadedExample{examplePlace: examplePlace{scored.Run, -1}, ex: ex, held: scored.Weigh(ex),
			photos: evidence.Photos(scored.Run, ex), executor: x, oracle: oracle}, nil
	}
}

func (r *scoredExample) whyUnread() string {
	return widget.If(r.ex == nil, "still reading the example")
}

func (r *scoredExample) exampleID() string {
	if r.ex == nil {
		return "example"
	}
	return r.ex.ID
}

func (r *scoredExample) runName() string { return r.s.RunName(r.run) }

func (r *scoredExample) scoredRun() *session.ScoredRun { return r.s.Runs[r.run] }

func (r *scoredExample) ownBook() *marks.MarksBook { return r.s.Book(r.run) }

func (r *scoredExample) refuseWith(reason string) tea.Cmd {
	return r.s.ShowError(loaders.Clean(reason))
}

func (r *scoredExample) lookUpEntailed() {
	if _, _, complete := r.scoredRun().Progress(); r.early && complete {
		r.entailed, r.early = findEntailed(r.of, r.ex), false
	}
}

func (r *scoredExample) gradeExample() *scoring.ExampleScore {
	ex, held, settings, judged := r.ex, r.held, r.s.Settings, ""
	scores := held.Scores(settings)
	if r.score = held.Score(settings); r.score != nil {
		judged = r.score.Metric
	}
	r.facts = slices.Concat(listNotes(r.ownBook(), ex.ID), baseFailed(&r.s.Data, r.of, r.at, held),
		entailmentFacts(r.scoredRun().Summaries(settings), r.of, r.entailed), recordFacts(ex, scores))
	r.raw = append(byProtocol(scores, judged), rawFacts(ex)...)
	return r.score
}

// locateTwins sets the example's place in every run; nil with one run.
func (r *scoredExample) locateTwins() {
	if r.elsewhere.places = nil; len(r.s.Runs) < 2 {
		return
	}
	for k, scored := range r.s.Runs {
		at := r.at
		if k != r.run {
			at = namesakeOf(r.of, r.at, scored.Run)
		}
		r.elsewhere.places = append(r.elsewhere.places, at)
	}
}

func (r *scoredExample) marksOn(nodeIndex int) string {
	e := r.ownBook().Module(r.ex.ID, nodeIndex)
	return views.MarkText(e.Marked, e.Tags, e.Note != "", e.Gold != "")
}

// ofAny is the request number of a result that any example on screen may show.
const ofAny = 0

// fetchResult holds what was read for a request of a record; show displays it.
type fetchResult struct {
	of      *scoredExample
	request int
	show    func() tea.Cmd
}

func (r *scoredExample) fetchShown(readInBackground func() (show func() tea.Cmd)) tea.Cmd {
	request := r.latest.number
	return func() tea.Msg { return fetchResult{r, request, readInBackground()} }
}

// mostOthers bounds the runs that an example is compared with.
const mostOthers = 12

// readOthers reads the example of up to mostOthers other runs; nil if this one has nothing to
// compare or the same places were read.
func (r *scoredExample) readOthers() tea.Cmd {
	if !canCompare(r.ex) || slices.Equal(r.elsewhere.places, r.elsewhere.asked) {
		return nil
	}
	r.elsewhere.asked = slices.Clone(r.elsewhere.places)
	runs, asked, run, id := slices.Clone(r.s.Runs), r.elsewhere.asked, r.run, r.ex.ID
	return r.fetchShown(func() func() tea.Cmd {
		var list []evidence.ExampleVersion
		for k, at := range asked {
			if k == run || at < 0 || len(list) == mostOthers {
				continue
			}
			// Rows hold only the beginning of an id.
			if ex := runs[k].Run.Example(at); ex.ID == id && canCompare(ex) {
				list = append(list, evidence.ExampleVersion{Name: runs[k].Run.Name, Example: ex})
			}
		}
		return widget.Do(func() { r.elsewhere.list = list })
	})
}

// readBooks reads other people's annotations of the run; nil if it is the known run or they aren't
// shown here.
func (r *scoredExample) readBooks(knownRun *loaders.Run) tea.Cmd {
	read, run := r.s.Host.Annotators, r.of
	if read == nil || run == knownRun {
		return nil
	}
	return r.fetchShown(func() func() tea.Cmd {
		books := read(run)
		return widget.Do(func() { r.elsewhere.books = books })
	})
}

func canCompare(ex *loaders.Example) bool {
	return ex != nil && (len(ex.Attributions) > 0 || len(ex.Answer.ClassProbabilities()) > 0 ||
		steps.ChainOf(ex.Program, scoring.Settings{}) != nil)
}
