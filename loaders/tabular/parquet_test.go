package tabular

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/parquet-go/parquet-go"

	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
)

// A column that cannot be read is one problem, with how many rows it breaks.
func TestUnreadableColumnIsOneProblem(t *testing.T) {
	type row struct {
		Question string `parquet:"question"`
		Answer   string `parquet:"answer"`
	}
	rows := make([]row, 100)
	for i := range rows {
		rows[i] = row{fmt.Sprintf("Which of %d?", i), fmt.Sprint(i)}
	}
	var b bytes.Buffer
	check.NoError(t, parquet.Write(&b, rows))
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	check.NoError(t, err)
	at := f.Metadata().RowGroups[0].Columns[1].MetaData.DataPageOffset
	copy(b.Bytes()[at:], bytes.Repeat([]byte{0xff}, 40))
	run := formats.Text(t, "train.parquet", b.String())
	for i := range rows {
		if ex := run.Example(i); ex.Broken == "" {
			t.Fatalf("row %d is read: %q", i, ex.Answer.Gold)
		}
	}
	loadertest.Problem(t, run, "100 of 100 rows are kept as examples without scores")
	if _, n := run.Problems.All(); n != 1 {
		t.Errorf("%d problems, want 1", n)
	}
}

// A row that cannot be read does not take those with it that are read together with it.
func TestTooLargeRowIsBrokenAlone(t *testing.T) {
	type row struct {
		Question string  `parquet:"question"`
		Answer   string  `parquet:"answer"`
		Scores   []int64 `parquet:"scores,list"`
	}
	rows := make([]row, 4)
	for i := range rows {
		rows[i] = row{"Which?", fmt.Sprint(i), []int64{1}}
	}
	rows[0].Scores = make([]int64, 1<<18+1)
	var b bytes.Buffer
	check.NoError(t, parquet.Write(&b, rows))
	run := formats.Text(t, "train.parquet", b.String())
	for _, i := range []int{2, 0, 1, 3} {
		if ex := run.Example(i); (ex.Broken != "") != (i == 0) || i > 0 && ex.Answer.Gold != fmt.Sprint(i) {
			t.Errorf("row %d: %q, broken %q", i, ex.Answer.Gold, ex.Broken)
		}
	}
}
