package text

import (
	"strings"
	"sync"
)

// Word lists are small on purpose: what they lack is weighed by length and
// capitals. Each is a space-separated list, read once, when it is first asked.

// words is a set of words that is read when it is first asked: most commands ask
// none, and the lists of ten languages are long.
type Set = *wordList

type wordList struct {
	lists []string
	once  sync.Once
	set   map[string]bool
}

func WordSet(lists ...string) Set { return &wordList{lists: lists} }

// Has reports a word of the set. The nil set has none.
func (w *wordList) Has(word string) bool {
	if w == nil {
		return false
	}
	w.once.Do(w.read)
	return w.set[word]
}

func (w *wordList) read() {
	w.set = map[string]bool{}
	for _, list := range w.lists {
		for word := range strings.FieldsSeq(list) {
			w.set[word] = true
		}
	}
}

func wordValues(lists map[float32]string) func() map[string]float32 {
	return sync.OnceValue(func() map[string]float32 {
		values := map[string]float32{}
		for value, list := range lists {
			for _, w := range strings.Fields(list) {
				if old, ok := values[w]; !ok || value < old { // whatever the order of the map
					values[w] = value
				}
			}
		}
		return values
	})
}

// Stopwords carry no meaning by themselves, by language. The English list leaves
// out what changes a claim: quantifiers, hedges, negation, comparison.
var Stopwords = map[string]Set{
	"en": WordSet(`a an the this that these those of in on at to for from by with as into onto upon about between
		through during within and or but nor so yet if then than when while where which who whom whose what how why
		because since until although though whether unless is are was were be been being am do does did done doing has
		have had having will would shall should can could may might must it its itself he him his himself she her hers
		herself they them their theirs themselves we us our ours you your yours i me my mine there here also just very
		too such own same other another each both either some any per via etc eg ie lrb rrb lsb rsb s t ll re ve d m
		one's out up down off over again once not no nor cannot n't don doesn didn isn aren wasn weren hasn haven hadn
		won wouldn shouldn couldn needn mustn thus therefore hence moreover furthermore consequently accordingly
		nevertheless nonetheless meanwhile additionally indeed likewise besides thereby`),
	"de": WordSet(`der die das den dem des ein eine einer eines einem einen und oder aber doch sondern denn weil dass
		wenn als wie ob um zu in im an am auf aus bei beim mit nach von vom vor für durch über unter zwischen bis seit
		ist sind war waren wird werden wurde wurden worden hat haben hatte hatten sein seine seiner seinem seinen ihr
		ihre ihrer ihrem ihren er sie es sich wir uns man auch noch nur schon so da hier dort diese dieser dieses
		diesem diesen jene welche welcher welches kann können soll sollen muss müssen darf zur zum ins`),
	"fr": WordSet(`le la les l un une des du de d et ou mais donc or ni car que qui quoi dont où ce cet cette ces se sa
		son ses leur leurs il elle ils elles on nous vous je tu me te lui en y à au aux dans par pour sur sous avec
		sans entre vers chez est sont était étaient été être a ont avait avaient avoir fut furent plus ainsi comme si
		quand lorsque aussi très qu pas s c j m t même`),
	"es": WordSet(`el la los las lo un una unos unas de del al a y e o u pero sino que quien cual cuyo donde cuando
		como si en con por para sobre entre desde hasta es son era eran fue fueron ser sido está están estaba ha han
		había haber se su sus le les me te nos mi tu este esta estos estas ese esa eso aquel aquella muy más también ya`),
	"it": WordSet(`il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal
		dalla in nel nella nei nelle con su sul sulla per tra fra e ed o ma che chi cui è sono era erano fu furono
		essere stato stata ha hanno aveva si suo sua suoi sue questo questa anche come se più`),
	"pt": WordSet(`o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela para com sem sobre entre
		e ou mas que quem qual onde quando como se é são era eram foi foram ser sido está estão tem têm tinha seu sua
		seus suas este esta isso também mais já`),
	"nl": WordSet(`de het een en of maar want dat die dit deze van in op aan bij met voor door over onder tussen tot
		uit naar te om als dan is zijn was waren wordt worden werd werden heeft hebben had hij zij ze er ook nog al
		hun haar`),
	"sv": WordSet(`en ett den det de och eller men att som av i på till för med från om under över mellan är var vara
		varit har hade blir blev sig sin sitt sina han hon även där när`),
	"ru": WordSet(`и в во на с со к ко о об от до за из у по под над при для через между а но или что чтобы как так
		если когда где который которая которое которые это этот эта эти тот та те он она оно они его её ее их им был
		была было были быть есть является являются же ли бы уже также ещё еще`),
}

// CommonEnglish are words of English that other languages use for something else.
var CommonEnglish = WordSet(`no come me use man men die was son set per more also van met had over under door pour on or
	car dont es con wall ten to te en era do as os um si pro id ad ai den der`)

// commonWords are frequent in English prose and say little; the number is their weight.
var commonWords = wordValues(map[float32]string{
	0.35: `use used using uses make makes made making get gets got give gives given take takes taken include includes
		included including well new many much more less several various different time way part number people thing
		things work works known called become became becomes first one two based provide provides provided like help
		helps even still however often usually generally also per example allow allows set need needs want go goes
		went come comes came say says said see seen find found show shows shown look looks know think good great big
		small large long high low old young early late year years day days state states case cases type types form
		forms kind order place point world life man men woman women day work result results end start name named area
		group system around back since born following follow follows describe describes described represent`,
	0.6: `release released released play played plays film films movie series song album book game team player actor
		actress singer director produce produced star starred write written wrote win won award awards country city
		state company president member members work worked american english british united first second third last
		next previous general special main major important available possible able support supports supported
		function functions value values file files data user users default option options`,
})

// negators by language: "non" denies in Italian and is a prefix in English.
var negators = map[string]Set{
	"en": WordSet(`not no never none neither nor without cannot n't nothing nobody nowhere hardly scarcely rarely seldom
		lacks lack lacking unable`),
	"de": WordSet(`nicht kein keine keiner keines keinem keinen nie niemals weder ohne`),
	"fr": WordSet(`ne n jamais aucun aucune ni sans`),
	"es": WordSet(`no nunca jamás ningún ninguno ninguna sin tampoco`),
	"it": WordSet(`non nessun nessuno nessuna mai senza`),
	"pt": WordSet(`não nunca nenhum nenhuma sem`),
	"nl": WordSet(`niet geen nooit zonder`),
	"sv": WordSet(`inte ingen inget inga aldrig utan`),
	"ru": WordSet(`не нет ни никогда без нельзя`),
}

var Hedges = WordSet(`may might could perhaps possibly probably likely unlikely presumably apparently seemingly
	reportedly allegedly supposedly arguably suggest suggests suggested appear appears appeared seem seems seemed
	tend tends tended believed thought considered claimed estimated rumored rumoured essentially basically virtually
	nearly almost partly partially somewhat roughly potentially hypothesized speculated
	vielleicht möglicherweise wahrscheinlich vermutlich angeblich fast beinahe könnte dürfte
	peut-être probablement presque environ pourrait quizás probablemente posiblemente casi podría
	forse probabilmente quasi potrebbe talvez provavelmente quase misschien waarschijnlijk bijna
	возможно вероятно почти может`)

// Quantifiers by strength: 4 all, 3 most, 2 many or often, 1 some, 0 none.
var Quantifiers = wordValues(map[float32]string{
	4: `all every always everyone everything everywhere entire entirely whole completely fully exclusively solely only
		any whenever alle jeder jede jedes immer tous toutes toujours todos todas siempre sempre tutti все всегда`,
	3: `most mostly mainly usually generally typically normally majority largely primarily meist meistens plupart
		mayoría generalmente`,
	2: `many often frequently numerous commonly oft viele souvent muchos a-menudo`,
	1: `some sometimes several few occasionally certain partially partly einige manche manchmal quelques parfois
		algunos algunas`,
})

// Antonyms pairs words that cannot both hold of one thing.
var Antonyms = AntonymTable(`increase decrease|increases decreases|increased decreased|increasing decreasing|raise lower|raises lowers|
	rise fall|rises falls|rose fell|grow shrink|grew shrank|up down|high low|higher lower|highest lowest|more less|more fewer|most least|
	larger smaller|largest smallest|bigger smaller|biggest smallest|greater lesser|greater smaller|long short|longer shorter|
	longest shortest|fast slow|faster slower|fastest slowest|better worse|best worst|first last|early late|earlier later|
	earliest latest|before after|old new|older newer|older younger|oldest newest|oldest youngest|old young|above below|over under|
	inside outside|within outside|internal external|enable disable|enables disables|enabled disabled|allow prevent|
	allow forbid|allows prevents|allows forbids|allowed forbidden|allowed prohibited|permit forbid|permitted forbidden|
	accept reject|accepts rejects|accepted rejected|include exclude|includes excludes|included excluded|including excluding|
	open close|opens closes|opened closed|open closed|begin end|begins ends|began ended|start stop|starts stops|
	started stopped|start end|starts ends|started ended|add remove|adds removes|added removed|create delete|creates deletes|
	created deleted|create destroy|push pull|read write|reads writes|
	input output|source target|client server|upload download|encrypt decrypt|lock unlock|load unload|mount unmount|
	true false|right wrong|correct incorrect|valid invalid|legal illegal|possible impossible|mandatory optional|
	required optional|explicit implicit|explicitly implicitly|automatic manual|automatically manually|static dynamic|
	statically dynamically|synchronous asynchronous|synchronously asynchronously|mutable immutable|local remote|
	local global|public private|single multiple|same different|similar different|equal unequal|always never|
	all none|everyone nobody|everything nothing|with without|minimum maximum|minimal maximal|min max|ascending descending|
	positive negative|active inactive|alive dead|living dead|male female|man woman|men women|boy girl|boys girls|
	husband wife|father mother|son daughter|brother sister|king queen|actor actress|north south|northern southern|
	east west|eastern western|left right|top bottom|upper lower|win lose|wins loses|won lost|winner loser|
	victory defeat|success failure|succeed fail|succeeded failed|succeeds fails|buy sell|bought sold|buys sells|
	import export|gain lose|gained lost|strong weak|stronger weaker|strongest weakest|hot cold|hotter colder|
	warm cool|warmer cooler|wet dry|heavy light|heavier lighter|hard soft|harder easier|harder softer|hardest softest|easy difficult|
	easier harder|simple complex|cheap expensive|cheaper costlier|rich poor|near far|deep shallow|wide narrow|
	full empty|visible hidden|forward backward|import export|acquire sell|attack defend|love hate|loved hated|
	like dislike|agree disagree|agreed disagreed|connect disconnect|appear disappear|succeeding preceding|
	follows precedes|following preceding|successor predecessor|parent child|ancestor descendant|major minor|
	majority minority|inferior superior|horizontal vertical|horizontally vertically|odd even|even uneven|
	upgrade downgrade|upstream downstream|online offline|temporary permanent|temporarily permanently|
	directly indirectly|direct indirect|voluntary compulsory|natural artificial|domestic foreign|civilian military|
	activate deactivate|activates deactivates|activation inhibition|activates inhibits|promote inhibit|promotes inhibits|
	promotes suppresses|induce inhibit|induces inhibits|induces prevents|causes prevents|cause prevent|
	enhance reduce|enhances reduces|enhanced reduced|improve worsen|improves worsens|improved worsened|
	upregulated downregulated|upregulates downregulates|increase reduce|increases reduces|increased reduced|
	increase decline|strengthen weaken|strengthens weakens|effective ineffective|efficient inefficient|
	higher less|critical trivial|sufficient insufficient|complete incomplete|stable unstable|safe unsafe|
	dependent independent|supported unsupported|known unknown|related unrelated|slightly much|slightly significantly|
	slightly considerably|slightly far|slightly substantially|gradually suddenly|partially fully|partly entirely`)

func AntonymTable(list string) func() map[string][]string {
	return sync.OnceValue(func() map[string][]string {
		table := map[string][]string{}
		for pair := range strings.SplitSeq(list, "|") {
			if w := strings.Fields(pair); len(w) == 2 {
				table[w[0]] = append(table[w[0]], w[1])
				table[w[1]] = append(table[w[1]], w[0])
			}
		}
		return table
	})
}

// Exclusives lift one thing above all others; a claim that has one which its
// source lacks says more than its source.
var Exclusives = WordSet(`only solely exclusively first last sole unique main most best worst largest smallest biggest
	highest lowest longest shortest fastest slowest oldest youngest newest earliest latest greatest always never all every
	none entirely completely guarantees guaranteed guarantee proves proved proven cannot must`)

// Pronouns open a sentence whose subject stands before it.
var Pronouns = WordSet(`it its he his him she her they their them this these that those we our i who which
	er sie es ihr sein il elle ils elles el ella ellos 它 他 她 他们 这 该 其 彼 彼女 それ これ`)

// ClauseWords begin a clause of their own.
var ClauseWords = WordSet(`and but while whereas because since although though which that who where when if unless so thus
	hence therefore whose making causing allowing enabling leading resulting ensuring meaning including
	und aber weil während obwohl wobei sodass et mais parce car tandis qui y pero porque mientras aunque que
	e ma perché mentre и но потому который которые`)
