package commands

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"faithscope/cmd/faithscope/opening"
	"faithscope/loaders"
	"faithscope/loaders/files"
	"faithscope/loaders/loadertest/check"
)

// notRuns are files of programs and data sets that do not evaluate a
// model, in the shape that their own documentation gives, made up here.
var notRuns = map[string]string{
	"package.json": `{"name":"x","version":"1.0.0","scripts":{"test":"jest"},"dependencies":{"left-pad":"^1.3.0"}}`,
	"package-lock.json": `{"name":"x","lockfileVersion":3,"packages":{"":{"version":"1.0.0"},"node_modules/a":{"version":"1.2.3",` +
		`"resolved":"https://example.org/a.tgz"}}}`,
	"tsconfig":             `{"compilerOptions":{"target":"es2020","strict":true},"include":["src"]}`,
	"composer":             `{"require":{"php":">=8.1"},"autoload":{"psr-4":{"App\\":"src/"}}}`,
	"steps that are texts": `{"id":"a-0","generator":"m","problem":"Sue lives.","steps":["To find out","On Saturday"],"label":1}`,
	"steps of an agent":    `{"id":"a-0","task":"x","steps":[{"thought":"I look.","action":"look"}]}`,
	"GeoJSON": `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},` +
		`"properties":{"name":"a"}}]}`,
	"vocabulary":            `{"[PAD]":"0","the":"1","a1":"2"}`,
	"vocabulary of numbers": `{"<s>":0,"</s>":1,"Ġthe":2}`,
	"ImageNet labels":       `{"0":"tench, Tinca tinca","1":"goldfish, Carassius auratus","2":"great white shark"}`,
	"ImageNet synsets":      `{"n01440764":"tench","n01443537":"goldfish"}`,
	"label map":             `{"label_0":"negative","label_1":"positive"}`,
	"id2label":              `{"0":["n01440764","tench"],"1":["n01443537","goldfish"]}`,
	"protein sequences": `{"P69905":"MVLSPADKTNVKAAWGKVGAHAGEYGAEALERMFLSFPTTKTYFPHFDLSH",` +
		`"P68871":"MVHLTPEEKSAVTALWGKVNVDEVGGEALGRLLVVYPWTQRFFESFGDLST"}`,
	"names by number": `{"nm0000001":"Fred Astaire","nm0000002":"Lauren Bacall"}`,
	"checksums":       `{"a1.bin":"d41d8cd98f00b204e9800998ecf8427e","b2.bin":"0cc175b9c0f1b6a831c399e269772661"}`,
	"urls by id":      `{"img1":"https://example.org/1","img2":"https://example.org/2"}`,
	"translations":    `{"menu.1":"File","menu.2":"Edit"}`,
	"phone book":      `{"x1":"Ann","x2":"Bob"}`,
	"COCO captions": `{"info":{},"images":[{"id":1,"file_name":"1.jpg","height":2,"width":2}],"licenses":[],` +
		`"annotations":[{"image_id":1,"id":2,"caption":"A dog."}]}`,
	"COCO captions' images": `{"images":[{"id":1,"file_name":"1.jpg"}],"type":"captions","annotations":[{"image_id":1,"id":2,"caption":"A ` +
		`dog."}]}`,
	"caption list": `[{"image_id":1,"caption":"A dog."}]`,
	"Flickr captions": `{"images":[{"sentids":[0],"imgid":0,"sentences":[{"tokens":["a","dog"],"raw":"A dog.","imgid":0,` +
		`"sentid":0}],"split":"train","filename":"1.jpg"}],"dataset":"flickr8k"}`,
	"COCO panoptic": `{"images":[{"id":1,"file_name":"1.jpg"}],"annotations":[{"image_id":1,"file_name":"1.png",` +
		`"segments_info":[{"id":3,"category_id":1}]}]}`,
	"config of a transformer": `{"architectures":["BertModel"],"hidden_size":768,"id2label":{"0":"neg","1":"pos"},"model_type":"bert"}`,
	"tokenizer": `{"version":"1.0","truncation":null,"added_tokens":[{"id":0,"content":"[PAD]","special":true}],` +
		`"model":{"type":"WordPiece","vocab":{"a":0}}}`,
	"tokenizer config": `{"do_lower_case":true,"model_max_length":512,"tokenizer_class":"BertTokenizer"}`,
	"trainer state": `{"best_metric":0.9,"epoch":3.0,"log_history":[{"epoch":1.0,"loss":0.5,"step":10},{"eval_accuracy":0.8,` +
		`"epoch":1.0,"step":10}]}`,
	"all results":       `{"epoch":3.0,"eval_accuracy":0.91,"eval_loss":0.3,"train_runtime":12.5}`,
	"generation config": `{"bos_token_id":0,"eos_token_id":2,"max_length":20}`,
	"adapter config":    `{"base_model_name_or_path":"x","lora_alpha":16,"r":8,"task_type":"CAUSAL_LM"}`,
	"dataset info": `{"description":"","features":{"text":{"dtype":"string","_type":"Value"},"label":{"names":["a","b"],` +
		`"_type":"ClassLabel"}},"splits":{"train":{"num_examples":2}}}`,
	"safetensors index": `{"metadata":{"total_size":10},"weight_map":{"a.weight":"model-00001-of-00002.safetensors"}}`,
	"notebook": `{"cells":[{"cell_type":"code","source":["print(1)"],"outputs":[{"output_type":"stream","text":["1"]}],` +
		`"metadata":{}}],"metadata":{},"nbformat":4,"nbformat_minor":5}`,
	"OpenAPI": `{"openapi":"3.0.0","info":{"title":"x","version":"1"},"paths":{"/a":{"get":{"responses":{"200":{"description":"ok"}}}}}}`,
	"SARIF":   `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"ruleId":"a","message":{"text":"b"}}]}]}`,
	"GitHub event": `{"id":"123","type":"PushEvent","actor":{"login":"a"},"repo":{"name":"a/b"},"payload":{"size":1},` +
		`"created_at":"2020-01-01T00:00:00Z"}`,
	"tweet":          `{"id":123,"text":"Hello","user":{"id":5,"screen_name":"a"},"lang":"en","retweet_count":0}`,
	"review":         `{"overall":5.0,"reviewerID":"A1","asin":"B0","reviewText":"Good.","summary":"Good","unixReviewTime":1}`,
	"product":        `{"sku":"1","price":9.5,"tags":["a"],"stock":{"total":3}}`,
	"arXiv paper":    `{"id":"0704.0001","authors":"A. B.","title":"On","abstract":"We","categories":"hep-ph"}`,
	"Wikipedia page": `{"id":"12","url":"https://example.org","title":"Anarchism","text":"Anarchism is"}`,
	"log line":       `{"level":"info","ts":1.5,"msg":"started","caller":"a.go:1"}`,
	"trace event":    `{"traceEvents":[{"name":"a","ph":"X","ts":1,"dur":2,"pid":1,"tid":1}]}`,
	"MNLI": `{"annotator_labels":["neutral"],"gold_label":"neutral","genre":"x","pairID":"1n","sentence1":"A.",` +
		`"sentence2":"B."}`,
	"SST-2":              `{"idx":0,"sentence":"fine","label":1}`,
	"BoolQ":              `{"question":"is it","title":"x","answer":true,"passage":"It is."}`,
	"GSM8K":              `{"question":"How many?","answer":"2 #### 2"}`,
	"Alpaca":             `{"instruction":"Say.","input":"","output":"Said."}`,
	"ShareGPT":           `{"id":"a","conversations":[{"from":"human","value":"Hi"},{"from":"gpt","value":"Hello"}]}`,
	"preference pair":    `{"prompt":"Hi","chosen":"Hello","rejected":"No"}`,
	"LLaVA instructions": `[{"id":"1","image":"1.jpg","conversations":[{"from":"human","value":"What?"},{"from":"gpt","value":"A dog."}]}]`,
	"audio metadata":     `{"file_name":"a.wav","transcription":"hello"}`,
	"document metadata":  `{"file_name":"a.pdf","title":"On"}`,
	"video metadata":     `{"file_name":"a.mp4","label":"run"}`,
	"Common Voice":       `{"client_id":"a","path":"a.mp3","sentence":"Hello.","up_votes":2}`,
	"WordNet":            `{"dog.n.01":{"definition":"a","hypernyms":["canine.n.02"]}}`,
	"CONLL as JSON":      `{"id":"0","tokens":["EU","rejects"],"ner_tags":[3,0],"pos_tags":[22,42]}`,
	"benchmark":          `{"context":{"date":"x"},"benchmarks":[{"name":"a","real_time":1.5,"iterations":10}]}`,
	"test report": `{"numTotalTests":2,"testResults":[{"name":"a","status":"passed","assertionResults":[{"title":"b",` +
		`"status":"passed"}]}]}`,
	"terraform":           `{"version":4,"resources":[{"type":"a","name":"b","instances":[{"attributes":{"id":"c"}}]}]}`,
	"feed":                `{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[{"id":"1","content_text":"a"}]}`,
	"bibliography":        `[{"id":"a","type":"article","title":"On","author":[{"family":"B"}]}]`,
	"Open Images classes": "LabelName,DisplayName\n/m/01,Dog\n/m/02,Cat\n",
	"Titanic":             "PassengerId,Survived,Pclass,Name,Sex,Age\n1,0,3,\"B, Mr.\",male,22\n",
	"Iris":                "sepal_length,sepal_width,species\n5.1,3.5,setosa\n",
	"training log":        "epoch,loss,val_loss,accuracy\n1,0.5,0.6,0.8\n",
	"text and label":      "text,label\nfine,1\nbad,0\n",
	"STS":                 "index,genre,sentence1,sentence2,score\n0,news,A.,B.,4.5\n",
	"addresses":           "first,last,city\nAnn,Lee,Oslo\n",
	"time series":         "date,open,high,low,close\n2020-01-01,1,2,0.5,1.5\n",
	"gene table":          "gene,chrom,start,end\nBRCA1,17,43044295,43125364\n",
	"annotations by hand": "filename,width,height,class,xmin,ymin,xmax,ymax\na.jpg,10,10,dog,1,1,2,2\n",
	"sounds":              "file_name,transcription\na.wav,hello\n",
}

// layouts writes a file as it may come: JSON compact, indented, as a list and
// as lines; a table with other bytes between its cells.
func layouts(t *testing.T, text string) map[string]string {
	t.Helper()
	if text[0] != '{' && text[0] != '[' {
		return map[string]string{"commas": text, "tabs": strings.ReplaceAll(text, ",", "\t"), "semicolons": strings.ReplaceAll(text, ",", ";")}
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, []byte(text), "", "  "); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	all := map[string]string{"compact": text, "indented": indented.String()}
	if text[0] == '{' {
		all["a list"], all["lines"] = "["+text+",\n"+text+"]", text+"\n"+text+"\n"
	}
	return all
}

// No format takes a file that is not a run.
func TestFilesThatAreNotRuns(t *testing.T) {
	opener := files.NewOpener(nil, opening.Formats...)
	n := 0
	for name, text := range notRuns {
		for layout, text := range layouts(t, text) {
			n++
			opener.Files = fstest.MapFS{"dir/file": {Data: []byte(text)}}
			if run, err := opener.Open(t.Context(), "dir/file", loaders.Options{}); err == nil {
				t.Errorf("%s, %s, is taken for %s", name, layout, run.Format)
				run.Close()
			}
		}
	}
	if n < 200 {
		t.Errorf("%d files, want 200", n)
	}
}

// A file is recognised whatever its white space and the order of its keys.
func TestRecognitionWithoutWhiteSpace(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("../../loaders", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.Contains(path, "testdata") || strings.Contains(path, "fuzz") ||
			filepath.Base(path) == "expected.json" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || len(text) > loaders.HeadSize/4 {
			return err
		}
		f := loaders.Formats(opening.Formats).Detect(text)
		var values []any
		for in := json.NewDecoder(bytes.NewReader(text)); ; {
			var v any
			if in.Decode(&v) != nil {
				break
			}
			values = append(values, v)
		}
		if f == nil || len(values) == 0 || text[0] != '{' && text[0] != '[' {
			return nil
		}
		seen++
		var indented bytes.Buffer
		for _, v := range values { // in alphabetical order
			b, err := json.MarshalIndent(v, "", "\t")
			if err != nil {
				return err
			}
			fmt.Fprintf(&indented, "%s\n", b)
		}
		if again := loaders.Formats(opening.Formats).Detect(indented.Bytes()); again == nil || again.Name != f.Name {
			t.Errorf("%s is %s, and another when it is indented", path, f.Name)
		}
		return nil
	})
	if err != nil || seen < 20 {
		t.Errorf("%d files: %v", seen, err)
	}
}

// A refusal says what the file is near to, and what of it is not there.
func TestNearestFormats(t *testing.T) {
	opener := files.NewOpener(fstest.MapFS{
		"lm":    {Data: []byte(`{"target":"x","filtered_resps":["x"]}` + "\n")},
		"table": {Data: []byte("a,b\n1,2\n")},
	}, opening.Formats...)
	for name, want := range map[string]string{"lm": "lm-eval (no doc_id)",
		"table": "it is a table, but its column roles are unclear: no column of predictions (its columns: a, b); assign roles with --map"} {
		_, err := opener.Open(t.Context(), name, loaders.Options{})
		check.Error(t, name, err, want)
	}
}
