package serve

import (
	"cmp"
	"context"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"faithscope/loaders/loadertest/check"
)

func TestNames(t *testing.T) {
	for comment, want := range map[string]string{
		"alice@lab":               "alice@lab",
		"alice  the\tfirst\x20":   "alice the first",
		"":                        "",
		"../../x":                 "../../x",
		"\x1b[31mred":             "[31mred",
		"\u202eecila":             "ecila",
		"al\u200bi\u3164ce":       "alice",
		"\xff\x00\n":              "",
		strings.Repeat("x", 1000): "",
	} {
		check.Equal(t, "name", nameOf(comment), want, "of", comment)
	}
}

// What identifies a guest is the key, whatever the comment, and fits a file's name.
func TestGuestsAreKnownByTheirKeys(t *testing.T) {
	alice, ids := newKey(t), map[string]bool{}
	for range 20 { // among them fingerprints with a slash
		for _, of := range []struct {
			key     ssh.Signer
			comment string
		}{{alice, "alice"}, {alice, ""}, {alice, "somebody else"}, {newKey(t), "alice"}, {newKey(t), ""}} {
			path := filepath.Join(folder(t), "keys")
			check.NoError(t, os.WriteFile(path, []byte(line(of.key, "", of.comment)), 0o600))
			names, _, err := readKeys(path, false, "me")
			if err != nil || len(names) != 1 {
				t.Fatal(names, err)
			}
			id := idOf(of.key.PublicKey())
			if want := strings.TrimPrefix(ssh.FingerprintSHA256(of.key.PublicKey()), "SHA256:"); !filepath.IsLocal(id) ||
				strings.ContainsAny(id, `/\:*?"<>|`) || strings.ReplaceAll(strings.TrimPrefix(id, "SHA256="), "_", "/") != want {
				t.Errorf("the id of %s is %q", want, id)
			}
			check.Equal(t, "name", names[id], cmp.Or(of.comment, id), "of", id)
			ids[id] = true
		}
	}
	check.Equal(t, "ids of 41 keys", len(ids), 41)
}

// Where guests keep marks, no two keys may look like one person, and none like the owner:
// the server does not start, and names every such line. What comes into the file later
// keeps nobody out and takes nobody's name.
func TestCommentsOfOthersAreRefused(t *testing.T) {
	a, b, c := newKey(t), newKey(t), newKey(t)
	for _, row := range []struct {
		why, owner string
		lines      string
		refused    []string              // after the path
		names      map[ssh.Signer]string // "" for the id
	}{
		{"comments of their own", "me", line(a, "", "alice") + line(b, "", "bob") + line(c, "", "alice b"), nil,
			map[ssh.Signer]string{a: "alice", b: "bob", c: "alice b"}},
		{"no comments", "me", line(a, "", "") + line(b, "", "") + line(c, "", " "), nil, map[ssh.Signer]string{a: "", b: "", c: ""}},
		{"nothing that is shown", "me", line(a, "", "\x01") + line(b, "", "\x02"), nil, map[ssh.Signer]string{a: "", b: ""}},
		{"the owner's name", "me", line(a, "", "alice") + line(b, "", "me"), []string{`:2: the comment "me" is already used by the owner`},
			map[ssh.Signer]string{a: "alice", b: ""}},
		{"the owner's name in other letters", "me", "# guests\n" + line(a, "", " M\x07e\t") + line(b, "", "m\u200bE"),
			[]string{`:2: the comment "Me" is already used by the owner`, `:3: the comment "mE" is already used by`},
			map[ssh.Signer]string{a: "", b: ""}},
		{"one comment", "me", line(a, "", "alice") + "\n" + line(b, "", "bob") + line(c, "", "alice"),
			[]string{`:4: the comment "alice" is already used by line 1`}, map[ssh.Signer]string{a: "alice", b: "bob", c: ""}},
		{"comments that look alike", "me", line(a, "", "Ann  Lee") + line(b, "", "ann\tLEE") + line(c, "", "\x00ann lee "),
			[]string{`:2: the comment "ann LEE" is already used by line 1`, `:3: the comment "ann lee" is already used by line`},
			map[ssh.Signer]string{a: "Ann Lee", b: "", c: ""}},
		{"a key twice", "me", line(a, "", "alice") + line(a, "", "alice") + line(b, "", "") + line(b, "", ""), nil,
			map[ssh.Signer]string{a: "alice", b: ""}},
		{"a key with two comments", "me", line(a, "", "alice") + line(a, "", "me") + line(a, "", "bob") + line(b, "", "bob"), nil,
			map[ssh.Signer]string{a: "alice", b: "bob"}},
		{"a key that is left out", "me", line(a, `command="ls"`, "alice") + line(b, "", "alice") + line(a, "", "al"), nil,
			map[ssh.Signer]string{a: "al", b: "alice"}},
		{"nobody keeps marks", "", line(a, "", "alice") + line(b, "", "alice") + line(c, "", "me"), nil,
			map[ssh.Signer]string{a: "alice", b: "alice", c: "me"}},
	} {
		dir := folder(t)
		path := filepath.Join(dir, "keys")
		check.NoError(t, os.WriteFile(path, []byte(row.lines), 0o600))
		names, _, err := readKeys(path, false, row.owner)
		if (err != nil) != (row.refused != nil) {
			t.Errorf("%s: %v", row.why, err)
		}
		for _, refused := range row.refused {
			check.Error(t, row.why, err, path+refused)
		}
		for key, want := range row.names {
			id := idOf(key.PublicKey())
			if want = cmp.Or(want, id); names[id] != want {
				t.Errorf("%s: a key is shown as %q, want %q", row.why, names[id], want)
			}
		}
		l, listens := net.Listen("tcp", "127.0.0.1:0")
		check.NoError(t, listens)
		ctx, end := context.WithTimeout(t.Context(), time.Minute)
		if row.refused == nil {
			end() // it would serve
		}
		served := Serve(ctx, l, Options{Keys: path, HostKey: filepath.Join(dir, "host"), Owner: row.owner, Limits: usual, Log: func(string) {}})
		check.Equal(t, "the server fails", served != nil, row.refused != nil, row.why, served)
		end()
	}

	s := start(t, usual, line(a, "", "alice"))
	for k, key := range []ssh.Signer{a, b, c} {
		if k == 1 {
			check.NoError(t, os.WriteFile(s.keys, []byte(line(a, "", "alice")+line(b, "", "ALICE")+line(c, "", "me")), 0o600))
		}
		s.guest(t, key)
		if v := <-s.visits; (v.name == "alice") != (k == 0) || (v.name == v.id) == (k == 0) {
			t.Errorf("guest %d is %q, shown as %q", k, v.id, v.name)
		}
	}
}

// A server says that it is ready after it is, and not where it will not be; one that admits
// nobody says so first.
func TestReadyIsSaidWhenItIs(t *testing.T) {
	keys := filepath.Join(folder(t), "keys")
	serve := func(hostKey string) (said []string, err error) {
		ctx, end := context.WithCancel(t.Context())
		defer end()
		l, err := net.Listen("tcp", "127.0.0.1:0")
		check.NoError(t, err)
		err = Serve(ctx, l, Options{Keys: keys, HostKey: hostKey, Limits: usual, Ready: "ready", Log: func(line string) {
			if said = append(said, line); line == "ready" {
				end()
			}
		}})
		return said, err
	}
	host := filepath.Join(filepath.Dir(keys), "host")
	if said, err := serve(host); err == nil || said != nil {
		t.Errorf("without keys: %q, %v", said, err)
	}
	check.NoError(t, os.WriteFile(keys, []byte("# nobody\n"), 0o600))
	if said, err := serve(filepath.Dir(keys)); err == nil || slices.Contains(said, "ready") {
		t.Errorf("without a host key: %q, %v", said, err)
	}
	if said, err := serve(host); err != nil || !slices.Equal(said, []string{keys + " contains no valid guest key", "ready"}) {
		t.Errorf("for nobody: %q, %v", said, err)
	}
	check.NoError(t, os.WriteFile(keys, []byte(line(newKey(t), "", "alice")), 0o600))
	if said, err := serve(host); err != nil || !slices.Equal(said, []string{"ready"}) {
		t.Errorf("for alice: %q, %v", said, err)
	}
}
