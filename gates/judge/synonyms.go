package judge

import (
	"assay/text"
	"strings"
	"sync"
)

// synonymGroups are words that documentation and encyclopedias use for one
// another. A synonym counts for less than the word itself.
const synonymGroups = `start begin commence launch|stop end finish terminate cease conclude|make create build construct produce generate|
remove delete drop erase|add insert append|change modify alter edit|show display present|get obtain retrieve fetch acquire receive|
set configure|allow permit enable let|prevent block prohibit forbid disallow|need require must|use utilize employ|help assist aid|
big large huge great|small little tiny minor|fast quick rapid|film movie picture|song track single|author writer novelist|
located situated based|found establish founded set-up|buy purchase acquire|sell vend|kill murder slay|die death decease pass-away|
born birth|marry wed spouse wife husband|star appear feature act perform|direct director helm|publish release issue|
win earn receive|award prize honor honour|company firm corporation business enterprise|country nation state|city town|
child son daughter kid offspring|movie film|series show program programme|mistake error fault|fail crash abort|
show demonstrate indicate reveal|increase raise rise grow elevate boost|decrease reduce lower decline drop diminish|
happen occur take-place|contain include comprise hold|part portion section component|type kind sort class category|
name call title term entitle|important significant crucial key essential|common frequent usual|different distinct various|
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
contributor collaborator|mother father parent|brother sister sibling|serve act|member part|portray play depict|debut premiere|
population inhabitant resident|capital chief|graduate alumnus|teach educate instruct|learn study|citizen national|
nominate nomination|compose composer|design designer|invent inventor|develop developer|manage manager|own owner|rule govern|vote elect election`

// synonyms maps a stem to the stems that may stand for it.
var synonyms = sync.OnceValue(func() map[string][]string {
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
