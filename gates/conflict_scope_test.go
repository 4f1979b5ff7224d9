package gates

import (
	"fmt"
	"strings"
	"testing"

	"assay/vault/markdown"
)

// said reads "Title > Heading | text": a statement with what it stands under. A text that
// begins with "- " is an item of a list, with "= " a row of a table.
func said(i int, note, line string) Statement {
	s := Statement{Note: note}
	where, text, ok := strings.Cut(line, " | ")
	if !ok {
		where, text = "", line
	}
	s.Title, where, _ = strings.Cut(where, " > ")
	if where != "" {
		s.Under = strings.Split(where, " > ")
	}
	kind := markdown.Sentence
	if item, ok := strings.CutPrefix(text, "- "); ok {
		kind, text = markdown.ListItem, item
	} else if row, ok := strings.CutPrefix(text, "= "); ok {
		kind, text = markdown.TableRow, row
	}
	s.Claim = markdown.Claim{ID: markdown.ClaimID(fmt.Sprint("c", i)), Text: text, Kind: kind, Start: 1000 * i, End: 1000*i + len(text), Heading: -1}
	return s
}

// disputed are pairs of which only one can be right.
var disputed = [][2]string{
	// The note's title is the subject of the one, the words of the other name it.
	{"Response cache | It keeps an entry for 60 seconds.", "Gateway | The response cache keeps an entry for 30 seconds."},
	{"Response cache | The cache keeps an entry for 60 seconds.", "Gateway | The response cache keeps an entry for 30 seconds."},
	{"Night ferry | It leaves the quay at 21:30.", "Harbour | The night ferry leaves the quay at 22:30."},
	{"Orrel engine | The engine has 12 cylinders.", "Marrow lorry | The Orrel engine has 16 cylinders."},
	{"Skarn lighthouse > History | The lighthouse was lit in 1861.", "Skarn | The Skarn lighthouse was lit in 1871."},
	{"Quill > Overview | Quill stores a document in 4 pages.", "Stores > Details | Quill stores a document in 8 pages."},
	{"Quill | Quill does not support nested locks.", "Locks | Quill supports nested locks."},
	{"Quill | Quill is written in Ferric.", "Languages | Quill is written in Oberon."},
	{"Quill | The default port of Quill is 7040.", "Ports | The default port of Quill is 7140."},
	{"Quill | TTL is 60 s.", "Quill | TTL is 30 s."},
	{"Quill > Overview | The TTL is 60 s.", "Quill > Details | The TTL is 30 s."},
	{"Quill | Retention: 30 days.", "Quill | Retention: 90 days."},
	{"Tordal accord | The accord was signed on 4 May 1894.", "Norland | The Tordal accord was signed on 14 May 1894."},
	{"Ada Brandt | She was born in 1842.", "Governors | Ada Brandt was born in 1847."},
	{"Ada Brandt | Ada Brandt was the third governor of Tyl.", "Tyl | Ada Brandt was the second governor of Tyl."},
	{"Ada Brandt | Ada Brandt was born in Halden.", "Tyl | Ada Brandt was born in Tornby."},
	{"Winterreich | The opera was composed by Clara Weiss.", "Opera | The opera Winterreich was composed by Anton Riedl."},
	{"Orva | Lake Orva is the deepest lake of Norland.", "Tamsin | Lake Tamsin is the deepest lake of Norland."},
	{"Lakes | Lake Orva is 212 metres deep.", "Orva | Lake Orva is 221 metres deep."},
	{"Lakes | Lake Orva has an area of 12 km².", "Orva | Lake Orva has an area of 21 km²."},
	{"Basalt press | The Basalt press prints 400 sheets an hour.", "Presses | The Basalt press prints 4,000 sheets an hour."},
	{"Basalt press | The Basalt press was patented in March 1901.", "Presses | The Basalt press was patented in June 1901."},
	{"Scheduler | The scheduler retries a failed job.", "Jobs | The scheduler does not retry a failed job."},
	{"Scheduler | The scheduler retries a failed job three times.", "Jobs | The scheduler retries a failed job five times."},
	{"Scheduler | The scheduler runs jobs synchronously.", "Jobs | The scheduler runs jobs asynchronously."},
	{"Importer | The importer follows symbolic links.", "Links | The importer never follows symbolic links."},
	{"Tyl > Trade | Tea from Tyl is taxed at 12 percent.", "Taxes | Tea from Tyl is taxed at 20 percent."},
	{"Archiver | The hash of the archiver is SHA-1 by default.", "Hashes | The hash of the archiver is SHA-256 by default."},
	{"Quill > Limits | In version 3.2 Quill allows 8 sessions.", "Sessions | In version 3.2 Quill allows 16 sessions."},
	{"Quill > Limits | On Linux, Quill allows 8 sessions.", "Sessions | On Linux, Quill allows 16 sessions."},
	{"Quill > Version 3 | Quill allows 8 sessions.", "Sessions > Version 3 | Quill allows 16 sessions."},
	{"Header Trace-Id | Trace-Id is mandatory in requests.", "Requests | Trace-Id is optional in requests."},
	{"Orm | The chapel of Saint Orm was consecrated in 1212, and burned down later.", "Chapels | The chapel of Saint Orm was consecrated in 1221."},
	{"Quill > Overview | - Quill holds 40 backups.", "Backups | - Quill holds 14 backups."},
	{"Token | A token expires after 15 minutes.", "Login | A token expires after 15 seconds."},

	{"Dohle | Die Dohle hat 12 Kammern.", "Öfen | Die Dohle hat 21 Kammern."},
	{"Dohle | Die Dohle wurde 1921 gebaut.", "Öfen | Die Dohle wurde 1912 gebaut."},
	{"Kranwerk | Das Kranwerk unterstützt keine Ketten.", "Ketten | Das Kranwerk unterstützt Ketten."},
	{"Torfa | Torfa wurde von Jon Brun gegründet.", "Brun | Torfa wurde von Lars Holm gegründet."},
	{"云桥 | 云桥数据库默认使用八个工作线程。", "数据库 | 云桥数据库默认使用四个工作线程。"},
	{"青石桥 | 青石桥建成于1957年。", "桥梁 | 青石桥建成于1968年。"},
	{"墨鱼 | 墨鱼的连接超时为30秒。", "超时 | 墨鱼的连接超时为60秒。"},
	{"墨鱼 | 墨鱼支持嵌套事务。", "事务 | 墨鱼不支持嵌套事务。"},
	{"コマ | コマの上限は30件です。", "上限 | コマの上限は50件です。"},
	{"ツバメ | ツバメは例外を投げる。", "例外 | ツバメは例外を投げない。"},
	{"ツバメ | ツバメは1998年に公開された。", "歴史 | ツバメは2001年に公開された。"},
}

// compatible are pairs that can both be right.
var compatible = [][2]string{
	// Other subjects, by title, heading or name.
	{"Redcache | The TTL is 60 s.", "Bluecache | The TTL is 30 s."},
	{"Redcache | It keeps an entry for 60 seconds.", "Bluecache | It keeps an entry for 30 seconds."},
	{"Redcache | The cache keeps an entry for 60 seconds.", "Bluecache | The cache keeps an entry for 30 seconds."},
	{"Red cache | The cache keeps an entry for 60 seconds.", "Blue cache | The cache keeps an entry for 30 seconds."},
	{"Walk filter > Exam notes | - Derivation not examinable.", "Drift bound > Key derivation | This derivation is examinable."},
	{"Walk filter > Exam notes | - No formula sheet.", "Drift bound > Exam notes | - Formula sheet provided."},
	{"Walk filter | Week: 7 (course numbering)", "Drift bound | Week: 8 (course numbering)"},
	{"Walk filter > Status | - Status: no formula sheet for Week 5", "Drift bound > Status | - Status: no formula sheet for Week 3"},
	{"Models > Orla 5 (retiring 16 July 2026) | - Retirement date: 16 July 2026", "Models > Pava 3 (retiring 26 March 2026) | - Retirement date: 26 March 2026"},
	{"Inference > Batch jobs | The notebook is saved in your folder under Batch-Out.", "Inference > Streaming jobs | The notebook is saved in your folder under Stream-Out."},
	{"Sharing > Signed links | Providers can view the answer_text field of these logs.", "Sharing > Tokens | Providers can view the query_text field of these logs."},
	{"Trees | Ash grows to 11 metres.", "Trees | Beech grows to 13 metres."},
	{"Brandt | Anna Lund was born in 1820.", "Brandt | Peter Lund was born in 1851."},
	{"Pump > North hall | The pump moves 40 litres a minute.", "Pump > South hall | The pump moves 60 litres a minute."},
	{"Quill driver for Scala | Quill Connect requires 8 cores.", "Quill driver for Java | Quill Connect requires 16 cores."},
	{"Orrel (Android) | Orrel keeps 40 messages.", "Orrel (iPhone) | Orrel keeps 60 messages."},
	{"Towers | The north tower is 40 metres tall.", "Towers | The south tower is 55 metres tall."},
	{"Orrel 12 | The engine has 12 cylinders.", "Orrel 16 | The engine has 16 cylinders."},
	{"QX-4 | The usual timeout of an idle connection to the server is 30 seconds.", "ZenBox | The usual timeout of an idle connection to the server is 90 seconds."},

	// Other scopes.
	{"Quill | In version 1 the timeout is 60 s.", "Timeouts | In version 2 the timeout is 30 s."},
	{"Quill > Version 1 | The timeout of Quill is 60 s.", "Quill > Version 2 | The timeout of Quill is 30 s."},
	{"Quill 1.4 | The timeout is 60 s.", "Quill 2.0 | The timeout is 30 s."},
	{"Quill > Linux | Quill opens 64 files.", "Quill > Windows | Quill opens 32 files."},
	{"Quill | On Linux, Quill opens 64 files.", "Files | On Windows, Quill opens 32 files."},
	{"Quill | Quill opens 64 files.", "Files | On Windows, Quill opens 32 files."},
	{"Quill | As of 2019, Quill has 400 users.", "Users | As of 2024, Quill has 900 users."},
	{"Tyl | In 1990 Tyl had 4,000 inhabitants.", "Towns | In 2010 Tyl had 9,000 inhabitants."},
	{"Log > 2024-05-02 | The vault has 40 notes.", "Log > 2024-06-03 | The vault has 52 notes."},
	{"Quill | Quill has 400 users.", "Log > 2021-06-03 | Quill has 700 users."},
	{"Quill | If the gate is open, the bell rings 2 times.", "Quill | If the gate is shut, the bell rings 3 times."},
	{"Quill | The job is retried 3 times on a timeout.", "Quill | The job is retried 5 times on a lost link."},
	{"Quill | Since version 4.1 the flag is on.", "Quill | The flag is off."},
	{"Tyl | The tax on bread is 5 percent in Norland.", "Tyl | The tax on bread is 7 percent in Sudland."},
	{"Quill > Free plan | An upload holds 50 files.", "Quill > Team plan | An upload holds 500 files."},
	{"Course > Week 3 plan | The test takes 40 minutes.", "Course > Week 5 plan | The test takes 60 minutes."},

	// Rows and items.
	{"Scaling > Cases | = One client, two slots: 1; 2; 50 ms; 20", "Scaling > Cases | = Two clients, two slots: 2; 2; 50 ms; 40"},
	{"Index > Pages | = drift-bound: Drift bound; 3", "Drift bound > Parts | - drift-bound (30:33 to 40:53)"},
	{"Retros > Dates | = D+90: quarterly review of Quill", "Retros > Dates | = D+180: half-yearly review of Quill"},
	{"Licences | = Licence: Open-A", "Quill | = Licence: Open-B"},
	{"Amdahl > Example | - 1 processor: time is 110 ticks.", "Amdahl > Example | - 10 processors: time is 20 ticks."},
	{"Ports > Open | - The admin port is 7001.", "Ports > Open | - The data port is 7002."},
	{"Steps > Install | - Wait for 30 seconds.", "Steps > Install | - Wait for 60 seconds."},
	{"Talk > Chapters | - 29:05: drift in practice", "Talk > Parts | - 5. Drift in practice"},

	// Values that leave room for one another.
	{"Falk | The observatory at Falk opened in 1887.", "Falk | The observatory at Falk opened on 14 May 1887."},
	{"Crater | The Hol crater is about 50 km wide.", "Hol | The Hol crater is 49.6 km wide."},
	{"Quill | Quill needs at least 4 GB of memory.", "Memory | Quill needs 8 GB of memory."},
	{"Quill | Quill keeps up to 40 copies.", "Copies | Quill keeps 12 copies."},
	{"Quill | A run of Quill takes 10 to 20 minutes.", "Runs | A run of Quill takes 15 minutes."},
	{"Token | A token expires after 15 minutes.", "Login | A token expires after 900 seconds."},
	{"Quill | Quill holds 1.2 million rows.", "Rows | Quill holds 1,200,000 rows."},
	{"Licences | Licences of Tyl were issued until 1830.", "Tyl | Licences of Tyl were issued from 1790."},

	// Several can hold.
	{"Winterreich | Winterreich was composed by Clara Weiss.", "Weiss | Winterreich was composed by Clara Weiss and Anton Riedl."},
	{"Quill | Quill works with editors such as Marlo.", "Marlo | Quill works with editors such as Pinto."},
	{"Quill | Quill supports Ferric.", "Ferric | Quill supports Oberon."},
	{"Marlo | It is cited as a strong model alongside Pinto.", "Pinto | It is cited as a strong model alongside Marlo."},
	{"Orva | Lake Orva is one of the deepest lakes of Norland.", "Tamsin | Lake Tamsin is one of the deepest lakes of Norland."},
	{"Orva | Lake Orva is the deepest lake of Norland.", "Tamsin | Lake Tamsin is the deepest lake of Sudland."},
	{"Brun | Olaf Brun founded the press in 1890.", "Press | Olaf Brun sold the press in 1911."},
	{"Driver | The driver does not support nested locks.", "Locks | The driver does not support shared locks."},

	// No flat statement of both.
	{"Quill | Quill probably holds 40 copies.", "Copies | Quill holds 60 copies."},
	{"Quill | Suppose Quill holds 40 copies.", "Copies | Quill holds 60 copies."},
	{"Quill | Ada Brandt says that Quill holds 40 copies.", "Copies | Olaf Brun says that Quill holds 60 copies."},
	{"Quill | Quill is planned to hold 40 copies.", "Copies | Quill holds 60 copies."},
	{"Quill | Does Quill hold 40 copies?", "Copies | Quill holds 60 copies."},
	{"Drift > Setup | The rate is $r = 0.2$ for $n = 3$ arms.", "Drift > Trace | The rate is $r = 0.1$ for $n = 3$ arms."},
	{"Mode | The mode is a point estimate, not the full distribution.", "Mode | The mode is a point estimate of the distribution."},

	{"Rotspeicher | Die Frist beträgt 60 Tage.", "Blauspeicher | Die Frist beträgt 30 Tage."},
	{"Dohle | In Version 1 hat die Dohle 12 Kammern.", "Öfen | In Version 2 hat die Dohle 21 Kammern."},
	{"红缓存 | 超时时间为60秒。", "蓝缓存 | 超时时间为30秒。"},
	{"墨鱼 > 版本1 | 墨鱼的连接超时为30秒。", "超时 > 版本2 | 墨鱼的连接超时为60秒。"},
	{"墨鱼 | 墨鱼的连接超时为30秒。", "超时 | 墨鱼的空闲超时为60秒。"},
	{"墨鱼 上 | 共有 112 人收藏了该文章，可供初学者参考。", "墨鱼 下 | 共有 99 人收藏了该文章，可供初学者参考。"},
	{"課程 | 第3周的作业有5题。", "課程 | 第4周的作业有8题。"},
	{"コマ > Linux | 上限は30件です。", "コマ > Windows | 上限は50件です。"},
	{"アカ | 上限は30件です。", "アオ | 上限は50件です。"},
}

// Invariant (grading): A conflict is of one subject, attribute and scope.
func TestConflictsOfOneSubjectAndScope(t *testing.T) {
	t.Parallel()
	if len(disputed) < 40 || len(compatible) < 60 {
		t.Errorf("%d and %d pairs", len(disputed), len(compatible))
	}
	for want, pairs := range map[bool][][2]string{true: disputed, false: compatible} {
		for _, p := range pairs {
			for _, turn := range [...][2]string{p, {p[1], p[0]}} {
				one, _, _ := strings.Cut(turn[0], " > ")
				one, _, _ = strings.Cut(one, " | ")
				two, _, _ := strings.Cut(turn[1], " > ")
				two, _, _ = strings.Cut(two, " | ")
				found := NewConflicts([]Statement{said(1, one+".md", turn[0])}).Find(said(2, two+".md", turn[1]))
				if (found != nil) != want {
					t.Errorf("conflict %v, want %v\n%s\n%s", found != nil, want, turn[0], turn[1])
				}
			}
		}
	}
}
