package commands

import (
	"context"
	"errors"
	"faithscope/cmd/faithscope/answering"
	"fmt"
	"log"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"faithscope/cmd/faithscope/config"
	"faithscope/cmd/faithscope/explaining"
	"faithscope/cmd/faithscope/opening"
	"faithscope/cmd/faithscope/oracle"
	"faithscope/loaders"
	"faithscope/scoring/session"
	"faithscope/tui"
	"faithscope/tui/serve"
	"faithscope/views"
)

type serveOptions struct {
	*commandLine
	wishes                config.DisplayFlags
	programs              oracle.ProgramFlags
	listen, keys, hostKey string
	tags                  bool
	limits                serve.Limits
	rate                  int // megabits a second
	memory                int // megabytes
	strict                bool
	guest                 explaining.GuestAllowance

	scored []*session.ScoredRun // what guests see
	base   *int
	room   *tui.PictureBudget // pictures of all guests
}

func serveCommand() *cobra.Command {
	o := &serveOptions{commandLine: newCommand("serve [RUN…]", "Show runs to guests over SSH",
		"Anyone with a key in the authorized_keys file can connect with `ssh -p 2222 HOST` and gets their own view. Without a run, guests "+
			"see the demo.\n\nGuests can change settings and try counterfactuals in their view. They can't write anything unless --tags lets "+
			"them mark, tag, take notes and save views; `faithscope tags export RUN --of COMMENT` exports these.\n\nWith --model, they can ask "+
			"that model about texts of up to 8 KiB, taking turns and within limits.",
		"serve predictions.json.gz --images pictures/",
		"serve runs/*.jsonl --listen :2222 --tags --idle 2h",
		"serve explained.jsonl --model 'python3 model.py' --guest-texts 5000"),
		listen: "127.0.0.1:2222", rate: 100, memory: 2000, strict: true,
		limits: serve.Limits{Guests: 50, Sessions: 3, Address: 20, Idle: time.Hour}, guest: explaining.GuestAllowance{Texts: 20000, Seconds: 600}}
	o.addFlags(
		&o.listen, "listen", "address to listen on, like :2222 to admit guests from other machines",
		&o.keys, "authorized-keys", "the guests' public keys (default: ~/.ssh/authorized_keys)",
		&o.hostKey, "host-key", "the server's private key, created if missing (default: in your data folder)",
		&o.tags, "tags", "let guests mark, tag and write notes",
		&o.limits.Guests, "guests", "maximum guests at a time",
		&o.limits.Sessions, "sessions", "maximum concurrent sessions per key",
		&o.limits.Address, "per-address", "maximum connections per address",
		&o.memory, "memory", "memory in megabytes above which nobody is admitted; 0: no limit",
		&o.strict, "strict-modes", "refuse key files that others can read or change; false for mounted secrets",
		&o.limits.Idle, "idle", "disconnect guests after this long without a key press",
		&o.rate, "rate", "maximum megabits per second per session",
		&o.guest.Texts, "guest-texts", "maximum texts a guest may ask the model about per session",
		&o.guest.Seconds, "guest-seconds", "maximum seconds the model may spend on a guest per session")
	o.AddTotals()
	o.AddShared()
	o.programs.AddTo(o.Set)
	answering.Complete(o.Flags, &o.programs.Options)
	o.wishes.AddTo(o.Set)
	return o.runWith(o.run)
}

func (o *serveOptions) check() error {
	if min(o.guest.Texts, o.guest.Seconds) < 1 {
		return errors.New("--guest-texts and --guest-seconds must be above 0")
	}
	if min(o.limits.Guests, o.limits.Sessions, o.limits.Address, o.rate) < 1 || o.limits.Idle <= 0 || o.memory < 0 {
		return errors.New("--guests, --sessions, --per-address, --idle and --rate must be above 0, and --memory 0 or more")
	}
	o.limits.Rate, o.limits.Memory = o.rate*1_000_000/8, uint64(o.memory)*1_000_000
	if o.hostKey == "" {
		o.hostKey = opening.Data.File("ssh_host_ed25519_key")
	}
	if o.keys == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return fmt.Errorf("--authorized-keys: %w", err)
		}
		o.keys = filepath.Join(home, ".ssh", "authorized_keys")
	}
	if _, err := os.Stat(o.keys); err != nil {
		return fmt.Errorf("%w; put guests' public keys in this file, or use --authorized-keys FILE", err)
	}
	return nil
}

// run reads the runs once, before it admits guests, so that a visit costs a fork. If a run can't be
// read in full, nothing is served.
func (o *serveOptions) run() error {
	if err := errors.Join(o.Check(), o.check(), o.wishes.Read()); err != nil {
		return err
	}
	lines := log.New(o.Command.ErrOrStderr(), "", 0)
	write := func(text string) {
		for line := range strings.Lines(text) {
			lines.Print(time.Now().Format(time.DateTime), " ", loaders.Clean(line))
		}
	}
	owner := ""
	if o.tags {
		owner = opening.Me
	}
	of := serve.Options{Keys: o.keys, HostKey: o.hostKey, Loose: !o.strict, Limits: o.limits, Owner: owner, Log: write}
	if err := of.CheckKeys(); err != nil {
		return err
	}
	ctx := o.Context()
	o.Demo = len(o.args) == 0
	j, err := o.JoinAll(o.args)
	if err != nil || len(j.Runs) == 0 {
		return err
	}
	defer j.Close()
	o.wishes.Model.Open(o.Demo)
	defer o.wishes.Model.Close()
	l, err := net.Listen("tcp", o.listen)
	if err != nil {
		return err
	}
	defer func() { _ = l.Close() }() // which serving has done
	runs, base := j.Shown()
	o.base, o.room = base, tui.NewRoom(sharedPhotos, guestPictures, decodedAtOnce)
	if o.scored, err = opening.Read(ctx, runs, j.Protocols, o.Settings); err != nil {
		return err
	}
	of.Visit, of.Ready = o.optionsFor, fmt.Sprintf("serving %s at %s", loaders.Count(len(j.Runs), "run"), l.Addr())
	return serve.Serve(ctx, l, of)
}

// These bound the bytes of all guests' photos and of each guest's pictures, and the pictures
// decoded at a time.
const (
	sharedPhotos  = 256 << 20
	guestPictures = 12 << 20
	decodedAtOnce = 2
)

// optionsFor forks every run, because a guest's settings are their own, and adds the guest's books if
// --tags is set. The function releases the oracle.
func (o *serveOptions) optionsFor(ctx context.Context, keyID, guestName string) (tui.Options, func(), error) {
	s := &views.Session{Data: views.Data{Settings: o.Settings, Base: o.base}}
	var runs []*loaders.Run
	for _, base := range o.scored {
		own := base.Fork()
		own.Aim(s.Settings)
		s.Runs, runs = append(s.Runs, own), append(runs, base.Run)
	}
	o.wishes.Model.Admit(o.Context(), &s.ModelAccess, o.guest)
	left, err := o.programs.GiveTo(ctx, &s.ModelAccess, o.Flags, runs)
	if err != nil {
		return tui.Options{}, nil, err
	}
	for _, run := range runs {
		if o.tags {
			book := opening.Book(run, o.Demo, keyID)
			book.Who = guestName
			s.Books = append(s.Books, book)
		}
	}
	return tui.Options{
		Session: s, Wish: o.wishes.Preferences, Room: o.room, Mouse: true, Theme: o.wishes.Colors, Notice: "logged in as " + guestName,
	}, left, nil
}
