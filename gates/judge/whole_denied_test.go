package judge

import (
	"strings"
	"testing"
)

// A page of harbours in four languages, each of more than 200 words.
var harbours = map[string]string{
	"en": "The northern basin of the harbour is reserved for fishing boats with a licence of the guild. The crane on the east quay lifts loads of up to nine tons. " +
		"The pilots must disallow any access to the inner lock. Barges of the millers are weighed before they have passed the gate. " +
		"Salt other than that of the crown is kept in the tall shed. " + strings.Repeat("The boats bring grain and wool from the villages, and leave with the tide. ", 16),
	"es": "La dársena del norte está reservada para los barcos de pesca con licencia. La grúa del muelle no carga ninguna piedra de la cantera. " +
		"El guarda mira todas las barcas del puerto en lugar de mirar sólo las del gremio. " + strings.Repeat("Los barcos traen trigo y lana de los pueblos y salen con la marea de la tarde. ", 16),
	"zh": "有执照的渔船可以使用如下方式进港：从北面的水道、从东面的水道、跟随领航船。东码头的起重机能够自动称量货物。" + strings.Repeat("船只从村庄运来谷物和羊毛，随着潮水离开港口。", 48),
	"ja": "特定の漁船について台帳で検索することもできますし、船主の名前でも検索できます。東の埠頭の起重機は荷物の重さを自動で計量します。" + strings.Repeat("船は村から穀物と羊毛を運び、潮とともに港を出ます。", 48),
}

// What a page says in words near to a claim, and denies nowhere, is held against a claim that denies
// it in its main clause; a denial in a clause of its own, in two words, or that the page has in other
// words is held against nothing.
func TestDenialsOfAPage(t *testing.T) {
	for _, test := range []struct {
		lang, claim string
		refuted     bool
	}{
		{"en", "The basin in the north is not kept for boats that fish with a licence of the guild.", true},
		{"en", "The northern basin, which smugglers had not seen, is reserved for fishing boats with a guild licence.", false},
		{"en", "The inner lock must not be accessible to the pilots.", false},
		{"en", "The east quay crane lifts loads of nine tons, whether or not they are of the guild.", false},
		{"en", "The east quay has a crane for loads up to nine tons but not for the northern basin.", false},
		{"es", "En el norte la dársena no está reservada a barcos que tienen licencia de pesca.", true},
		{"es", "La grúa del muelle no carga piedra de la cantera.", false},
		{"es", "El guarda mira todas las barcas del puerto y no solo las del gremio.", false},
		{"zh", "渔船不可以从北面的水道、东面的水道或跟随领航船进港。", true},
		{"zh", "渔船可以从北面的水道、东面的水道或跟随领航船进港。", false},
		{"ja", "船主の名前でも漁船ごとでも検索できない。", true},
		{"ja", "漁船ごとではなく、船主の名前で検索できない。", false},
	} {
		if got := refutedBy(t, harbours[test.lang], test.claim) != ""; got != test.refuted {
			t.Errorf("%s: %v", test.claim, got)
		}
	}
}

// A word and its opposite may say one thing: of two times, beside an exception, or beside a word of
// the same sense.
func TestOppositesThatAgree(t *testing.T) {
	page := "[W]ash must be performed even if mill-run wash has been run before. " +
		"Small loads below some specific weight (default: 512 kg) result in only one cart (same size as the original load), bigger loads result in multiple carts. " +
		"The MARL6 crane is faster than the VELL crane on oak and 9-bit frames (except old ones and future frames with iron extensions), which makes it dear. " +
		"Boats sharing one quay can be enabled for orphan mode using the orphan rank option of the toll command, where rank is some rank less than 16 and greater than any anticipated rank that might occur with listed harbour masters. " +
		strings.Repeat("The boats bring grain and wool from the villages, and leave with the tide. ", 16)
	for _, claim := range []string{
		"[W]ash must be run even after mill-run wash.",
		"Loads under a weight, 512 kg by default, become a single cart.",
		"MARL6 beats VELL on 9-bit and oak frames without iron extensions.",
		"toll orphan RANK: enables the mode; the rank must be below 16 and above any rank expected of listed harbour masters",
	} {
		if got := refutedBy(t, page, claim); got != "" {
			t.Errorf("%s: %s", claim, got)
		}
	}
}
