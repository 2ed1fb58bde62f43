package model

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"faithscope/loaders"
)

// Remote is a model behind an address.
type Remote struct {
	Address  string // ends with /classify (vLLM, SGLang) or /v2/models/NAME/infer
	Labels   []string
	Outputs  string // [Distribution] for ""
	Template string // inputs in braces: "{premise} [SEP] {hypothesis}"
	Tensor   string // input's name in the Open Inference Protocol
	Name     string // sent as "model", "" for none
	Key      string // bearer token, "" for none; never written
	MaxBatch int
	Limits   Limits
}

type httpModel struct {
	Remote
	of     Declaration
	client http.Client
	infer  bool
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// IsAddress tells addresses from commands.
func IsAddress(modelName string) bool {
	return strings.HasPrefix(modelName, "http://") || strings.HasPrefix(modelName, "https://")
}

// Dial doesn't call the model yet. It needs a known address, labels and a template with the inputs.
// It uses no proxy and follows no redirect.
func Dial(r Remote) (Model, error) {
	address, err := url.Parse(r.Address)
	if err != nil {
		return nil, errors.New("the model's address is not a valid URL")
	}
	shown := address.Host + address.Path // a key may be in the rest
	m := &httpModel{Remote: r, infer: strings.HasSuffix(address.Path, "/infer") && strings.Contains(address.Path, "/v2/models/")}
	if !m.infer && !strings.HasSuffix(address.Path, "/classify") {
		return nil, fmt.Errorf("%s: the URL must end with /classify (vLLM, SGLang) or /v2/models/NAME/infer (Open Inference Protocol)", shown)
	}
	if len(r.Labels) == 0 {
		return nil, fmt.Errorf("%s: name the model's labels, in the order of its probabilities", shown)
	}
	m.of = Declaration{
		Faithscope: 1, Model: cmp.Or(r.Name, shown), Version: shown, Labels: r.Labels, Outputs: r.Outputs, MaxBatch: r.MaxBatch,
	}
	for _, found := range placeholder.FindAllStringSubmatch(r.Template, -1) {
		m.of.Inputs = append(m.of.Inputs, found[1])
	}
	m.of.Inputs = loaders.Distinct(m.of.Inputs)
	m.client = http.Client{Timeout: r.Limits.Batch, Transport: &http.Transport{},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return m, m.of.checkComplete()
}

func (m *httpModel) Declaration() *Declaration { return &m.of }

func (m *httpModel) Close() error {
	m.client.CloseIdleConnections()
	return nil
}

// Ask posts texts as a list or a tensor, and reads a row of probabilities for each. A reply of
// another form is an error.
func (m *httpModel) Ask(ctx context.Context, inputBatch []Input) (Answers, error) {
	texts := loaders.Map(inputBatch, func(in Input) string {
		named := namedBy(m.of.Inputs, in)
		return placeholder.ReplaceAllStringFunc(m.Template, func(braced string) string { return named[braced[1:len(braced)-1]].String() })
	})
	body := map[string]any{"input": texts}
	switch {
	case m.infer:
		body = map[string]any{"inputs": []any{map[string]any{
			"name": m.Tensor, "shape": []int{len(texts), 1}, "datatype": "BYTES", "data": texts,
		}}}
	case m.Name != "":
		body["model"] = m.Name
	}
	var reply httpReply
	if err := m.postJSON(ctx, body, &reply); err != nil {
		return nil, err
	}
	read := m.readRows
	if m.infer {
		read = m.readTensor
	}
	list, err := read(&reply, len(texts))
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i], err = m.of.Probabilities(list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

type httpReply struct {
	Data []struct {
		Index *int
		Probs []*float64
	}
	Outputs []struct {
		Datatype string
		Data     any
	}
}

// By index or else in order. A null becomes NaN, which is refused later.
func (m *httpModel) readRows(reply *httpReply, inputCount int) (Answers, error) {
	rows, none := make(Answers, inputCount), math.NaN()
	for i, row := range reply.Data {
		at := *cmp.Or(row.Index, &i)
		if at < 0 || at >= inputCount || rows[at] != nil {
			return nil, fmt.Errorf("it returned an unexpected result for text %d", at)
		}
		rows[at] = loaders.Map(row.Probs, func(x *float64) float64 { return *cmp.Or(x, &none) })
	}
	return rows, nil
}

// The first tensor of floats, flat or nested, with a number per text and label, or per text for a
// binary model.
func (m *httpModel) readTensor(reply *httpReply, inputCount int) (Answers, error) {
	for _, out := range reply.Outputs {
		numbers := flattenNumbers(out.Data)
		for _, width := range []int{len(m.Labels), 1} {
			fits := len(numbers) == width*inputCount && (width > 1 || m.of.Outputs == Binary)
			if fits && strings.HasPrefix(out.Datatype, "FP") { // others are classes
				return slices.Collect(slices.Chunk(numbers, width)), nil
			}
		}
	}
	return nil, fmt.Errorf("no tensor in its response has %d numbers for each of %s", len(m.Labels), loaders.Count(inputCount, "text"))
}

func flattenNumbers(nestedLists any) (numbers []float64) {
	switch x := nestedLists.(type) {
	case []any:
		for _, part := range x {
			numbers = append(numbers, flattenNumbers(part)...)
		}
		return numbers
	case float64:
		return []float64{x}
	}
	return []float64{math.NaN()}
}

// Errors show neither address nor key, because both may be secret.
func (m *httpModel) postJSON(ctx context.Context, requestBody, replyTarget any) error {
	text, _ := json.Marshal(requestBody)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, m.Address, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if m.Key != "" {
		request.Header.Set("Authorization", "Bearer "+m.Key)
	}
	response, err := m.client.Do(request)
	if err != nil {
		if failed, ok := errors.AsType[*url.Error](err); ok {
			err = failed.Err // the address may hold a key
		}
		return err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, int64(m.Limits.Reply)+1))
	switch {
	case err != nil:
		return err
	case len(answer) > m.Limits.Reply:
		return fmt.Errorf("it returned more than %d bytes", m.Limits.Reply)
	case response.StatusCode != http.StatusOK:
		return fmt.Errorf("it returned %s: %.200s", response.Status, loaders.Clean(string(answer)))
	}
	if err := json.Unmarshal(answer, replyTarget); err != nil {
		return fmt.Errorf("it returned %.80q, which doesn't match the protocol", answer)
	}
	return nil
}
