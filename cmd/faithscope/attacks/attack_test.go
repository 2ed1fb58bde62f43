package attacks

import (
	"encoding/json"
	"fmt"
	"image/color"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/scoring"
	"faithscope/scoring/marks"
	"faithscope/themes"
	"faithscope/tui/screen/screentest"
	"faithscope/views"
	"faithscope/views/screens"
	"faithscope/views/widget"
)

const loot = programtest.Loot

// attacks returns texts that a file may hold wherever it holds text.
func attacks() []string {
	return []string{
		"\x1b]0;" + loot + "\x07", "\u009d2;" + loot + "\u009c", "\x1b]52;c;UFdORUQ=\x07", "\x1b]8;;http://" + loot + "/\x07x\x1b]8;;\x07",
		"\x1b[2J\x1b[31m" + loot, "\u009b?1049l", "\x1bPq\"1;1;1;1" + loot + "\x1b\\", "\x1b_Ga=d,d=A;" + loot + "\x1b\\", "\x1bc",
		"\x1b[5n\x1b[c",
		"\r\n" + loot + "\r", "\x00\x07\x08\x7f", "\u202e" + loot + "\u2066\u200f", "a" + strings.Repeat("\u0301", 300), "\u2028\u2029\u0085",
		"\U000e0000\u2065\ufff0\ufff8\u3164\u115f\u034f\ufe0f\u200b\ufeff", strings.Repeat("a\u200d", 300), "\U0010eeee\u0305\u0305",
		"\ufffe\U0001ffff\ue000", "界👩‍👩‍👧‍👦ก็็็็็็็",
	}
}

// hostileRun writes a run every string of which, keys included, goes on with
// an attack. With honest set, pictures, ops and a gold count stay what they are,
// so that they are shown.
func hostileRun(t *testing.T, dir, name string, honest bool) string {
	t.Helper()
	programtest.Paint(t, filepath.Join(dir, "photo.png"), color.RGBA{200, 120, 90, 255})
	const boxes = `{"id":"boxes","question":"is there a cat","tokens":["is","there","a","cat"],"kind":"exist",
		"answer":{"predicted":"yes","gold":"no","correct":false,"scores":{"yes":0.7,"no":0.3}},"tags":["hard","tag"],"groups":["one"],
		"explanation":"because","meta":{"key":"value"},
		"images":[{"path":"photo.png","width":64,"height":48,"proposals":[[5,5,30,30],[20,10,60,44]],
			"labels":["cat","dog"],"gold":[[6,6,31,29]]}],
		"program":[{"op":"exist","text":"","children":[1],"output":{"truth":0.6}},
			{"op":"find","text":"cat","attention":[0,0,0.1,0.9],"output":{"boxes":[[0.9,0.7]]},"gold":{"boxes":[[[6,6,31,29]]]}}]}`
	const spans = `{"id":"spans","question":"who won","tokens":["who","won"],"answer":{"predicted":"him","gold":"her","correct":false},
		"passage":{"text":"he won it","tokens":["he","won","it"],"sentences":[[0,3]]},
		"program":[{"op":"pick","text":"who","children":[1],"output":{"options":{"he":0.6,"she":0.4}}},
			{"op":"find","text":"won","output":{"tokens":[0.1,0.8,0.1]},"gold":{"spans":[[1,2]]}}],
		"attributions":[{"name":"lime","over":"passage","scores":[0.1,0.7,-0.2]}],"rationales":[{"name":"human","spans":[[1,2]]}]}`
	const count = `{"id":"count","question":"how many","answer":{"predicted":"2","gold":"3","correct":false},
		"program":[{"op":"count","text":"them","output":{"number":{"mean":2.2,"var":0.3}},"gold":{"value":3}}]}`
	const header = `{"faithscope":1,"run":{"name":"run","model":"model","dataset":"data","created":"2026-01-01","box_units":"pixels",` +
		`"note":"note"}}`
	var b strings.Builder
	write := func(text string, attack string) {
		var value any
		programtest.Check(t, json.Unmarshal([]byte(text), &value))
		line, err := json.Marshal(attacked(value, attack, honest))
		programtest.Check(t, err)
		b.Write(append(line, '\n'))
	}
	write(header, attacks()[0])
	for i, attack := range attacks() {
		write(boxes, attack)
		write(spans, attack)
		write(count, attacks()[(i+1)%len(attacks())])
	}
	path := filepath.Join(dir, name)
	programtest.Check(t, os.WriteFile(path, []byte(b.String()), 0o600))
	return path
}

// attacked returns value with an attack behind every text in it. The names of
// fields stay.
func attacked(value any, attack string, honest bool) any {
	open := map[string]bool{"scores": true, "meta": true, "options": true} // their keys are data
	switch value := value.(type) {
	case string:
		return value + attack
	case []any:
		for i := range value {
			value[i] = attacked(value[i], attack, honest)
		}
	case map[string]any:
		for key, inner := range value {
			data, isMap := inner.(map[string]any)
			switch {
			case key == "box_units" || key == "over" || honest && (key == "path" || key == "op" || inner == "3"):
			case open[key] && isMap:
				named := map[string]any{}
				for name, v := range data {
					named[name+attack] = attacked(v, attack, honest)
				}
				value[key] = named
			default:
				value[key] = attacked(inner, attack, honest)
			}
		}
	}
	return value
}

// tour is every screen: keys that lead there from the one before, what shows
// that it has come, and the name under which the manual has its keys.
var tour = []struct{ screen, keys, shows string }{
	{"Runs", "gg", "[1 Runs]"}, {"", "gd", "q close"}, {"Compare", "\x1b[27uq4", "[4 Compare]"}, {"Results", "5jjj", "[5 Results]"},
	{"", "\rll", "[5 Results]"}, {"Problems", "1!", "Problems"}, {"", "\r", "One cause"}, {"", "\r", "q close"},
	{"Tables", "qqqga", "Annotators"},
	{"Help", "q?", "enter pick"}, {"", "\x1b[27u:", "enter accepts"}, {"Groups", "\x1b[27u3", "· outcome"}, {"", "\r\r", "[2 Examples]"},
	{"Examples", "2", "answer  "}, {"", "/#", "filter: #"}, {"", "\x1b[27u.", "q close"},
	{"Example", "q\r", "tab pane"}, {"", "j.", "q close"}, {"", "qt", "enter accepts"}, {"", "\x1b[27uww", "can't rerun"},
	{"", "\x1b[27u1", "[1 Runs]"},
}

func TestTheTourHasEveryScreen(t *testing.T) {
	session := &views.Session{Data: views.Data{Runs: programtest.ScoredDemo(t), Settings: scoring.Defaults()},
		Console: views.Console{Look: widget.Look{Theme: themes.Default().On(themes.Dark, 1<<24)}}}
	for _, section := range screens.KeyTable(session)[1:] { // without the keys that work everywhere
		if !slices.ContainsFunc(tour, func(step struct{ screen, keys, shows string }) bool { return step.screen == section.Screen }) {
			t.Errorf("no attack goes to %s", section.Screen)
		}
	}
}

// TestAttacksDoNotReachTheTerminal goes through a hostile run and every screen, past
// every module's evidence; if long, in every graphics mode.
func TestAttacksDoNotReachTheTerminal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	runs := []string{hostileRun(t, dir, "honest.jsonl", true), hostileRun(t, dir, "hostile\x1b]0;"+loot+".jsonl", false)}
	for _, attack := range attacks() {
		tag := attack[:min(len(attack), marks.MostTag)]
		programtest.AddMarks(t, runs[0], marks.Change{ID: "boxes" + attack, Module: marks.Whole, Kind: marks.Mark},
			marks.Change{ID: "boxes" + attack, Module: 1, Kind: marks.Note, Text: "note" + attack},
			marks.Change{ID: "boxes" + attack, Module: marks.Whole, Kind: marks.Tag, Text: "tag" + tag[:len(tag)-3*(len(tag)/marks.MostTag)]})
	}
	modes := []string{"sixel", "none"}
	if programtest.Long {
		modes = []string{"kitty", "sixel", "iterm", "blocks", "none"}
	}
	for _, mode := range modes {
		t.Run(mode, func(t *testing.T) {
			c := screentest.TerminalConfig{Cols: 120, Rows: 40, Record: true, Sync: true, Sixel: mode == "sixel", Kitty: mode == "kitty",
				Inline: mode == "iterm"}
			term := screentest.Start(t, c, exec.Command("faithscope", append([]string{"--graphics", mode}, runs...)...))
			term.WaitFor("5 Results")
			shown := mode == "blocks" || mode == "none"
			for _, open := range []string{"2", "j2"} {
				term.Walk(open, "of 60")
				term.Type("\r")
				ids := []string{"boxes", "spans", "count", "boxes", "spans", "count"}
				if mode == "none" && !programtest.Long {
					ids = ids[:3] // of each kind one
				}
				for _, id := range ids {
					term.WaitFor(id)
					term.Type("ggjz")
					term.Wait("the first picture", func() bool { shown = shown || len(term.Tiles()) > 0; return shown })
					term.Walk(
						"zzvwt\x1b[27uvgyjylyiyw", "copied",
						"vw ", "marked", // or no longer: before another message takes its place
					)
					term.Type("]")
				}
				term.Walk("1", "[1 Runs]")
			}
			for _, step := range tour {
				term.Walk(step.keys, step.shows)
			}
			term.Type("Q")
			term.WaitForEnd()
			if programtest.CheckWritten(t, term.Recorded()) == 0 {
				t.Error("nothing was copied")
			}
		})
	}
}

// TestAttacksOnEveryScreen presses every key on a screen of a hostile run, in
// blocks, which are text: if long on every screen, else a ninth of the keys on each.
func TestAttacksOnEveryScreen(t *testing.T) {
	dir := t.TempDir()
	runs := []string{hostileRun(t, dir, "a.jsonl", true), hostileRun(t, dir, "b.jsonl", false)}
	c := screentest.TerminalConfig{Cols: 110, Rows: 34, Record: true}
	var keys []string
	for _, r := range "abcdefghijklmnoprstuvwxyzABCDEFGIMNOPRSTUWXY!?:/[]{}<>+-=*0 \t\r" {
		keys = append(keys, string(r))
	}
	for at, screen := range []struct{ name, open, shows string }{
		{"runs", "", "[1 Runs]"}, {"examples", "2", "of 60"}, {"example", "2,\r", "tab pane"},
		{"spans", "2,j,\r", "tab pane"}, {"groups", "3", "[3 Groups]"}, {"compare", "4", "[4 Compare]"}, {"results", "5", "[5 Results]"},
		{"problems", "!", "Problems"}, {"help", "?", "enter pick"},
	} {
		t.Run(screen.name, func(t *testing.T) {
			t.Parallel()
			term := screentest.Start(t, c, exec.Command("faithscope", append([]string{"--graphics", "blocks"}, runs...)...))
			title := func() string { first, _, _ := strings.Cut(term.Text(), "\n"); return first }
			press := func(keys string) {
				for key := range strings.SplitSeq(keys, ",") {
					term.Type(key)
					time.Sleep(60 * time.Millisecond) // for a frame; a slow machine shows fewer screens
				}
			}
			term.WaitFor("5 Results")
			term.Quiet()
			root := title()
			for key := range strings.SplitSeq(screen.open, ",") {
				term.Type(key)
				if shows, ok := map[string]string{"2": "answer  "}[key]; ok {
					term.WaitFor(shows)
				}
			}
			term.WaitFor(screen.shows)
			home, back := title(), 0
			if term.Type("yi"); strings.HasPrefix(screen.open, "2,") {
				term.WaitFor("copied") // on this screen for certain; below a slow machine may be on another
			}
			for i, key := range keys {
				if i%9 != at && !programtest.Long {
					continue
				}
				press(key + ",\x1b[27u") // escape, which begins nothing else
				for tries := 0; title() != home && tries < 8; tries++ {
					back++
					if title() == root {
						press(screen.open)
					} else {
						press("q")
					}
				}
			}
			if programtest.Long && back == 0 && screen.name != "problems" && screen.name != "help" {
				t.Error("no key led to another screen")
			}
			term.Quiet()
			programtest.CheckWritten(t, term.Recorded())
		})
	}
}

// hostileFiles are files of other formats by their names: what stands before
// their records, a record, and what stands behind. In a record, @ is an attack
// and # the number of the record, from 1.
var hostileFiles = map[string][]struct{ name, before, record, after string }{
	"coco": {
		{"instances.json",
			`{"info":{"description":"made"},"annotations":[{"id":1,"image_id":1,"category_id":1,"bbox":[5,5,30,30]}],"categories":[{"id":1,` +
				`"name":"cat\u001b]0;` + loot + `\u0007"}],"images":[`,
			`{"id":#,"file_name":"photo#.png","width":64,"height":48,"license":"@"}`, `]}`},
		{"detections.json", `[`,
			`{"file":"photo#.png","width":64,"height":48,"detections":[{"label":"cat@","score":0.9,"bbox":[5,5,30,30]},{"label":"@",` +
				`"score":0.4,"bbox":[20,10,40,30]}],"error":"@"}`,
			`]`},
		{"names.json", `[`,
			`{"file":"a@#.png","width":64,"height":48,"detections":[{"label":"cat@","score":0.9,"bbox":[5,5,30,30]}],"error":null}`, `]`},
	},
	"scenes": {
		{"scenes.json", `{`, `"photo#":{"width":64,"height":48,"location":"park@","weather":"@","objects":{
			"1":{"name":"cat@","x":5,"y":5,"w":30,"h":30,"attributes":["red@","@"],
				"relations":[{"name":"on@","object":"2"},{"name":"@","object":"9@"}]},
			"2@":{"name":"@","x":2,"y":2,"w":9,"h":9,"attributes":[],"relations":[]},
			"2":{"name":"dog@","x":20,"y":10,"w":40,"h":30,"attributes":[],"relations":[]}}}`, `}`},
		{"pictures.json", `{`,
			`"p@#":{"width":64,"height":48,"objects":{"1":{"name":"cat@","x":5,"y":5,"w":30,"h":30,"attributes":[],"relations":[]}}}`, `}`},
	},
	"inspect": {
		{
			"log.json",
			`{"version":2,"status":"success","eval":{"eval_id":"e","run_id":"r","created":"2025-01-01T00:00:00+00:00",` +
				`"task":"sums\u001b]0;` + loot + `\u0007","dataset":{"name":"made\u009d2;` + loot + `\u009c"},"model":"model\u001bc","config":{}},` +
				`"samples":[`,
			`{"id":"id@#","epoch":1,"input":[{"id":"m","role":"user","content":[
				{"type":"text","text":"what is it@"},{"type":"image","image":"attachment://abc"}]}],
			"choices":["cat@","dog@"],"target":["cat@"],"messages":[],"output":{"model":"@","choices":[],"completion":"a dog@"},
			"scores":{"choice@":{"value":"I","answer":"B@","explanation":"because@"},"other":{"value":{"clear@":0.5}}},"metadata":{"key@":"value@"},
			"error":{"message":"it broke@"},
			"attachments":{"abc":
				"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAEElEQVR4nGP4z8AARww4OQD1MQv1NXv7ggAAAABJRU5ErkJggg=="}}`,
			`]}`,
		},
	},
}

// TestAttacksOfOtherFormats goes through every example of hostile files of
// other formats, in blocks, and their problems: each file has half of the attacks, and all if long.
func TestAttacksOfOtherFormats(t *testing.T) {
	for format, files := range hostileFiles {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			args := []string{"--graphics", "blocks", "--images", dir}
			texts := attacks()
			if !programtest.Long { // one half in logs, the other in what has boxes
				texts = slices.DeleteFunc(texts, func(attack string) bool { return slices.Index(attacks(), attack)%2 == len(format)%2 })
			}
			for _, f := range files {
				var records []string
				for i, attack := range texts {
					text, err := json.Marshal(attack)
					programtest.Check(t, err)
					records = append(records, strings.NewReplacer("@", string(text[1:len(text)-1]), "#", fmt.Sprint(i+1)).Replace(f.record))
					programtest.Paint(t, filepath.Join(dir, fmt.Sprintf("photo%d.png", i+1)), color.RGBA{200, 120, 90, 255})
				}
				path := filepath.Join(dir, f.name)
				programtest.Check(t, os.WriteFile(path, []byte(f.before+strings.Join(records, ",")+f.after), 0o600))
				args = append(args, path)
			}
			term := screentest.Start(t, screentest.TerminalConfig{Cols: 120, Rows: 40, Record: true}, exec.Command("faithscope", args...))
			term.WaitFor("5 Results")
			for _, f := range files {
				term.Walk(":run "+strings.TrimSuffix(f.name, ".json")+"\r2", fmt.Sprintf("of %d", len(texts)))
				term.Type("\r")
				for i := range texts {
					at := fmt.Sprintf("%d of %d", i+1, len(texts))
					named := regexp.MustCompile(fmt.Sprintf(`[^ \d]%d(\.png)?( |…|$)`, i+1)) // where wide letters push the count off the line
					term.Wait(at+" in "+f.name, func() bool {
						first, _, _ := strings.Cut(term.Text(), "\n")
						_, trail, _ := strings.Cut(first, "Results")
						return (strings.Contains(first, at) || named.MatchString(trail)) && strings.Contains(term.Text(), "tab pane")
					})
					term.Type("jzzzvwt\x1b[27uvgyiywvwJ")
				}
				term.Walk("1", "[1 Runs]")
			}
			term.Walk("!", "Problems")
			term.Type("Q")
			term.WaitForEnd()
			check.Equal(t, "an attack was shown", strings.Contains(string(term.Recorded()), loot), true)
			if programtest.CheckWritten(t, term.Recorded()) == 0 {
				t.Error("nothing was copied")
			}
		})
	}
}
