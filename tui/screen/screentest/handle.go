package screentest

import (
	"cmp"

	"github.com/charmbracelet/x/ansi"
)

// handle registers the sequences that the configuration supports.
func (t *Terminal) handle() {
	t.screen.RegisterDcsHandler('q', t.picture)
	t.screen.RegisterOscHandler(1337, t.inline)
	t.handleKitty()
	t.screen.RegisterOscHandler(11, func(request []byte) bool {
		if string(request) != "11;?" {
			return false
		}
		t.answer("\x1b]11;rgb:0000/0000/0000\x1b\\") // without it, colours come two seconds later
		return true
	})
	t.screen.RegisterCsiHandler('c', func(ansi.Params) bool {
		if t.config.Sixel {
			t.answer("\x1b[?62;4;22c")
		} else {
			t.answer("\x1b[?62;22c")
		}
		return true
	})
	t.screen.RegisterCsiHandler('t', func(p ansi.Params) bool {
		if what, _, _ := p.Param(0, 0); what == 16 {
			t.answer("\x1b[6;%d;%dt", t.config.Cell.Y, t.config.Cell.X)
		}
		return true
	})
	t.screen.RegisterCsiHandler(ansi.Command('>', 0, 'q'), func(ansi.Params) bool {
		t.answer("\x1bP>|%s\x1b\\", cmp.Or(t.config.Version, "screentest(1)"))
		return true
	})
	t.screen.RegisterCsiHandler(ansi.Command('?', 0, 'S'), func(p ansi.Params) bool {
		if item, _, _ := p.Param(0, 0); item == 2 && t.config.Largest.X > 0 {
			t.answer("\x1b[?2;0;%d;%dS", t.config.Largest.X, t.config.Largest.Y)
		}
		return true
	})
	t.screen.RegisterCsiHandler(ansi.Command('?', '$', 'p'), func(p ansi.Params) bool {
		mode, _, _ := p.Param(0, 0)
		value := 0
		if mode == 2026 && t.config.Sync {
			value = 2
		}
		t.answer("\x1b[?%d;%d$y", mode, value)
		return true
	})
	t.screen.RegisterCsiHandler('r', func(p ansi.Params) bool {
		// A program that does not yet know that the screen has shrunk sets margins below it, where
		// the emulator would write.
		if bottom, _, ok := p.Param(1, 0); ok && bottom > t.config.Rows {
			p[1] = ansi.Param(t.config.Rows)
		}
		return false
	})
}
