package model

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// served returns a server that answers as vLLM, or by the Open Inference Protocol: the second
// label's probability is the text's first word.
func served(t *testing.T) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	number := func(text string) (p float64) {
		p, err := strconv.ParseFloat(strings.Fields(text)[0], 64)
		if err != nil {
			t.Error(err)
		}
		return p
	}
	mux.HandleFunc("/classify", func(w http.ResponseWriter, r *http.Request) {
		var q struct{ Input []string }
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil || r.Header.Get("Authorization") != "Bearer secret" {
			t.Error(err, r.Header)
		}
		var rows []string
		for i, text := range q.Input { // the last first
			p := number(text)
			rows = append([]string{fmt.Sprintf(`{"index":%d,"label":"x","probs":[%v,%v],"num_classes":2}`, i, 1-p, p)}, rows...)
		}
		fmt.Fprintf(w, `{"id":"classify-1","object":"list","data":[%s]}`, strings.Join(rows, ","))
	})
	mux.HandleFunc("/v2/models/m/infer", func(w http.ResponseWriter, r *http.Request) {
		var q struct {
			Inputs []struct {
				Name, Datatype string
				Shape          []int
				Data           []string
			}
		}
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil || len(q.Inputs) != 1 || q.Inputs[0].Name != "text" ||
			q.Inputs[0].Datatype != "BYTES" {
			t.Error(err, q)
			return
		}
		var data []string
		for _, text := range q.Inputs[0].Data {
			data = append(data, fmt.Sprint(1-number(text)), fmt.Sprint(number(text)))
		}
		fmt.Fprintf(w, `{"outputs":[{"name":"label","datatype":"BYTES","data":["a"]},`+
			`{"name":"probs","shape":[%d,2],"datatype":"FP32","data":[%s]}]}`,
			len(data)/2, strings.Join(data, ","))
	})
	for path, answer := range map[string]string{"twice": `{"data":[{"index":0,"probs":[0,1]},{"index":0,"probs":[0,1]}]}`,
		"none": `{"data":[]}`, "words": `ok`, "null": `{"data":[{"probs":[null,null]}]}`, "long": strings.Repeat("x", 1<<16)} {
		mux.HandleFunc("/"+path+"/classify", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, answer) })
	}
	mux.HandleFunc("/500/classify", func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "no memory\x1b[31m", http.StatusInternalServerError)
	})
	mux.HandleFunc("/redirect/classify", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/classify", http.StatusTemporaryRedirect)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

func TestHTTPModelsAnswer(t *testing.T) {
	t.Parallel()
	at := served(t)
	dial := func(path string) Model {
		t.Helper()
		limits := DefaultLimits
		limits.Reply = 1 << 15
		m, err := Dial(Remote{Address: at.URL + path, Labels: []string{"no", "yes"}, Template: "{premise} [SEP] {hypothesis}",
			Tensor: "text", Key: "secret", MaxBatch: 8, Limits: limits})
		check.NoError(t, err)
		return m
	}
	inputs := []Input{{{Tokens: []string{".25", "a"}}, {Raw: "b"}}, {{Tokens: []string{".5"}}, {Raw: "b"}}}
	for _, path := range []string{"/classify", "/v2/models/m/infer"} {
		p, err := dial(path).Ask(t.Context(), inputs)
		if err != nil || p[0][1] != .25 || p[1][1] != .5 {
			t.Errorf("%s: %v, %v", path, p, err)
		}
	}
	for path, want := range map[string]string{"twice": "an unexpected result for text 0", "none": "0 for 2 labels",
		"words": "doesn't match the protocol", "null": "returned NaN", "long": "more than 32768 bytes",
		"500": "500 Internal Server Error: no memory�", "redirect": "307 Temporary Redirect"} {
		if p, err := dial("/"+path+"/classify").Ask(t.Context(), inputs); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v, want %q", path, p, err, want)
		}
	}
}

// What is asked and read, field by field, as the documentation of SGLang and of the Open
// Inference Protocol has it.
func TestHTTPBySpecification(t *testing.T) {
	t.Parallel()
	const openInference = `{"inputs":[{"data":["a b","c d"],"datatype":"BYTES","name":"args","shape":[2,1]}]}`
	for _, c := range []struct{ path, outputs, asked, answer, want string }{
		{"/v1/classify", Distribution, `{"input":["a b","c d"],"model":"m"}`,
			`{"id":"classify-9","object":"list","created":1745383213,"model":"m","data":[` +
				`{"index":0,"label":"LABEL_0","probs":[0.75,0.25],"num_classes":2},{"index":1,"label":"LABEL_1","probs":[0.5,0.5],"num_classes":2}],` +
				`"usage":{"prompt_tokens":10,"total_tokens":10,"completion_tokens":0,"prompt_tokens_details":null}}`, "[[0.75 0.25] [0.5 0.5]]"},
		{"/v2/models/m/versions/3/infer", Distribution, openInference, // a class, a score of another shape, and a nested list
			`{"model_name":"m","model_version":"3","id":"1","outputs":[{"name":"label","shape":[2,2],"datatype":"INT64","data":[0,1,1,0]},` +
				`{"name":"score","shape":[2],"datatype":"FP32","data":[1,1]},` +
				`{"name":"probs","shape":[2,2],"datatype":"FP64","parameters":{},"data":[[0.75,0.25],[0.5,0.5]]}]}`, "[[0.75 0.25] [0.5 0.5]]"},
		{"/v2/models/m/infer", Binary, openInference,
			`{"model_name":"m","outputs":[{"name":"p","shape":[2,1],"datatype":"FP32","data":[[0.25],[0.5]]}]}`, "[[0.75 0.25] [0.5 0.5]]"},
		{"/v2/models/m/infer", Distribution, openInference,
			`{"model_name":"m","outputs":[{"name":"p","shape":[2,2],"datatype":"FP32","data":[0.75,null,0.5,0.5]}]}`, "[]"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil || r.Method != http.MethodPost || r.URL.Path != c.path || string(body) != c.asked ||
				r.Header.Get("Content-Type") != "application/json" {
				t.Errorf("%s %s: %s, %v; want %s", r.Method, r.URL.Path, body, err, c.asked)
			}
			fmt.Fprint(w, c.answer)
		}))
		m, err := Dial(Remote{Address: server.URL + c.path, Labels: []string{"no", "yes"}, Outputs: c.outputs, Template: "{premise} {hypothesis}",
			Tensor: "args", Name: "m", MaxBatch: 8, Limits: DefaultLimits})
		check.NoError(t, err)
		p, err := m.Ask(t.Context(), []Input{{{Raw: "a"}, {Raw: "b"}}, {{Tokens: []string{"c"}}, {Raw: "d"}}})
		if fmt.Sprint(p) != c.want || (err == nil) != (c.want != "[]") {
			t.Errorf("%s: %v, %v, want %s", c.path, p, err, c.want)
		}
		server.Close()
	}
}

func TestIncompleteAddressesAreRefused(t *testing.T) {
	t.Parallel()
	for _, r := range []Remote{
		{Address: "http://localhost/classify", Template: "{text}"},
		{Address: "http://localhost/generate", Template: "{text}", Labels: []string{"a", "b"}},
		{Address: "http://localhost/classify", Template: "text", Labels: []string{"a", "b"}},
		{Address: "http://localhost/classify", Template: "{text}", Labels: []string{"a", "a"}},
	} {
		_, err := Dial(r)
		check.Fails(t, "dialling", err, r)
	}
}
