package files

import (
	"archive/zip"
	"bytes"
	"strconv"
	"strings"
	"testing"

	"faithscope/loaders/loadertest/check"
)

// workbookOf packs files, given as names and contents in turn.
func workbookOf(t *testing.T, parts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		header := &zip.FileHeader{Name: parts[i], Method: zip.Deflate}
		if parts[i] == "mimetype" {
			header.Method = zip.Store
		}
		w, err := z.CreateHeader(header)
		if err == nil {
			_, err = w.Write([]byte(parts[i+1]))
		}
		check.NoError(t, err)
	}
	check.NoError(t, z.Close())
	return b.Bytes()
}

const (
	sheetsOf = `<workbook xmlns:r="x"><sheets><sheet name="notes" state="veryHidden" sheetId="1" r:id="rId1"/>` +
		`<sheet name="results" sheetId="2" r:id="rId2"/></sheets></workbook>`
	placesOf = `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>` +
		`<Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`
	textsOf = `<sst><si><t>id</t></si><si><r><t>cor</t></r><r><t>rect</t></r><rPh><t>kana</t></rPh></si><si><t>a, "b"</t></si></sst>`
)

func withSheet(t *testing.T, rows string) []byte {
	t.Helper()
	return workbookOf(t, "[Content_Types].xml", "<Types/>", "xl/workbook.xml", sheetsOf, "xl/_rels/workbook.xml.rels", placesOf,
		"xl/sharedStrings.xml", textsOf, "xl/worksheets/sheet1.xml", "<worksheet/>", "xl/worksheets/sheet2.xml",
		"<worksheet><sheetData>"+rows+"</sheetData></worksheet>")
}

// The first visible sheet is read: shared and inline texts, gaps, numbers as Excel shows them, truth values and errors.
func TestSheetText(t *testing.T) {
	in, kind, err := unpackIn(usualBuffer, bytes.NewReader(withSheet(t,
		`<row><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c><c t="inlineStr"><is><t>p</t></is></c></row><row/>`+
			`<row><c r="A3" t="s"><v>2</v></c><c r="B3"><v>0.69999999999999996</v></c>`+
			`<c r="C3" t="b"><v>1</v></c><c r="D3" t="e"><v>#N/A</v></c></row>`+
			`<x:row><x:c r="A4"><x:f>1+1</x:f><x:v>2</x:v></x:c></x:row>`+
			`<row><c r="A5"><f>1+1</f><v>2</v></c><c r="C5" t="str"><v>x &amp; y</v></c><c r="D5" t="s"><v>99</v></c></row>`)))
	if err != nil || kind != "Excel" {
		t.Fatal(kind, err)
	}
	var got bytes.Buffer
	if _, err := got.ReadFrom(in); err != nil {
		t.Fatal(err)
	}
	check.Equal(t, "table", got.String(), "id,,correct,p\n\"a, \"\"b\"\"\",0.7,TRUE,\n2,,,\n2,,x & y,\n")
}

// Titles stand apart above the header and have fewer cells; a gap in the rows is none.
func TestTitlesOfSheets(t *testing.T) {
	row := func(number string, cells ...string) string {
		text := `<row r="` + number + `">`
		for _, cell := range cells {
			text += `<c t="inlineStr"><is><t>` + cell + `</t></is></c>`
		}
		return text + "</row>"
	}
	title, header, first := row("1", "Results")+row("2", "by", "Ann"), row("4", "id", "gold", "predicted", "p"), row("5", "1", "a", "b", "1")
	for rows, want := range map[string]string{
		title + header + first:                                      "id,gold,predicted,p\n1,a,b,1\n",
		header + first + row("9", "2", "a", "a", "1"):               "id,gold,predicted,p\n1,a,b,1\n2,a,a,1\n",
		row("1", "", "gold", "predicted") + row("3", "1", "a", "b"): ",gold,predicted\n1,a,b\n",
		row("1", "id", "A", "", "B") + row("2", "", "answer", "ok", "answer", "ok") + row("3", "1", "a", "x", "b", "x"): "" +
			"id,A answer,A ok,B answer,B ok\n1,a,x,b,x\n",
		row("1", "id", "gold", "predicted") + row("2", "", "a", "b") + row("3", "1", "a", "b"): "id,gold,predicted\n,a,b\n1,a,b\n",
	} {
		if got, err := sheetText(withSheet(t, rows)); err != nil || string(got) != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}

// Sheets with the header of the first are read with it, and hidden ones and others aren't.
func TestSheetsWithOneHeader(t *testing.T) {
	row := func(cells ...string) string {
		return "<row><c t=\"inlineStr\"><is><t>" + strings.Join(cells, `</t></is></c><c t="inlineStr"><is><t>`) + "</t></is></c></row>"
	}
	var sheets, places string
	parts := []string{"[Content_Types].xml", "<Types/>"}
	for i, rows := range []string{
		row("id", "gold", "pred") + row("a", "x", "x"),
		row("id", "gold", "pred") + row("a", "x", "y", "z") + row("Total"),
		row("a", "summary"),
		row("id", "gold", "pred") + row("c", "y", "y"),
	} {
		id := strconv.Itoa(i)
		parts = append(parts, "xl/"+id+".xml", "<worksheet>"+rows+"</worksheet>")
		sheets += `<sheet name="model ` + id + `" id="` + id + `"` + map[bool]string{true: ` state="hidden"`}[i == 3] + `/>`
		places += `<Relationship Id="` + id + `" Target="` + id + `.xml"/>`
	}
	stored := workbookOf(t, append(parts, "xl/workbook.xml", sheets, "xl/_rels/workbook.xml.rels", places)...)
	got, err := sheetText(stored)
	if want := "id,gold,pred,,sheet\na,x,x,,model 0\na,x,y,z,model 1\nTotal,,,,\n"; err != nil || string(got) != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

func TestHostileWorkbooks(t *testing.T) {
	for why, stored := range map[string][]byte{
		`cell "ZZZZ1"`:                withSheet(t, `<row><c r="ZZZZ1"><v>1</v></c></row>`),
		errWorkbookSize.Error():       withSheet(t, strings.Repeat(" ", mostWorkbook)),
		errNoPart.Error():             workbookOf(t, "[Content_Types].xml", "", "word/document.xml", ""),
		"<row> isn't closed":          withSheet(t, `<row><c>`),
		"zip: not a valid zip file":   withSheet(t, "")[:100],
		errWorkbookSize.Error() + " ": withSheet(t, strings.Repeat(`<row><c r="XFD1"><v>1</v></c></row>`, 1+mostCells/mostColumns)),
		"<sheet> isn't closed":        workbookOf(t, "xl/workbook.xml", "<sheet "),
	} {
		_, _, err := unpackIn(usualBuffer, bytes.NewReader(stored))
		check.Error(t, "error", err, strings.TrimSpace(why))
	}
}

// The first sheet of an OpenDocument workbook: repeated and merged cells, numbers, paragraphs, and blanks up to the last column.
func TestOpenDocument(t *testing.T) {
	cells := func(text string) []byte {
		return workbookOf(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml",
			`<office:spreadsheet xmlns:table="x"><table:table table:name="a">`+text+`</table:table><table:table/></office:spreadsheet>`)
	}
	in, kind, err := unpackIn(usualBuffer, bytes.NewReader(cells(`<table:table-column table:number-columns-repeated="1024"/>`+
		`<table:table-row><table:table-cell><text:p>gold</text:p></table:table-cell><table:table-cell/>`+
		`<table:table-cell table:number-columns-repeated="2"><text:p>a &amp;<text:s/> b</text:p><text:p>c</text:p></table:table-cell>`+
		`<table:table-cell table:number-columns-repeated="1020"/></table:table-row>`+
		`<table:table-row><table:table-cell office:value-type="float" office:value="0.5"><text:p>0,5</text:p></table:table-cell>`+
		`<table:covered-table-cell/><table:table-cell><office:annotation><text:p>why?</text:p></office:annotation><text:p>x</text:p>`+
		`</table:table-cell></table:table-row><table:table-row table:number-rows-repeated="2"><table:table-cell office:value="1"/>`+
		`</table:table-row><table:table-row table:number-rows-repeated="99999999"><table:table-cell/></table:table-row>`)))
	if err != nil || kind != "Excel" {
		t.Fatal(kind, err)
	}
	var got bytes.Buffer
	if _, err := got.ReadFrom(in); err != nil {
		t.Fatal(err)
	}
	check.Equal(t, "table", got.String(), "gold,,\"a & b\nc\",\"a & b\nc\"\n0.5,,x,\n1,,,\n1,,,\n")
	const bomb = `<table:table-row><table:table-cell table:number-columns-repeated="99999"><text:p>x</text:p></table:table-cell>` +
		`</table:table-row>`
	const repeated = `<table:table-row table:number-rows-repeated="99999999"><table:table-cell><text:p>x</text:p></table:table-cell>` +
		`</table:table-row>`
	for _, text := range []string{bomb, repeated} {
		_, err := sheetText(cells(text))
		check.Fails(t, "a workbook", err, text)
	}
}
