package screen

import (
	"fmt"
	"image"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"faithscope/loaders/loadertest/check"
)

// pictureOf returns an image of 20×5 cells of 10×10 pixels.
func pictureOf(letter string) *Image {
	return &Image{PNG: []byte(letter), Size: image.Pt(200, 50), Cells: image.Pt(20, 5)}
}

// commandsOf returns the commands in out, without payloads: "t16 p16 i16".
func commandsOf(out string) string {
	var all []string
	for _, m := range regexp.MustCompile(`\x1b_Gq=1,a=(\w)(?:,[fU]=\w+)*(?:,d=(\w))?,i=(\d+)`).FindAllStringSubmatch(out, -1) {
		action := m[1]
		if m[2] != "" {
			action = m[2]
		}
		all = append(all, action+m[3])
	}
	return strings.Join(all, " ")
}

func TestWriterKeepsImages(t *testing.T) {
	r := newRig(t)
	a, b, mark := pictureOf("a"), pictureOf("b"), pictureOf("m")
	hole := []image.Rectangle{image.Rect(5, 1, 10, 3)}
	for _, step := range []struct {
		why   string
		scene []Picture
		frame string
		want  string
	}{
		{"the first time it is sent and put", []Picture{{Images: []*Image{a}}}, sheet(), "t16 p16"},
		{"text beside it changes nothing", []Picture{{Images: []*Image{a}}}, "\x1b[6;1Hx", ""},
		{"marks lie over it", []Picture{{Images: []*Image{a, mark}}}, "\x1b[6;1Hy", "t17 p17"},
		{"another takes its place", []Picture{{Images: []*Image{b}}}, "\x1b[6;1Hz", "t18 p18 i16 i17"},
		{"going back sends nothing", []Picture{{Images: []*Image{a}}}, "\x1b[6;1Hx", "p16 i18"},
		{"scrolling moves pictures about", []Picture{{Images: []*Image{a}}}, "\x1b[2;5r\x1b[S\x1b[r", "i16 p16"},
		{"a cleared screen has lost all", []Picture{{Images: []*Image{a}}}, sheet(), "I16 I17 I18 t16 p16"},
		{"around a popup there are four parts", []Picture{{Images: []*Image{a}, Holes: hole}}, "\x1b[6;1Hx", "p16 p16 p16 p16 i16"},
		{"words in its place", nil, "\x1b[6;1Hz", "i16 i16 i16 i16"},
	} {
		r.Show(step.scene)
		got := commandsOf(r.frame(step.frame))
		// The order of deletions does not matter.
		if sorted(got) != sorted(step.want) {
			t.Errorf("%s: %q, want %q", step.why, got, step.want)
		}
	}
	check.Equal(t, "leaving", commandsOf(r.frame("\x1b[?1049l")), "I16")
}

func sorted(words string) string {
	all := strings.Fields(words)
	slices.Sort(all)
	return strings.Join(all, " ")
}

func TestWriterAllowsPlaceholders(t *testing.T) {
	r := newRig(t)
	a := pictureOf("a")
	n := r.Number(a)
	r.Show([]Picture{{Images: []*Image{a}, Virtual: true}})
	out := r.frame(sheet())
	check.Contains(t, out, fmt.Sprintf("a=p,U=1,i=%d,c=20,r=5", n))
	// The text may still contain the number after the screen was cleared.
	r.frame("\x1b[2J" + sheet())
	check.Equal(t, "number of the same picture", r.Number(a), n)
}

func TestWriterThroughTmux(t *testing.T) {
	r := newRig(t)
	r.Configure(ConnectionKind{Passthrough: true})
	r.Show([]Picture{{Images: []*Image{pictureOf("a")}, Virtual: true}})
	out := r.frame(sheet())
	if n := strings.Count(out, "\x1b_G"); n == 0 || n != strings.Count(out, "\x1bPtmux;\x1b\x1b_G") {
		t.Errorf("not all commands are handed through: %q", out)
	}
	check.Contains(t, out, "\x1bPtmux;\x1b\x1b_Gq=2,a=t,f=100,i=16,m=0;YQ==\x1b\x1b\\\x1b\\")
}

func TestWriterSendsRefusedImagesAgain(t *testing.T) {
	r := newRig(t)
	scene := []Picture{{Images: []*Image{pictureOf("a")}}}
	r.Show(scene)
	r.frame(sheet())
	r.Refused(16)
	r.Refused(99) // of nobody
	check.Equal(t, "commands", commandsOf(r.frame("x")), "t16 p16")
}

// Whatever is shown, the terminal's storage is bounded, and each number is used
// by one image at a time.
func TestAlbumIsBounded(t *testing.T) {
	for _, size := range []image.Point{{20, 20}, {2000, 1000}} {
		album, tracker := newAlbum(), newTracker(20, 6)
		tracker.Write([]byte(sheet()))
		held := map[string]int{}
		bytes, most := 0, 0
		for range 600 {
			i := &Image{PNG: []byte("x"), Size: size, Cells: image.Pt(20, 5)}
			out := string(album.paintScene([]Picture{{Images: []*Image{i}}}, tracker, terminalLink{&flowControl{}, time.Now(), false}))
			for _, c := range strings.Fields(commandsOf(out)) {
				switch c[0] {
				case 't':
					if held[c[1:]] > 0 {
						t.Fatalf("number %s is used twice", c[1:])
					}
					held[c[1:]] = i.decodedBytes()
					bytes += i.decodedBytes()
				case 'I':
					bytes -= held[c[1:]]
					delete(held, c[1:])
				}
			}
			most = max(most, bytes)
		}
		if limit := max(albumBytes, albumLeast*4*size.X*size.Y) + 4*size.X*size.Y; most > limit {
			t.Errorf("images of %v: the terminal held %d bytes, the limit is %d", size, most, limit)
		}
		if len(held) > lastNumber-firstNumber+1 {
			t.Errorf("the terminal holds %d images", len(held))
		}
	}
}

// A picture that is too large for the link now is sent later, and the old one
// stays until then.
func TestAlbumWaitsForTheLink(t *testing.T) {
	album, tracker := newAlbum(), newTracker(20, 6)
	tracker.Write([]byte(sheet()))
	large := func() *Image {
		return &Image{PNG: make([]byte, 5*fenceFrom), Size: image.Pt(200, 50), Cells: image.Pt(20, 5)}
	}
	first, second := []Picture{{Images: []*Image{large()}}}, []Picture{{Images: []*Image{large()}}}
	flow := &flowControl{on: true}
	now := time.Now()
	paint := func(scene []Picture, held bool) string {
		return commandsOf(string(album.paintScene(scene, tracker, terminalLink{flow, now, held})))
	}
	if got := paint(first, false); got != "t16 p16" {
		t.Fatalf("an idle link: %q", got)
	}
	check.Equal(t, "a busy link", paint(second, false), "")
	check.Equal(t, "deleting is always possible", paint(nil, false), "i16")
	for len(flow.flights) > 0 {
		now = now.Add(10 * time.Millisecond)
		flow.handleAnswer(now)
	}
	check.Equal(t, "while pictures follow one another", paint(second, true), "")
	check.Equal(t, "when it is free", paint(second, false), "t17 p17")
}
