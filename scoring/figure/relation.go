package figure

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"faithscope/loaders"
	"faithscope/scoring"
	"faithscope/scoring/facts"
	"faithscope/scoring/query"
	"faithscope/scoring/session"
	"faithscope/scoring/table"
)

// relationFigure declares a figure of a formula over scores ([facts.Derive]), y, over what x says.
type relationFigure struct {
	x, y   string
	series string    // an expression over examples, with a series per value; "" for one per run
	labels [2]string // of the axes; "" for x and y
	least  float64   // of y
	whole  bool      // x counts and y is a share
	leads  string    // query for the examples behind a run's point
	why    [2]string // a run has no x, no y; "" for the usual reasons
	// places finds the places and the scores there by rows; nil for those of x
	places func(ctx context.Context, src Source, f *Figure) ([]runPoint, *table.Table, error)
}

// Relate shows y, a formula over scores ([facts.Derive]), over x: another one or a fact of runs, with a
// point per run; or a number of their examples, with a point per value or, above 20, per range of equal
// width, at the mean of its examples. With series, an expression over examples or a fact of runs, each
// run is split by its values.
func Relate(x, y, series string) FigureKind {
	return FigureKind{"relation", y + " over " + x, false, "", relationFigure{x: x, y: y, series: series}.drawRelation}
}

const mostRanges = 20

// runPoint is a run, or its examples of a series or in a range of x as a run of their own.
type runPoint struct {
	run    int
	scored *session.ScoredRun
	series string
	name   string // of the point; "" for the run's
	x      table.Cell
	leads  string
}

func (r relationFigure) splitRuns(ctx context.Context, src Source, f *Figure) (parts []runPoint, err error) {
	for k, run := range src.Runs {
		if r.series == "" {
			parts = append(parts, runPoint{run: k, scored: run})
			continue
		}
		t := facts.New(run).Table(src.Settings, nil)
		e, wrong := query.ParseExpression(r.series, t.Fields())
		if wrong != nil {
			f.leaveOut(run, wrong.Error())
			continue
		}
		groups, err := t.Groups(ctx, e, t.All())
		for i := 0; i < len(groups) && err == nil; i++ {
			part := runPoint{run: k, series: strings.TrimPrefix(e.String()+" "+groups[i].Text, "run.")}
			part.scored, err = run.Group(ctx, run.Run.Name, groups[i].Rows)
			parts = append(parts, part)
		}
		if err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// placeRuns returns the places of x, and the scores there by rows.
func (r relationFigure) placeRuns(ctx context.Context, rowSource Source, f *Figure) (places []runPoint, t *table.Table, err error) {
	parts, err := r.splitRuns(ctx, rowSource, f)
	if err != nil {
		return nil, nil, err
	}
	scoredOf := func(p runPoint) *session.ScoredRun { return p.scored }
	if t, err = facts.RunScores(ctx, loaders.Map(parts, scoredOf), rowSource.Settings); err != nil {
		return nil, nil, err
	}
	xs, notOfRuns := facts.Derive(ctx, t, r.x)
	for k, part := range parts {
		if notOfRuns == nil {
			places = append(places, runPoint{run: part.run, series: part.series, x: xs.At(k, 1), leads: r.leads})
		} else if places, err = r.addRanges(ctx, rowSource, f, part, places); err != nil {
			return nil, nil, err
		}
	}
	if notOfRuns != nil {
		t, err = facts.RunScores(ctx, loaders.Map(places, scoredOf), rowSource.Settings)
	}
	return places, t, err
}

func (r relationFigure) drawRelation(ctx context.Context, rowSource Source, f *Figure) error {
	if r.places == nil {
		r.places = r.placeRuns
	}
	places, t, err := r.places(ctx, rowSource, f)
	if err != nil || places == nil {
		return err
	}
	ys, err := facts.Derive(ctx, t, r.y)
	if err != nil {
		ys = &table.Table{}
	}
	if err != nil && r.why[1] == "" {
		f.Left = append(f.Left, err.Error())
		return ctx.Err()
	}
	p, ofFacts := Panel{X: Axis{Label: cmp.Or(r.labels[0], r.x)}, Y: Axis{Label: cmp.Or(r.labels[1], r.y)}}, strings.HasPrefix(r.x, "run.")
	var models []string
	var xs, heights []float64
	for i, at := range places {
		run, up := rowSource.Runs[at.run], ys.At(i, 1)
		x, hasX := at.x.Float()
		y := numberOf(up, cmp.Or(r.why[1], "no numeric value for "+r.y))
		switch isRun := at.scored == nil; {
		case !hasX:
			f.leaveOut(run, cmp.Or(r.why[0], numberOf(at.x, "no numeric value for "+r.x).Why()))
			continue
		case isRun && y.Why() != "":
			f.leaveOut(run, y.Why())
			continue
		case isRun && !ofFacts:
			p.Form = Points
			height, _ := y.Float()
			xs, heights, models = append(xs, x), append(heights, height), append(models, run.Run.Fact("model"))
		}
		s, name := r.seriesIn(&p, run, at)
		s.Points = append(s.Points, Point{x, y, up.N, at.leads, PointScores{at.x.Score, up.Score}, name})
	}
	if r.arrangePoints(&p); len(xs) > 2 {
		f.addCorrelation(models, xs, heights)
	}
	f.Panels = []Panel{p}
	return nil
}

// seriesIn joins runs only as points, which get names, and along a fact, because a line over two runs
// would go back and forth.
func (r relationFigure) seriesIn(p *Panel, run *session.ScoredRun, place runPoint) (s *Series, pointName string) {
	name, isJoined := run.Run.Name, strings.HasPrefix(r.x, "run.")
	if isJoined {
		name = cmp.Or(run.Run.Fact("model"), name)
	}
	switch {
	case place.series == "":
	case p.Form == Points:
		isJoined, name, pointName = true, place.series, cmp.Or(place.name, name)
	default:
		name += " · " + place.series
	}
	return scoring.FindOrAppend(&p.Series, func(s Series) bool { return s.Name == name && (isJoined || s.Run == place.run) },
		Series{Name: name, Run: place.run}), pointName
}

func numberOf(c table.Cell, missingReason string) scoring.Value {
	if x, ok := c.Float(); ok {
		return scoring.Defined(x)
	}
	v, _ := c.Value.(scoring.Value)
	return scoring.Undefined(cmp.Or(v.Why(), missingReason))
}

func (r relationFigure) addRanges(ctx context.Context, rowSource Source, f *Figure, part runPoint, runPoints []runPoint) (
	[]runPoint, error,
) {
	run := rowSource.Runs[part.run]
	t := facts.New(part.scored).Table(rowSource.Settings, nil)
	e, err := query.ParseExpression(r.x, t.Fields())
	if why := cmp.Or(r.why[0], r.x+" is not numeric"); err != nil || e.Kind() != query.Number {
		f.leaveOut(run, why)
		return runPoints, ctx.Err()
	}
	values, err := e.Values(ctx, t, t.All())
	if err != nil {
		return nil, err
	}
	ranges, err := t.Bins(ctx, e, t.All(), loaders.IfElse(r.whole, mostPlaces, mostRanges))
	if len(ranges) == 0 {
		f.leaveOut(run, cmp.Or(r.why[0], "no example has a numeric value for "+r.x))
	}
	for i := 0; i < len(ranges) && err == nil; i++ {
		g, mean := &ranges[i], scoring.Mean{}
		for _, row := range g.Rows {
			mean.Add(scoring.Defined(query.Float(values[row])))
		}
		if len(g.Rows) > 0 {
			at := runPoint{run: part.run, series: part.series, x: table.Cell{Value: mean.Value("")}}
			at.leads = loaders.IfElse(r.series == "", g.Where, "")
			at.scored, err = part.scored.Group(ctx, g.Text, g.Rows)
			runPoints = append(runPoints, at)
		}
	}
	return runPoints, err
}

func (r relationFigure) arrangePoints(p *Panel) {
	var xs, ys []float64
	for _, s := range p.Series {
		for _, at := range s.Points {
			if y, ok := at.Y.Float(); ok {
				xs, ys = append(xs, at.X), append(ys, y)
			}
		}
	}
	switch {
	case len(xs) == 0:
		p.Series = nil
	case r.whole:
		p.X.Ticks = loaders.Fill(int(max(1, slices.Max(xs)))+1, func(label int) float64 { return float64(label) })
		p.Y.Ticks = shares
	default:
		p.X.Ticks, p.Y.Ticks = ticksAround(xs, 0), ticksAround(ys, r.least)
	}
}

func ticksAround(values []float64, lowBound float64) []float64 {
	const room = .02
	low, high := slices.Min(values), slices.Max(values)
	return facts.Edges(max(min(lowBound, low), low-room), min(max(1, high), high+room), 8)
}

// addCorrelation adds r without each of three models or more, because one may make a correlation.
func (f *Figure) addCorrelation(models []string, xs, ys []float64) {
	all := Correlate(models, xs, ys)
	without := loaders.Map(all[1:], func(c Correlation) string { return cmp.Or(c.Without, "other runs") + ": " + c.inShort() })
	if f.Title += " · Pearson's " + all[0].String(); len(without) > 0 {
		f.Note = "without " + strings.Join(without, " · ")
	}
}
