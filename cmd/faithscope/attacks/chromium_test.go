package attacks

import (
	"bufio"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"faithscope/cmd/faithscope/programtest"
	"faithscope/loaders/loadertest/check"
	"faithscope/tui/screen/screentest"
)

// shots is where pictures of pages go; "" leaves out the tests with a browser, which
// .ci/browser runs.
var shots = os.Getenv("FAITHSCOPE_TEST_BROWSER")

// chromium is a browser with one page, driven over a pipe. It has seen faults if the page
// wrote to its console, threw, opened a dialog or asked for anything outside its disk.
type chromium struct {
	t       *testing.T
	in      io.Writer
	out     *bufio.Reader
	session string
	sent    int
	loaded  bool
	faults  []string
}

// startChromium starts the browser with an empty profile, and ends it with the test.
func startChromium(t *testing.T) *chromium {
	t.Helper()
	if shots == "" {
		t.Skip("FAITHSCOPE_TEST_BROWSER is not set: .ci/browser runs this")
	}
	in, commands, err := os.Pipe()
	programtest.Check(t, err)
	answers, out, err := os.Pipe()
	programtest.Check(t, err)
	profile, err := os.MkdirTemp("", "chromium")
	programtest.Check(t, err)
	// The test's own context ends before its cleanups, and would kill Chromium but not the
	// processes it started.
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), "chromium",
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--hide-scrollbars",
		"--remote-debugging-pipe", "--window-size=1300,900", "--user-data-dir="+profile, "about:blank")
	cmd.ExtraFiles = []*os.File{in, out}
	programtest.Check(t, cmd.Start())
	in.Close()
	out.Close()
	c := &chromium{t: t, in: commands, out: bufio.NewReader(answers)}
	t.Cleanup(func() {
		c.send("Browser.close", nil)
		cmd.Wait() //nolint:errcheck // it has shown what it had to
		// Its processes for the network and the disk end after it, and still write to the profile.
		for end := time.Now().Add(screentest.Patience); os.RemoveAll(profile) != nil; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Errorf("Chromium keeps writing to %s", profile)
				return
			}
		}
	})
	programtest.Check(t, answers.SetReadDeadline(time.Now().Add(4*screentest.Patience)))
	target := c.call("Target.createTarget", map[string]any{"url": "about:blank"}).Get("targetId").String()
	c.session = c.call("Target.attachToTarget", map[string]any{"targetId": target, "flatten": true}).Get("sessionId").String()
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		c.call(domain+".enable", nil)
	}
	return c
}

func (c *chromium) send(method string, params map[string]any) {
	c.sent++
	if params == nil {
		params = map[string]any{}
	}
	message := map[string]any{"id": c.sent, "method": method, "params": params}
	if c.session != "" && !strings.HasPrefix(method, "Browser.") {
		message["sessionId"] = c.session
	}
	text, err := json.Marshal(message)
	if err == nil {
		_, err = c.in.Write(append(text, 0))
	}
	check.NoError(c.t, err)
}

// receive returns the next message of the browser, after it has noted what the page did.
func (c *chromium) receive() gjson.Result {
	c.t.Helper()
	text, err := c.out.ReadBytes(0)
	if err != nil {
		c.t.Fatalf("the browser says nothing more: %v; faults: %q", err, c.faults)
	}
	message := gjson.ParseBytes(text[:len(text)-1])
	switch params := message.Get("params"); message.Get("method").String() {
	case "Page.loadEventFired":
		c.loaded = true
	case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
		c.faults = append(c.faults, params.Raw)
	case "Page.javascriptDialogOpening":
		c.faults = append(c.faults, params.Raw)
		c.send("Page.handleJavaScriptDialog", map[string]any{"accept": false})
	case "Network.requestWillBeSent":
		if at := params.Get("request.url").String(); !strings.HasPrefix(at, "file://") && !strings.HasPrefix(at, "data:") && at != "about:blank" {
			c.faults = append(c.faults, "asks for "+at)
		}
	}
	return message
}

// call sends a command and returns its result.
func (c *chromium) call(method string, params map[string]any) gjson.Result {
	c.t.Helper()
	c.send(method, params)
	for id := int64(c.sent); ; {
		if m := c.receive(); m.Get("id").Int() == id {
			if m.Get("error").Exists() {
				c.t.Fatalf("%s: %s", method, m.Get("error.message"))
			}
			return m.Get("result")
		}
	}
}

// eval evaluates an expression on the page and returns its value.
func (c *chromium) eval(expression string) gjson.Result {
	c.t.Helper()
	r := c.call("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true})
	if r.Get("exceptionDetails").Exists() {
		c.check()
		c.t.Fatalf("%s: %s", expression, r.Get("exceptionDetails"))
	}
	return r.Get("result.value")
}

// await waits until an expression holds on the page.
func (c *chromium) await(expression string) {
	c.t.Helper()
	c.eval(fmt.Sprintf(`new Promise((done, fail) => {
		const look = () => (%s) ? done() : setTimeout(look, 10);
		setTimeout(fail, %d);
		look();
	})`, expression, screentest.Patience.Milliseconds()))
}

// open opens a file, and what # leads to on its page.
func (c *chromium) open(path, at string) {
	c.t.Helper()
	path, err := filepath.Abs(path)
	check.NoError(c.t, err)
	// Another # on the same page would load nothing.
	for _, address := range []string{"about:blank", (&url.URL{Scheme: "file", Path: path, Fragment: at}).String()} {
		c.loaded = false
		for c.call("Page.navigate", map[string]any{"url": address}); !c.loaded; {
			c.receive()
		}
	}
}

// click presses the mouse in the middle of the first element of a selector.
func (c *chromium) click(selector string) {
	c.t.Helper()
	at := c.eval(fmt.Sprintf(`(() => {
		const e = document.querySelector(%q); e.scrollIntoView({block: 'center'});
		const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, selector))
	for _, what := range []string{"mousePressed", "mouseReleased"} {
		c.call("Input.dispatchMouseEvent", map[string]any{"type": what, "x": at.Get("0").Float(), "y": at.Get("1").Float(), "button": "left",
			"clickCount": 1})
	}
}

// choose chooses a value of a select element as a person does.
func (c *chromium) choose(name, value string) {
	c.t.Helper()
	c.eval(fmt.Sprintf(`(() => {
		const e = document.querySelector('select[name=%s]'); e.value = %q; e.dispatchEvent(new Event('change'));
	})()`, name, value))
}

// texts returns the texts of the elements of a selector.
func (c *chromium) texts(selector string) (list []string) {
	c.t.Helper()
	for _, text := range c.eval(fmt.Sprintf(`[...document.querySelectorAll(%q)].map((e) => e.textContent)`, selector)).Array() {
		list = append(list, text.String())
	}
	return list
}

// shot keeps a picture of the window.
func (c *chromium) shot(name string) {
	c.t.Helper()
	picture, err := base64.StdEncoding.DecodeString(c.call("Page.captureScreenshot", nil).Get("data").String())
	err = cmp.Or(err, os.MkdirAll(shots, 0o755), os.WriteFile(filepath.Join(shots, name+".png"), picture, 0o600))
	check.NoError(c.t, err)
}

// check reports what the pages did that they should not do.
func (c *chromium) check() {
	c.t.Helper()
	for _, fault := range slices.Compact(c.faults) {
		c.t.Errorf("the page: %.500s", fault)
	}
	c.faults = nil
}
