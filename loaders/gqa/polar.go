package gqa

import (
	"bytes"
	"path"
	"strings"
	"unicode"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// MMEResults reads results in the form of MME's evaluation: lines of a
// picture, a question, the gold answer and the model's, with tabs between them.
var MMEResults = record.NewFormat(loaders.Format{
	Name:   "mme-results",
	About:  "results in the form of MME's evaluation: picture, question, gold answer and answer, with tabs between them",
	Sign:   "lines of four cells with tabs between them, of which the first is a picture's name and the third Yes or No",
	Detect: areMMEResults,
}, record.Codec{Dataset: "MME", Gold: "in the file", Pictures: true, Open: openMME})

func areMMEResults(head []byte) bool {
	first, _, _ := bytes.Cut(head, []byte("\n"))
	cells := strings.Split(string(first), "\t")
	if len(cells) != 4 {
		return false
	}
	gold := strings.ToLower(strings.TrimSpace(cells[2]))
	switch strings.ToLower(path.Ext(cells[0])) {
	case ".jpg", ".jpeg", ".png":
		return gold == "yes" || gold == "no"
	}
	return false
}

// openMME opens one subtask, which the file is named after: existence.txt.
func openMME(o *record.Opening) error {
	subtask, _, _ := strings.Cut(path.Base(o.Source.Path), ".")
	return o.Lines(0, func(rec *record.Record) (*loaders.Example, error) {
		cells := strings.Split(strings.TrimRight(string(rec.Bytes), "\r"), "\t")
		if len(cells) != 4 {
			return nil, loaders.Errorf("%d cells where a picture, a question, the gold answer and an answer belong", len(cells))
		}
		ex := &loaders.Example{ID: cells[0] + " " + cells[1], Question: cells[1], Kind: "MME " + subtask}
		ex.Images = []loaders.Image{{Path: rec.Picture(cells[0]), Units: loaders.Pixels}}
		ex.Answer.Gold = strings.ToLower(strings.TrimSpace(cells[2]))
		judgePolar(ex, cells[3], inMME)
		if right, ok := rightInMME(rec.Partner(), cells[0]); ok {
			both := 0.0
			if right && ex.Answer.Correct == loaders.Right {
				both = 1
			}
			ex.Answer.Score("acc_plus", both)
		} else {
			rec.Problem(loaders.Say("no second question about %s beside it", cells[0]), loaders.Say("left out of acc_plus"))
		}
		return ex, nil
	})
}

// rightInMME reads the other line about a picture, ok false where it is about
// another one.
func rightInMME(line []byte, picture string) (right, ok bool) {
	cells := strings.Split(strings.TrimRight(string(line), "\r"), "\t")
	if len(cells) != 4 || cells[0] != picture {
		return false, false
	}
	return inMME(cells[3]) == strings.ToLower(strings.TrimSpace(cells[2])), true
}

// judgePolar fills in an answer as a benchmark reads it; what the model said is
// kept beside it.
func judgePolar(ex *loaders.Example, said string, read func(string) string) {
	said = strings.TrimSpace(said)
	ex.Answer.Predicted = read(said)
	if ex.Answer.Predicted == "" {
		ex.Answer.Predicted = "other"
	}
	ex.Answer.Correct = loaders.VerdictOf(ex.Answer.Predicted == ex.Answer.Gold)
	if said != ex.Answer.Predicted {
		if ex.Meta == nil {
			ex.Meta = map[string]string{}
		}
		ex.Meta["reply"] = said
	}
}

// saysNo reads an answer as POPE's evaluation does: its first sentence says no
// where no or not is a word of it.
func saysNo(text string) bool {
	first, _, _ := strings.Cut(text, ".")
	for word := range strings.SplitSeq(strings.ReplaceAll(first, ",", ""), " ") {
		if word == "No" || word == "no" || word == "not" {
			return true
		}
	}
	return false
}

// inPOPE is an answer as POPE counts it: whatever does not say no says yes.
func inPOPE(text string) string {
	if saysNo(text) {
		return "no"
	}
	return "yes"
}

// inMME is an answer as MME counts it: yes or no, in its first four letters; ""
// for neither.
func inMME(text string) string {
	first := strings.ToLower(text)
	for n := range first {
		if n >= 4 {
			first = first[:n]
			break
		}
	}
	switch {
	case strings.Contains(first, "yes"):
		return "yes"
	case strings.Contains(first, "no"):
		return "no"
	}
	return ""
}

// mmeKey names a question of MME: a picture, and what is asked about it without
// how it is to be answered.
func mmeKey(id, text string) string {
	for _, request := range []string{"Please answer yes or no.", "Answer the question using a single word or phrase."} {
		text = strings.ReplaceAll(text, request, "")
	}
	return id + "\n" + strings.Join(strings.FieldsFunc(text, unicode.IsSpace), " ")
}
