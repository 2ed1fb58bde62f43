package tabular

import (
	"strings"
	"testing"
)

// What spreadsheets, R and notebooks write around a table or beside its rows isn't an example.
func TestTablesAsSpreadsheetsWriteThem(t *testing.T) {
	const rows = "a,x,x\nb,x,y\nc,y,y\n"
	for name, test := range map[string]struct{ text, want string }{
		"a delimiter line":      {"sep=;\nid;gold;prediction\n" + strings.ReplaceAll(rows, ",", ";"), "rwr"},
		"comments":              {"# made on Monday, by hand\n# twice\nid,gold,prediction\n" + rows, "rwr"},
		"titles":                {"My evaluation,,\n\"of May, again\",,\n,,\nid,gold,prediction\n" + rows, "rwr"},
		"a heading with a sign": {"# id\tgold\tprediction\n" + strings.ReplaceAll(rows, ",", "\t"), "rwr"},
		"lone quotes":           {"id\tgold\tprediction\na\t\"x, he said\t\"x, he said\nb\t\"x\" y\tz\nc\tx\tx\n", "rwr"},
		"quoted line ends":      {"id\tgold\tprediction\na\t\"x\ny\"\t\"x\ny\"\nb\ty\tz\n", "rw"},
		"row names of R":        {"gold,prediction\n1,x,x\n2,x,y\n3,y,y\n", "rwr"},
		"totals and empty rows": {"id,gold,prediction,score\na,x,x,1\nb,x,y,0\n,,,\nAll subtotal,,,50%\nAVERAGE,,,.5\n",
			"rwrun.csv record 3: not a row: it is empty, a total"},
		"an unanswered sum": {"question,gold,prediction\nFind the sum,12,\na,3,3\nb,4,5\n", "?rwrun.csv record 1: no answer; counts as 0"},
		"percentages":       {"gold,prediction,EM\nx || y,y,100.0%\nx,z,0.0%\nz,z,100.0%\n", "rwr"},
		"Spanish": {"Pregunta,Respuesta correcta,Respuesta del modelo,¿Correcto?\na,La Paz,la paz,Sí\nb,Au,Ag,No\nc,x,x,Sí\n",
			"rwr"},
		"French":  {"Énoncé,Étiquette réelle,Étiquette prédite\na,x,x\nb,x,y\n", "rw"},
		"German":  {"Frage,Musterlösung,Modellantwort,richtig\na,x,er sagt x,ja\nb,x,y,nein\n", "rw"},
		"Chinese": {"题目,标准答案,模型回答,是否正确\na,B,我选 B,对\nb,A,C,错\n", "rw"},
		"ticks":   {"Gold,Answer,Correct?\nx,it is x,x\ny,z,\nx,x,x\nz,y,\nx,x,x\nx,x,x\n", "correct=Correct?,right=value:x'"},
		"no heading": {"cat,animal,hyper,co\noak,tree,hyper,hyper\nspoon,fork,co,co\nwheel,car,mero,mero\n",
			"a table without column names"},
		"training beside tests": {"gold,prediction,split\nx,x,train\nx,y,test\nx,x,train\n", "model=split' or --map"},
		"probabilities":         {"id,y_true,y_prob\na,1,.7\nb,0,.6\nc,1,.9\n", "gold=y_true,predicted=y_prob,right=half'"},
		"other encodings":       {"\xca\xc7\xb7\xf1,\xb1\xea\xc7\xa9\na,b\n", "isn't UTF-8"},
		"counts of pairs":       {"gold,pred,count\nx,x,9\nx,y,2\ny,y,7\ny,x,1\n", "count says how often each answer was given"},
		"faults": {"q,eval.Hallucination.score\na,1\nb,0\nc,1\nd,0\n",
			"no column of predictions (its columns: q, eval.Hallucination.score); assign roles with --map ("},
		"counts beside counts": {"num_errors,num_retries\n0,0\n1,0\n0,0\n1,1\n0,1\n0,0\n", "assign roles with --map ("},
		"few rows":             {"Q1,Q2\nA,B\nB,B\nA,A\nB,A\nA,A\n", "assign roles with --map ("},
		"annotators": {"id,ann1,ann2,adjudicated,roberta\n" + strings.Repeat("a,x,y,x,x\nb,y,y,y,x\n", 3),
			"gold=adjudicated,predicted=roberta' ("},
		"classes that contain each other": {"income,predicted income\n>50K,>50K\n<=50K,>50K\n>50K,>50K\n<=50K,<=50K\n", "rwrr"},
		"a correct class by another name": {"text,intent,predicted\na,x,x\nb,y,x\nc,x,x\nd,y,y\ne,x,y\nf,y,y\n",
			"gold=intent,predicted=predicted'"},
		"sentences": {"text,pred_text\n" + strings.Repeat("there was nothing but rain today,there was nothing but rain today\n", 2) +
			"he hoped that supper was ready,he hoped that summer was ready\n", "answers that are sentences"},
		"decimal commas": {"id;gold;prediction\na;12,50;12,5\nb;3,10;3,2\nc;x;x\nd;1,234;1.234\n", "rwrw"},
		"answers as verdicts": {"question,ground_truth,judgement\na,Yes,Yes\nb,No,Yes\nc,No,No\nd,Yes,failed!\ne,Yes,Yes\nf,No,No\n",
			"predicted=judgement' ("},
	} {
		got := openText(t, "run.csv", test.text)
		if got != test.want && (len(test.want) < 5 || !strings.Contains(got, test.want)) {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}
