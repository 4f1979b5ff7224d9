package value

import (
	"strings"
	"sync"
)

// A Unit is a unit of measurement: its dimension, and how many of the dimension's base it is.
type Unit struct {
	Base  string
	Scale float64
}

// UnitNamed is the unit that a word or sign in lower case stands for.
func UnitNamed(word string) (Unit, bool) {
	u, ok := byWord()[word]
	return u, ok
}

var byWord = sync.OnceValue(func() map[string]Unit {
	all := map[string]Unit{}
	for base, scales := range units() {
		for scale, words := range scales {
			for _, w := range strings.Fields(words) {
				u := Unit{base, scale}
				if old, ok := all[w]; !ok || u.Base < old.Base || u.Base == old.Base && u.Scale < old.Scale { // whatever the order of the map
					all[w] = u
				}
				if base == "W" && len(w) > len("kw") {
					all[w+" hour"], all[w+" hours"] = Unit{"Wh", scale}, Unit{"Wh", scale}
				}
				if base == "m" {
					all["square "+w], all["sq "+w], all["cubic "+w] = Unit{"m2", scale * scale}, Unit{"m2", scale * scale}, Unit{"m3", scale * scale * scale}
				}
			}
		}
	}
	return all
})

// units by their words and signs in lower case. One table for all languages: the
// words of units hardly clash.
func units() map[string]map[float64]string {
	return map[string]map[float64]string{
		"s": {1e-9: "ns nanosecond nanoseconds", 1e-6: "µs μs microsecond microseconds", 1e-3: "ms msec millisecond milliseconds millisekunden millisecondes milisegundos 毫秒 ミリ秒",
			1: "s sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi 秒 秒钟 초 секунд секунды", 60: "min mins minute minutes minuten minuto minutos minuti 分钟 分鐘 分間 분 минут минуты",
			3600: "h hr hrs hour hours stunde stunden heure heures hora horas ora ore 小时 小時 時間 시간 час часов часа", 86400: "day days tag tage tagen jour jours día días giorno giorni dia dias dag dagen 天 日間 일간 день дней дня",
			604800: "week weeks woche wochen semaine semaines semana semanas settimana settimane 周 星期 週間 주간 недель недели"},
		"mo": {1: "month months monat monate monaten mois mes meses mese mesi 个月 個月 か月 ヶ月 개월 месяц месяцев", 12: "year years yr yrs jahr jahre jahren an ans année années año años anno anni ano anos jaar 年間 년간 лет год года",
			120: "decade decades jahrzehnt jahrzehnte", 12000: "millennium millennia millenniums jahrtausend jahrtausende millénaire millénaires milenio milenios", 1200: "century centuries jahrhunderte siècles siglos"},
		"B": {1: "b byte bytes octet octets 字节 バイト", 1e3: "kb kilobyte kilobytes キロバイト", 1 << 10: "kib kibibyte kibibytes", 1e6: "mb megabyte megabytes メガバイト", 1 << 20: "mib mebibyte mebibytes", 1e9: "gb gigabyte gigabytes ギガバイト", 1 << 30: "gib gibibyte gibibytes",
			1e12: "tb terabyte terabytes テラバイト", 1 << 40: "tib tebibyte tebibytes", 1e15: "pb petabyte petabytes",
			1 << 50: "pib pebibyte pebibytes", 1e18: "eb exabyte exabytes", 1 << 60: "eib exbibyte exbibytes"},
		"bit": {1: "bit bits 比特 ビット", 1e3: "kbit kbits", 1e6: "mbit mbits mbps", 1e9: "gbit gbits gbps"},
		"m": {1e-9: "nm nanometer nanometers nanometre nanometres 纳米 ナノメートル", 1e-6: "µm micrometer micrometers micron microns 微米 마이크로미터 マイクロメートル", 1e-3: "mm millimeter millimeters millimetre millimetres 毫米 公厘 ミリメートル ミリ 밀리미터", 0.01: "cm centimeter centimeters centimetre centimetres 厘米 公分 センチメートル センチ 센티미터", 1: "m metre metres meter meters mètre mètres metro metros metri 米 公尺 メートル 미터",
			1e3: "km kilometer kilometers kilometre kilometres kilomètres kilómetros 公里 千米 キロ キロメートル 킬로미터", 0.0254: "inch inches", 0.3048: "ft foot feet", 0.9144: "yard yards", 1609.344: "mile miles mi mph meilen 英里"},
		"g":  {1e-6: "µg μg microgram micrograms 微克", 1e-3: "mg milligram milligrams 毫克 ミリグラム", 1: "gram grams gramm gramme grammes gramos 克 グラム", 1e3: "kg kilogram kilograms kilo kilos kilogramm 公斤 千克", 1e6: "tonne tonnes tonnen ton tons 吨", 453.59237: "lb lbs pound pounds", 28.349523: "oz ounce ounces"},
		"L":  {1e-3: "ml millilitre milliliter milliliters millilitres 毫升 ミリリットル", 1: "litre litres liter liters 升 公升 リットル", 3.785411784: "gallon gallons"},
		"m2": {1: "m² m2 quadratmeter quadratmetern 平方米 平米", 1e4: "hectare hectares ha 公顷", 1e6: "km² km2 quadratkilometer quadratkilometern 平方公里 平方千米", 4046.8564224: "acre acres"},
		"m3": {1: "m³ m3 kubikmeter kubikmetern 立方米", 1e9: "km³ km3"},
		"Hz": {1: "hz hertz", 1e3: "khz", 1e6: "mhz", 1e9: "ghz"},
		"W":  {1: "watt watts 瓦 瓦特 ワット 와트", 1e3: "kw kilowatt kilowatts 千瓦 キロワット", 1e6: "mw megawatt megawatts 兆瓦 メガワット", 1e9: "gw gigawatt gigawatts 吉瓦 ギガワット"},
		"Wh": {1: "wh 瓦时", 1e3: "kwh kilowattstunde kilowattstunden 千瓦时 千瓦時", 1e6: "mwh megawattstunden 兆瓦时", 1e9: "gwh gigawattstunden 吉瓦时", 1e12: "twh terawattstunden"},
		"V":  {1: "volt volts"},
		"°C": {1: "celsius °c ℃"}, "°F": {1: "fahrenheit °f ℉"}, "K": {1: "kelvin"},
		"°": {1: "degree degrees grad degrés grados 度"},
		"%": {1: "% percent percentage prozent pourcent ％ パーセント"}, "pp": {1: "prozentpunkte prozentpunkten 百分点 百分點 ポイント", 0.01: "bps"},
		"mol": {1e-3: "mmol", 1: "mol"},
		"tok": {1: "token tokens トークン"}, "px": {1: "px pixel pixels 像素 ピクセル"}, "fps": {1: "fps"}, "x": {1: "times fold-change veces vezes fois 倍 ×"},
	}
}

// scales multiply the number before them.
var scales = map[string]float64{
	"hundred": 100, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "hundreds": 100, "thousands": 1e3, "millions": 1e6, "billions": 1e9, "bn": 1e9, "mn": 1e6, "dozen": 12,
	"tausend": 1e3, "millionen": 1e6, "milliarde": 1e9, "milliarden": 1e9, "mio": 1e6, "mrd": 1e9, "mille": 1e3, "milliard": 1e9, "milliards": 1e9, "mil": 1e3, "millón": 1e6, "millones": 1e6,
	"mila": 1e3, "milione": 1e6, "milioni": 1e6, "miliardi": 1e9, "milhão": 1e6, "milhões": 1e6, "miljoen": 1e6, "miljard": 1e9, "тысяч": 1e3, "тысячи": 1e3, "миллион": 1e6, "миллиона": 1e6, "миллионов": 1e6, "миллиардов": 1e9,
}

// attachedScales stand right behind the digits, in this case: 5k, 1.5M, 7B.
var attachedScales = map[string]float64{"k": 1e3, "K": 1e3, "M": 1e6, "mn": 1e6, "bn": 1e9, "Bn": 1e9, "B": 1e9, "T": 1e12, "tn": 1e12}

// attachedUnits stand right behind the digits alone, in this case: 20G, 20Gi, 4x, 7us.
var attachedUnits = map[string]string{"G": "gb", "Ki": "kib", "Mi": "mib", "Gi": "gib", "Ti": "tib", "x": "times", "us": "µs", "um": "µm"}

// moneyScales are short for thousands and more behind a sum of money, or before its sign: £15 m,
// 2 Md€.
var moneyScales = map[string]float64{"k": 1e3, "m": 1e6, "mn": 1e6, "md": 1e9, "mds": 1e9, "b": 1e9, "bn": 1e9, "tn": 1e12, "t": 1e12}

// Currency is the base of a currency, "" for none, by its word, code or sign in lower case. A sign
// that several share has a base of its own.
func Currency(word string) string { return currencies()[word] }

var currencies = sync.OnceValue(func() map[string]string {
	table := map[string]string{}
	for base, words := range map[string]string{
		"$":   "$ us$ usd dollar dollars dólares 美元 美金 ドル 米ドル",
		"A$":  "a$ au$ aud",
		"C$":  "c$ ca$ cad",
		"NZ$": "nz$ nzd",
		"S$":  "s$ sgd",
		"HK$": "hk$ hkd 港元 港币 港幣",
		"NT$": "nt$ twd 台币 新台币 臺幣 新臺幣",
		"R$":  "r$ brl",
		"MX$": "mx$ mxn",
		"€":   "€ eur euro euros 欧元 ユーロ",
		"£":   "£ gbp quid 英镑 ポンド",
		"¥":   "¥ ￥",
		"円":   "円 jpy yen 日元",
		"元":   "元 块 cny rmb yuan renminbi 人民币",
		"₹":   "₹ inr rupee rupees",
		"₩":   "₩ krw 원 韩元 韓元 ウォン",
		"Fr":  "chf",
	} {
		for _, w := range strings.Fields(words) {
			table[w] = base
		}
	}
	return table
})

// currencySigns stand before a number or behind it.
var currencySigns = []string{"US$", "AU$", "CA$", "NZ$", "HK$", "NT$", "MX$", "A$", "C$", "S$", "R$", "$", "€", "£", "¥", "￥", "₹", "₩"}

// oneCurrency reports two values of money that may be of one currency: ¥ is the sign of two, and a page writes
// $ for its own dollars. Beside those of Taiwan, Brazil or Mexico it may be others where the amounts differ.
func oneCurrency(c, s *Value) bool {
	if s.Unit == "$" || s.Unit == "¥" {
		c, s = s, c
	}
	switch b := s.Unit; c.Unit {
	case b:
		return true
	case "¥":
		return b == "円" || b == "元"
	case "$":
		return c.UnitWord == "$" && strings.HasSuffix(b, "$") && (b != "NT$" && b != "R$" && b != "MX$" || CloseTo(c, s))
	}
	return false
}
