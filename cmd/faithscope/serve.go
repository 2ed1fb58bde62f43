package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/loaders"
	"faithscope/scoring/session"
	"faithscope/tui"
	"faithscope/tui/serve"
	"faithscope/views"
)

// serveOptions are the flags of serve.
type serveOptions struct {
	listen, keys, hostKey string
	tags                  bool
	limits                serve.Limits
	rate                  int // megabits a second
	memory                int // megabytes
	strict                bool
}

func serveCommand() *cobra.Command {
	f, w, p := opening.NewFlags(), &config.Wishes{}, &oracle.Programs{}
	o := serveOptions{}
	cmd := &cobra.Command{
		Use:   "serve [RUN…]",
		Short: "Show runs to guests over SSH",
		Long: "serve reads runs once and shows them to everybody who comes by `ssh -p 2222 HOST` with a key of an authorized_keys " +
			"file: each guest has a view of their own, with pictures where their terminal shows them. Without a run it shows the demo.\n\n" +
			"Guests get no password prompt, shell, command, file transfer or forwarding. A guest can change settings and try " +
			"counterfactuals in their own view and can write nothing, but with --tags their marks, tags and notes, which are kept under the name of " +
			"their key: the first word of its comment. `faithscope tags export RUN --of NAME` writes them out.",
		Example: "faithscope serve predictions.json.gz --images pictures/\n" +
			"faithscope serve runs/*.jsonl --listen :2222 --tags --idle 2h",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, paths []string) error { return serveRuns(cmd, paths, f, w, p, &o) },
	}
	set := cmd.Flags()
	set.StringVar(&o.listen, "listen", "127.0.0.1:2222", "address to listen on: for others than this machine's users, name one of its addresses or :2222 for all")
	set.StringVar(&o.keys, "authorized-keys", "", "file of the public keys of guests (default: .ssh/authorized_keys in your home folder)")
	set.StringVar(&o.hostKey, "host-key", "", "private key of the server, made where it is not there (default: in your folder for data)")
	set.BoolVar(&o.tags, "tags", false, "let guests mark, tag and note, each under the name of their key")
	set.IntVar(&o.limits.Guests, "guests", 50, "most guests at a time")
	set.IntVar(&o.limits.Sessions, "sessions", 3, "most sessions of one key at a time")
	set.IntVar(&o.limits.Address, "per-address", 20, "most connections of one address at a time")
	set.IntVar(&o.memory, "memory", 2000, "megabytes that guests may take before no other comes in, 0 for any")
	set.BoolVar(&o.strict, "strict-modes", true, "refuse a host key or authorized keys that other users could read or change; false for mounted secrets")
	set.DurationVar(&o.limits.Idle, "idle", time.Hour, "a guest who presses no key for so long has to leave")
	set.IntVar(&o.rate, "rate", 100, "most megabits a second to one session")
	f.AddTo(set)
	p.AddTo(set)
	w.AddTo(set)
	return cmd
}

// check holds the limits against what they can be, and fills in what is where.
func (o *serveOptions) check() error {
	if min(o.limits.Guests, o.limits.Sessions, o.limits.Address, o.rate) < 1 || o.limits.Idle <= 0 || o.memory < 0 {
		return errors.New("--guests, --sessions, --per-address, --idle and --rate have to be above 0, --memory not below")
	}
	o.limits.Rate, o.limits.Memory = o.rate*1_000_000/8, uint64(o.memory)*1_000_000
	if o.hostKey == "" {
		o.hostKey = filepath.Join(xdg.DataHome, "faithscope", "ssh_host_ed25519_key")
	}
	if o.keys == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return fmt.Errorf("--authorized-keys: %w", err)
		}
		o.keys = filepath.Join(home, ".ssh", "authorized_keys")
	}
	return nil
}

func serveRuns(cmd *cobra.Command, paths []string, f *opening.Flags, w *config.Wishes, p *oracle.Programs, o *serveOptions) error {
	if err := errors.Join(f.Check(), o.check(), w.Read()); err != nil {
		return err
	}
	ctx := cmd.Context()
	f.Demo = len(paths) == 0
	j, err := f.JoinAll(cmd, paths)
	if err != nil || len(j.Runs) == 0 {
		return err
	}
	defer j.Close()
	v := &visits{flags: f, wishes: w, programs: p, tags: o.tags, room: tui.NewRoom(guestPictures, decodedAtOnce)}
	l, err := net.Listen("tcp", o.listen)
	if err != nil {
		return err
	}
	defer func() { _ = l.Close() }() // which serving has done
	if v.scored, err = opening.Read(ctx, j.Runs, j.Protocols, f.Settings); err != nil {
		return err
	}
	log := &lines{to: cmd.ErrOrStderr()}
	log.writeLine(fmt.Sprintf("%s for guests at %s", loaders.Count(len(j.Runs), "run"), l.Addr()))
	return serve.Serve(ctx, l, serve.Options{Keys: o.keys, HostKey: o.hostKey, Loose: !o.strict, Limits: o.limits, Visit: v.visit, Log: log.writeLine})
}

// visits are what guests see of runs that were read once.
type visits struct {
	scored   []*session.Scored
	flags    *opening.Flags
	wishes   *config.Wishes
	programs *oracle.Programs
	tags     bool
	room     *tui.Room // of pictures, for all guests
}

// Of pictures a guest keeps so many bytes, and all guests decode so many at a
// time.
const (
	guestPictures = 32 << 20
	decodedAtOnce = 2
)

// visit returns what one guest sees.
func (v *visits) visit(ctx context.Context, name string) (tui.Options, func(), error) {
	s := &views.Session{Settings: v.flags.Settings}
	var runs []*loaders.Run
	for _, base := range v.scored {
		own := base.Fork()
		own.Aim(s.Settings)
		s.Runs, runs = append(s.Runs, own), append(runs, base.Run)
	}
	left, err := v.programs.GiveTo(ctx, s, v.flags, runs)
	if err != nil {
		return tui.Options{}, nil, err
	}
	for _, run := range runs {
		if v.tags {
			s.Books = append(s.Books, opening.Book(run, v.flags.Demo, name))
		}
	}
	return tui.Options{Session: s, Wish: v.wishes.Wish, Room: v.room, Mouse: true, Theme: v.wishes.Colors, Notice: "you are " + name}, left, nil
}

// lines writes lines of several goroutines, each whole and clean.
type lines struct {
	mu sync.Mutex
	to io.Writer
}

func (l *lines) writeLine(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(text) {
		fmt.Fprintf(l.to, "%s %s\n", time.Now().Format(time.DateTime), loaders.Clean(line))
	}
}
