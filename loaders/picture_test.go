package loaders

import "testing"

func TestImagePath(t *testing.T) {
	for name, want := range map[string]string{
		"a.png": "a.png", "./a/b.png": "a/b.png", `a\b.png`: "a/b.png", "a/../b.png": "b.png",
		"../a.png": "", "/a.png": "", "a/../../b.png": "",
	} {
		got, ok := new(Run).ImagePath(name)
		if ok != (want != "") || ok && got != want {
			t.Errorf("ImagePath(%q) = %q, %v; want %q", name, got, ok, want)
		}
	}
}
