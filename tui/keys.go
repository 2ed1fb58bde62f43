package tui

import (
	"image"
	"slices"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"faithscope/views"
	"faithscope/views/screens"
	"faithscope/views/widget"
)

// roomy is the width from which the footer says where q leads.
const roomy = 100

// wheelLines is how far one notch of the mouse wheel scrolls.
const wheelLines = 3

// escaped returns the key of a press with alt. No action has alt: it is esc
// with the key that was pressed right after it, which tmux and slow links
// deliver as one. In a line of text alt moves by words.
func escaped(msg tea.KeyPressMsg, typing bool) (after tea.KeyPressMsg, ok bool) {
	if !msg.Mod.Contains(tea.ModAlt) || typing && slices.Contains([]rune{tea.KeyLeft, tea.KeyRight, tea.KeyBackspace}, msg.Code) {
		return tea.KeyPressMsg{}, false
	}
	msg.Mod &^= tea.ModAlt
	if msg.Mod&^tea.ModShift == 0 && msg.Code > tea.KeySpace && msg.Code <= unicode.MaxRune && unicode.IsPrint(msg.Code) {
		r := msg.Code
		if msg.Mod.Contains(tea.ModShift) {
			r = unicode.ToUpper(r)
			if msg.ShiftedCode != 0 {
				r = msg.ShiftedCode
			}
		}
		return tea.KeyPressMsg{Code: r, Text: string(r)}, true
	}
	return msg, true
}

// act runs an action, or says why it cannot run now, or what it needs.
func (p *program) act(a widget.Action) tea.Cmd {
	if why := a.Why(); why != "" {
		p.flash = views.Flash{Text: why}
		return nil
	}
	if a.Run == nil {
		p.flash = views.Flash{Text: a.Help}
		return nil
	}
	return a.Run()
}

// actions are those of the view on top, with the person's keys.
func (p *program) actions() []widget.Action {
	return widget.Rebind(p.stack.top().Actions(), p.session.Keys)
}

// globals are the actions that every screen has. What going back leads to is
// said in the footer.
func (p *program) globals() []widget.Action {
	all := widget.Rebind(screens.Global(p.session, p.actions), p.session.Keys)
	i := slices.IndexFunc(all, func(a widget.Action) bool { return a.Name == "back" })
	switch below := len(p.stack.views) - 2; {
	case below < 0:
		all[i].Short = "quit"
	case p.stack.size.X >= roomy:
		all[i].Short = "back to " + ansi.Truncate(p.stack.views[below].Title(), 16, "…")
	}
	return all
}

// hit resolves the mouse on the frame that is on screen: the last area drawn
// lies on top.
func (p *program) hit(msg tea.MouseMsg) tea.Cmd {
	m := msg.Mouse()
	at := image.Pt(m.X, m.Y)
	switch msg.(type) {
	case tea.MouseClickMsg:
		if m.Button != tea.MouseLeft {
			return nil
		}
		p.flash = views.Flash{}
		for _, c := range slices.Backward(p.frame.Clicks) {
			if at.In(c.Area) {
				if c.Run != nil {
					return c.Run()
				}
				return nil
			}
		}
	case tea.MouseWheelMsg:
		lines := map[tea.MouseButton]int{tea.MouseWheelUp: -wheelLines, tea.MouseWheelDown: wheelLines}[m.Button]
		for _, w := range slices.Backward(p.frame.Wheels) {
			if at.In(w.Area) {
				if w.Scroll != nil && lines != 0 {
					w.Scroll(lines)
				}
				return nil
			}
		}
	}
	return nil
}
