package steps

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
	"faithscope/loaders/roles"
)

// mostFile bounds a file of Who&When, in bytes.
const mostFile = 64 << 20

// WhoWhen reads Who&When: a folder of numbered files, each a conversation of agents that failed, or one file of all.
var WhoWhen = record.NewFormat(loaders.Format{
	Name: "whowhen", About: "Who&When: failed agent conversations, one per file, with the agent and step that annotators blame",
	Sign: "the keys history, mistake_agent and mistake_step", Keys: "history question mistake_agent mistake_step mistake_reason",
	Together: true, Detect: record.Keyed("history:[, mistake_agent, mistake_step"),
	Confirm: func(_ context.Context, src *loaders.Source, _ loaders.Options) bool { // a long history comes before the keys
		list := loaders.IfElse(record.FirstByte(src.Head) == '[', "*.", "")
		if _, ok := record.FindKeys(src.Head, list+"history.*", "role, content"); !ok {
			return false
		}
		b, err := record.ReadWhole(src, src.Path, mostFile)
		return err == nil && gjson.GetBytes(b, strings.Replace(list, "*", "0", 1)+"mistake_step").Exists()
	},
}, record.RecordFormat{Dataset: "Who&When", Gold: "in the files", Open: func(o *record.RunBuilder) {
	name, isOne := strings.CutSuffix(filepath.Base(o.Source.Path), ".json")
	head := bytes.TrimSpace(o.Source.Head)
	isOne = isOne && record.FirstByte(head) == '{' && bytes.HasSuffix(head, bytes.TrimSpace(record.First(head).Bytes))
	o.Elements("", record.As(func(in *whoWhenRecord, rec *record.Record) *loaders.Example {
		return in.example(loaders.IfElse(isOne, name, string(in.ID)), rec)
	}))
}})

type whoWhenRecord struct {
	ID       record.LenientText `json:"question_ID"` // of a conversation among others
	Question string             `json:"question"`
	Truth    record.LenientText `json:"ground_truth"`
	Level    record.LenientText `json:"level"`
	History  []conversationTurn `json:"history"`
	Agent    string             `json:"mistake_agent"`
	Step     record.LenientText `json:"mistake_step"` // from 0
	Reason   string             `json:"mistake_reason"`
	Type     record.LenientText `json:"mistake_type"`
	Right    record.LenientText `json:"is_correct"` // of all published ones false
}

// conversationTurn is a turn of Who&When. In its handwritten half the role is the agent and its act: "Orchestrator (thought)".
type conversationTurn struct {
	Role    string              `json:"role"`
	Name    string              `json:"name"`
	Content record.LenientTexts `json:"content"`
}

func (in *whoWhenRecord) example(exampleName string, rec *record.Record) *loaders.Example {
	ex := &loaders.Example{ID: exampleName, Question: in.Question, Answer: loaders.Answer{Gold: string(in.Truth), Correct: loaders.Wrong}}
	if verdict, _ := roles.VerdictOf(string(in.Right), false); verdict == loaders.Right {
		ex.Answer.Correct = verdict
	}
	newChain(ex, nil, 0)
	for i, m := range in.History {
		agent := cmp.Or(m.Name, m.Role)
		name, _, _ := strings.Cut(agent, " (")
		step := loaders.Module{Op: agent, Text: m.Content.JoinWith("\n"), Place: i}
		step.SetOp(cmp.Or(name, "step"))
		addStep(ex, step)
	}
	ex.Describe(loaders.BlamedAgent, in.Agent, "level", string(in.Level))
	first, err := strconv.Atoi(strings.TrimSpace(string(in.Step)))
	if err != nil || first < 0 || first >= len(in.History) {
		rec.Problem("the wrong step %q is not among the %d steps; shown without marks", in.Step, len(in.History))
		return ex
	}
	step := &ex.Program[1+first]
	setGold(step, loaders.StepOpinion{Verdict: loaders.Wrong, Reason: in.Reason, Category: string(in.Type)})
	if in.Agent != "" && step.Op != in.Agent {
		rec.Problem("annotators blame %s, but step %d is %s's", in.Agent, first+1, step.Op)
	}
	return ex
}

// AgentProcess reads AgentProcessBench: people's labels of all of a trajectory's steps, with its
// messages where the file has them.
var AgentProcess = record.NewFormat(loaders.Format{
	Name: "agentprocessbench", About: "AgentProcessBench: agent trajectories with a label on each of the model's messages",
	Sign: "the keys step_labels and final_label, but not annotator", Keys: "record_id query_index sample_index step_labels final_label",
	Together: true, Detect: record.Keyed("step_labels:{, final_label, sample_index, !annotator"),
}, record.RecordFormat{Dataset: "AgentProcessBench", Gold: "in the file", Open: func(o *record.RunBuilder) {
	if record.Keys(o.Source.Head)["messages"] == 0 {
		o.Run.Note = "labels only: to see the steps' texts, open the trajectory file (--judge=FILE adds a judge), " +
			"or a judge's file with --gold=TRAJECTORIES"
	}
	o.Elements("", record.As(agentProcessExample))
}})

// agentProcessRecord is a trajectory.
type agentProcessRecord struct {
	Source   string             `json:"data_source"`
	Query    int                `json:"query_index"`
	Sample   int                `json:"sample_index"`
	Question string             `json:"question"`
	Answer   record.LenientText `json:"answer_text"`
	Messages json.RawMessage    `json:"messages"`
	// Labels are by the index of the message: 1 right, 0 neutral, -1 wrong.
	Labels record.OrderedObject[record.LenientText] `json:"step_labels"`
	Final  int                                      `json:"final_label"`
	Truth  struct {
		Target record.LenientTexts `json:"target"`
	} `json:"ground_truth"`
}

func agentProcessExample(wireRecord *agentProcessRecord, rec *record.Record) *loaders.Example {
	query := fmt.Sprintf("%s:%d", wireRecord.Source, wireRecord.Query)
	ex := &loaders.Example{ID: fmt.Sprintf("%s:%d", query, wireRecord.Sample), Question: wireRecord.Question, Kind: wireRecord.Source,
		Groups: []string{query}}
	ex.Answer = loaders.Answer{Predicted: string(wireRecord.Answer), Gold: wireRecord.Truth.Target.JoinWith(" | ")}
	if wireRecord.Final != 0 {
		ex.Answer.Correct = loaders.VerdictOf(wireRecord.Final > 0)
	}
	if wireRecord.Messages != nil {
		rec.CountMissing(&ex.Answer)
	}
	ex.Program, _ = record.StepsOf(gjson.ParseBytes(wireRecord.Messages), record.AsIs)
	at := map[int]int{}
	for k, step := range ex.Program {
		at[step.Place] = k
	}
	unread := ""
	if len(wireRecord.Labels) == 0 {
		rec.Problem("no step labels; shown without marks")
	}
	for _, label := range wireRecord.Labels {
		i, err := strconv.Atoi(label.Key)
		verdict, known := roles.VerdictOf(string(label.Value), true)
		if err != nil || !known {
			unread = cmp.Or(unread, fmt.Sprintf("%q: %.40s", label.Key, cmp.Or(label.Value, "null")))
			continue
		}
		if at[i] == 0 {
			if wireRecord.Messages != nil {
				rec.Problem("step %d is labelled, but is not one of the model's messages", i)
			}
			at[i] = len(ex.Program)
			addStep(ex, loaders.Module{Op: "assistant", Place: i})
		}
		setGold(&ex.Program[at[i]], loaders.StepOpinion{Verdict: cmp.Or(verdict, loaders.Neutral)})
	}
	switch {
	case unread == "":
	case slices.ContainsFunc(ex.Program, isWrong):
		rec.Problem("invalid label for step %s; left out", unread)
	default:
		rec.Problem("invalid label for step %s, and no other step is wrong; shown without marks", unread)
		for k := range ex.Program {
			ex.Program[k].Gold = nil
		}
	}
	return ex
}
