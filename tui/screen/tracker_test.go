package screen

import (
	"image"
	"slices"
	"strconv"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"faithscope/loaders/loadertest/check"
)

// fillScreen writes filler to every cell of a terminal and paints it.
func fillScreen(t *outputTracker) {
	w, h := t.width, t.height
	for y := range h {
		t.Write([]byte(ansi.CursorPosition(1, y+1)))
		for x := range w {
			t.Write([]byte(Filler(x, y)))
		}
	}
	t.Write([]byte("\x1b[H"))
	for y := range h {
		for x := range w {
			t.Clean(x, y)
		}
	}
}

// picture draws what the tracker knows: '.' clean filler, 'd' dirty filler, '#'
// something else.
func picture(t *outputTracker) string {
	var b strings.Builder
	w, h := t.width, t.height
	for y := range h {
		for x := range w {
			switch {
			case !t.Filler(x, y):
				b.WriteByte('#')
			case t.Dirty(x, y):
				b.WriteByte('d')
			default:
				b.WriteByte('.')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestTracker(t *testing.T) {
	const clean = "......\n......\n......\n......\n"
	for _, tt := range []struct{ name, write, want string }{
		{"nothing", "", clean},
		{"colours and questions", "\x1b[31m\x1b[0m\x1b[c\x1b[?25l\x1b[?2026h\x1b[?2026l\x1b[>q\x1b]0;title\a", clean},
		{"moves", "\x1b[3;3H\x1b[A\x1b[B\x1b[C\x1b[D\x1b[2G\x1b[2d\r\b\t\x1b[Z\n\x1bM", clean},
		{"a letter", "\x1b[2;3Hx", "......\n..#...\n......\n......\n"},
		{"filler again", "\x1b[2;3H\u00a0\u2002", "......\n..dd..\n......\n......\n"},
		{"a wide letter: the rest of the row may be shifted", "\x1b[2;2H字", "......\n.##ddd\n......\n......\n"},
		{"a cluster whose width terminals dispute", "\x1b[2;2H\u2764\ufe0f", "......\n.##ddd\n......\n......\n"},
		{"letters wrap", "\x1b[1;5Habc", "....##\n#.....\n......\n......\n"},
		{"letters at the end wait before they wrap", "\x1b[1;6Ha\rb", "#....#\n......\n......\n......\n"},
		{"no wrap without autowrap", "\x1b[?7l\x1b[1;5Habc", "....##\n......\n......\n......\n"},
		{"wrap on the last row scrolls", "\x1b[4;6Hab", "dddddd\ndddddd\nddddd#\n######\n"},
		{"erase right", "\x1b[2;4H\x1b[K", "......\n...###\n......\n......\n"},
		{"erase left, with the cursor's cell", "\x1b[2;4H\x1b[1K", "......\n####..\n......\n......\n"},
		{"erase the line", "\x1b[2;4H\x1b[2K", "......\n######\n......\n......\n"},
		{"erase cells", "\x1b[2;4H\x1b[2X", "......\n...##.\n......\n......\n"},
		{"erase below", "\x1b[2;4H\x1b[J", "......\n...###\n######\n######\n"},
		{"erase above", "\x1b[2;4H\x1b[1J", "######\n####..\n......\n......\n"},
		{"erase all", "\x1b[2J", "######\n######\n######\n######\n"},
		{"insert cells", "\x1b[2;2H\x1b[2@", "......\n.##ddd\n......\n......\n"},
		{"delete cells", "\x1b[2;2H\x1b[2P", "......\n.ddd##\n......\n......\n"},
		{"insert a line", "\x1b[2;2H\x1b[L", "......\n######\ndddddd\ndddddd\n"},
		{"delete a line", "\x1b[2;2H\x1b[M", "......\ndddddd\ndddddd\n######\n"},
		{"scroll up", "\x1b[S", "dddddd\ndddddd\ndddddd\n######\n"},
		{"scroll down", "\x1b[2T", "######\n######\ndddddd\ndddddd\n"},
		{"scroll a region", "\x1b[2;3r\x1b[S\x1b[r", "......\ndddddd\n######\n......\n"},
		{"line feed inside the screen", "\x1b[2;2H\n", clean},
		{"line feed on the last row", "\x1b[4;1H\n", "dddddd\ndddddd\ndddddd\n######\n"},
		{"line feed at a region's end", "\x1b[1;2r\x1b[2;1H\n\x1b[r", "dddddd\n######\n......\n......\n"},
		{"line feed below a region", "\x1b[1;2r\x1b[4;1H\n\x1b[r", clean},
		{"reverse index at the top", "\x1bM", "######\ndddddd\ndddddd\ndddddd\n"},
		{"repeat", "\x1b[2;2Hx\x1b[2b", "......\n.###..\n......\n......\n"},
		{"save and restore", "\x1b[2;2H\x1b7\x1b[4;4H\x1b8x", "......\n.#....\n......\n......\n"},
		{"a sequence in two writes", "\x1b[2;|3Hx", "......\n..#...\n......\n......\n"},
		{"a letter in two writes", "\x1b[2;2H\xe5\xad|\x97", "......\n.##ddd\n......\n......\n"},
		{"a question in a string", "\x1bP+q524742\x1b\\", clean},
		{"somebody's picture", "\x1bPq#0~\x1b\\", "dddddd\ndddddd\ndddddd\ndddddd\n"},
		{"an unknown sequence", "\x1b[5y", "dddddd\ndddddd\ndddddd\ndddddd\n"},
		{"an unknown mode", "\x1b[?69h", "dddddd\ndddddd\ndddddd\ndddddd\n"},
		{"an unknown escape", "\x1b#8", "dddddd\ndddddd\ndddddd\ndddddd\n"},
		{"another screen", "\x1b[?1049h", "######\n######\n######\n######\n"},
		{"a reset", "\x1bc", "######\n######\n######\n######\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tr := newTracker(6, 4)
			fillScreen(tr)
			for part := range strings.SplitSeq(tt.write, "|") {
				tr.Write([]byte(part))
			}
			check.Equal(t, "screen", picture(tr), tt.want, strconv.Quote(tt.write))
		})
	}
}

func TestTrackerBeforeTheFirstMove(t *testing.T) {
	tr := newTracker(6, 4)
	for y := range 4 {
		for x := range 6 {
			tr.Clean(x, y)
		}
	}
	tr.Write([]byte("x")) // anywhere
	for y := range 4 {
		for x := range 6 {
			if !tr.Dirty(x, y) {
				t.Fatalf("cell %d,%d is clean though the letter may stand there", x, y)
			}
		}
	}
}

func TestFillerRowsDiffer(t *testing.T) {
	for x := range 20 {
		seen := map[string]int{}
		for y := range 256 {
			var row strings.Builder
			for i := range MinWidth {
				row.WriteString(Filler(x+i, y))
			}
			if other, ok := seen[row.String()]; ok {
				t.Fatalf("from column %d, rows %d and %d have the same filler", x, other, y)
			}
			seen[row.String()] = y
			if w := ansi.StringWidth(row.String()); w != MinWidth || ansi.StringWidthWc(row.String()) != w {
				t.Fatalf("filler of row %d is %d wide, want %d by every measure", y, w, MinWidth)
			}
		}
	}
}

// words are sequences that the renderer writes; ‹m› and ‹n› are rows,
// ‹c› is a column.
var words = []string{
	"\x1b[‹m›;‹c›H", "\x1b[‹m›A", "\x1b[‹m›B", "\x1b[‹c›C", "\x1b[‹c›D", "\x1b[‹c›G", "\x1b[‹m›d",
	"\t", "\x1b[‹m›Z", "\x1b[‹c›X", "\x1b[K", "\x1b[1K", "\x1b[2K", "\x1b[J", "\x1b[2J",
	"\x1b[‹c›@", "\x1b[‹c›P", "\x1b[‹m›L", "\x1b[‹m›M", "\x1b[‹m›S", "\x1b[‹m›T",
	"\x1b[‹m›;‹n›r\x1b[‹m›S\x1b[r", "\x1b[‹m›;‹n›r\x1b[‹n›;1H\n\x1b[r", "\x1b[‹m›;‹n›r\x1b[‹m›;1H\x1bM\x1b[r", "\n", "\x1bM", "\x1b7", "\x1b8",
	"\r", "\b", "\x1b[31m", "\x1b[m",
	"a", "bc ", "\u00a0", "\u2002\u00a0", "\r字", "x\x1b[‹m›b", "\x1b[?7l", "\x1b[?7h", "\x1bD",
}

const fuzzCols, fuzzRows = 12, 6

// FuzzTracker compares the tracker with a terminal that stores text: no cell
// that the terminal has changed may count as clean, and where the tracker sees
// filler the terminal must hold some.
func FuzzTracker(f *testing.F) {
	for i := range words {
		f.Add([]byte{0, 2, 3, byte(i), 2, 4, 32, 0, 0})
	}
	f.Add([]byte{22, 2, 4, 0, 4, 1, 24, 0, 0, 24, 0, 0, 23, 0, 0})
	f.Fuzz(func(t *testing.T, program []byte) {
		tr := newTracker(fuzzCols, fuzzRows)
		fillScreen(tr)
		term := vt.NewEmulator(fuzzCols, fuzzRows)
		defer term.Close()
		for y := range fuzzRows {
			for x := range fuzzCols {
				term.SetCell(x, y, &uv.Cell{Content: mark(x, y), Width: 1})
			}
		}
		var wrote []string
		for step := range slices.Chunk(program[:min(len(program), 300)], 3) {
			if len(step) < 3 {
				break
			}
			s := strings.NewReplacer(
				"‹m›", strconv.Itoa(int(step[1])%fuzzRows+1),
				"‹n›", strconv.Itoa(int(step[2])%fuzzRows+1),
				"‹c›", strconv.Itoa(int(step[2])%fuzzCols+1),
			).Replace(words[int(step[0])%len(words)])
			if tr.wrap && s[0] < ' ' {
				// Terminals disagree on what a move does to a pending wrap. The
				// renderer returns to the first column before it.
				s = "\r" + s
			}
			wrote = append(wrote, s)
			tr.Write([]byte(s))
			_, _ = term.WriteString(s)
			compare(t, tr, term, wrote)
		}
	})
}

// mark returns the content of a cell that has not been written to.
func mark(x, y int) string { return string('\ue000' + rune(y*fuzzCols+x)) }

func compare(t *testing.T, tr *outputTracker, term *vt.Emulator, wrote []string) {
	t.Helper()
	for y := range fuzzRows {
		for x := range fuzzCols {
			got := ""
			if c := term.CellAt(x, y); c != nil {
				got = c.Content
			}
			if got != mark(x, y) && !tr.Dirty(x, y) {
				t.Fatalf("cell %d,%d holds %q and counts as clean after %q", x, y, got, wrote)
			}
			untouched := len(got) > 0 && []rune(got)[0] >= '\ue000'
			if tr.Filler(x, y) && !untouched && !isFiller([]byte(got)) {
				t.Fatalf("cell %d,%d holds %q and counts as filler after %q", x, y, got, wrote)
			}
		}
	}
}

// FuzzTrackerBytes writes arbitrary bytes.
func FuzzTrackerBytes(f *testing.F) {
	f.Add([]byte("\x1b[999999999999;1H\x1b[99999L\x1b[2147483648X"), 3)
	f.Add([]byte("\x1b([2"+strings.Repeat(":", 40)+"1\x1bP"+strings.Repeat(";", 40)+"1"), -1)
	f.Add([]byte("\x1b[3;2r\x1b[-1;5H\xc2\x1b[:;:m\x9b5X\x90q"), 1)
	f.Fuzz(func(t *testing.T, p []byte, cut int) {
		tr := newTracker(5, 3)
		if cut >= 0 && cut < len(p) {
			tr.Write(p[:cut])
			p = p[cut:]
		}
		tr.Write(p)
		tr.Write([]byte("\x18\x1b\\\x1b[1;1Hx")) // ends whatever is open
		if tr.x < 0 || tr.x >= 5 || tr.y >= 3 {
			t.Errorf("the cursor stands at %d,%d of 5×3", tr.x, tr.y)
		}
	})
}

func TestCover(t *testing.T) {
	for _, tt := range []struct {
		name, cells string
		want        []image.Rectangle
	}{
		{"nothing", "...\n...", nil},
		{"all", "xx\nxx", []image.Rectangle{image.Rect(0, 0, 2, 2)}},
		{"a frame", "xxx\nx.x\nxxx", []image.Rectangle{
			image.Rect(0, 0, 3, 1), image.Rect(0, 1, 1, 2), image.Rect(2, 1, 3, 2), image.Rect(0, 2, 3, 3),
		}},
		{"columns side by side", "x.x\nx.x", []image.Rectangle{image.Rect(0, 0, 1, 2), image.Rect(2, 0, 3, 2)}},
	} {
		rows := strings.Split(tt.cells, "\n")
		got := coverCells(image.Rect(0, 0, len(rows[0]), len(rows)), func(x, y int) bool { return rows[y][x] == 'x' })
		slices.SortFunc(got, func(a, b image.Rectangle) int {
			if a.Min.Y != b.Min.Y {
				return a.Min.Y - b.Min.Y
			}
			return a.Min.X - b.Min.X
		})
		check.EqualLists(t, tt.name, got, tt.want)
	}
}

func TestSplit(t *testing.T) {
	got := splitRectangles([]image.Rectangle{image.Rect(1, 1, 8, 4)}, image.Pt(3, 2))
	cells := 0
	for i, r := range got {
		cells += r.Dx() * r.Dy()
		if r.Dx() > 3 || r.Dy() > 2 {
			t.Errorf("%v is larger than 3×2", r)
		}
		if slices.ContainsFunc(got[:i], r.Overlaps) {
			t.Errorf("%v overlaps another", r)
		}
	}
	if cells != 21 {
		t.Errorf("%v have %d cells, want 21", got, cells)
	}
}
