package tabular

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"faithscope/loaders/loadertest/check"
)

// rewritten returns a Parquet file with another footer.
func rewritten(t *testing.T, file []byte, change func(*format.FileMetaData)) string {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	check.NoError(t, err)
	meta := f.Metadata()
	change(meta)
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), meta)
	check.NoError(t, err)
	old := int(binary.LittleEndian.Uint32(file[len(file)-8:]))
	b := append(bytes.Clone(file[:len(file)-8-old]), footer...)
	return string(append(binary.LittleEndian.AppendUint32(b, uint32(len(footer))), "PAR1"...))
}

// Columns with a dictionary are read as DuckDB's versions describe them: up to 0.10.0
// without the dictionary's header (its issue 10829), in 0.10.1 with a dictionary although
// there is none (12096).
func TestDuckDB(t *testing.T) {
	type row struct {
		Question string `parquet:"question,dict"`
		Answer   string `parquet:"answer"`
	}
	rows := make([]row, 100)
	for i := range rows {
		rows[i] = row{fmt.Sprintf("Which of %d?", i%5), fmt.Sprint(i)}
	}
	var b bytes.Buffer
	check.NoError(t, parquet.Write(&b, rows))
	for version, change := range map[string]func(c *format.ColumnMetaData){
		"as it is": func(*format.ColumnMetaData) {},
		"0.9": func(c *format.ColumnMetaData) {
			if c.DictionaryPageOffset > 0 {
				c.DataPageOffset -= 15
			}
		},
		"0.10.1": func(c *format.ColumnMetaData) {
			if c.DictionaryPageOffset == 0 {
				c.DictionaryPageOffset = c.DataPageOffset
			}
		},
	} {
		changed := 0
		run := formats.Text(t, "train.parquet", rewritten(t, b.Bytes(), func(m *format.FileMetaData) {
			for i := range m.RowGroups[0].Columns {
				c := &m.RowGroups[0].Columns[i].MetaData
				was := [2]int64{c.DataPageOffset, c.DictionaryPageOffset}
				if change(c); was != [2]int64{c.DataPageOffset, c.DictionaryPageOffset} {
					changed++
				}
			}
		}))
		if version != "as it is" && changed != 1 {
			t.Fatalf("%s: %d columns changed, want one", version, changed)
		}
		for i := range rows {
			if ex := run.Example(i); ex.Broken != "" || ex.Question != rows[i].Question || ex.Answer.Gold != rows[i].Answer {
				t.Fatalf("%s, row %d: %q, %q (broken %q)", version, i, ex.Question, ex.Answer.Gold, ex.Broken)
			}
		}
	}
}
