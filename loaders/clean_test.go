package loaders

import (
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"faithscope/loaders/loadertest/check"
)

func TestClean(t *testing.T) {
	tests := []struct{ why, in, want string }{
		{"plain text stays", "two dogs, 50% sure", "two dogs, 50% sure"},
		{"so does text of any script", "naïve Ωμέγα 漢字 हिन्दी עברית ﷺ", "naïve Ωμέγα 漢字 हिन्दी עברית ﷺ"},
		{"nothing stays nothing", "", ""},
		{"an escape sequence loses its first byte", "\x1b[2J\x1b]0;t\x07", "\ufffd[2J\ufffd]0;t\ufffd"},
		{"the one-character escapes of C1 too", "a\u009b2Jb\u0090", "a\ufffd2Jb\ufffd"},
		{"bytes that are not UTF-8, as a C1 of Latin-1", "a\x9b2J\xff", "a\ufffd2J\ufffd"},
		{"NUL, backspace and delete", "a\x00\bb\x7f", "a\ufffd\ufffdb\ufffd"},
		{"a row has one line", "a\tb\nc\r\nd\ve\u2028f\u2029g\u0085h", "a b c  d e f g h"},
		{"overrides and isolates could show another text than is there", "a\u202eb\u2066c\u2069\u200f\u061c",
			"a\ufffdb\ufffdc\ufffd\ufffd\ufffd"},
		{"invisible characters go", "soft\u00adhy\u200bphen\ufeff\u2060", "softhyphen"},
		{"a family stays one picture", "👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"},
		{"a red heart stays red", "❤\ufe0f", "❤\ufe0f"},
		{"a skin tone stays", "👍🏽", "👍🏽"},
		{"Persian needs its non-joiner", "می\u200cخواهم", "می\u200cخواهم"},
		{"joiners that join nothing go", "\u200da\u200d\u200db \u200dc", "ab c"},
		{"a conjunct keeps its joiner", "क्\u200dष", "क्\u200dष"},
		{"a flag in colours", "🏳️\u200d🌈", "🏳️\u200d🌈"},
		{"fillers and what Unicode ignores", "a\U000e0000\u2065\ufff0\ufff8\u3164\u115f\u1160\uffa0\u034f\u180e\U000e0100b", "ab"},
		{"a variation selector behind a letter hides a bit", "a\ufe0fb\ufe00", "ab"},
		{"so does a second one", "❤\ufe0f\ufe0f\ufe0e", "❤\ufe0f"},
		{"a chain of emoji without end", strings.Repeat("👩\u200d", 50) + "👩",
			strings.Repeat(strings.Repeat("👩\u200d", maxJoins)+"👩", 7) + "👩\u200d👩"},
		{"a syllable without end", strings.Repeat("\u1100", 50), strings.Repeat("\u1100", maxMarks)},
		{"skin tones without end", "👍" + strings.Repeat("🏽", 50), "👍" + strings.Repeat("🏽", maxMarks)},
		{"vowel signs without end", "क" + strings.Repeat("\u093e", 50), "क" + strings.Repeat("\u093e", maxMarks)},
		{"tag characters hide text", "a\U000e0041\U000e0042", "a\ufffd\ufffd"},
		{"a tower of marks would cover other lines", "e" + strings.Repeat("\u0301", 50), "e" + strings.Repeat("\u0301", maxMarks)},
		{"private characters mean what a font likes", "\ue000\U000f0000", "\ufffd\ufffd"},
		{"non-characters", "\ufffe\U0001ffff\ufdd0", "\ufffd\ufffd\ufffd"},
	}
	for _, tt := range tests {
		check.Equal(t, "Clean", Clean(tt.in), tt.want, tt.why, tt.in)
	}
}

func FuzzClean(f *testing.F) {
	for _, seed := range []string{"a\x1b[2J", "\u200d\u00ad\u200d", "e\u0301\u200d\u0301\xff", "\ufeff\u200ca\u200c\u00ad\u200c",
		"❤\ufe0f\u0301\ufe0f", "क्\u200dक्\u200dक्", "👩\u200d👩"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Clean(s)
		if !utf8.ValidString(got) {
			t.Errorf("Clean(%+q) = %+q is not UTF-8", s, got)
		}
		for _, r := range got {
			if unicode.In(r, ignored...) && r != textStyle && r != emojiStyle {
				t.Errorf("Clean(%+q) = %+q holds %U", s, got, r)
			}
			if r != '\u200c' && r != '\u200d' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs) {
				t.Errorf("Clean(%+q) = %+q holds %U", s, got, r)
			}
			if unicode.In(r, unicode.Zl, unicode.Zp, unicode.Bidi_Control) {
				t.Errorf("Clean(%+q) = %+q holds %U", s, got, r)
			}
		}
		check.Equal(t, "Clean Clean Clean", Clean(got), got, s)
	})
}

func TestCleanCell(t *testing.T) {
	for in, want := range map[string]string{
		"=1+1": "'=1+1", "+cmd|' /C calc'!A0": "'+cmd|' /C calc'!A0", "-2": "-2", "-1e-3": "-1e-3", "- one": "'- one", "@sum(a)": "'@sum(a)",
		"\t=x": "' =x", "\r\n=x": "'  =x", "＝x": "'＝x", "a=b": "a=b", "": "", "\u200b=x": "'=x", "+Inf": "+Inf",
	} {
		check.Equal(t, "CleanCell", CleanCell(in), want, in)
	}
}

func FuzzEscapeJSON(f *testing.F) {
	for _, seed := range []string{"a\u009b2J\x7f", "\u202e\U000e0000", "\xff", "plain", "\u2028\u200d"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text, err := json.MarshalIndent(map[string]string{s: s}, "", "  ")
		check.NoError(t, err)
		got := EscapeJSON(text)
		var want, have map[string]string
		if err := errors.Join(json.Unmarshal(text, &want), json.Unmarshal(got, &have)); err != nil || !maps.Equal(want, have) {
			t.Errorf("%q became %q: %v", text, got, err)
		}
		for _, r := range string(got) {
			if r != '\n' && !unicode.IsPrint(r) || unicode.In(r, ignored...) {
				t.Errorf("%q holds %U", got, r)
			}
		}
	})
}

func BenchmarkClean(b *testing.B) {
	for name, s := range map[string]string{
		"ascii":   strings.Repeat("there are two dogs in the left image ", 10),
		"unicode": strings.Repeat("there are two dógs in the left image ", 10),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			b.ReportAllocs()
			for b.Loop() {
				Clean(s)
			}
		})
	}
}
