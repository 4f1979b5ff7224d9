package rank

import (
	"os"
	"strings"
	"testing"
)

// Of questions in English and Chinese at least nine in ten are told, also of those that nothing was
// fitted to and whose misses nobody looked at (intents-fresh.tsv, and the harder intents-fresh2.tsv).
func TestIntentsAreTold(t *testing.T) {
	w := Default()
	for _, names := range [][]string{{"intents.tsv", "intents-later.tsv"}, {"intents-fresh.tsv", "intents-fresh2.tsv"}} {
		right, all := 0, 0
		for _, name := range names {
			text, err := os.ReadFile("testdata/" + name)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				want, question, _ := strings.Cut(strings.TrimSpace(line), "\t")
				if all++; string(w.Intent(question)) == want {
					right++
				}
			}
		}
		t.Logf("%s: %d of %d", names, right, all)
		if all < 315 || right*10 < all*9 {
			t.Errorf("%s: %d of %d", names, right, all)
		}
	}
}

// Every signal that the reference names tells its intent, whatever the question is about, and where
// several stand the most specific one counts.
func TestReferenceSignals(t *testing.T) {
	w := Default()
	for intent, forms := range map[Intent][]string{
		"factual":     {"什么是 X", "X 的定义", "X 是什么意思", "what is X", "define X", "meaning of X"},
		"status":      {"X 最新进展", "X 现状", "最近 X 的进展", "目前 X 怎么样", "现在 X 怎么样", "X 进展", "latest X", "X update", "what's new in X"},
		"comparison":  {"X 和 Deno 区别", "X 还是 Deno", "X vs Deno", "X compared to Deno", "difference between X and Deno", "latest X vs Deno"},
		"tutorial":    {"怎么做 X", "X 教程", "如何安装 X", "X 入门", "how to use X", "X tutorial", "X guide", "getting started with X"},
		"exploratory": {"深入了解 X", "X 生态", "关于 X 的一切", "about X", "X ecosystem", "deep dive into X", "X"},
		"news":        {"X 新闻", "本周 X", "最近 X 发生了什么", "X this week", "X news", "X announcements", "latest X news", "X 最新新闻"},
		"resource":    {"X 官网", "X GitHub", "X 文档", "下载 X", "X official site", "X documentation", "X repo", "latest X documentation"},
	} {
		for _, form := range forms {
			for _, topic := range []string{"WebTransport", "RISC-V", "Ladybird", "Typst", "Valkey", "tidal locking", "灯塔水母", "向量检索", "OpenWrt"} {
				if q := strings.Replace(form, "X", topic, 1); w.Intent(q) != intent {
					t.Errorf("%s: %s, want %s", q, w.Intent(q), intent)
				}
			}
		}
	}
}

// Two things set against each other are a comparison even where the latest is asked for, and that is
// what it wants.
func TestLatestComparison(t *testing.T) {
	w := Default()
	for question, want := range map[string]string{"latest Bun vs Deno": "pm", "目前 Bun 和 Deno 区别": "pm", "Bun vs Deno": "py"} {
		if i := w.Intent(question); i != "comparison" || w.Window(question, i) != want {
			t.Errorf("%s: %s, %q", question, i, w.Window(question, i))
		}
	}
}

// Signals of a vault's own decide before anything else, the most specific first.
func TestOwnSignals(t *testing.T) {
	w, err := Parse(File, []byte("version: 1\nsignals: {resource: [where lies, 藏在], news: [brew day]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for question, want := range map[string]Intent{"where lies Mongolia": "resource", "秘籍藏在何处": "resource", "how to plan a brew day": "news",
		"how to steep tea": "tutorial", "where lies the brew day": "resource"} {
		if got := w.Intent(question); got != want {
			t.Errorf("%s: %s, want %s", question, got, want)
		}
	}
}

// What is fitted is a small file with a letter a sign for each intent.
func TestFitted(t *testing.T) {
	if len(fitted) > 100_000 || len(told()) < 1000 {
		t.Errorf("%d bytes, %d signs", len(fitted), len(told()))
	}
	for sign, says := range told() {
		if len(says) != len(Intents()) || sign == "" {
			t.Errorf("%q: %q", sign, says)
		}
	}
}

// A topic whose name has words of asking in it is a topic: were 动态规划 (dynamic programming) news,
// nothing older than a week would be found on it.
func TestTopicsAreNoSignals(t *testing.T) {
	w := Default()
	for _, topic := range []string{"PostgreSQL", "green tea", "write amplification", "secure boot", "make build system", "train scheduling", "run-length encoding",
		"where clause pushdown", "消息队列", "动态规划", "动态链接库", "链接器", "入口函数", "默认参数", "红茶"} {
		if got := w.Intent(topic); got != "exploratory" {
			t.Errorf("%s: %s", topic, got)
		}
	}
}
