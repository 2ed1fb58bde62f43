package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/spf13/pflag"

	"faithscope/loaders"
	"faithscope/loaders/clevr"
	"faithscope/loaders/files"
	"faithscope/loaders/gqa"
	"faithscope/loaders/nlvr"
	"faithscope/loaders/record"
	"faithscope/scoring/executor/dfol"
)

// oracleOptions are the flags of commands that run programs on an oracle.
type oracleOptions struct {
	oracle      string
	concepts    []string
	settings    dfol.Settings
	calibration string
}

func (o *oracleOptions) addTo(set *pflag.FlagSet) {
	set.StringVar(&o.oracle, "oracle", "", "likelihoods of what is in the pictures: a file of them, golden:SCENES, golden:SCENES,noise=.1,seed=1, or run:RUN for a run's own")
	set.StringArrayVar(&o.concepts, "concepts", nil, "file with lists of what a category may be; repeat it for several (default: searched beside the questions)")
	set.BoolVar(&o.settings.Normalize, "normalize", false, "divide the likelihoods of a question's options by their sum, as DFOL-VQA's code does")
	set.BoolVar(&o.settings.Hard, "hard", false, "take minima and maxima at the end, as the hard mode of DFOL-VQA's code")
	set.StringVar(&o.calibration, "calibration", "", "calibrate attentions by these a,b,c,d of eq. 16, as `faithscope calibrate` fits them")
}

// executor returns the executor that the flags ask for, for questions that
// were opened from a path. What is wrong in its files goes to problems. close
// is called when it is not needed any more.
func (o *oracleOptions) executor(ctx context.Context, from opening, questions string, problems *loaders.Problems) (e *dfol.Executor, close func(), err error) {
	if o.oracle == "" {
		return nil, nil, errors.New("name the oracle with --oracle: a file of likelihoods, golden:SCENES, or run:RUN")
	}
	e = &dfol.Executor{Settings: o.settings}
	if e.Settings.Calibration, err = parseCalibration(o.calibration); err != nil {
		return nil, nil, err
	}
	if e.Concepts, err = readConcepts(from.files, questions, o.concepts); err != nil {
		return nil, nil, err
	}
	if path, ok := strings.CutPrefix(o.oracle, "run:"); ok {
		e.Scene, close, err = openLogged(ctx, from, path)
	} else {
		e.Scene, close, err = openOracle(ctx, from.files, o.oracle, e.Concepts, problems)
	}
	return e, close, err
}

// parseCalibration reads a,b,c,d; nil for "".
func parseCalibration(text string) (*dfol.Calibration, error) {
	if text == "" {
		return nil, nil
	}
	c := dfol.Calibration{}
	parts := strings.Split(text, ",")
	for i, into := range []*float64{&c.A, &c.B, &c.C, &c.D} {
		if len(parts) != 4 {
			return nil, fmt.Errorf("--calibration %s: %d numbers where a,b,c,d belong", text, len(parts))
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(parts[i]), 64)
		if err != nil || !(x >= 0) || into == &c.C && x > 1 {
			return nil, fmt.Errorf("--calibration %s: %q must be 0 or more, c at most 1", text, parts[i])
		}
		*into = x
	}
	return &c, nil
}

// mostConcepts bounds a file of concepts, in bytes.
const mostConcepts = 16 << 20

// readConcepts reads the files of concepts that were named, or those beside the
// questions; CLEVR's are known.
func readConcepts(fsys fs.FS, questions string, named []string) (*dfol.Concepts, error) {
	c := &dfol.Concepts{}
	if named == nil {
		if src, err := files.OpenSource(fsys, questions); err == nil {
			named = (&record.Companion{What: "concepts", Is: dfol.AreConcepts}).Beside(src)
			if clevr.Questions.Detect(src.Head) {
				err = c.Add("CLEVR", clevr.Concepts())
			}
			src.Close()
			if err != nil {
				return nil, err
			}
		}
	}
	for _, path := range named {
		file, err := fsys.Open(path)
		if err != nil {
			return nil, fmt.Errorf("--concepts: %w", err)
		}
		text, err := io.ReadAll(io.LimitReader(file, mostConcepts))
		file.Close()
		if err == nil {
			err = c.Add(path, text)
		}
		if err != nil {
			return nil, fmt.Errorf("--concepts %s: %w", path, err)
		}
	}
	return c, nil
}

// keptScenes is how many pictures are kept decoded; questions on one picture
// tend to stand together.
const keptScenes = 256

// sceneSource finds a picture's scene in a table.
type sceneSource struct {
	table *record.Table
	// entry is the name of a picture's entry in the table.
	entry  func(picture string) string
	decode func(picture string, rec *record.Record) (*dfol.Scene, error)
	kept   *lru.Cache[string, *dfol.Scene]
}

// openOracle opens an oracle as --oracle names it.
func openOracle(ctx context.Context, fsys fs.FS, name string, c *dfol.Concepts, problems *loaders.Problems) (scene func(picture string) (*dfol.Scene, error), close func(), err error) {
	path, golden := strings.CutPrefix(name, "golden:")
	noise := dfol.Noise{}
	if golden {
		if path, noise, err = parseNoise(path); err != nil {
			return nil, nil, fmt.Errorf("--oracle %s: %w", name, err)
		}
	}
	src, err := files.OpenSource(fsys, path)
	if err != nil {
		return nil, nil, fmt.Errorf("--oracle: %w", err)
	}
	src.Close()
	s, graph := &sceneSource{entry: func(picture string) string { return picture }}, (func(*record.Record) (*loaders.Scene, error))(nil)
	within, key := "", record.KeyOf("imageId")
	if golden {
		within, key, graph, err = s.scenes(src.Head)
	} else if keys := record.Keys(src.Head); keys["imageId"] == 0 || keys["attributes"] != '{' {
		err = fmt.Errorf("not a file of likelihoods, which has lines with imageId, objects, attributes and relations; scene graphs are named golden:%s", name)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("--oracle %s: %w", name, err)
	}
	s.decode = func(picture string, rec *record.Record) (*dfol.Scene, error) {
		if !golden {
			return dfol.ReadScene(rec)
		}
		g, err := graph(rec)
		if err != nil {
			return nil, err
		}
		return dfol.Golden(picture, g, c, noise), nil
	}
	if s.table, err = record.OpenTable(ctx, fsys, path, within, problems, key); err != nil {
		return nil, nil, fmt.Errorf("--oracle: %w", err)
	}
	s.kept, err = lru.New[string, *dfol.Scene](keptScenes)
	return s.scene, func() { _ = s.table.Close() }, err // it was only read
}

// scenes says where the scenes of a file are, what names one, and what decodes
// it, and how a picture's entry is called.
func (s *sceneSource) scenes(head []byte) (within string, key func(rec *record.Record) string, graph func(rec *record.Record) (*loaders.Scene, error), err error) {
	switch {
	case gqa.Scenes.Detect(head):
		return "*", nil, gqa.DecodeScene, nil
	case clevr.Scenes.Detect(head):
		return "scenes.*", record.KeyOf("image_filename"), clevr.DecodeScene, nil
	case nlvr.Statements.Detect(head):
		s.entry = identifierOf
		return "", record.KeyOf("identifier"), nlvr.DecodeScene, nil
	}
	return "", nil, nil, errors.New("neither GQA's scene graphs, nor CLEVR's scenes, nor NLVR's statements with their structured representation")
}

// openLogged opens a run as an oracle: what it says of a picture is what all of
// its questions about that say together.
func openLogged(ctx context.Context, from opening, path string) (scene func(picture string) (*dfol.Scene, error), close func(), err error) {
	run, err := from.opener().Open(ctx, path, from.Options)
	if err != nil {
		return nil, nil, fmt.Errorf("--oracle: %w", err)
	}
	close = func() { _ = run.Close() } // it was only read
	asking := map[string][]int{}
	if err := loaders.Pass(ctx, run, func(_ int, ex *loaders.Example) (string, error) { return dfol.PictureOf(ex), nil }, func() func(string) error {
		i := -1
		return func(picture string) error {
			i++
			asking[picture] = append(asking[picture], i)
			return nil
		}
	}()); err != nil {
		close()
		return nil, nil, err
	}
	kept, err := lru.New[string, *dfol.Scene](keptScenes)
	return func(picture string) (*dfol.Scene, error) {
		if scene, ok := kept.Get(picture); ok {
			return scene, nil
		}
		examples := make([]*loaders.Example, 0, len(asking[picture]))
		for _, i := range asking[picture] {
			examples = append(examples, run.Scan(i))
		}
		scene, err := dfol.Logged(picture, examples)
		if err != nil {
			return nil, fmt.Errorf("the oracle, picture %q: %w", picture, err)
		}
		kept.Add(picture, scene)
		return scene, nil
	}, close, err
}

// parseNoise takes ",noise=.1,seed=1" off a path.
func parseNoise(text string) (path string, n dfol.Noise, err error) {
	for {
		at := strings.LastIndexByte(text, ',')
		if at < 0 {
			return text, n, nil
		}
		name, value, _ := strings.Cut(text[at+1:], "=")
		switch name {
		case "noise":
			if n.Mean, err = strconv.ParseFloat(value, 64); err != nil || !(n.Mean >= 0 && n.Mean < 1) {
				return "", n, fmt.Errorf("noise is a mean error from 0 up to 1, not %q", value)
			}
		case "seed":
			if n.Seed, err = strconv.ParseUint(value, 10, 64); err != nil {
				return "", n, fmt.Errorf("the seed is a whole number, not %q", value)
			}
		default:
			return text, n, nil // a comma of the path's own
		}
		text = text[:at]
	}
}

// identifierOf is NLVR's identifier of a picture: 1021-1 of dev-1021-1-0.
func identifierOf(picture string) string {
	for _, split := range []string{"dev-", "test-", "hidden-", "train-"} {
		if rest, ok := strings.CutPrefix(picture, split); ok {
			return strings.TrimSuffix(rest, "-0")
		}
	}
	return picture
}

// scene returns what the oracle says of a picture.
func (s *sceneSource) scene(picture string) (*dfol.Scene, error) {
	if scene, ok := s.kept.Get(picture); ok {
		return scene, nil
	}
	var scene *dfol.Scene
	found := s.table.Read(&record.Record{}, s.entry(picture), func(rec *record.Record) (err error) {
		scene, err = s.decode(picture, rec)
		return err
	})
	if !found {
		return nil, fmt.Errorf("the oracle knows nothing of picture %q that can be read", picture)
	}
	s.kept.Add(picture, scene)
	return scene, nil
}
