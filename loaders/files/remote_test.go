package files_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/filestest"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// filestest.Lines are n {"id": …} lines of about size bytes each.

// served opens what a server hands out at /run.jsonl, and checks at the end
// that nothing is left running.
func served(t *testing.T, handler http.HandlerFunc) (a *files.NameOpener, address string) {
	t.Helper()
	before := runtime.NumGoroutine()
	server := httptest.NewServer(handler)
	a = files.NewAnywhere(nil)
	t.Cleanup(func() {
		a.Client().CloseIdleConnections()
		server.Close()
		for range 6000 {
			if runtime.NumGoroutine() <= before {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		buf := make([]byte, 1<<20)
		t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
	})
	return a, server.URL + "/run.jsonl"
}

func openAnywhere(t *testing.T, a *files.NameOpener, path string) *loaders.Run {
	t.Helper()
	run := loadertest.Formats{plainLines}.Open(t, a, path, loaders.Options{})
	return run
}

func toTheEnd(t testing.TB, run *loaders.Run) {
	t.Helper()
	check.NoError(t, run.Wait(t.Context(), 1<<40))
}

func numbers(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprint(i))
	}
	return list
}

func TestRemoteIsReadByRanges(t *testing.T) {
	content := filestest.Lines(3000, 1000) // three blocks
	modified := time.Now().Add(-time.Hour)
	for kind, pack := range filestest.Packs {
		body := content
		if pack != nil {
			body = pack(t, content)
		}
		var whole, asked atomic.Int64
		a, address := served(t, func(w http.ResponseWriter, r *http.Request) {
			asked.Add(1)
			if r.Header.Get("Range") == "" {
				whole.Add(1)
			}
			w.Header().Set("ETag", `"one"`)
			http.ServeContent(w, r, "run.jsonl", modified, bytes.NewReader(body))
		})
		run := openAnywhere(t, a, address)
		check.EqualLists(t, "ids", loadertest.IDs(run), numbers(3000), kind)
		if n, _ := run.Problems.All(); n != nil || whole.Load() != 0 {
			t.Errorf("%s: problems %v, %d requests without a range", kind, n, whole.Load())
		}
		if asked.Load() > 8 {
			t.Errorf("%s: %d requests for three blocks, read twice", kind, asked.Load())
		}
		run.Close()
	}
}

func TestRemoteWithoutRangesIsSpooled(t *testing.T) {
	content := filestest.Lines(500, 100)
	a, address := served(t, func(w http.ResponseWriter, _ *http.Request) {
		for b := range slices.Chunk(content, 7000) {
			w.Write(b)
			w.(http.Flusher).Flush()
		}
	})
	run := openAnywhere(t, a, address)
	check.EqualLists(t, "ids", loadertest.IDs(run), numbers(500))
}

func TestRemoteSpoolIsLimited(t *testing.T) {
	for _, length := range []bool{true, false} {
		content := filestest.Lines(500, 100)
		a, address := served(t, func(w http.ResponseWriter, _ *http.Request) {
			if length {
				w.Header().Set("Content-Length", fmt.Sprint(len(content)))
			}
			for b := range slices.Chunk(content, 7000) {
				w.Write(b)
				w.(http.Flusher).Flush()
			}
		})
		a.SetSpool(20_000)
		run, err := files.NewOpener(a, plainLines).Open(t.Context(), address, loaders.Options{})
		if length {
			check.Error(t, "error", err, "doesn't support ranges")
			continue
		}
		check.NoError(t, err)
		toTheEnd(t, run)
		if n := run.Len(); n == 0 || n > 300 {
			t.Errorf("%d records of 500 in 20 KB", n)
		}
		if _, count := run.Problems.All(); count == 0 {
			t.Error("nothing says that the rest is left out")
		}
		run.Close()
	}
}

// A connection that breaks in the middle is continued where it broke.
func TestRemoteConnectionBreaks(t *testing.T) {
	content := filestest.Lines(3000, 1000)
	var breaks atomic.Int64
	a, address := served(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.Header.Get("Range"), "-") && breaks.Add(1) < 3 {
			from, _, _ := strings.Cut(strings.TrimPrefix(r.Header.Get("Range"), "bytes="), "-")
			var at int
			fmt.Sscan(from, &at)
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", at, len(content)-1, len(content)))
			w.Header().Set("Content-Length", fmt.Sprint(len(content)-at))
			w.WriteHeader(http.StatusPartialContent)
			w.Write(content[at:min(len(content), at+300_000)])
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
	})
	run := openAnywhere(t, a, address)
	check.EqualLists(t, "ids", loadertest.IDs(run), numbers(3000))
	if breaks.Load() < 3 {
		t.Errorf("%d connections", breaks.Load())
	}
}

func TestRemoteThatChanges(t *testing.T) {
	content := filestest.Lines(5000, 1000)
	var tag atomic.Value
	tag.Store(`"one"`)
	a, address := served(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", tag.Load().(string))
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
	})
	run := openAnywhere(t, a, address)
	tag.Store(`"two"`)
	check.Contains(t, run.Example(4999).Broken, "changed on the server")
}

// TestRemoteMixesNoVersions has a server replace the file by one of the same
// size, which only a weak sign tells.
func TestRemoteMixesNoVersions(t *testing.T) {
	for _, header := range []struct{ name, before, after string }{
		{"ETag", `W/"one"`, `W/"two"`}, {"ETag", `"one"`, ""},
		{"Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT", "Thu, 01 Jan 2026 00:00:01 GMT"},
	} {
		t.Run(header.name+header.before, func(t *testing.T) {
			text := filestest.Lines(4000, 1000)
			var sign atomic.Value
			sign.Store(header.before)
			a, address := served(t, func(w http.ResponseWriter, r *http.Request) {
				if s := sign.Load().(string); s != "" {
					w.Header().Set(header.name, s)
				}
				http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
			})
			f, err := a.Open(address)
			check.NoError(t, err)
			defer f.Close()
			sign.Store(header.after)
			_, err = f.(io.ReaderAt).ReadAt(make([]byte, 10), int64(len(text)-10))
			check.Fails(t, "the bytes of two versions are mixed", err)
		})
	}
}

// TestRemoteThatWentAway asks a server that is gone for one example after another:
// after the first failed request it is not asked for a while.
func TestRemoteThatWentAway(t *testing.T) {
	text := filestest.Lines(5000, 1000)
	var gone atomic.Bool
	var asked atomic.Int32
	a, address := served(t, func(w http.ResponseWriter, r *http.Request) {
		if gone.Load() {
			asked.Add(1)
			panic(http.ErrAbortHandler)
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
	})
	f, err := a.Open(address)
	check.NoError(t, err)
	defer f.Close()
	gone.Store(true)
	for i := range 20 {
		if _, err := f.(io.ReaderAt).ReadAt(make([]byte, 10), int64(len(text)-10-i*100_000)); err == nil {
			t.Fatal("bytes came from a server that is gone")
		}
	}
	if n := asked.Load(); n > 10 {
		t.Errorf("asked %d times for 20 blocks", n)
	}
}

// TestRemoteSendsNoReferer redirects a signed address to another host.
// A server that says nothing, or nothing more, is left when the command ends.
func TestRemoteEndsWithTheCommand(t *testing.T) {
	for _, drips := range []bool{false, true} {
		a, address := served(t, func(w http.ResponseWriter, r *http.Request) {
			if drips {
				_, _ = w.Write([]byte("{"))
				_ = http.NewResponseController(w).Flush()
			}
			<-r.Context().Done()
		})
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		run, err := files.NewOpener(a, plainLines).Open(ctx, address, loaders.Options{})
		if err == nil && !drips {
			t.Error("a server that says nothing gave a run")
		}
		if err == nil {
			toTheEnd(t, run)
			run.Close()
		}
	}
}

func TestRemoteSendsNoReferer(t *testing.T) {
	text := filestest.Lines(100, 100)
	var refers atomic.Value
	refers.Store("")
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		refers.Store(refers.Load().(string) + r.Header.Get("Referer"))
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
	}))
	defer other.Close()
	a, address := served(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL+"/elsewhere", http.StatusFound)
	})
	check.Equal(t, "examples", openAnywhere(t, a, address+"?signature=secret").Len(), 100)
	check.Equal(t, "the other host was told", refers.Load().(string), "")
}

func TestRemoteErrors(t *testing.T) {
	content := filestest.Lines(10, 10)
	plain := func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
	}
	for _, tt := range []struct {
		why     string
		handler http.HandlerFunc
		address func(string) string
		want    string
	}{
		{"no such file", http.NotFound, nil, "404"},
		{"a server in trouble", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }, nil, "503"},
		{"a redirect to itself", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) }, nil,
			"redirects"},
		{"a redirect to a file of this machine", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		}, nil, "redirects to file"},
		{"ranges of another place", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Range", "bytes 5-9/10")
			w.WriteHeader(206)
		}, nil, "from byte 5 instead"},
		{"ranges that are none", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Range", "bytes 9-0/-1")
			w.WriteHeader(206)
		}, nil, "is invalid"},
		{"more than it can be", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Range", "bytes 0-1/9000000000000000000")
			w.WriteHeader(206)
			w.Write([]byte("{}"))
		}, nil, "GB"},
		{"an empty file", func(w http.ResponseWriter, r *http.Request) {
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(nil))
		}, nil, files.ErrEmpty.Error()},
		{"a password on the screen", plain, func(s string) string { return strings.Replace(s, "://", "://me:secret@", 1) }, "password"},
		{"a server that is not there", plain, func(string) string { return "http://127.0.0.1:1/x" }, "refused"},
		{"no host", plain, func(string) string { return "https:///x" }, "has no host"},
		{"a URL of a file", plain, func(string) string { return "file:///etc/passwd" }, "no such file"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			a, address := served(t, tt.handler)
			if tt.address != nil {
				address = tt.address(address)
			}
			run, err := files.NewOpener(a, plainLines).Open(t.Context(), address, loaders.Options{})
			if err == nil {
				run.Close()
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Count(err.Error(), address) > 1 {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

// A server that stops sending is given up, and one that is slow is not.
func TestRemotePauses(t *testing.T) {
	content := filestest.Lines(100, 10)
	for _, stops := range []bool{false, true} {
		leave := make(chan struct{})
		a, address := served(t, func(w http.ResponseWriter, r *http.Request) {
			for i, b := range bytes.SplitAfter(content, []byte("\n")) {
				w.Write(b)
				w.(http.Flusher).Flush()
				if stops && i == 50 {
					select {
					case <-leave:
					case <-r.Context().Done():
					}
					return
				}
				time.Sleep(time.Millisecond)
			}
		})
		a.SetPause(200 * time.Millisecond)
		run := openAnywhere(t, a, address)
		_, problems := run.Problems.All()
		if stops && (run.Len() < 50 || run.Len() > 52 || problems == 0) || !stops && (run.Len() != 100 || problems != 0) {
			t.Errorf("stops %v: %d records, %d problems", stops, run.Len(), problems)
		}
		close(leave)
		run.Close()
	}
}

// What a remote run names is not opened on this machine.
func TestRemoteRunHasNothingBeside(t *testing.T) {
	a, address := served(t, func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(filestest.Lines(3, 3)))
	})
	src, err := files.OpenSource(a, address)
	check.NoError(t, err)
	defer src.Close()
	if found := files.Beside(src, func(_ string, _ fs.DirEntry) bool { return true }); found != nil {
		t.Errorf("found %q beside a URL", found)
	}
	_, err = files.Inside(src, "images", loaders.Options{})
	check.Fails(t, "a folder beside a URL is opened", err)
	folder, err := files.OpenFolder(src, t.TempDir())
	if err != nil {
		t.Fatalf("a folder that a person names: %v", err)
	}
	folder.Close()
}

func TestStdin(t *testing.T) {
	t.Parallel()
	r, w := io.Pipe()
	a := files.NewAnywhere(r)
	defer a.Close()
	opened := make(chan *loaders.Run)
	go func() {
		run, err := (files.RunOpener{Formats: loaders.Formats{plainLines}, Files: a, Follow: true}).Open(context.Background(), files.Stdin,
			loaders.Options{})
		if err != nil {
			t.Error(err)
		}
		opened <- run
	}()
	w.Write([]byte("{\"id\":\"0\"}\n{\"id\":"))
	run := <-opened // it does not wait for 64 KB, nor for the end
	if run == nil {
		t.FailNow()
	}
	defer run.Close()
	waited(t, run, 1)
	if run.Complete() {
		t.Error("complete before the end")
	}
	w.Write([]byte("\"1\"}\n"))
	waited(t, run, 2)
	again, err := files.NewOpener(a, plainLines).Open(context.Background(), files.Stdin, loaders.Options{})
	if err != nil {
		t.Fatalf("reopened: %v", err)
	}
	w.Write([]byte("{\"id\":\"2\"}"))
	w.Close()
	for _, r := range []*loaders.Run{run, again} {
		toTheEnd(t, r)
		check.EqualLists(t, "ids", loadertest.IDs(r), numbers(3))
	}
	again.Close()
	check.Equal(t, "id after another reader is closed", run.Example(2).ID, "2")
}

func TestStdinIsPacked(t *testing.T) {
	for kind, pack := range filestest.Packs {
		content := filestest.Lines(2000, 100)
		if pack != nil {
			content = pack(t, content)
		}
		a := files.NewAnywhere(bytes.NewReader(content))
		run := openAnywhere(t, a, files.Stdin)
		check.EqualLists(t, "ids", loadertest.IDs(run), numbers(2000), kind)
		run.Close()
		a.Close()
	}
	_, err := files.OpenSource(files.NewAnywhere(nil), files.Stdin)
	check.Is(t, "without a standard input", err, files.ErrStdin)
}

func FuzzContentRange(f *testing.F) {
	f.Add("bytes 0-1023/4096")
	f.Add("bytes */0")
	f.Add("bytes 0-1/4 or so")
	f.Fuzz(func(t *testing.T, header string) {
		first, last, size, err := files.ContentRange(header)
		if err == nil && (first < 0 || last < first || size <= last || header != fmt.Sprintf("bytes %d-%d/%d", first, last, size)) {
			t.Errorf("%q: %d-%d/%d", header, first, last, size)
		}
	})
}
