package tabular

import (
	"strings"
	"testing"
)

// Tables of colleagues and services, as the unseen files of November 2026 had them.
func TestTablesOfColleaguesAndServices(t *testing.T) {
	for _, c := range []struct{ name, text, want, never string }{
		{"run.csv", "题目,标准答案,模型A回答,模型A是否正确\n一,长江,扬子江,对\n二,北京,北京,对\n三,一,二,错\n四,甲,乙,错\n", "rrww", ""},
		{"run.csv", "No.,正解ラベル,予測ラベル,信頼度,判定\n1,良品,良品,0.6,○\n2,傷,良品,0.7,×\n3,傷,傷,0.9,○\n正解率,,,,0.667\n", "rwr", ""},
		{"run.csv", "questão;gabarito;resposta_modelo;acertou\n1;A;a);sim\n2;B;C;não\n3;D;D;sim\n", "rwr", ""},
		{"run.csv", "request_id,model,spend,cache_hit,status\na,x,.1,True,success\nb,x,.2,False,failure\nc,x,.1,False,success\n",
			"no column of predictions", "correct="},
		{"run.json", `{"id":["a","b","c"],"results":[1,0,1],"scores_chosen":[2.5,-1,3],"scores_rejected":[1,0,2.5],"model":"m"}`,
			"correct=results", ""},
		{"run.json", `[{"id":"1","references":[{"output":{"text":"Yes"},"tags":["correct"]}]},` +
			`{"id":"2","references":[{"output":{"text":"No"},"tags":["correct"]}]}]`, "no column of predictions", "correct="},
	} {
		if got := openText(t, c.name, c.text); !strings.Contains(got, c.want) || c.never != "" && strings.Contains(got, c.never) {
			t.Errorf("%.40q: %s, want %s", c.text, got, c.want)
		}
	}
}
