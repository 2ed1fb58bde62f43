package picture

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-sixel"

	"faithscope/loaders/loadertest/check"
)

// peersFolder names a folder of photos. If it is set, TestPeers compares this
// program with others and prints the results: `make bench-pictures`.
const peersFolder = "FAITHSCOPE_PICTURES"

// encodeFile names a PNG that TestEncodeFile encodes, and the output file: this
// package as a whole process, like the peers.
const encodeFile, encodeTo = "FAITHSCOPE_ENCODE", "FAITHSCOPE_ENCODE_TO"

func TestEncodeFile(t *testing.T) {
	from, to := os.Getenv(encodeFile), os.Getenv(encodeTo)
	if from == "" {
		t.Skip("run by TestPeers")
	}
	img, err := Open(os.DirFS(filepath.Dir(from)), filepath.Base(from), black)
	check.NoError(t, err)
	check.NoError(t, os.WriteFile(to, encodeWhole(img, DefaultOptions().Colors, DefaultOptions().Snap), 0o600))
}

// encodeWhole returns a picture as the program sends it, without marks.
func encodeWhole(img *image.RGBA, colors, snap int) []byte {
	r := newRaster(Quantise(img, colors, snap), image.Pt(1, 1))
	return r.Encode(nil, image.Rectangle{Max: r.Cells()})
}

// peer is one way to convert a PNG to bytes for a terminal.
type peer struct {
	name   string
	tool   string // the program that it needs, "" for none
	encode func(file string, img *image.RGBA) ([]byte, error)
	decode func(data []byte) (image.Image, error)
}

func peers(t *testing.T) []peer {
	self, err := os.Executable()
	check.NoError(t, err)
	run := func(tool string, args ...string) func(string, *image.RGBA) ([]byte, error) {
		return func(file string, _ *image.RGBA) ([]byte, error) {
			return oneCore(append([]string{tool}, append(args, file)...)).Output()
		}
	}
	inProcess := func(colors, snap int) func(string, *image.RGBA) ([]byte, error) {
		return func(_ string, img *image.RGBA) ([]byte, error) { return encodeWhole(img, colors, snap), nil }
	}
	def := DefaultOptions()
	return []peer{
		{"this, in process", "", inProcess(def.Colors, def.Snap), decodeDCS},
		{"this, a whole process", "", func(file string, _ *image.RGBA) ([]byte, error) {
			to := file + ".six"
			cmd := oneCore([]string{self, "-test.run=^TestEncodeFile$"})
			cmd.Env = append(os.Environ(), encodeFile+"="+file, encodeTo+"="+to, "GOMAXPROCS=1")
			if err := cmd.Run(); err != nil {
				return nil, err
			}
			return os.ReadFile(to)
		}, decodeDCS},
		{"this, 64 colours (slow link)", "", inProcess(64, def.Snap), decodeDCS},
		{"this, 256 colours", "", inProcess(256, 0), decodeDCS},
		{"go-sixel alone", "", func(_ string, img *image.RGBA) ([]byte, error) {
			var out bytes.Buffer
			err := sixel.NewEncoder(&out).Encode(img)
			return out.Bytes(), err
		}, decodeDCS},
		{"img2sixel", "img2sixel", run("img2sixel"), decodeDCS},
		{"img2sixel -d none", "img2sixel", run("img2sixel", "-d", "none"), decodeDCS},
		{"img2sixel -d none -p 128", "img2sixel", run("img2sixel", "-d", "none", "-p", "128"), decodeDCS},
		{"chafa", "chafa", func(file string, img *image.RGBA) ([]byte, error) {
			size := fmt.Sprintf("%dx%d", img.Rect.Dx()/8, img.Rect.Dy()/8) // its cells have 8×8 pixels
			return oneCore([]string{"chafa", "-f", "sixel", "--font-ratio", "1", "-s", size, file}).Output()
		}, decodeDCS},
		{"timg (kitty protocol)", "timg", func(file string, img *image.RGBA) ([]byte, error) {
			size := fmt.Sprintf("-g%dx%d", img.Rect.Dx()/8+1, img.Rect.Dy()/16+1)
			return oneCore([]string{"timg", "-pk", "--compress", size, file}).Output()
		}, decodeAPC},
	}
}

// oneCore returns a command limited to one core, if the system supports that.
func oneCore(args []string) *exec.Cmd {
	if _, err := exec.LookPath("taskset"); err == nil {
		args = append([]string{"taskset", "-c", "0"}, args...)
	}
	return exec.Command(args[0], args[1:]...)
}

func decodeDCS(data []byte) (image.Image, error) {
	var img image.Image
	err := sixel.NewDecoder(bytes.NewReader(data)).Decode(&img)
	if err == nil && img == nil {
		err = errors.New("no picture")
	}
	return img, err
}

// decodeAPC decodes a PNG in chunks of kitty's protocol.
func decodeAPC(data []byte) (image.Image, error) {
	var text strings.Builder
	for _, part := range strings.Split(string(data), "\x1b_G")[1:] {
		part, _, _ = strings.Cut(part, "\x1b\\")
		_, payload, _ := strings.Cut(part, ";")
		text.WriteString(payload)
	}
	raw, err := base64.StdEncoding.DecodeString(text.String())
	if err != nil {
		return nil, err
	}
	return png.Decode(bytes.NewReader(raw))
}

// result is the result of a peer on a photo.
type result struct {
	time  time.Duration
	bytes int
	psnr  float64 // +Inf for no loss
}

const peerRuns = 5

func TestPeers(t *testing.T) {
	folder := os.Getenv(peersFolder)
	if folder == "" {
		t.Skip("make bench-pictures runs it")
	}
	photos := peerPhotos(t, folder)
	fmt.Fprintf(os.Stdout, "%d photos of %s; the least time of %d runs on one core; peers and \"a whole process\" decode a PNG too\n",
		len(photos), folder, peerRuns)
	for _, size := range []image.Point{{320, 240}, {640, 480}, {1024, 768}} {
		fmt.Fprintf(os.Stdout, "\n%-30s %8s %8s %8s\n", size.String(), "ms", "KB", "PSNR dB")
		files, scaled := sizedPhotos(t, photos, size)
		for _, p := range peers(t) {
			if _, err := exec.LookPath(p.tool); p.tool != "" && err != nil {
				fmt.Fprintf(os.Stdout, "%-30s not installed here: skipped\n", p.name)
				continue
			}
			var sum result
			lossless := true
			for i, img := range scaled {
				r, err := measure(p, files[i], img)
				if err != nil {
					t.Errorf("%s: %v", p.name, err)
					break
				}
				sum.time += r.time
				sum.bytes += r.bytes
				if !math.IsInf(r.psnr, 1) {
					sum.psnr += r.psnr
					lossless = false
				}
			}
			n := float64(len(scaled))
			psnr := fmt.Sprintf("%8.1f", sum.psnr/n)
			if lossless {
				psnr = "no loss"
			}
			fmt.Fprintf(os.Stdout, "%-30s %8.1f %8.0f %8s\n", p.name, sum.time.Seconds()*1000/n, float64(sum.bytes)/1024/n, psnr)
		}
	}
}

func measure(p peer, file string, img *image.RGBA) (result, error) {
	r := result{time: time.Hour}
	var data []byte
	for range peerRuns {
		start := time.Now()
		out, err := p.encode(file, img)
		if err != nil {
			return r, err
		}
		r.time = min(r.time, time.Since(start))
		data = out
	}
	got, err := p.decode(data)
	if err != nil {
		return r, err
	}
	if got.Bounds().Dx() < img.Rect.Dx() || got.Bounds().Dy() < img.Rect.Dy() {
		return r, fmt.Errorf("a picture of %v, want %v", got.Bounds().Size(), img.Rect.Size())
	}
	r.bytes, r.psnr = len(data), psnr(img, got)
	return r, nil
}

func peerPhotos(t *testing.T, folder string) (photos []*image.RGBA) {
	t.Helper()
	for _, pattern := range []string{"*.jpg", "*.png"} {
		names, err := filepath.Glob(filepath.Join(folder, pattern))
		check.NoError(t, err)
		for _, name := range names {
			img, err := Open(os.DirFS(folder), filepath.Base(name), black)
			check.NoError(t, err)
			photos = append(photos, img)
		}
	}
	if len(photos) == 0 {
		t.Fatalf("no photo in %s", folder)
	}
	return photos
}

// sizedPhotos returns photos at a size, and as PNG files.
func sizedPhotos(t *testing.T, photos []*image.RGBA, size image.Point) (files []string, scaled []*image.RGBA) {
	t.Helper()
	for i, photo := range photos {
		img := image.NewRGBA(image.Rectangle{Max: size})
		resampleImage(img, img.Rect, photo, photo.Rect, catmullRom)
		var out bytes.Buffer
		check.NoError(t, png.Encode(&out, img))
		file := filepath.Join(t.TempDir(), fmt.Sprintf("%d.png", i))
		check.NoError(t, os.WriteFile(file, out.Bytes(), 0o600))
		files, scaled = append(files, file), append(scaled, img)
	}
	return files, scaled
}
