// Package lexicon knows what English words are to one another: synonyms, derived and more general
// words and opposites by WordNet, other names of countries and states.
package lexicon

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"assay/text"
)

// Contraries are opposites that are none in other places than the same.
var Contraries = text.AntonymTable(`next previous|cheaper dearer|cheaper pricier|wider narrower|simpler harder|simpler tougher|thicker thinner|
	closer farther|closer further|nearer farther|brighter darker|earlier subsequent|ahead behind|cleaner dirtier|safer riskier|
	quieter louder|smarter dumber|richer poorer|denser sparser|prior subsequent|forwards backwards|upwards downwards|upward downward|
	slower quicker|bigger tinier|larger tinier|sooner later|smoother rougher|taller shorter|lesser greater|former latter|earliest last|initial final|initially finally`)

// Contrary reports opposites by WordNet.
func Contrary(c, s string) bool {
	x, ok := LookUp(c)
	return ok && slices.Contains(strings.Fields(x.opposites), s)
}

// synonymGroups are words that documentation and encyclopedias use for one
// another. A synonym counts for less than the word itself.
const synonymGroups = `start begin commence launch|stop end finish terminate cease conclude|make create build construct produce generate|
remove delete drop erase|add insert append|change modify alter edit|show display present|get obtain retrieve fetch acquire receive|
set configure|allow permit enable let|prevent block prohibit forbid disallow|need require must|use utilize employ leverage rely|help assist aid|
big large huge great|small little tiny minor|fast quick rapid|film movie picture|song track single|author writer novelist|
located situated based|found establish founded set-up|buy purchase acquire|sell vend|kill murder slay|die death decease pass-away|
born birth|marry wed spouse wife husband|star appear feature act perform|direct director helm|publish release issue|
win earn receive|award prize honor honour|company firm corporation business enterprise|country nation state|city town|
child son daughter kid offspring|movie film|series show program programme|mistake error fault|fail crash abort|
show demonstrate indicate reveal|increase raise rise grow elevate boost|decrease reduce lower decline drop diminish|
happen occur take-place|contain include comprise hold|part portion section component|type kind sort class category|
name call title term entitle|important significant crucial key essential|main primary principal|common frequent usual|different distinct various|
several multiple many numerous|whole entire complete full|old ancient|new novel recent|answer reply response respond|
question query|job task work|store save keep persist|load read|run execute|function method procedure routine|
parameter argument option setting|folder directory|file document|table relation|row record tuple|column field attribute|
value datum|key identifier id|user person individual people|client customer|server host|message notification|
error exception failure|warn alert|default standard|automatic automatically|manual manually|maximum max|minimum min|
number count amount quantity|length size|speed velocity rate|height tall|weight mass|cost price charge fee|
cause lead result trigger induce|effect impact influence affect|improve enhance better|protect guard secure shield|
attack assault|war conflict battle|army military troop|leader head chief|president chairman|king monarch ruler emperor|
doctor physician|patient sufferer|disease illness disorder condition|drug medication medicine|treat therapy treatment|
study research investigation|scientist researcher|test trial experiment|near close|far distant|north northern|south southern|
east eastern|west western|america american usa us|britain british uk england english|france french|germany german|italy italian|
spain spanish|china chinese|japan japanese|india indian|russia russian|canada canadian|australia australian|europe european|
africa african|mexico mexican|ireland irish|scotland scottish|greece greek|egypt egyptian|sweden swedish|norway norwegian|
football soccer|footballer player|actor actress performer|singer vocalist musician|band group|album record|
television tv|university college|school academy|house home residence|car automobile vehicle|ship boat vessel|plane aircraft airplane|
street road|sea ocean|mountain peak|river stream|forest wood|money cash fund|law legislation statute|court tribunal|police cop|
crime offence offense|prison jail|wealth rich|poor impoverished|happy glad|sad unhappy|begin originate|
immediately instantly|approximately about around roughly|nearly almost|sometimes occasionally|always invariably|only solely exclusively|
deprecated obsolete|supported available|documentation docs manual|repository repo|database db|application app program software|
website site webpage page|version release|update upgrade|install setup|connect link join|separate split divide|combine merge unify|
replace substitute swap|select choose pick|specify define declare|check verify validate|ensure guarantee|
duplicate copy replicate|identical same equal|enough sufficient|lack absence missing|null empty none|
hidden invisible|visible seen|compare contrast|return yield give|send transmit|wait pause|lock block|skip omit ignore bypass|
average avg|message msg|management mgmt|year yr|hour hr|package pkg|government govt|department dept|image img|contributor collaborator|mother father parent|brother sister sibling|serve act|member part|portray play depict|debut premiere|
population inhabitant resident|capital chief|graduate alumnus|teach educate instruct|learn study|citizen national|
nominate nomination|compose composer|design designer|invent inventor|develop developer|manage manager|own owner|rule govern|vote elect election`

// Synonyms maps a stem to the stems that may stand for it.
var Synonyms = sync.OnceValue(func() map[string][]string {
	table, stems := map[string][]string{}, text.NewStems()
	for _, group := range strings.Split(synonymGroups, "|") {
		words := strings.Fields(group)
		for i, w := range words {
			words[i] = stems.Stem(w, "en")
		}
		for _, w := range words {
			for _, other := range words {
				if other != w {
					table[w] = append(table[w], other)
				}
			}
		}
	}
	return table
})

// aliasGroups are names that stand for one another, forms of a group with | between.
// The adjective of a country is no name of it.
const aliasGroups = `us|u s|usa|u s a|united states|united states of america
uk|u k|united kingdom
eu|e u|european union
un|u n|united nations
uae|u a e|united arab emirates
ussr|u s s r|soviet union
nyc|new york city
dc|d c|district of columbia
al|alabama;ak|alaska;az|arizona;ar|arkansas;ca|california;co|colorado;ct|connecticut;de|delaware;fl|florida;ga|georgia;hi|hawaii;id|idaho;il|illinois
in|indiana;ia|iowa;ks|kansas;ky|kentucky;la|louisiana;me|maine;md|maryland;ma|massachusetts;mi|michigan;mn|minnesota;ms|mississippi;mo|missouri
mt|montana;ne|nebraska;nv|nevada;nh|new hampshire;nj|new jersey;nm|new mexico;ny|new york;nc|north carolina;nd|north dakota;oh|ohio;ok|oklahoma
or|oregon;pa|pennsylvania;ri|rhode island;sc|south carolina;sd|south dakota;tn|tennessee;tx|texas;ut|utah;vt|vermont;va|virginia;wa|washington
wv|west virginia;wi|wisconsin;wy|wyoming
mon|monday;tue|tues|tuesday;wed|wednesday;thu|thur|thurs|thursday;fri|friday;sat|saturday;sun|sunday
st|street;rd|road;ave|avenue;blvd|boulevard;hwy|highway;sq|square;mt|mount`

// WordyCodes are codes that are words or other abbreviations too: they name a state only
// behind the comma of a place.
var WordyCodes = text.WordSet("al ar co de hi id il in la ma me md mi mo ms mt ne oh ok or pa sc va")

// Shortened are names that are written as words are, and by themselves mean something else at most
// rarely where a name stands.
var Shortened = text.WordSet("mon tue wed thu fri sat sun st rd ave sq")

// AliasesOf finds the forms of a name by its first word.
var AliasesOf = sync.OnceValue(func() map[string][]AliasForm {
	table := map[string][]AliasForm{}
	for line := range strings.FieldsFuncSeq(aliasGroups, func(r rune) bool { return r == ';' || r == '\n' }) {
		group := strings.Split(line, "|")
		for _, form := range group {
			words := strings.Fields(form)
			table[words[0]] = append(table[words[0]], AliasForm{words, group})
		}
	}
	return table
})

// An AliasForm is one of the names of a thing, with all of them.
type AliasForm struct {
	Words []string
	Group []string
}

// wordnet.txt is made of WordNet 3.0 (Princeton University, its licence stands in
// wordnet.license) by the program in package pack: lines of stem, synonyms, derived
// forms, more general words, opposites.
//
//go:embed wordnet.txt
var wordnet string

// lexemes are the lines of wordnet.txt by their stems.
var lexemes = sync.OnceValue(func() map[string]string {
	all := make(map[string]string, strings.Count(wordnet, "\n"))
	for line := range strings.Lines(wordnet) {
		stem, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		all[stem] = rest
	}
	return all
})

// A Lexeme is a line of wordnet.txt.
type Lexeme struct{ Synonyms, Derived, General, opposites string }

// LookUp finds a stem.
func LookUp(stem string) (Lexeme, bool) {
	line, ok := lexemes()[stem]
	if !ok {
		return Lexeme{}, false
	}
	var x Lexeme
	x.Synonyms, line, _ = strings.Cut(line, "\t")
	x.Derived, line, _ = strings.Cut(line, "\t")
	x.General, x.opposites, _ = strings.Cut(line, "\t")
	return x, true
}
