package overview

import (
	tea "charm.land/bubbletea/v2"

	"faithscope/scoring"
	"faithscope/scoring/answers"
	"faithscope/scoring/boxes"
	"faithscope/scoring/session"
	"faithscope/scoring/spans"
)

// scores is what the overview shows of all runs, under one settings.
type scores struct {
	view     *screen
	request  int
	settings scoring.Settings
	runs     []runScores
}

// runScores is what the overview shows of one run.
type runScores struct {
	read, found int
	rescored    int // of those read, how many the numbers rest on
	complete    bool
	following   bool
	problems    int
	quadrant    session.Quadrant
	accuracy    scoring.Score
	// protocol scores the run's modules, "" where none does.
	protocol string
	overall  moduleScores
	modules  []moduleScores // overall, then by type in the order of the paper's tables
	// headlines are the overall numbers that stand for the other protocols.
	headlines []scoring.Score
}

// moduleScores are one module type's numbers over a run, or all types'. What
// the run's protocol does not have is undefined.
type moduleScores struct {
	of                          string
	f1, precision, recall, loss scoring.Value
	count                       int
}

// headline is the number that stands for all: F1 with boxes, loss with spans.
func (m moduleScores) headline(protocol string) scoring.Value {
	if protocol == spans.Protocol.Name {
		return m.loss
	}
	return m.f1
}

// compute gathers the scores of all runs, on a goroutine of its own: over
// many examples it takes longer than a frame.
func (v *screen) compute() tea.Cmd {
	if v.computing {
		v.again = true
		return nil
	}
	v.computing, v.again = true, false
	v.request++
	scores := scores{view: v, request: v.request, settings: v.s.Settings}
	runs := v.s.Runs
	return func() tea.Msg {
		for _, run := range runs {
			scores.runs = append(scores.runs, scoresOf(run, scores.settings))
		}
		return scores
	}
}

// stale reports whether what is shown is worth computing anew: other settings,
// a run that came to its end, new problems, or a fiftieth more examples. Every
// computation goes over all that was read, so that doing it at every news would
// cost more than the reading.
func (v *screen) stale() bool {
	if v.shown.settings != v.s.Settings || len(v.shown.runs) != len(v.s.Runs) {
		return true
	}
	more, all := 0, 0
	for i, scored := range v.s.Runs {
		shown := &v.shown.runs[i]
		read, found, complete := scored.Progress()
		_, problems := scored.Run.Problems.All()
		if complete != shown.complete || problems != shown.problems {
			return true
		}
		rescored, _ := scored.Rescored()
		more, all = more+read-shown.read+max(0, rescored-shown.rescored), all+found
	}
	return more > all/50
}

// take shows scores that were computed, and asks for new ones where news came
// in the meantime.
func (v *screen) take(scores scores) tea.Cmd {
	if scores.view != v || scores.request != v.request {
		return nil
	}
	v.computing = false
	v.shown = scores
	v.arrange()
	if v.again {
		return v.compute()
	}
	return nil
}

func scoresOf(scored *session.Scored, settings scoring.Settings) runScores {
	var r runScores
	r.rescored, _ = scored.Rescored() // before the numbers, which rest on no fewer
	r.read, r.found, r.complete = scored.Progress()
	r.following = scored.Run.Following().On
	_, r.problems = scored.Run.Problems.All()
	r.quadrant = scored.Quadrant(settings)
	r.accuracy.Value = scoring.Undefined("no answer was scored yet")
	find := map[[3]string]scoring.Score{}
	for _, score := range scored.Scores(settings) {
		find[[3]string{score.Protocol, score.Metric, score.Of}] = score
		switch score.Protocol {
		case answers.Protocol.Name:
			if score.Metric == "accuracy" && score.Of == "overall" {
				r.accuracy = score
			}
		case boxes.Protocol.Name, spans.Protocol.Name:
			if r.protocol == "" {
				r.protocol = score.Protocol
			}
		default:
			if score.Of == "overall" && session.MetricOf(score.Metric).Headline {
				r.headlines = append(r.headlines, score)
			}
		}
	}
	if r.protocol == "" {
		return r
	}
	r.overall = modulesOf(find, r.protocol, "overall")
	r.modules = append(r.modules, r.overall)
	for _, name := range scored.Types() {
		r.modules = append(r.modules, modulesOf(find, r.protocol, name))
	}
	return r
}

func modulesOf(find map[[3]string]scoring.Score, protocol, of string) moduleScores {
	m := moduleScores{of: of}
	value := func(metric string) scoring.Value {
		score, ok := find[[3]string{protocol, metric, of}]
		if !ok {
			return scoring.Undefined("not scored by " + protocol)
		}
		m.count = max(m.count, score.Count)
		return score.Value
	}
	m.f1, m.precision, m.recall, m.loss = value("f1"), value("precision"), value("recall"), value("loss")
	return m
}
