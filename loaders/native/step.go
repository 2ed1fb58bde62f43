package native

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// inlineTexts are texts of a line in place of a list or an object.
type inlineTexts struct {
	code      string   // the program's source
	sentences []string // of the passage
}

// extractTexts takes the texts out of rec.Bytes that are there in place of a list or an object, so
// that the rest can be decoded: program code and a passage's sentences become null, a passage an
// object with that text.
func extractTexts(rec *record.Record) (t inlineTexts) {
	if program := gjson.GetBytes(rec.Bytes, "program"); program.Type == gjson.String {
		t.code = program.String()
		rec.Bytes = replaceValue(rec.Bytes, program, "null")
	}
	if passage := gjson.GetBytes(rec.Bytes, "passage"); passage.Type == gjson.String {
		rec.Bytes = replaceValue(rec.Bytes, passage, `{"text":`+passage.Raw+"}")
	}
	sentences := gjson.GetBytes(rec.Bytes, "passage.sentences")
	if first := sentences.Get("0"); first.Type == gjson.String && json.Unmarshal([]byte(sentences.Raw), &t.sentences) == nil {
		rec.Bytes = replaceValue(rec.Bytes, sentences, "null")
	}
	return t
}

func replaceValue(b []byte, value gjson.Result, with string) []byte {
	if value.Index == 0 {
		return b
	}
	return slices.Concat(b[:value.Index], []byte(with), b[value.Index+len(value.Raw):])
}

func joinSteps(program, steps []node) []node {
	if len(steps) == 0 {
		return program
	}
	if len(program) > 0 || slices.ContainsFunc(steps, func(n node) bool { return len(n.Children) > 0 }) {
		return append(program, steps...)
	}
	below := loaders.Fill(len(steps), func(i int) int { return i + 1 })
	return append([]node{{Op: "program", Children: below}}, steps...)
}

// sentenceTexts adds sentences that are texts to the passage, and its Text unless it has one.
// Beside tokens they are a problem, because spans over the tokens belong there.
func (l *line) sentenceTexts(sentences []string) {
	p := l.ex.Passage
	if p == nil {
		return
	}
	if sentences != nil && len(p.Tokens) == 0 {
		for _, s := range sentences {
			p.AddSentence(strings.Fields(s)...)
		}
		if p.Text == "" {
			p.Text = strings.Join(sentences, " ")
		}
	} else if sentences != nil {
		l.Problem("passage.sentences are texts beside tokens; not read; spans over the tokens belong there")
	}
}

// addDetected adds the boxes that modules found to their images' proposals, and sets l.own and
// l.shared. A module's probability of a proposal that it didn't find is 0. Boxes for another number
// of images, or beside likelihoods, are left out, because likelihoods fit the proposals.
func (l *line) addDetected(nodes []node) {
	images := l.ex.Images
	for k := range nodes {
		out := nodes[k].Output
		if out == nil || out.Detected == nil {
			continue
		}
		what := fmt.Sprintf("program[%d] %s.output.detected", k, nodes[k].Op)
		if len(out.Detected) != len(images) || slices.ContainsFunc(images, func(im loaders.Image) bool { return im.Likelihoods != nil }) {
			l.Problem("%s: boxes for %d images where the example has %d, without likelihoods; the output is missing", what, len(out.Detected),
				len(images))
			continue
		}
		if l.shared == nil {
			l.shared = loaders.Map(images, func(im loaders.Image) int { return len(im.Proposals) })
			l.own = map[int][][]float64{}
		}
		l.own[k] = loaders.Fill(len(images), func(i int) []float64 {
			return l.addProposals(fmt.Sprintf("%s[%d]", what, i), &images[i], out.Detected[i])
		})
	}
	for _, own := range l.own {
		for i := range own {
			own[i] = l.padShared(own[i], i)
		}
	}
}

// addProposals appends a module's own boxes and labels to im's proposals and returns its
// probabilities of all so far: 0 for earlier ones, 1 for a box without one, and 0 for all if one is
// not a number.
func (l *line) addProposals(what string, im *loaders.Image, list []detected) []float64 {
	before := len(im.Proposals)
	corners, p, labels := make([]record.Reals, len(list)), make([]float64, len(list)), make([]string, len(list))
	for i, d := range list {
		corners[i], p[i], labels[i] = d.Box, 1, d.Label
		if d.Probability != nil {
			p[i] = float64(*d.Probability)
		}
	}
	im.Proposals = append(im.Proposals, l.readBoxes(what, im, corners)...)
	if im.Labels == nil && strings.Join(labels, "") != "" {
		im.Labels = make([]string, before)
	}
	if im.Labels != nil {
		im.Labels = append(im.Labels, labels...)
	}
	checked := l.Probabilities(what, p, len(p))
	if checked == nil {
		checked = make([]float64, len(p))
	}
	return append(make([]float64, before), checked...)
}
