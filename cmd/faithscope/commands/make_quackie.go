package commands

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"faithscope/loaders"
	"faithscope/loaders/native"
	"faithscope/loaders/reading"
	"faithscope/scoring"
	"faithscope/scoring/protocols/sentences"
)

func makeQuackieCommand() *cobra.Command {
	c := newCommand("quackie QUESTIONS", "Make QUACKIE's task from extractive questions",
		"Splits the passages of extractive questions (SQuAD's or others) into sentences, and marks a sentence as gold if a reference answer "+
			"starts in it (Rychener et al. 2020).",
		"make quackie dev-v2.0.json -o quackie.jsonl.gz --most-tokens 512")
	n := &quackieTaskCounts{}
	c.addFlags(&n.mostTokens, "most-tokens", "maximum tokens in question plus passage, as tokenised in the file; 0: no limit")
	c.addOut("run to write; - for standard output")
	return c.runWith(func() error { return c.writeQuackie(n) })
}

type quackieTaskCounts struct {
	mostTokens                                               int // 0 for no limit
	questions, answerable, sentences, long, without, several int
}

func (c *commandLine) writeQuackie(n *quackieTaskCounts) error {
	j, err := c.JoinAll(c.args)
	if err != nil {
		return err
	}
	defer j.Close()
	run := j.Runs[0]
	h := native.HeaderOf(run)
	h.Gold = "the sentence in which the answer starts"
	if err := c.writeFile(func(w io.Writer) error {
		e, err := native.NewEncoder(w, h)
		if err != nil {
			return err
		}
		return loaders.Pass(c.Context(), run, func(_ int, ex *loaders.Example) (*loaders.Example, error) { return withSentences(ex), nil },
			func(ex *loaders.Example) error {
				if !n.countExample(ex) {
					return nil
				}
				line, err := e.Line(ex)
				if err == nil {
					_, err = w.Write(line)
				}
				return err
			})
	}); err != nil {
		return err
	}
	if n.questions == 0 {
		return fmt.Errorf("%s: no question has a passage", run.Path)
	}
	c.Command.PrintErrln(c.Path + ": " + n.String())
	return nil
}

func (n *quackieTaskCounts) countExample(ex *loaders.Example) bool {
	switch {
	case ex.Passage == nil || len(ex.Passage.Sentences) == 0:
		n.without++
		return false
	case n.mostTokens > 0 && len(ex.Tokens)+len(ex.Passage.Tokens) > n.mostTokens:
		n.long++
		return false
	}
	gold := scoring.AppendNew(nil, sentences.Golds(ex)...)
	n.questions++
	n.sentences += len(ex.Passage.Sentences)
	if len(gold) > 0 {
		n.answerable++
	}
	if len(gold) > 1 {
		n.several++
	}
	return true
}

func (n *quackieTaskCounts) String() string {
	text := fmt.Sprintf("%s, %d with a gold sentence (%d with several), %.2f sentences per passage",
		loaders.Count(n.questions, "question"), n.answerable, n.several, float64(n.sentences)/float64(max(1, n.questions)))
	if n.long > 0 {
		text += fmt.Sprintf("; %d left out: too many tokens", n.long)
	}
	if n.without > 0 {
		text += fmt.Sprintf("; %d without a passage", n.without)
	}
	return text
}

// withSentences takes the sentences in which reference answers start as the only rationales, as
// QUACKIE does, or "no sentence". Missing question tokens are made from its words.
func withSentences(ex *loaders.Example) *loaders.Example {
	if ex.Passage == nil {
		return ex
	}
	own, passage := *ex, *ex.Passage
	passage.Sentences = sentencesOf(&passage)
	own.Passage, own.Rationales = &passage, nil
	if own.Tokens == nil {
		own.Tokens = strings.Fields(own.Question)
	}
	for i := range ex.Rationales {
		r := &ex.Rationales[i]
		if r.Over != loaders.OverPassage || len(r.Spans) == 0 {
			continue
		}
		for k, s := range passage.Sentences {
			if r.Spans[0].Start >= s.Start && r.Spans[0].Start < s.End {
				own.Rationales = append(own.Rationales, loaders.Rationale{Name: "gold", Over: loaders.OverSentences, Sentence: &k, Answer: r.Answer})
			}
		}
	}
	if own.Rationales == nil && (ex.Answer.Gold == "" || slices.Contains(ex.Tags, "impossible")) {
		own.Rationales = []loaders.Rationale{loaders.NoSentence}
	}
	return &own
}

// sentencesOf returns token ranges. If the tokens aren't found in the text, no boundary can be placed:
// the passage is one sentence.
func sentencesOf(p *loaders.Passage) (list []loaders.Span) {
	if len(p.Tokens) == 0 {
		return nil
	}
	begin, ok := p.Places()
	if !ok {
		return []loaders.Span{{End: len(p.Tokens)}}
	}
	token := 0
	for _, s := range reading.Sentences(p.Text) {
		start := token
		for token < len(begin) && begin[token] < s.End {
			token++
		}
		if token > start {
			list = append(list, loaders.Span{Start: start, End: token})
		}
	}
	return list
}
