package model

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"faithscope/loaders"
	"faithscope/loaders/files/writer"
)

// AnswerCache keeps answers in a file, one per line, so that they survive a killed program. A nil Cache
// keeps none. It is safe for concurrent use, and several programs may add to one file.
type AnswerCache struct {
	mu     sync.Mutex
	file   *os.File
	size   int64
	known  map[string]Answers // by digest
	checks []cachedAnswer
}

// The first lines also hold the question.
type cachedAnswer struct {
	Key    string          `json:"k"`
	Probs  []float64       `json:"p,omitempty"`
	Lists  Answers         `json:"l,omitempty"`
	Inputs []cachedText    `json:"in,omitempty"`
	Call   json.RawMessage `json:"call,omitempty"`
}

func (k *cachedAnswer) storedAnswer() Answers {
	if k.Lists != nil {
		return k.Lists
	}
	return Answers{k.Probs}
}

func (k *cachedAnswer) askAgain(ctx context.Context, m Model) (key string, answer Answers, err error) {
	if modular, ok := m.(ModularModel); ok && k.Call != nil {
		answer, err = modular.Return(ctx, k.Call)
		return string(k.Call), answer, err
	}
	in := Input(loaders.Map(k.Inputs, func(t cachedText) Text { return Text(t) }))
	answer, err = m.Ask(ctx, []Input{in})
	return in.Key(), answer, err
}

type cachedText struct {
	Tokens []string `json:"t,omitzero"`
	Raw    string   `json:"r,omitempty"`
}

const (
	mostKept   = 256 << 20 // bytes of a file
	askedAgain = 8         // answers checked at opening
)

func digestOf(hashedText string) string {
	sum := sha256.Sum256([]byte(hashedText))
	return hex.EncodeToString(sum[:16])
}

// NewCache has no file.
func NewCache() *AnswerCache { return &AnswerCache{known: map[string]Answers{}} }

// OpenCache opens or creates a model's file. modelSource names the model and whatever else its answers
// depend on. Some answers are asked for again; if one has changed, all are dropped, and dropped is
// true.
func OpenCache(ctx context.Context, folder, modelSource string, m Model) (c *AnswerCache, dropped bool, err error) {
	about, _ := json.Marshal(m.Declaration())
	if err := writer.MakePrivateFolder(folder); err != nil {
		return nil, false, err
	}
	c = NewCache()
	path := filepath.Join(folder, digestOf(fmt.Sprintf("%q %q", modelSource, about))+".answers.jsonl")
	if c.file, _, err = writer.Open(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, writer.Private); err != nil {
		return nil, false, fmt.Errorf("%s: %w", path, err)
	}
	if err = c.readLines(m.Declaration()); err == nil {
		dropped, err = c.checkAnswers(ctx, m)
	}
	if err != nil {
		c.Close()
		return nil, false, err
	}
	return c, dropped, nil
}

// Close closes the file and keeps it.
func (c *AnswerCache) Close() {
	if c != nil && c.file != nil {
		c.file.Close()
	}
}

func (c *AnswerCache) readLines(d *Declaration) error {
	r := bufio.NewReaderSize(io.LimitReader(c.file, mostKept), 1<<16)
	for {
		line, err := r.ReadBytes('\n')
		c.size += int64(len(line))
		if errors.Is(err, io.EOF) {
			if err = nil; len(line) > 0 && c.size < mostKept {
				_, err = c.file.WriteString("\n")
			}
			return err
		}
		if err != nil {
			return err
		}
		var k cachedAnswer
		damaged := json.Unmarshal(line, &k)
		if _, wrong := d.Probabilities(k.Probs); damaged != nil || wrong != nil && k.Lists == nil {
			continue
		}
		c.known[k.Key] = k.storedAnswer()
		isChecked := (k.Call != nil || k.Inputs != nil && len(k.Inputs) == len(d.Inputs)) && len(c.checks) < askedAgain
		if isChecked {
			c.checks = append(c.checks, k)
		}
	}
}

// The model behind the name has changed.
func (c *AnswerCache) checkAnswers(ctx context.Context, m Model) (dropped bool, err error) {
	for _, k := range c.checks {
		key, now, err := k.askAgain(ctx, m)
		if err != nil {
			return false, err
		}
		if digestOf(key) == k.Key && largestDifference(now, k.storedAnswer()) > sameWithin {
			clear(c.known)
			c.checks, c.size = nil, 0
			return true, c.file.Truncate(0)
		}
	}
	return false, nil
}

func (c *AnswerCache) answerTo(inputKey string) (Answers, bool) {
	if c == nil {
		return nil, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	p, ok := c.known[digestOf(inputKey)]
	return p, ok
}

// A question without a kept answer is only asked again.
func (c *AnswerCache) addAnswer(inputKey string, k cachedAnswer) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.size >= mostKept {
		return
	}
	k.Key = digestOf(inputKey)
	c.known[k.Key] = k.storedAnswer()
	if len(c.checks) < askedAgain {
		c.checks = append(c.checks, k)
	} else {
		k.Inputs, k.Call = nil, nil
	}
	line, err := json.Marshal(k)
	if err != nil {
		return
	}
	if c.size += int64(len(line)) + 1; c.file != nil {
		_, _ = c.file.Write(append(line, '\n'))
	}
}
