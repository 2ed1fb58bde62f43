package tui

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
	"faithscope/views"
	"faithscope/views/examples"
	"faithscope/views/viewtest"
	"faithscope/views/widget"
)

// Twenty keys a tenth of a second apart over 1 Mbit/s: the words of the preview
// are in the same frame as the cursor, and only the pictures before and after
// the keys are begun.
func TestPreviewOverASlowLine(t *testing.T) {
	const keys = 20
	var list []*loaders.Example
	for i := range keys + 1 {
		ex := viewtest.BoxExample(fmt.Sprintf("ex-%02d", i), true, false)
		ex.Question, ex.Program[1].Text, ex.Images[0].Path = fmt.Sprintf("question %02d", i), fmt.Sprintf("dog%02d", i),
			fmt.Sprintf("%02d.png", i)
		list = append(list, ex)
	}
	s := viewtest.Of(t, viewtest.RunOf("run", list...))
	synctest.Test(t, func(t *testing.T) {
		f := newFarLab(t, links[0].link)
		s.Pictured.Rest = rest
		v := examples.New(s, 0, examples.Filter{})
		came := make(chan tea.Msg, 100)
		run := func(cmd tea.Cmd) { go runAll(cmd, came) }
		begun := map[string]bool{}
		var before []string
		draw := func() string {
			for len(came) > 0 {
				run(v.Update(<-came))
				synctest.Wait()
			}
			frame := widget.NewFrame(120, 36)
			v.Draw(frame, frame.Bounds())
			var changed strings.Builder
			lines := strings.Split(frame.Content(), "\n")
			for y, line := range lines {
				if y >= len(before) || line != before[y] {
					fmt.Fprintf(&changed, "\x1b[%dH%s", y+1, line)
				}
			}
			before = lines
			f.frame(changed.String())
			for _, p := range frame.Pictures {
				if key := p.Picture.Key.Path; !begun[key] {
					begun[key] = true
					f.show(nil)
				}
			}
			return viewtest.Text(frame)
		}
		run(v.Update(views.ResizeView{Area: image.Rect(0, 0, 120, 36)}))
		run(v.Init())
		for range 10 {
			time.Sleep(100 * time.Millisecond)
			draw()
		}
		var lag time.Duration
		for k := range keys {
			pressed := time.Now()
			down, _ := widget.First(v.Actions(), func(a widget.Action) bool { return a.Name == "down" })
			run(down.Run())
			synctest.Wait()
			text := draw()
			for _, want := range []string{fmt.Sprintf("▸ %02d", k+1), fmt.Sprintf("find[dog%02d]", k+1)} { // ids without what they share
				check.Contains(t, text, want)
			}
			all := f.line.arrivals()
			lag = max(lag, all[len(all)-1].at.Sub(pressed)-f.line.link.Delay)
			time.Sleep(100 * time.Millisecond)
		}
		for range 10 {
			time.Sleep(100 * time.Millisecond)
			draw()
		}
		if last := fmt.Sprintf("%02d.png", keys); len(begun) > 2 || !begun["00.png"] || !begun[last] {
			t.Errorf("the pictures begun are %v, want 00.png and %s alone", begun, last)
		}
		t.Logf("text came after %v at most", lag)
	})
}

// runAll runs a command and all commands that it consists of.
func runAll(cmd tea.Cmd, to chan tea.Msg) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			go runAll(c, to)
		}
	default:
		to <- msg
	}
}
