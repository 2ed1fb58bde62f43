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
	"faithscope/scoring/session"
	"faithscope/views"
	"faithscope/views/evidence"
	"faithscope/views/widget"
)

// record is the example that is shown: what was read of it, and its score under
// the session's settings.
type record struct {
	s   *views.Session
	run int // in the session
	loadedExample
	score     *scoring.ExampleScore
	facts     []fact // of this run's example alone
	elsewhere otherCopies
	latest    latestRequests
	// asked is a question of one's own about the picture of latest.source, "" for an example of
	// the run.
	asked string
}

// elsewhere holds what other runs and people have of the example.
type otherCopies struct {
	places []int // of the example in every run, -1 where that lacks it
	beside otherRuns
	books  map[string]*marks.Book // of others who annotated the run, as they were read last
}

// request holds what was asked for last: an example of the run, or a question about source. number
// counts these, and inquiry what was asked of a model.
type latestRequests struct {
	wanted, number, inquiry int
	source                  *loaders.Example
}

// read is an example that was asked for.
type loadedExample struct {
	examplePlace
	ex     *loaders.Example // nil until it was read
	held   session.Held
	photos []evidence.Photo // of its images
	// executor runs its program; nil if the run's executor does.
	executor executor.Executor
	oracle   *dfol.Executor // that knows its picture, nil for none
	entailed entailedPlaces
}

// entailed are the places of the examples whose answers follow, see [findEntailed]; early says that
// they were looked up before the run was read to its end.
type entailedPlaces struct {
	places []int
	early  bool
}

// spot is an example of a run as it was read: the file may be reopened.
type examplePlace struct {
	of *loaders.Run
	at int
}

// readExample reads example at of a run with its evidence for scoring, the photos of its images,
// the oracle if that knows the picture, and where the examples that it entails are; early if the
// run is not read to its end.
func readExample(scored *session.Scored, index int, oracle func(*loaders.Run) *dfol.Executor) loadedExample {
	ex := scored.Run.Example(index)
	_, _, complete := scored.Progress()
	r := loadedExample{examplePlace: examplePlace{scored.Run, index}, ex: ex, held: scored.Hold(index), photos: evidence.Photos(scored.Run, ex),
		entailed: entailedPlaces{findEntailed(scored.Run, ex), !complete}}
	if oracle != nil {
		if own := oracle(scored.Run); own.Knows(ex) {
			r.oracle = own
		}
	}
	return r
}

// readQuestion returns a function that asks r.asked of the oracle's scene of the picture of
// r.source, and returns it as an example at place -1 with the executor of its program. Its error
// says why that cannot be asked.
func (r *record) readQuestion() func() (loadedExample, error) {
	text, about, scored, oracle, theta := r.asked, r.latest.source, r.s.Runs[r.run], r.oracle, r.s.Reading.Theta
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
		return loadedExample{examplePlace: examplePlace{scored.Run, -1}, ex: ex, held: scored.Weigh(ex), photos: evidence.Photos(scored.Run, ex), executor: x,
			oracle: oracle}, nil
	}
}

// whyUnread returns why there is no example yet.
func (r *record) whyUnread() string {
	return widget.If(r.ex == nil, "the example is still being read")
}

func (r *record) exampleID() string {
	if r.ex == nil {
		return "example"
	}
	return r.ex.ID
}

func (r *record) runName() string { return r.s.Run(r.run).Name }

// refuseWith says why something is not done.
func (r *record) refuseWith(reason string) tea.Cmd {
	return r.s.ShowError(loaders.Clean(reason))
}

func (r *record) lookUpEntailed() {
	if _, _, complete := r.s.Runs[r.run].Progress(); r.entailed.early && complete {
		r.entailed = entailedPlaces{findEntailed(r.of, r.ex), false}
	}
}

func (r *record) gradeExample() *scoring.ExampleScore {
	ex, held, settings, judged := r.ex, r.held, r.s.Settings, ""
	r.score = nil
	if score, ok := held.Score(settings); ok {
		r.score, judged = &score, score.Metric
	}
	r.facts = slices.Concat(listNotes(r.s.Book(r.run), ex.ID), baseFailed(&r.s.Data, r.of, r.at, held),
		entailmentFacts(r.s.Runs[r.run].Summaries(settings), r.of, ex, r.entailed.places), recordFacts(ex, held.Scores(settings), judged))
	return r.score
}

// locateTwins sets r.elsewhere.places to the place of the example in every run of the session, -1 where that
// lacks it; nil if there is only one run.
func (r *record) locateTwins() {
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

func (r *record) marksOn(node int) string {
	e := r.s.Book(r.run).Module(r.ex.ID, node)
	return views.MarkText(e.Marked, e.Tags, e.Note != "", e.Gold != "")
}

// ofAny is the number of the request that is answered by what need not be of the example that is shown.
const ofAny = 0

// fetched holds what was read for a record, and show shows it. It answers the request with
// the number request.
type fetchResult struct {
	of      *record
	request int
	show    func() tea.Cmd
}

// fetchShown returns the command that calls read in the background; what it returns is called on
// the screen, unless another example was requested since.
func (r *record) fetchShown(read func() (show func() tea.Cmd)) tea.Cmd {
	request := r.latest.number
	return func() tea.Msg { return fetchResult{r, request, read()} }
}

// beside is the same example of other runs.
type otherRuns struct {
	asked []int // places in the runs that were read, or are being read
	list  []evidence.Layer
}

// mostOthers bounds the other runs that one example is compared with.
const mostOthers = 12

// readOthers returns the command that reads the same example of up to mostOthers other runs into
// r.elsewhere.beside.list, those with something to compare; nil if r's has nothing, or they were read from
// the same places already.
func (r *record) readOthers() tea.Cmd {
	if !canCompare(r.ex) || slices.Equal(r.elsewhere.places, r.elsewhere.beside.asked) {
		return nil
	}
	r.elsewhere.beside.asked = slices.Clone(r.elsewhere.places)
	runs, asked, run, id := slices.Clone(r.s.Runs), r.elsewhere.beside.asked, r.run, r.ex.ID
	return r.fetchShown(func() func() tea.Cmd {
		var list []evidence.Layer
		for k, at := range asked {
			if k == run || at < 0 || len(list) == mostOthers {
				continue
			}
			// Rows hold only the beginning of an id.
			if ex := runs[k].Run.Example(at); ex.ID == id && canCompare(ex) {
				list = append(list, evidence.Layer{Name: runs[k].Run.Name, Example: ex})
			}
		}
		return widget.Do(func() { r.elsewhere.beside.list = list })
	})
}

// readBooks returns the command that reads what others annotated in the run into r.elsewhere.books; nil if
// the run is the known one, whose books are read, or others' annotations are not seen here.
func (r *record) readBooks(known *loaders.Run) tea.Cmd {
	read, run := r.s.Host.Annotators, r.of
	if read == nil || run == known {
		return nil
	}
	return r.fetchShown(func() func() tea.Cmd {
		books := read(run)
		return widget.Do(func() { r.elsewhere.books = books })
	})
}

func canCompare(ex *loaders.Example) bool {
	return ex != nil && (len(ex.Attributions) > 0 || len(ex.Answer.ClassProbabilities()) > 0)
}
