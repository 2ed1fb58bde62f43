// Package oracle runs programs on an oracle of what is in pictures, or as neural modules, as flags
// say.
package oracle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/spf13/pflag"

	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/value"
	"faithscope/loaders"
	"faithscope/loaders/clevr"
	"faithscope/loaders/files"
	"faithscope/loaders/gqa"
	"faithscope/loaders/language"
	"faithscope/loaders/nlvr"
	"faithscope/loaders/record"
	"faithscope/scoring/executor/dfol"
)

// Options are the flags of an oracle.
type Options struct {
	Oracle      string
	concepts    []string
	Settings    dfol.Settings
	Calibration string
	// Judges are the oracles that the demo's runs were made on.
	Judges map[*loaders.Run]*dfol.Executor
}

// AddTo adds the flags of an oracle and of first-order logic; θ is .5 by default.
func (o *Options) AddTo(set *pflag.FlagSet) {
	o.Settings.Threshold, o.Judges = 0.5, map[*loaders.Run]*dfol.Executor{}
	value.Declare(
		set,
		&o.Oracle,
		"oracle",
		"where likelihoods for pictures come from: a file; golden:SCENES; golden:SCENES,noise=.1,seed=1; or run:RUN",
		&o.concepts,
		"concepts",
		"file with each category's concepts; repeatable (default: found beside the questions)",
		&o.Settings.Normalize,
		"normalize",
		"normalise the likelihoods of a question's options, like DFOL-VQA's code",
		&o.Settings.Threshold,
		"theta",
		"θ: the answer is yes above this likelihood",
		&o.Settings.Hard,
		"hard",
		"use minima and maxima instead of products at the end, like DFOL-VQA's hard mode",
		&o.Calibration,
		"calibration",
		"calibration `a,b,c,d` for ∇-FOL's eq. 16, or a file from faithscope calibrate --splits 20",
	)
}

// Executor returns the executor of first-order logic for questions. It fails without --oracle. What
// is wrong in an oracle's file goes to the problems of questionRun. The caller calls close.
func (o *Options) Executor(
	ctx context.Context, openOptions opening.Options, questionRun *loaders.Run,
) (e *dfol.Executor, close func(), err error) {
	if o.Oracle == "" {
		return nil, nil, errors.New("name the oracle with --oracle: a file of likelihoods, golden:SCENES, or run:RUN")
	}
	e = &dfol.Executor{Settings: o.Settings}
	if err = readCalibration(&e.Settings, openOptions.Files, o.Calibration); err != nil {
		return nil, nil, err
	}
	if e.Concepts, err = readConcepts(openOptions.Files, questionRun.Path, o.concepts); err != nil {
		return nil, nil, err
	}
	if path, ok := strings.CutPrefix(o.Oracle, "run:"); ok {
		e.Scene, close, err = openLogged(ctx, openOptions, path)
	} else {
		e.Scene, close, err = OpenOracle(ctx, openOptions.Files, o.Oracle, e.Concepts, &questionRun.Problems)
	}
	return e, close, err
}

// calibrationJSON is calibrate's JSON: the common parameters of eq. 16, and with --splits the parameters
// of each operator and its argument.
type calibrationJSON struct {
	dfol.Calibration
	Predicates []struct {
		Operator, Predicate string
		dfol.Calibration
	}
}

// mostCalibration is in bytes.
const mostCalibration = 4 << 20

// readCalibration fails for negative parameters, a c above 1, or if a, b and c are all 0. It parses
// a,b,c,d or reads calibrate's JSON; "" changes nothing.
func readCalibration(s *dfol.Settings, fsys fs.FS, calibrationFlag string) error {
	if calibrationFlag == "" {
		return nil
	}
	var file calibrationJSON
	c := &file.Calibration
	if _, err := fmt.Sscanf(calibrationFlag, "%g,%g,%g,%g", &c.A, &c.B, &c.C, &c.D); err != nil {
		raw, err := files.ReadStored(fsys, calibrationFlag, mostCalibration)
		if err == nil {
			err = json.Unmarshal(raw, &file)
		}
		if err != nil {
			return fmt.Errorf("--calibration %s is neither a,b,c,d nor a file written by `calibrate --format json`: %w", calibrationFlag, err)
		}
	}
	s.Calibration, s.ByPredicate = c, map[dfol.AskedConcept]dfol.Calibration{}
	wrong := !c.Valid() || c.A == 0 && c.B == 0 && c.C == 0
	for _, p := range file.Predicates {
		s.ByPredicate[dfol.AskedConcept{Op: language.Of(p.Operator), Concept: p.Predicate}] = p.Calibration
		wrong = wrong || !p.Valid()
	}
	if wrong {
		return fmt.Errorf("--calibration %s: a, b, c and d must be 0 or more, and c at most 1", calibrationFlag)
	}
	return nil
}

// mostConcepts is in bytes.
const mostConcepts = 16 << 20

func isAuthorsList(name string) bool {
	return name == "gqa_all_class.json" || name == "gqa_all_attribute.json"
}

// readConcepts looks beside the questions and above if nothing is named, because the authors keep the
// lists there. CLEVR's are known.
func readConcepts(fsys fs.FS, questionsPath string, conceptFiles []string) (*dfol.ConceptCategories, error) {
	c := &dfol.ConceptCategories{}
	if conceptFiles == nil {
		if src, err := files.OpenSource(fsys, questionsPath); err == nil {
			if conceptFiles = (&record.CompanionFile{Is: dfol.AreConcepts}).Beside(src); conceptFiles == nil {
				conceptFiles = (&record.CompanionFile{Name: isAuthorsList}).Beside(src)
			}
			if clevr.Questions.Detect(src.Head) {
				err = c.Add("CLEVR", clevr.Concepts())
			}
			src.Close()
			if err != nil {
				return nil, err
			}
		}
	}
	for _, path := range conceptFiles {
		text, err := files.ReadStored(fsys, path, mostConcepts)
		if err != nil {
			return nil, fmt.Errorf("--concepts: %w", err)
		}
		if err := c.Add(path, text); err != nil {
			return nil, fmt.Errorf("--concepts %s: %w", path, err)
		}
	}
	return c, nil
}

// keptScenes bounds decoded pictures; questions about one picture tend to follow each other.
const keptScenes = 256

type sceneLookup func(picture string) (*dfol.Scene, error)

// cacheScenes keeps no errors, so that a failed reading is tried again.
func cacheScenes(readScene sceneLookup) sceneLookup {
	scenes, _ := lru.New[string, *dfol.Scene](keptScenes) // fails only for a size below 1
	return func(picture string) (*dfol.Scene, error) {
		if scene, ok := scenes.Get(picture); ok {
			return scene, nil
		}
		scene, err := readScene(picture)
		if err == nil {
			scenes.Add(picture, scene)
		}
		return scene, err
	}
}

// OpenOracle opens --oracle: a file of likelihoods, or scene graphs after golden:, with noise. The
// returned function reads a picture's scene, with concepts from c, and fails if the file lacks the
// picture. close closes the file.
func OpenOracle(
	ctx context.Context, fsys fs.FS, oracleName string, c *dfol.ConceptCategories, problems *loaders.Problems,
) (scene sceneLookup, close func(), err error) {
	path, golden := strings.CutPrefix(oracleName, "golden:")
	noise := dfol.LikelihoodNoise{}
	if golden {
		if path, noise, err = parseNoise(path); err != nil {
			return nil, nil, fmt.Errorf("--oracle %s: %w", oracleName, err)
		}
	}
	src, err := files.OpenSource(fsys, path)
	if err != nil {
		return nil, nil, fmt.Errorf("--oracle: %w", err)
	}
	src.Close()
	g := sceneGraphFormat{key: record.KeyOf("imageId"), entry: func(picture string) string { return picture }}
	if golden {
		err = g.recogniseGraphs(src.Head)
	} else if keys := record.Keys(src.Head); keys["imageId"] == 0 || keys["attributes"] != '{' {
		err = fmt.Errorf("not a file of likelihoods (lines with imageId, objects, attributes and relations); for scene graphs, use "+
			"golden:%s", oracleName)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("--oracle %s: %w", oracleName, err)
	}
	table, err := record.OpenTable(ctx, record.PathInFile{Files: fsys, File: path, Path: g.within}, problems, g.key)
	if err != nil {
		return nil, nil, fmt.Errorf("--oracle: %w", err)
	}
	return cacheScenes(func(picture string) (scene *dfol.Scene, _ error) {
		if !table.Read(g.entry(picture), func(rec *record.Record) (err error) {
			if !golden {
				scene, err = dfol.ReadScene(rec)
				return err
			}
			graph, err := g.decode(rec)
			if err == nil {
				scene = dfol.Golden(picture, graph, c, noise)
			}
			return err
		}) {
			return nil, fmt.Errorf("the oracle has no readable entry for picture %q", picture)
		}
		return scene, nil
	}), func() { _ = table.Close() }, nil // only read
}

type sceneGraphFormat struct {
	within string
	key    func(rec *record.Record) string
	decode func(rec *record.Record) (*loaders.Scene, error)
	entry  func(picture string) string
}

func (g *sceneGraphFormat) recogniseGraphs(head []byte) error {
	genome, isGenome := gqa.GenomePath(head)
	switch {
	case gqa.Scenes.Detect(head):
		g.within, g.key, g.decode = "*", nil, gqa.DecodeScene
	case isGenome:
		g.within, g.key, g.decode = genome, record.KeyOf("image_id"), gqa.DecodeGenome
	case clevr.Scenes.Detect(head):
		g.within, g.key, g.decode = "scenes.*", record.KeyOf("image_filename"), clevr.DecodeScene
	case nlvr.Statements.Detect(head):
		g.key, g.decode, g.entry = record.KeyOf("identifier"), nlvr.DecodeScene, func(picture string) string {
			return identifier.ReplaceAllString(picture, "$1")
		}
	default:
		return errors.New("expected GQA scene graphs, Visual Genome objects, CLEVR scenes, or NLVR statements with structured representations")
	}
	return nil
}

// openLogged collects a picture's questions first, because the run logs for each only the likelihoods
// that it needed.
func openLogged(ctx context.Context, openOptions opening.Options, runPath string) (scene sceneLookup, close func(), err error) {
	run, err := openOptions.Opener().Open(ctx, runPath, openOptions.Options)
	if err != nil {
		return nil, nil, fmt.Errorf("--oracle: %w", err)
	}
	close = func() { _ = run.Close() } // only read
	asking := map[string][]int{}
	if err := loaders.Pass(ctx, run, func(i int, ex *loaders.Example) (func(), error) {
		picture := dfol.PictureOf(ex)
		return func() { asking[picture] = append(asking[picture], i) }, nil
	}, func(add func()) error {
		add()
		return nil
	}); err != nil {
		close()
		return nil, nil, err
	}
	return cacheScenes(func(picture string) (*dfol.Scene, error) {
		scene, err := dfol.Logged(picture, loaders.Map(asking[picture], run.Scan))
		if err != nil {
			return nil, fmt.Errorf("the oracle's entry for picture %q: %w", picture, err)
		}
		return scene, nil
	}), close, nil
}

// parseNoise cuts ",noise=.1" and ",seed=1" off the end of the text, because other commas belong to the
// path.
func parseNoise(oracleText string) (path string, n dfol.LikelihoodNoise, err error) {
	for {
		at := strings.LastIndexByte(oracleText, ',')
		if at < 0 {
			return oracleText, n, nil
		}
		name, value, _ := strings.Cut(oracleText[at+1:], "=")
		switch name {
		case "noise":
			if n.Mean, err = strconv.ParseFloat(value, 64); err != nil || !(n.Mean >= 0 && n.Mean < 1) {
				return "", n, fmt.Errorf("noise must be at least 0 and below 1, not %q", value)
			}
		case "seed":
			if n.Seed, err = strconv.ParseUint(value, 10, 64); err != nil {
				return "", n, fmt.Errorf("the seed must be a whole number, not %q", value)
			}
		default:
			return oracleText, n, nil // the path's own comma
		}
		oracleText = oracleText[:at]
	}
}

// identifier is NLVR's identifier of a picture: 1021-1 of dev-1021-1-0.
var identifier = regexp.MustCompile(`^(?:dev|test|hidden|train)-(.*?)(?:-0)?$`)
