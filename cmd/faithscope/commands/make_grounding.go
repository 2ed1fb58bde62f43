package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/loaders"
	"faithscope/scoring/mcd"
)

const mostAsked = 2

type groundingOptions struct {
	*commandLine
	each int
	seed uint64
}

func makeGroundingCommand() *cobra.Command {
	o := &groundingOptions{commandLine: newCommand("coco-grounding INSTANCES",
		"Make counting questions with gold boxes from COCO's annotations",
		"Draws the same number of questions with counts 0, 1 and 2, in the format of COCO-Grounding (Dancette et al. 2020), from all pairs "+
			"of a picture and a category without crowd boxes. The authors didn't publish their selection, so these questions differ from theirs.",
		"make coco-grounding instances_val2014.json -o coco-ground.json"), each: 734, seed: 1337}
	o.addFlags(
		&o.each, "each", "questions per count",
		&o.seed, "seed", "random seed")
	o.addOut("file to write; - for standard output")
	return o.runWith(o.run)
}

type groundingQuestion struct {
	ID       int           `json:"question_id"`
	Question string        `json:"question"`
	Answer   int           `json:"answer"`
	Simple   bool          `json:"issimple"`
	Source   string        `json:"data_source"`
	Image    string        `json:"image"`
	ImageID  string        `json:"image_id"`
	Width    int           `json:"img_width"`
	Height   int           `json:"img_height"`
	Name     string        `json:"name"`
	Gold     []loaders.Box `json:"gt_bboxes"` // corners, in pixels
}

func (o *groundingOptions) run() error {
	if o.each < 1 {
		return fmt.Errorf("--each must be 1 or more, not %d", o.each)
	}
	j, err := o.JoinAll(o.args)
	if err != nil {
		return err
	}
	defer j.Close()
	var all []groundingQuestion
	for _, run := range j.Runs {
		list, err := o.drawQuestions(o.Context(), run)
		if err != nil {
			return err
		}
		all = append(all, list...)
	}
	if len(all) == 0 {
		return fmt.Errorf("%s: no picture has annotated categories", o.args[0])
	}
	for i := range all {
		all[i].ID = i + 1
	}
	if err := o.writeFile(func(w io.Writer) error {
		return json.NewEncoder(w).Encode(all)
	}); err != nil {
		return err
	}
	for count := range mostAsked + 1 {
		n := loaders.CountFunc(all, func(g groundingQuestion) bool { return g.Answer == count })
		o.Command.PrintErrf("count %d: %s%s\n", count, loaders.Count(n, "question"), loaders.IfElse(n < o.each, "; no more available", ""))
	}
	return nil
}

// drawQuestions skips pairs with a crowd or more boxes than mostAsked, whose count isn't known or
// asked for, and examples without exactly one picture.
func (o *groundingOptions) drawQuestions(ctx context.Context, run *loaders.Run) (drawn []groundingQuestion, err error) {
	var pictures []map[string][]loaders.Box // by category; nil for a crowd
	var images []groundingQuestion
	categories := map[string][]loaders.Box{}
	err = loaders.PassExamples(ctx, run, func(ex *loaders.Example) error {
		if len(ex.Images) != 1 {
			return nil
		}
		im := &ex.Images[0]
		images = append(images, groundingQuestion{Simple: true, Source: "coco",
			Image: im.Path, ImageID: ex.ID, Width: im.Width, Height: im.Height})
		pictures = append(pictures, boxesByCategory(ex))
		maps.Copy(categories, pictures[len(pictures)-1])
		return nil
	})
	if err != nil {
		return nil, err
	}
	type pair struct {
		image    int
		category string
	}
	var pairs [mostAsked + 1][]pair
	names := loaders.SortedKeys(categories)
	for i, found := range pictures {
		for _, category := range names {
			gold, there := found[category]
			if n := len(gold); n <= mostAsked && there == (n > 0) {
				pairs[n] = append(pairs[n], pair{i, category})
			}
		}
	}
	for count, from := range pairs {
		for _, p := range mcd.Draw(from, o.each, o.seed) {
			g := images[p.image]
			g.Answer, g.Name, g.Question, g.Gold = count, p.category, "How many "+pluralOf(p.category)+" are there?",
				append([]loaders.Box{}, pictures[p.image][p.category]...)
			drawn = append(drawn, g)
		}
	}
	return drawn, nil
}

func boxesByCategory(ex *loaders.Example) map[string][]loaders.Box {
	found := map[string][]loaders.Box{}
	for i := range ex.Program {
		if m := &ex.Program[i]; m.Op == "find" && m.Gold != nil {
			found[m.Text] = loaders.Map(loaders.ElementAt(m.Gold.Boxes, 0), func(b loaders.Box) loaders.Box {
				b, _ = ex.Images[0].Pixels(b)
				return b
			})
			if len(loaders.ElementAt(m.Gold.Crowds, 0)) > 0 {
				found[m.Text] = nil
			}
		}
	}
	return found
}

var irregular = map[string]string{
	"person": "people", "mouse": "mice", "knife": "knives", "sheep": "sheep", "skis": "skis", "scissors": "scissors", "broccoli": "broccoli",
}

func pluralOf(category string) string {
	if plural := irregular[category]; plural != "" {
		return plural
	}
	for _, ending := range []string{"s", "x", "ch", "sh"} {
		if strings.HasSuffix(category, ending) {
			return category + "es"
		}
	}
	return category + "s"
}
