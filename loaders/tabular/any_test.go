package tabular

import (
	"archive/zip"
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/parquet-go/parquet-go"

	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest"
	"faithscope/loaders/loadertest/check"
	"faithscope/loaders/roles"
	"faithscope/loaders/rows"
)

// answered holds what a table says of one example.
type answered struct {
	ID, Question, Predicted, Gold string
	Correct                       string
	Scores                        map[string]float64
}

func answeredOf(ex *loaders.Example) answered {
	a := ex.Answer
	return answered{ex.ID, ex.Question, a.Predicted, a.Gold, a.Correct.String(), a.Scores}
}

// A map that a person gave for columns is used for the next table with them.
func TestKeptMap(t *testing.T) {
	first := opened(t, "a,b\nWhy?,so\n", "question=a,predicted=b")
	next := formats.Open(t, fstest.MapFS{"run": {Data: []byte("b,a\nthen,When?\n")}}, "run",
		loaders.Options{Maps: map[string]string{first.Columns.Shape: first.Columns.Map}})
	if got := answeredOf(next.Example(0)); got.Question != "When?" || got.Predicted != "then" {
		t.Errorf("%+v", got)
	}
}

// Files of many kinds with questions are not a folder of pictures, even if one is
// a picture.
func TestFilesOfManyKinds(t *testing.T) {
	const text = `{"id":1,"question":"How many?","file_name":""}` + "\n" + `{"id":2,"question":"Which?","file_name":"b.png"}` + "\n" +
		`{"id":3,"question":"Who?","file_name":"c.xlsx"}` + "\n"
	if err := formats.Err(t, fstest.MapFS{"a": {Data: []byte(text)}}, "a", loaders.Options{}); !errors.Is(err, files.ErrFormat) {
		t.Errorf("opens, or %v", err)
	}
}

// A table of several models is a run for each, whether they have columns or rows
// of their own.
func TestModels(t *testing.T) {
	type line struct {
		ID, Model, Gold, Prediction string
	}
	var b bytes.Buffer
	lines := []line{{"1", "m1", "x", "x"}, {"1", "m2", "x", "y"}, {"2", "m1", "y", "y"}, {"2", "m2", "y", "x"}}
	check.NoError(t, parquet.Write(&b, lines))
	for _, text := range []string{
		b.String(),
		"id,model,gold,prediction\n1,m1,x,x\n1,m2,x,y\n2,m1,y,y\n2,m2,y,x\n",
		"id,gold,m1_pred,m2_pred\n1,x,x,y\n2,y,y,x\n",
	} {
		opener := files.NewOpener(fstest.MapFS{"a.csv": {Data: []byte(text)}}, loaders.Formats(formats)...)
		runs, err := opener.OpenAll(t.Context(), "a.csv", loaders.Options{})
		if err != nil || len(runs) != 2 {
			t.Fatalf("%d runs, %v", len(runs), err)
		}
		for i, want := range []loaders.Verdict{loaders.Right, loaders.Wrong} {
			check.NoError(t, runs[i].Wait(t.Context(), 2))
			if run := runs[i]; run.Len() != 2 || run.Example(1).Answer.Correct != want || run.Name != []string{"m1", "m2"}[i] {
				t.Errorf("%s: %d examples, %+v", run.Name, run.Len(), run.Example(1).Answer)
			}
			runs[i].Close()
		}
	}
}

// A map that was kept for the rows in one place is not used for those in another.
func TestKeptMapOfAPlace(t *testing.T) {
	rows := `[{"prediction": "a", "gold": "a"}, {"prediction": "a", "gold": "b"}, {"prediction": "a", "gold": "a"}]`
	open := func(text string, o loaders.Options) *loaders.Run {
		return formats.Open(t, fstest.MapFS{"run": {Data: []byte(text)}}, "run", o)
	}
	swapped := loaders.Options{Named: loaders.FlagValues{"map": "rows=all.x,predicted=gold,gold=prediction"}}
	first := open(`{"n": 1, "all": {"x": `+rows+`}}`, swapped)
	kept := loaders.Options{Maps: map[string]string{first.Columns.Shape: first.Columns.Map}}
	for text, want := range map[string]string{
		`{"n": 2, "all": {"x": ` + rows + `}}`: "b",
		`{"other": ` + rows + `}`:              "a",
		rows:                                   "a",
	} {
		check.Equal(t, text+": predicted", open(text, kept).Example(1).Answer.Predicted, want)
	}
}

// The page that asks lists columns in the file's order, and says what a choice
// would make of the accuracy.
func TestOutlook(t *testing.T) {
	const text = `{"z": "a", "pred_a": "x", "truth": "x"}` + "\n" + `{"z": "b", "pred_a": "y", "truth": "z"}` + "\n"
	src, err := files.OpenSource(fstest.MapFS{"a": {Data: []byte(text)}}, "a")
	check.NoError(t, err)
	defer src.Close()
	unclear, _ := errors.AsType[*UnclearTableError](lackOf(t.Context(), src, loaders.Options{}))
	columns, outlook := unclear.Known.Columns, unclear.Outlook
	want := "right = equal text or number: in 1 of 2 rows\nright · predicted x · expected x\nwrong · predicted y · expected z"
	if got := strings.Join(outlook(roles.MapOf(columns)), "\n"); columns[0].Name != "z" || got != want {
		t.Errorf("%+v: %q", columns, got)
	}
	judged := []rows.Row{{Values: rows.RowObject{"p": "x", "right": true}}, {Values: rows.RowObject{"p": "y"}}}
	if got := outlookOf(judged, true)("predicted=p,correct=right")[0]; got !=
		"right = right: in 1 of 1 judged rows, out of a sample of 2" {
		t.Error(got)
	}
	columns[0].Role = "predicted"
	if got := outlook(roles.MapOf(columns)); len(got) != 4 || got[0] != "z: right = equal text or number: in 0 of 2 rows" {
		t.Errorf("of two predictions: %q", got)
	}
	columns[0].Role, columns[1].Role = "", ""
	if got := outlook(roles.MapOf(columns)); len(got) != 2 || got[0] != "unknown · predicted – · expected x" {
		t.Errorf("without a prediction: %q", got)
	}
}

// An answer without a verdict beside others that have one is not judged by its text.
func TestMissingVerdict(t *testing.T) {
	const text = "prediction,gold,is_correct\nfour,4,true\n5,five,\nsix,6,false\n"
	run := opened(t, text, "")
	check.Equal(t, "verdicts", verdictsOf(run), "right unknown wrong")
	loadertest.Problems(t, run, "no verdict")
}

// Of two columns with one name the first is read, and the other reported.
func TestColumnsOfOneName(t *testing.T) {
	run := opened(t, "prediction,gold,gold\n4,4,5\n5,6,5\n", "")
	check.Equal(t, "correct answer", run.Example(0).Answer.Gold, "4")
	loadertest.Problems(t, run, `column 3 repeats the name "gold"`)
}

// The answer of several numbers is the class of the greatest, that of a probability 1 from
// .5 on; its probability is known if the numbers are some.
func TestLikelihoods(t *testing.T) {
	for _, c := range []struct {
		text, predicted string
		probability     float64
	}{
		{`{"gold":2,"probs":[0.25,0.125,0.625]}` + "\n" + `{"gold":0,"probs":[0.5,0.25,0.25]}`, "2", .625},
		{`{"gold":2,"logits":[0.25,3.5,3.5]}` + "\n" + `{"gold":0,"logits":[0.5,0.25,0.25]}`, "1", 0},
		{`{"gold":"b","probs":{"b":0.5,"a":0.5}}` + "\n" + `{"gold":"a","probs":{"a":0.75,"b":0.25}}`, "a", .5},
		{"gold,p_b,p_a\nb,.5,.5\na,.75,.25\n", "a", .5},
		{"gold,prob\n1,.25\n0,.5\n", "0", .75},
		{"gold,prob\n1,.5\n0,.25\n", "1", .5},
		{`{"gold":"b","pred":[{"label":"a","score":0.25},{"label":"b","score":0.75}]}` + "\n" + `{"gold":"a","pred":{"label":"a","score":1}}`,
			"b", 0},
	} {
		column := regexp.MustCompile(`probs|logits|p_|prob|pred`).FindString(c.text)
		said := "gold=gold,predicted=" + column
		switch column {
		case "p_":
			said += "*"
		case "prob":
			said += ",right=half"
		}
		run := opened(t, c.text, said)
		a := run.Example(0).Answer
		if a.Predicted != c.predicted || a.Correct != loaders.VerdictOf(c.predicted == a.Gold) {
			t.Errorf("%s: %+v, want %s", c.text, a, c.predicted)
		}
		if p := a.Probability; (p == nil) != (c.probability == 0) || p != nil && *p != c.probability {
			t.Errorf("%s: probability %v, want %v", c.text, p, c.probability)
		}
	}
}

// A map to a column that is not there is an error, and one that was kept for other columns
// is not used, nor on a file that a format recognises.
func TestMapsToMissingColumns(t *testing.T) {
	const text = "id,gold,prediction\n1,x,x\n2,y,x\n"
	for mapped, want := range map[string]string{
		"predicted=answer,gold=gold":            `no column "answer" for predicted`,
		"predicted=predictoin,gold=gold":        "did you mean prediction?",
		"predicted=answer|prediction,gold=gold": "",
		"predicted=prediction,correct=ok":       `no column "ok" for correct`,
	} {
		fsys := fstest.MapFS{"run": {Data: []byte(text)}}
		options := loaders.Options{}.With(loaders.ColumnMap, mapped)
		_, err := files.NewOpener(fsys, loaders.Formats(formats)...).OpenAll(t.Context(), "run", options)
		check.Error(t, "--map", err, want, mapped)
		if want == "" {
			continue
		}
		kept := loaders.Options{Maps: map[string]string{"gold,id,prediction": mapped}}
		run := formats.Open(t, fsys, "run", kept)
		if strings.Contains(run.Columns.Said, "saved") || run.Example(0).Answer.Correct != loaders.Right {
			t.Errorf("kept %s: %+v", mapped, run.Columns)
		}
	}
}

// A refusal has the map of each reading that is left, and with each it opens; the dialog has none of
// what would make a figure.
func TestRefusalHasTheMapsThatAreLeft(t *testing.T) {
	for text, want := range map[string]string{
		"q,output,passed\na,x,true\nb,y,true\nc,x,true\nd,y,true\n": "--map 'predicted=output,correct=passed'; predicted=output",
		"input,output,label\na,b,c\nd,e,d\nf,b,b\n": "" +
			"--map 'question=input,gold=label,predicted=output,right=equal'; question=input,gold=label",
		"id,true_topic,pred_topic,true_mood,pred_mood\n1,a,a,x,y\n2,b,a,y,y\n3,a,b,x,x\n": "" +
			"--map 'id=id,gold=true_topic,predicted=pred_topic,right=equal' or " +
			"--map 'id=id,gold=true_mood,predicted=pred_mood,right=equal'; id=id,gold=true_topic",
		"q,gold_sql,predicted_sql,label\na,x,y,true\nb,x,z,false\n": "--map 'gold=gold_sql,predicted=predicted_sql,correct=label'; gold=gold_sql",
		"a,b\n1,2\n": "; ",
	} {
		path := fileWith(t, "run.csv", text)
		err := formats.Err(t, files.DiskFiles{}, path, loaders.Options{})
		_, said, _ := strings.Cut(err.Error(), ", as in ")
		said, _, _ = strings.Cut(said, " (`")
		unclear, _ := errors.AsType[*UnclearTableError](err)
		check.Equal(t, text, said+"; "+roles.MapOf(unclear.Known.Columns), want)
		for m := range strings.SplitSeq(said, " or ") {
			if m = strings.Trim(strings.TrimPrefix(m, "--map "), "'"); m != "" {
				formats.Open(t, files.DiskFiles{}, path, loaders.Options{}.With(loaders.ColumnMap, m))
			}
		}
	}
}

// An Excel workbook is read like the CSV of its first sheet.
func TestWorkbooks(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, part := range map[string]string{
		"xl/workbook.xml":            `<workbook xmlns:r="x"><sheets><sheet r:id="a"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="a" Target="worksheets/s.xml"/></Relationships>`,
		"xl/worksheets/s.xml": `<worksheet>` + strings.ReplaceAll(`<row>id gold predicted</row><row>1 yes yes</row><row>2 no yes</row>`+
			`<row>3 no no</row><row>4 yes yes</row></worksheet>`, " ", "</row_>"),
	} {
		part = regexp.MustCompile(`<row>(.*?)</row>`).ReplaceAllStringFunc(part, func(row string) string {
			cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(row, "<row>"), "</row>"), "</row_>")
			return `<row><c t="inlineStr"><is><t>` + strings.Join(cells, `</t></is></c><c t="inlineStr"><is><t>`) + `</t></is></c></row>`
		})
		if w, err := z.Create(name); err != nil {
			t.Fatal(err)
		} else if _, err := w.Write([]byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	check.NoError(t, z.Close())
	check.Equal(t, "verdicts", lettersOf(opened(t, b.String(), "")), "rwrr")
}

// A fault of JSON is named by its place, lines aren't taken for one.
func TestInvalidJSONIsPlaced(t *testing.T) {
	for text, want := range map[string]string{
		"{\"a\":\n [1,]}": "it isn't valid JSON: line 2, column 5: invalid character ']'",
		"{\"a\": [1, 2":   "it isn't valid JSON: line 1, column 11: unexpected end of JSON input",
		"[1, 2]":          "its JSON contains no list of objects", "[NaN, 2]": "its JSON contains no list of objects",
	} {
		err := formats.Err(t, fstest.MapFS{"run.json": {Data: []byte(text)}}, "run.json", loaders.Options{})
		check.Error(t, text, err, want)
	}
}

// pandas writes nan for a missing cell, and a byte that isn't UTF-8 is a problem of its row.
func TestCellsThatArentTexts(t *testing.T) {
	text := "id,gold,pred\n" + strings.Repeat("1,a,a\n2,b,a\n", 4) + "3,nan,nan\n4,a,nan\n5,caf\xe9,caf\xe9\n6,é,é\n"
	run := formats.Text(t, "run.csv", text)
	for at, want := range map[int]loaders.Verdict{8: loaders.Unknown, 9: loaders.Unanswered, 10: loaders.Right} {
		check.Equal(t, "row", run.Example(at).Answer.Correct, want, at)
	}
	loadertest.Problem(t, run, "not UTF-8")
}
