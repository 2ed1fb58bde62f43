package files_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/files/filestest"
)

// s3Server returns a server that speaks S3, with one object, and what it was asked.
func s3Server(t *testing.T, key string, content []byte) (asked *atomic.Pointer[http.Request]) {
	t.Helper()
	asked = &atomic.Pointer[http.Request]{}
	fake := gofakes3.New(s3mem.New(), gofakes3.WithAutoBucket(true)).Server()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Store(r)
		fake.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	for name, value := range map[string]string{
		"AWS_ENDPOINT_URL": server.URL, "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_SESSION_TOKEN": "",
		"AWS_ENDPOINT_URL_S3": "", "AWS_REGION": "", "AWS_DEFAULT_REGION": "", "AWS_SHARED_CREDENTIALS_FILE": "/nowhere",
	} {
		t.Setenv(name, value)
	}
	c, err := minio.New(strings.TrimPrefix(server.URL, "http://"),
		&minio.Options{Creds: credentials.NewStaticV4("key", "secret", ""), Region: "us-east-1"})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.MakeBucket(t.Context(), "bucket", minio.MakeBucketOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.PutObject(t.Context(), "bucket", key, bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{}); err != nil {
		t.Fatal(err)
	}
	return asked
}

func TestBucket(t *testing.T) {
	const key = "runs/a b/run.jsonl"
	asked := s3Server(t, key, filestest.Lines(3000, 1000))
	for _, tt := range []struct {
		why    string
		secret string
		signed bool
	}{
		{"with credentials a request is signed", "secret", true},
		{"without any it asks for a public object", "", false},
	} {
		t.Setenv("AWS_SECRET_ACCESS_KEY", tt.secret)
		if tt.secret == "" {
			t.Setenv("AWS_ACCESS_KEY_ID", "")
			t.Setenv("HOME", t.TempDir())
		}
		run := openAnywhere(t, files.NewAnywhere(nil), "s3://bucket/"+key)
		if got := ids(run); !slices.Equal(got, numbers(3000)) {
			t.Errorf("%s: %d records", tt.why, len(got))
		}
		r := asked.Load()
		if r.Header.Get("Range") == "" || r.URL.Path != "/bucket/"+key || r.URL.Query().Has("X-Amz-Signature") != tt.signed {
			t.Errorf("%s: asked %s of %s with a range of %q", tt.why, r.Method, r.URL, r.Header.Get("Range"))
		}
		run.Close()
	}
}

func TestBucketErrors(t *testing.T) {
	s3Server(t, "run.jsonl", filestest.Lines(3, 3))
	for _, tt := range []struct{ why, name, want string }{
		{"no such object", "s3://bucket/other.jsonl", "404"},
		{"no such bucket", "s3://another/run.jsonl", "404"},
		{"no object", "s3://bucket", "names no object"},
		{"no bucket", "s3:///run.jsonl", "names no object"},
		{"a password", "s3://me:secret@bucket/run.jsonl", "names no object"},
	} {
		run, err := files.NewOpener(files.NewAnywhere(nil), plainLines).Open(t.Context(), tt.name, loaders.Options{})
		if err == nil {
			run.Close()
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.why, err, tt.want)
		}
	}
	t.Setenv("AWS_ENDPOINT_URL", "no address")
	if _, err := files.OpenSource(files.NewAnywhere(nil), "s3://bucket/x"); err == nil || !strings.Contains(err.Error(), "AWS_ENDPOINT_URL") {
		t.Errorf("a wrong endpoint: %v", err)
	}
}

// Google's servers are asked in the same way; no test asks them.
func TestGoogleAddress(t *testing.T) {
	for _, key := range []string{"", "key"} {
		t.Setenv("GS_ACCESS_KEY_ID", key)
		t.Setenv("GS_SECRET_ACCESS_KEY", key)
		sign, err := files.BucketAddress("gs://bucket/a/run.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		address, err := sign(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ours := strings.HasPrefix(address, "https://storage.googleapis.com/bucket/a/run.jsonl") ||
			strings.HasPrefix(address, "https://bucket.storage.googleapis.com/a/run.jsonl?")
		if !ours || strings.Contains(address, "Signature") != (key != "") {
			t.Errorf("with key %q: %s", key, address)
		}
	}
}
