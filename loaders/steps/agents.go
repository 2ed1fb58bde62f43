package steps

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"faithscope/loaders"
	"faithscope/loaders/record"
)

// mostFile bounds a file of Who&When, in bytes.
const mostFile = 64 << 20

// WhoWhen reads Who&When: a folder of numbered files, each a conversation of agents that failed.
var WhoWhen = record.NewFormat(loaders.Format{
	Name: "whowhen", About: "Who&When: failed conversations of agents, a file each, with the agent and step that people blame",
	Sign: "the keys history, mistake_agent and mistake_step", Keys: "history question mistake_agent mistake_step mistake_reason",
	Together: true, Detect: record.KeyedAt("{", "history:[, mistake_agent, mistake_step"),
	Confirm: func(_ context.Context, src *loaders.Source, _ loaders.Options) bool { // a long history comes before the keys
		if turns, ok := record.KeysAt(src.Head, "{history.*"); !ok || !record.Holds(turns, "role, content") {
			return false
		}
		b, err := record.ReadWhole(src, src.Path, mostFile)
		return err == nil && gjson.GetBytes(b, "mistake_step").Exists()
	},
}, record.Codec{Dataset: "Who&When", Gold: "in the files", Open: func(o *record.Opening) {
	name := strings.TrimSuffix(filepath.Base(o.Source.Path), ".json")
	o.Elements("", record.As(func(in *whoWhen, rec *record.Record) *loaders.Example { return in.example(name, rec) }))
}})

type whoWhen struct {
	Question string      `json:"question"`
	Truth    record.Text `json:"ground_truth"`
	Level    record.Text `json:"level"`
	History  []message   `json:"history"`
	Agent    string      `json:"mistake_agent"`
	Step     record.Text `json:"mistake_step"` // from 0
	Reason   string      `json:"mistake_reason"`
	Type     record.Text `json:"mistake_type"`
}

// message is a turn of a conversation. In Who&When's handwritten half the role is the agent and its
// act: "Orchestrator (thought)".
type message struct {
	Role    string       `json:"role"`
	Name    string       `json:"name"`
	Content record.Texts `json:"content"`
	Calls   []call       `json:"tool_calls"`
}

type call struct {
	Function struct {
		Name      string      `json:"name"`
		Arguments record.Text `json:"arguments"`
	} `json:"function"`
}

func (in *whoWhen) example(name string, rec *record.Record) *loaders.Example {
	ex := &loaders.Example{ID: name, Question: in.Question, Answer: loaders.Answer{Gold: string(in.Truth), Correct: loaders.Wrong}}
	newChain(ex, nil, 0)
	for i, m := range in.History {
		agent := m.Name
		if agent == "" {
			agent = m.Role
		}
		step := loaders.Module{Op: baseAgent(agent), Text: m.Content.JoinWith("\n"), Place: i}
		if step.Op != agent {
			step.Name = agent
		}
		if step.Op == "" {
			step.Op = "step"
		}
		addStep(ex, step)
	}
	ex.Describe(loaders.BlamedAgent, in.Agent, "level", string(in.Level))
	first, err := strconv.Atoi(strings.TrimSpace(string(in.Step)))
	if err != nil || first < 0 || first >= len(in.History) {
		rec.Problem("the wrong step is %q of %d; shown without marks", in.Step, len(in.History))
		return ex
	}
	step := &ex.Program[1+first]
	setGold(step, loaders.Opinion{Verdict: loaders.Wrong, Reason: in.Reason, Category: string(in.Type)})
	if step.Op != in.Agent {
		rec.Problem("people blame %s, but step %d is %s's", in.Agent, first+1, step.Op)
	}
	return ex
}

// AgentProcess reads AgentProcessBench: people's labels of all of a trajectory's steps, with its
// messages where the file has them.
var AgentProcess = record.NewFormat(loaders.Format{
	Name: "agentprocessbench", About: "AgentProcessBench: trajectories of agents with a label on each of the model's messages",
	Sign: "the keys step_labels and final_label, without annotator", Keys: "record_id query_index sample_index step_labels final_label",
	Together: true, Detect: record.Keyed("step_labels:{, final_label, sample_index, !annotator"),
}, record.Codec{Dataset: "AgentProcessBench", Gold: "in the file", Decode: record.As(agentProcessExample)})

// agentProcess is a trajectory, or what a judge says of one.
type agentProcess struct {
	Source   string             `json:"data_source"`
	Query    int                `json:"query_index"`
	Sample   int                `json:"sample_index"`
	Question string             `json:"question"`
	Answer   record.Text        `json:"answer_text"`
	Messages []message          `json:"messages"`
	Labels   record.Object[int] `json:"step_labels"` // by the index of the message: 1 right, 0 neutral, -1 wrong
	Final    *int               `json:"final_label"`
	Truth    struct {
		Target record.Texts `json:"target"`
	} `json:"ground_truth"`

	Annotator string `json:"annotator"`
	Comment   string `json:"comment"`
	Updated   string `json:"updated_at"`
	Explained struct {
		Steps map[string]string `json:"steps"`
		Final string            `json:"final"`
	} `json:"explanations"`
}

func (in *agentProcess) id() string { return fmt.Sprintf("%s:%d:%d", in.Source, in.Query, in.Sample) }

var labels = map[int]loaders.Verdict{1: loaders.Right, 0: loaders.Neutral, -1: loaders.Wrong}

func agentProcessExample(in *agentProcess, rec *record.Record) *loaders.Example {
	ex := &loaders.Example{ID: in.id(), Question: in.Question, Kind: in.Source}
	ex.Answer = loaders.Answer{Predicted: string(in.Answer), Gold: in.Truth.Target.JoinWith(" | ")}
	if in.Final != nil && *in.Final != 0 {
		ex.Answer.Correct = loaders.VerdictOf(*in.Final > 0)
	}
	ex.Groups = []string{fmt.Sprintf("%s:%d", in.Source, in.Query)}
	newChain(ex, nil, 0)
	at := map[int]int{}
	for i, m := range in.Messages {
		if m.Role == "assistant" {
			at[i] = len(ex.Program)
			addStep(ex, m.asStep(i))
		}
	}
	for _, label := range in.Labels {
		i, err := strconv.Atoi(label.Key)
		verdict, known := labels[label.Value]
		if err != nil || !known {
			rec.Problem("the label of step %q is %d; left out", label.Key, label.Value)
			continue
		}
		if at[i] == 0 {
			if in.Messages != nil {
				rec.Problem("step %d is labelled, but is not a message of the model", i)
			}
			at[i] = len(ex.Program)
			addStep(ex, loaders.Module{Op: "assistant", Place: i})
		}
		setGold(&ex.Program[at[i]], loaders.Opinion{Verdict: verdict})
	}
	return ex
}

// asStep returns the model's message as a step, with the calls of tools that it makes.
func (m *message) asStep(place int) loaders.Module {
	text := m.Content.JoinWith("\n")
	for _, c := range m.Calls {
		text = strings.TrimSpace(text + "\n" + c.Function.Name + " " + string(c.Function.Arguments))
	}
	return loaders.Module{Op: "assistant", Text: text, Place: place}
}
