package calibration

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/executor/dfol"
	"faithscope/scoring/protocols/reasoning"
	"faithscope/scoring/stats"
	"faithscope/scoring/table"
)

// mostBoxes bounds a picture's boxes, because pairs grow with their square.
const mostBoxes = 100

// decay keeps weights small, because answers say little about each concept.
const decay = .3

// NamedOracle is a named oracle to measure.
type NamedOracle struct {
	Name string
	*dfol.Executor
}

// TrainOracle trains an oracle from the answers about Share of the pictures, which openPhoto opens,
// through the executor, and measures it and otherOracles, at least one, on the rest. write writes its
// likelihoods.
func (s *Study) TrainOracle(
	ctx context.Context, openPhoto func(path string) (image.Image, error), otherOracles []NamedOracle,
) (t *table.Table, write func(io.Writer) error, err error) {
	scenes, features := map[string]*dfol.Scene{}, map[string]dfol.PictureFeatures{}
	for _, q := range s.questions {
		if scenes[q.Scene.Picture] == nil {
			img, err := openPhoto(q.photo)
			if err == nil && q.Scene.Len() > mostBoxes {
				err = fmt.Errorf("%d objects exceed the limit of %d", q.Scene.Len(), mostBoxes)
			}
			if err != nil {
				return nil, nil, fmt.Errorf("picture %q: %w", loaders.Clean(q.photo), err)
			}
			scenes[q.Scene.Picture], features[q.Scene.Picture] = q.Scene, DescribeBoxes(q.Scene, img)
		}
	}
	fit, fitted, held := s.divideQuestions(s.Seed)
	trained, err := dfol.Train(ctx, s.Settings, fit, features, decay)
	if err != nil {
		return nil, nil, err
	}
	own := NamedOracle{"trained on answers", &dfol.Executor{Concepts: otherOracles[0].Concepts, Scene: trained.Scene}}
	t = &table.Table{Name: "oracles", Title: "an oracle trained on answers, compared with other oracles", Columns: table.Columns(
		"oracle", "set", table.N, table.Count, "pictures", table.Number, reasoning.OfAnswers[0], table.Between, reasoning.OfAnswers[0])}
	err = s.addAccuracy(t, own, "fitted", fitted)
	for _, o := range append(otherOracles, own) {
		err = errors.Join(err, s.addAccuracy(t, o, "held out", held))
	}
	return t, func(w io.Writer) (err error) {
		lines := json.NewEncoder(w)
		for _, name := range loaders.SortedKeys(scenes) {
			err = cmp.Or(err, lines.Encode(trained.Record(scenes[name])))
		}
		return err
	}, err
}

// addAccuracy counts what asks for unknown concepts as wrong. Its interval is over pictures, because their
// questions depend on each other.
func (s *Study) addAccuracy(t *table.Table, o NamedOracle, questionSet string, askedQuestions []*question) (err error) {
	pictures := map[string][2]float64{} // how many are right, and how many there are
	r := dfol.NewRunner(s.Settings)
	for _, q := range askedQuestions {
		asked, name := *q, q.Scene.Picture
		if asked.Program, asked.Scene, err = o.Compile(q.modules, name); err != nil {
			return fmt.Errorf("%s: %w", o.Name, err)
		}
		right, _ := asked.isRight(r)
		pictures[name] = [2]float64{pictures[name][0] + loaders.IfElse(right, 1., 0), pictures[name][1] + 1}
	}
	rows := stats.TermRows{Width: 2}
	for _, name := range loaders.SortedKeys(pictures) {
		rows.Terms = append(rows.Terms, pictures[name][0], pictures[name][1])
	}
	accuracyOf := func(sums []float64) []scoring.Value {
		return []scoring.Value{scoring.Quotient(sums[0], sums[1], "no questions of this kind")}
	}
	between := stats.Bootstrap{Trials: 1000, Seed: s.Seed}.Sums(rows, accuracyOf)
	cell := table.Cell{Value: accuracyOf(rows.Sums())[0], N: len(askedQuestions), Interval: between[0]}
	t.Add(o.Name, questionSet, len(askedQuestions), len(pictures), cell.Value, cell)
	return nil
}
