package record

import (
	"bytes"
	"context"
	"slices"

	"faithscope/loaders"
)

// OpenScattered is [OpenGroups] for formats that spread an example over records
// anywhere in the file: keys names the examples that a record belongs to, and an
// example is there from its first record on. decode gets the name of an example
// and its records; it waits until the file was looked through.
func OpenScattered(ctx context.Context, src *loaders.Source, format string, keys func(record []byte) []string, decode func(name string, group []*Record) (*loaders.Example, error)) (*loaders.Run, error) {
	run := &loaders.Run{}
	elements, err := entries(ctx, src, "", &run.Problems)
	if err != nil {
		return nil, err
	}
	s := &scattered{groups: newGroups(ctx, elements), at: map[string]int{}}
	go s.find(keys)
	run.Read(src.Path, format, s, func(i int) (*loaders.Example, error) { return s.decoded(run, i, decode), nil })
	return run, nil
}

// scattered are lists of elements, an example each.
type scattered struct {
	*groups
	at    map[string]int // by name
	names []string
	lists [][]int32
}

func (s *scattered) find(keys func(record []byte) []string) {
	defer close(s.done)
	s.each(func([]byte) string { return "" }, func(k int, _ string) {
		record, _, err := s.elements.Record(k)
		if err != nil {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, name := range keys(record) {
			i, ok := s.at[name]
			if !ok {
				i = len(s.names)
				s.at[name] = i
				s.names, s.lists = append(s.names, name), append(s.lists, nil)
			}
			if list := s.lists[i]; len(list) < maxGroup && (len(list) == 0 || list[len(list)-1] != int32(k)) {
				s.lists[i] = append(list, int32(k))
			}
		}
		s.Grow(len(s.names), false)
	})
	s.Grow(s.Len(), true)
}

// of is the name of example i and its elements so far.
func (s *scattered) of(i int) (name string, list []int32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names[i], slices.Clip(s.lists[i])
}

func (s *scattered) decoded(run *loaders.Run, i int, decode func(name string, group []*Record) (*loaders.Example, error)) *loaders.Example {
	<-s.done
	name, list := s.of(i)
	var group []*Record
	for _, k := range list {
		rec, err := element(s.elements, int(k))
		if rec.Index = i; err != nil {
			rec.Problem(loaders.Because(err), loaders.Say("left out of its example"))
		}
		group = append(group, rec)
	}
	ex := decoded(run, group[0], nil, func(*Record) (*loaders.Example, error) { return decode(name, group) })
	for _, rec := range group[1:] {
		rec.Report(&run.Problems, run.Path, ex.ID)
	}
	return ex
}

// Number is the line in which example i begins.
func (s *scattered) Number(i int) int {
	_, list := s.of(i)
	return s.elements.Number(int(list[0]))
}

// Size is the bytes of the records of example i so far.
func (s *scattered) Size(i int) int {
	size := 0
	_, list := s.of(i)
	for _, k := range list {
		size += s.elements.Size(int(k))
	}
	return size
}

// Record returns the elements of example i, a line each.
func (s *scattered) Record(i int) (record []byte, number int, err error) {
	<-s.done
	var all [][]byte
	_, list := s.of(i)
	for n, k := range list {
		b, line, err := s.elements.Record(int(k))
		if err != nil {
			return nil, line, err
		}
		if n == 0 {
			number = line
		}
		all = append(all, b)
	}
	return bytes.Join(all, []byte("\n")), number, nil
}
