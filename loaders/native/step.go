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

// extractTexts takes texts in place of lists or objects out of rec.Bytes, because the rest couldn't be
// decoded into the types with them.
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

func replaceValue(b []byte, jsonValue gjson.Result, replacement string) []byte {
	return slices.Concat(b[:jsonValue.Index], []byte(replacement), b[jsonValue.Index+len(jsonValue.Raw):])
}

func joinSteps(programNodes, stepNodes []moduleNode) []moduleNode {
	if len(stepNodes) == 0 {
		return programNodes
	}
	if len(programNodes) > 0 || slices.ContainsFunc(stepNodes, func(n moduleNode) bool { return len(n.Children) > 0 }) {
		return append(programNodes, stepNodes...)
	}
	below := loaders.Fill(len(stepNodes), func(i int) int { return i + 1 })
	return append([]moduleNode{{Op: "program", Children: below}}, stepNodes...)
}

// sentenceTexts adds sentences that are texts to the passage, and its Text unless it has one.
// Beside tokens they are a problem, because spans over the tokens belong there.
func (l *exampleLine) sentenceTexts(sentences []string) {
	p := l.ex.Passage
	switch {
	case p == nil || sentences == nil:
		return
	case len(p.Tokens) > 0:
		l.Problem("passage.sentences contains strings, but a passage with tokens needs token spans; not read")
		return
	}
	for _, s := range sentences {
		p.AddSentence(strings.Fields(s)...)
	}
	if p.Text == "" {
		p.Text = strings.Join(sentences, " ")
	}
}

// addDetected adds the boxes that modules found to their images' proposals, and sets l.own and
// l.shared. A module's probability of a proposal that it didn't find is 0. Boxes for another number
// of images, or beside likelihoods, are left out, because likelihoods fit the proposals.
func (l *exampleLine) addDetected(moduleNodes []moduleNode) {
	images := l.ex.Images
	for k := range moduleNodes {
		out := moduleNodes[k].Output
		if out == nil || out.Detected == nil {
			continue
		}
		what := fmt.Sprintf("program[%d] %s.output.detected", k, moduleNodes[k].Op)
		if len(out.Detected) != len(images) || slices.ContainsFunc(images, func(im loaders.Image) bool { return im.Likelihoods != nil }) {
			l.Problem("%s: needs boxes for every image (%d for %d), and can't be combined with likelihoods; treated as missing",
				what, len(out.Detected), len(images))
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

// addProposals appends a module's own boxes to im's proposals, because modules share one list: earlier
// ones get 0 here. A box without a probability has 1; if one is not a number, all have 0.
func (l *exampleLine) addProposals(fieldName string, im *loaders.Image, detectedObjects []detectedObject) []float64 {
	before := len(im.Proposals)
	corners, p, labels := make([]record.LenientNumbers, len(detectedObjects)), make([]float64, len(detectedObjects)), make([]string,
		len(detectedObjects))
	for i, d := range detectedObjects {
		corners[i], p[i], labels[i] = d.Box, 1, d.Label
		if d.Probability != nil {
			p[i] = float64(*d.Probability)
		}
	}
	im.Proposals = append(im.Proposals, l.readBoxes(fieldName, im, corners)...)
	if im.Labels == nil && strings.Join(labels, "") != "" {
		im.Labels = make([]string, before)
	}
	if im.Labels != nil {
		im.Labels = append(im.Labels, labels...)
	}
	checked := l.Probabilities(fieldName, p, len(p))
	if checked == nil {
		checked = make([]float64, len(p))
	}
	return append(make([]float64, before), checked...)
}
