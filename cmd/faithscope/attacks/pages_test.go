package attacks

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders"
	"faithscope/loaders/loadertest/check"
)

// run runs the program, which must succeed.
func run(t *testing.T, args ...string) string {
	t.Helper()
	out, _, err := programtest.Command(t, args...)
	programtest.Check(t, err)
	return out
}

// TestStaticPagesInABrowser opens the pages of two runs from the disk and uses them as a
// person does.
func TestStaticPagesInABrowser(t *testing.T) {
	c := startChromium(t)
	folder := filepath.Join(t.TempDir(), "site")
	flags := programtest.DemoArgs("layer_count")[1:]
	paths := []string{"demo/nlvr/runs/layer_count/predictions.json.zst", "demo/nlvr/runs/graph_count/predictions.json.zst"}
	run(t, slices.Concat([]string{"export", "-o", folder + "/"}, paths, flags)...)
	page := filepath.Join(folder, "index.html")
	rows := gjson.Get(run(t, slices.Concat([]string{"export", "--format", "json", "-o", "-", "--columns",
		"id, question, verdict, faithfulness, faithful"}, paths[:1], flags)...), "rows").Array()
	count := func(holds func(row gjson.Result) bool) (n int) { return loaders.CountFunc(rows, holds) }

	c.open(page, "")
	c.await(`document.querySelector('#runs')`)
	right := count(func(row gjson.Result) bool { return row.Get("verdict").String() == "right" })
	if cells := c.texts("#runs tbody tr:first-child td"); len(cells) != 5 || !strings.Contains(cells[2], fmt.Sprintf("%d of 60", right)) {
		t.Errorf("the first run: %q", cells)
	}
	c.shot("runs")

	c.click("#runs tbody a")
	c.await(`document.querySelector('#examples')`)
	shown := func() []string { return c.texts("#examples tbody tr td:first-child a") }
	programtest.Equal(t, "examples", len(shown()), 60)
	c.click("[name=find]")
	c.call("Input.insertText", map[string]any{"text": "TOWER"})
	want := count(func(row gjson.Result) bool { return strings.Contains(row.Get("question").String(), "tower") })
	if want == 0 || want == 60 || len(shown()) != want || !strings.HasPrefix(c.texts("#count")[0], fmt.Sprintf("%d of 60 examples", want)) {
		t.Errorf("%d of %d examples with towers: %q", len(shown()), want, c.texts("#count"))
	}
	c.eval(`document.querySelector('.filters a').click()`)
	c.await(`document.querySelectorAll('#examples tbody tr').length === 60`)
	c.choose("answer", "right")
	c.choose("faithful", "wrong")
	suspect := count(func(row gjson.Result) bool {
		return row.Get("verdict").String() == "right" && !row.Get("faithful").Bool()
	})
	if len(shown()) != suspect || suspect == 0 {
		t.Errorf("%d of %d right answers that are not faithful", len(shown()), suspect)
	}
	c.click("#examples [name=faithfulness]")
	c.click("#examples [name=faithfulness]")
	sorted := slices.DeleteFunc(slices.Clone(rows), func(row gjson.Result) bool {
		return row.Get("verdict").String() != "right" || row.Get("faithful").Bool()
	})
	slices.SortStableFunc(sorted, func(a, b gjson.Result) int {
		return int(1e9 * (b.Get("faithfulness").Float() - a.Get("faithfulness").Float()))
	})
	check.EqualLists(t, "sorted by score", shown(), loaders.Map(sorted, func(row gjson.Result) string { return row.Get("id").String() }))
	c.shot("examples")
	c.check()

	c.open(page, "dev-1618-2")
	c.await(`document.querySelector('#question')`)
	check.Contains(t, c.texts("#question")[0], "black triangle is not touching the edge")
	c.await(`[...document.images].every((i) => i.complete && i.naturalWidth > 0) && document.images.length > 0`)
	c.eval(`[...document.querySelectorAll('.runs a')].at(-1).click()`)
	c.await(`document.querySelector('rect.miss')`)
	c.eval(`[...document.querySelectorAll('rect.miss')].at(-1).id = 'smallest'`)
	c.click("#smallest")
	if said := c.texts(".said"); !regexp.MustCompile(`^p (\.\d\d|1\.00), predicted, not aligned with gold$`).MatchString(said[0]) {
		t.Errorf("a clicked box says %q", said)
	}
	c.shot("example")
	c.eval(`document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'J', bubbles: true}))`)
	c.await(`!document.querySelector('#question').textContent.includes('not touching the edge')`)
	c.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{{"name": "prefers-color-scheme", "value": "dark"}}})
	c.open(page, "dev-1618-2")
	c.await(`document.querySelector('rect')`)
	if back := c.eval(`getComputedStyle(document.body).backgroundColor`).String(); back == "rgb(255, 255, 255)" {
		t.Error("dark is light")
	}
	c.shot("example-dark")
	c.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true})
	for _, at := range []string{"", "view=examples", "dev-1618-2", "view=compare"} {
		c.open(page, at)
		c.await(`document.querySelector('nav')`)
		if wide := c.eval(`document.documentElement.scrollWidth`).Int(); wide > 390 {
			t.Errorf("%q is %d pixels wide on a phone", at, wide)
		}
		head := map[string]string{"": "#runs th:nth-child(4)", "view=examples": "#examples th:nth-child(6)"}[at]
		if head == "" {
			continue
		}
		if edge := c.eval(`Math.ceil(document.querySelector('` + head + `').getBoundingClientRect().right)`).Int(); edge > 390 {
			t.Errorf("%q: on a phone, faithful ends at %d pixels", at, edge)
		}
	}
	c.shot("compare-phone")
	c.check()
}

// markups returns texts that a page would act on if it took them for HTML.
func markups() []string {
	return []string{
		`<img src=x onerror="pwned=1">`, `<script>pwned=1</script>`, `</template></script><script>pwned=1</script>`, `"><svg onload=pwned=1>`,
		`{{pwned}}`, `javascript:pwned=1`, `' onmouseover='pwned=1`, `<style>*{display:none}</style>`, `<!--`, `__proto__`, `&lt;b&gt;`,
	}
}

// TestHostilePagesInABrowser opens what is exported of runs whose every text is an attack.
func TestHostilePagesInABrowser(t *testing.T) {
	c := startChromium(t)
	dir := t.TempDir()
	runs := []string{hostileRun(t, dir, "honest.jsonl", true), hostileRun(t, dir, "hostile.jsonl", false)}
	var lines strings.Builder
	for i, text := range markups() {
		line, err := json.Marshal(attacked(map[string]any{
			"id": fmt.Sprint(i), "question": "q", "kind": "k", "tags": []any{"t"}, "tokens": []any{"a", "b"},
			"answer":       map[string]any{"predicted": "a", "gold": "b"},
			"images":       []any{map[string]any{"path": "x", "proposals": []any{[]any{0, 0, 1, 1}}}},
			"program":      []any{map[string]any{"op": "find", "text": "t", "output": map[string]any{"boxes": []any{[]any{.9}}}}},
			"attributions": []any{map[string]any{"name": "lime", "over": "question", "scores": []any{.1, .7}}},
		}, text, false))
		programtest.Check(t, err)
		lines.Write(append(line, '\n'))
	}
	for i, text := range markups()[:2] { // which are compared, too
		header, err := json.Marshal(map[string]any{"faithscope": 1, "run": map[string]any{"name": text, "note": text}})
		programtest.Check(t, err)
		runs = append(runs, filepath.Join(dir, fmt.Sprintf("markup%d.jsonl", i)))
		programtest.Check(t, os.WriteFile(runs[2+i], []byte(string(header)+"\n"+lines.String()), 0o600))
	}
	pages := []string{"score.html"}
	scores := run(t, append([]string{"score", "--format", "html"}, runs...)...)
	programtest.Check(t, os.WriteFile(filepath.Join(dir, pages[0]), []byte(scores), 0o600))
	for i, path := range runs {
		pages = append(pages, fmt.Sprintf("run%d.html", i))
		run(t, "export", path, "-o", filepath.Join(dir, pages[len(pages)-1]))
	}
	safe := func(what string) {
		t.Helper()
		const count = `typeof pwned + document.querySelectorAll('[onerror], [onload], [onmouseover], iframe').length`
		programtest.Equal(t, what+": an attack came through", c.eval(count).String(), "undefined0")
		c.check()
	}
	for _, page := range pages {
		c.open(filepath.Join(dir, page), "")
		if c.eval(`document.body.innerText.trim().length`).Int() < 100 || c.eval(`document.scripts.length`).Int() != 0 {
			t.Errorf("%s has no text, or a script", page)
		}
		safe(page)
		// A browser that drops spaces stretches what is left to the width of the text.
		if most := c.eval(`Math.max(1, ...[...document.querySelectorAll('svg text')].filter((e) => /^[ -~]+$/.test(e.textContent)).map((e) => {
			const wide = e.getComputedTextLength();
			e.removeAttribute('textLength');
			return wide / e.getComputedTextLength();
		}))`).Float(); most > 1.2 {
			t.Errorf("%s: a text is stretched to %.2f times its width", page, most)
		}
	}
	c.open(filepath.Join(dir, pages[2]), "")
	c.shot("export")

	for i, runs := range [][]string{runs[:1], runs[1:2], runs[2:]} {
		site := filepath.Join(dir, fmt.Sprintf("site%d", i))
		run(t, append([]string{"export", "--format", "site", "-o", site}, runs...)...)
		c.open(filepath.Join(site, "index.html"), "")
		for k := range runs {
			visit(c, k, safe)
		}
	}
	c.eval(`location.hash = '#view=examples'`)
	c.await(`document.querySelector('#examples')`)
	for i, text := range c.texts("#examples .long") {
		check.Equal(t, "text", text, loaders.Clean("q"+markups()[i]), markups()[i])
	}
	c.shot("hostile")
}

// visit goes through everything that static pages show of a run.
func visit(c *chromium, run int, safe func(what string)) {
	c.t.Helper()
	c.await(`document.querySelector('#runs')`)
	for _, view := range []string{"", "view=compare", "view=examples"} {
		c.eval(fmt.Sprintf(`location.hash = '#%s&run=%d'`, view, run))
		c.await(`document.querySelector('main > *:nth-child(2)')`)
		safe(view)
	}
	c.await(`document.querySelector('#examples')`)
	links := c.eval(`[...document.querySelectorAll('#examples tbody a')].map((a) => a.getAttribute('href'))`).Array()
	if len(links) < len(markups()) {
		c.t.Errorf("run %d has %d examples", run, len(links))
	}
	for _, link := range links {
		c.eval(fmt.Sprintf(`document.querySelector('#question')?.remove(); location.hash = %q`, link.String()))
		c.await(`document.querySelector('#question')`)
		if text := c.eval(`document.querySelector('main').textContent`).String(); text != loaders.Clean(text) {
			c.t.Errorf("%s: %q is not clean", link, text)
		}
		safe(link.String())
	}
	c.eval(`location.hash = ''`)
}
