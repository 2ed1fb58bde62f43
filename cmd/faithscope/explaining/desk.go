package explaining

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"faithscope/loaders"
	"faithscope/scoring/explain"
	"faithscope/scoring/model"
	"faithscope/views"
	"faithscope/views/widget"
)

// SessionModel runs the model of a session, until another is named or the session ends.
type SessionModel struct {
	Model
	flag *pflag.Flag // --model

	mu    sync.Mutex
	asked *explain.ExplainedModel // nil: none open
	name  string
	done  func()
	over  context.Context
	close context.CancelFunc
}

// Flags returns the names of [Model.AddTo]'s flags, without dashes.
func Flags() (names []string) {
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(Model).AddTo(set)
	set.VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
	return names
}

// AddTo adds the flags of a model; help shows only --model, because the others belong to explain.
func (d *SessionModel) AddTo(set *pflag.FlagSet) {
	d.Model.AddTo(set)
	for _, name := range Flags() {
		set.Lookup(name).Hidden = true
	}
	d.flag = set.Lookup("model")
	d.flag.Hidden = false
	d.flag.Usage += "; see faithscope explain for other model flags"
}

// GuestAllowance bounds a guest's use of the server's model.
type GuestAllowance struct {
	Texts, Seconds int
}

// longest bounds a guest's text, in bytes.
const longest = 8 << 10

// Open prepares the desk for guests, who ask only the model of the command line or, in the demo,
// the built-in one. It starts nothing. The caller closes the desk.
func (d *SessionModel) Open(demo bool) {
	if d.over, d.close = context.WithCancel(context.Background()); !d.flag.Changed {
		d.Name = widget.If(demo, model.DemoName)
	}
}

// Admit lets a guest's session ask the server's model, if any, within its own limits. The model
// starts when a guest first asks, for all of them, and ends with ctx. Answers are not kept for
// others.
func (d *SessionModel) Admit(ctx context.Context, s *views.ModelAccess, a GuestAllowance) {
	if d.Name == "" {
		return
	}
	var mu sync.Mutex
	var own *explain.ExplainedModel
	s.Given = true
	s.Model, s.StartModel = d.Name, func(_ context.Context, name string, run *loaders.Run) (*explain.ExplainedModel, error) {
		mu.Lock()
		defer mu.Unlock()
		if name != d.Name {
			return nil, errors.New("guests can only use this server's model")
		}
		asked, err := d.Start(ctx, name, run) // for all guests: one who leaves doesn't stop it
		if err != nil || own != nil {
			return own, err
		}
		limit := model.Limit{Texts: a.Texts, Within: time.Duration(a.Seconds) * time.Second, Longest: longest}
		g := asked.Model.(*model.SharedModel).Guest(limit)
		own = &explain.ExplainedModel{Asker: &model.Asker{Model: g, Cache: model.NewCache()}, Options: asked.Options}
		return own, nil
	}
}

// FlagOrFile and FlagOnly say where the model of [SessionModel.GiveTo] may be named.
const (
	FlagOrFile = true
	FlagOnly   = false
)

// GiveTo lets a session ask the model of the command line or, if isInConfig, the configuration file; in
// the demo, without one, the built-in model. Nothing starts before the session asks. The caller
// closes the desk.
func (d *SessionModel) GiveTo(s *views.ModelAccess, isInConfig, demo bool) {
	d.over, d.close = context.WithCancel(context.Background())
	if s.Given = d.flag.Changed; !s.Given && !isInConfig {
		d.Name = ""
	}
	if d.Name == "" && demo {
		d.Name, s.Given = model.DemoName, true // starts nothing
	}
	s.Model, s.StartModel = d.Name, func(ctx context.Context, name string, run *loaders.Run) (*explain.ExplainedModel, error) {
		if demo && name == model.DemoName {
			var err error
			if name, err = demoModelOf(run); err != nil {
				return nil, err
			}
		}
		return d.Start(ctx, name, run)
	}
}

// demoModelOf returns the demo's model that reads the run: of pairs, or of sentences of a passage.
func demoModelOf(run *loaders.Run) (modelName string, err error) {
	if run.Len() > 0 {
		first := run.Scan(0)
		switch {
		case first.IsPair():
			return model.DemoName, nil
		case first.Passage != nil && len(first.Passage.Sentences) > 0:
			return model.QuestionsName, nil
		}
	}
	return "", errors.New("the demo's models only read sentence pairs and passages")
}

// Start starts the named model, probed on run, and ends another one; a running model of this name
// is returned without a probe. Answers are kept. It fails if the desk is closed.
func (d *SessionModel) Start(ctx context.Context, modelName string, run *loaders.Run) (*explain.ExplainedModel, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.asked != nil && d.name == modelName {
		return d.asked, nil
	}
	d.endModel()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(d.over, cancel)()
	asked := &explain.ExplainedModel{Options: explain.Defaults()}
	asked.Bare = true
	m := d.Model
	m.Name = modelName
	var err error
	if asked.Asker, d.done, err = m.Asker(ctx, run, &asked.Options, keepAnswers); err != nil {
		return nil, err
	}
	if asked.Cache == nil {
		asked.Cache = model.NewCache()
	}
	shared, done := model.Share(asked.Model), d.done
	asked.Model, d.done = shared, func() {
		_ = shared.Close() // only asked
		done()
	}
	d.asked, d.name = asked, modelName
	return asked, nil
}

// endModel needs mu.
func (d *SessionModel) endModel() {
	if d.asked != nil {
		d.done()
		d.asked = nil
	}
}

// Close ends the model, also one that is starting. Whatever is still asked of it should be
// cancelled before.
func (d *SessionModel) Close() {
	d.close()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.endModel()
}
