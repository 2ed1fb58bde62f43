package tui

import (
	"context"
	"image"
	"os"
	"testing"
	"time"

	"faithscope/tui/screen/screentest"
)

func TestCapabilitiesTakeAnswers(t *testing.T) {
	for _, tt := range []struct {
		name, answers string
		want          Capabilities
	}{
		{"nothing", "", Capabilities{}},
		{"no sixel", "\x1b[?1;2c", Capabilities{Answered: true}},
		{"sixel", "\x1b[?62;4;22c", Capabilities{Answered: true, Sixel: true}},
		{"a conformance level of 4 is no sixel", "\x1b[?4;22c", Capabilities{Answered: true}},
		{"all", "\x1b[6;20;10t\x1b[?1;0;256S\x1b[?2;0;1000;684S\x1bP>|XTerm(379)\x1b\\\x1b[?64;4c", Capabilities{
			Answered: true, Sixel: true, Cell: image.Pt(10, 20), Largest: image.Pt(1000, 684), Registers: 256, Version: "XTerm(379)",
		}},
		{"keys in between", "jj\x1b[A\x1b[6;20;10t\x1bq\x1b[?64;4c", Capabilities{Answered: true, Sixel: true, Cell: image.Pt(10, 20)}},
		{"a refusal", "\x1b[?2;3;0S\x1b[?64c", Capabilities{Answered: true}},
		{"cells of no size", "\x1b[6;0;0t\x1b[6;20;99999t\x1b[6;t\x1b[t", Capabilities{}},
		{"a version with a title in it", "\x1bP>|a\x1b]0;b\a\x1b\\", Capabilities{Version: "a"}},
		{"a version with controls", "\x1bP>|a\x07b\x1b\\", Capabilities{Version: "a\ufffdb"}},
		{"an answer cut off", "\x1b[?62;4", Capabilities{}},
	} {
		var c Capabilities
		c.takeAll([]byte(tt.answers))
		if c != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, c, tt.want)
		}
	}
}

func TestProtocol(t *testing.T) {
	cell := image.Pt(10, 20)
	for _, tt := range []struct {
		caps Capabilities
		want string
	}{
		{Capabilities{Want: "auto"}, "blocks"},
		{Capabilities{Want: "auto", Sixel: true, Cell: cell}, "sixel"},
		{Capabilities{Want: "auto", Sixel: true}, "blocks"}, // where a cell ends is not known
		{Capabilities{Want: "sixel"}, "sixel"},
		{Capabilities{Want: "blocks", Sixel: true, Cell: cell}, "blocks"},
		{Capabilities{Want: "none", Sixel: true, Cell: cell}, "none"},
	} {
		if got := tt.caps.Protocol(); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.caps, got, tt.want)
		}
	}
}

func TestDetect(t *testing.T) {
	for _, tt := range []struct {
		name   string
		config screentest.Config
		want   Capabilities
	}{
		{"sixel", screentest.Config{Sixel: true, Largest: image.Pt(800, 600)},
			Capabilities{Answered: true, Sixel: true, Cell: image.Pt(10, 20), Largest: image.Pt(800, 600), Version: "screentest(1)"}},
		{"text", screentest.Config{}, Capabilities{Answered: true, Cell: image.Pt(10, 20), Version: "screentest(1)"}},
		{"silent: the driver knows the cell", screentest.Config{Silent: true, Sixel: true}, Capabilities{Cell: image.Pt(10, 20)}},
	} {
		got := make(chan Capabilities, 1)
		screentest.Run(t, tt.config, func(ctx context.Context, tty *os.File) {
			limit := 10 * time.Second
			if tt.config.Silent {
				limit = 20 * time.Millisecond
			}
			got <- Detect(ctx, tty, tty, "auto", limit)
		})
		tt.want.Want = "auto"
		if c := <-got; c != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, c, tt.want)
		}
	}
}

func TestDetectWithoutTerminal(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if got := Detect(context.Background(), null, null, "auto", time.Minute).Protocol(); got != "blocks" {
		t.Errorf("protocol %s, want blocks, at once", got)
	}
}
