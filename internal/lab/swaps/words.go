package main

import "strings"

// A domain is one thing that is told of several subjects in one language.
type domain struct {
	attr     string   // "storage"
	head     string   // over the column of subjects
	subjects []string // as they stand in a table
	values   []string
	says     string   // {s} has {v}: without capital and full stop
	exact    string   // a claim in the words of the row
	other    []string // claims in other words
	both     string   // {s1}, {s2}, {v1}, {v2}: two subjects with two values
	second   string   // another attribute, whose values are no rivals
	seconds  []string
}

// A language joins clauses with and, and with while.
type tongue struct {
	lang       string
	and, while string
	stop       string // ends a sentence
	caption    string
	domains    []domain
}

func list(s string) []string { return strings.Split(s, "|") }

func tongues() []tongue {
	return []tongue{
		{lang: "en", and: " and ", while: ", while ", stop: ". ", caption: "Overview", domains: []domain{
			{attr: "storage", head: "Tier", subjects: list("Pebble tier|Boulder tier|Cliff tier"), values: list("5 GB|40 GB|250 GB|90 GB"),
				says: "the storage of the {s} is {v}", exact: "The storage of the {s} is {v}.",
				other: list("With the {s} you get {v} of storage.|{v} of storage are included in the {s}."),
				both:  "The storage of the {s1} and the {s2} is {v1} and {v2}, respectively", second: "Seats", seconds: list("2|15|80")},
			{attr: "weight", head: "Model", subjects: list("Otter|Badger|Marten"), values: list("12 kg|31 kg|18 kg|7 kg"),
				says: "the weight of the {s} is {v}", exact: "The weight of the {s} is {v}.",
				other: list("The {s} weighs {v}.|At {v}, this is the weight given for the {s}."),
				both:  "The weights of the {s1} and the {s2} are {v1} and {v2}, respectively", second: "Gears", seconds: list("3|8|21")},
			{attr: "retry limit", head: "Queue", subjects: list("mail queue|billing queue|search queue"), values: list("4|11|25|60"),
				says: "the retry limit of the {s} is {v}", exact: "The retry limit of the {s} is {v}.",
				other: list("The {s} has a retry limit of {v}.|For the {s}, the limit on each retry count is {v}."),
				both:  "The retry limits of the {s1} and the {s2} are {v1} and {v2}, respectively", second: "Delay", seconds: list("9 s|2 s|5 s")},
			{attr: "founding year", head: "Guild", subjects: list("Weavers|Coopers|Chandlers"), values: list("1412|1538|1671|1706"),
				says: "the founding year of the {s} is {v}", exact: "The founding year of the {s} is {v}.",
				other: list("The {s} were founded in {v}.|It was in {v} that the {s} had their founding."),
				both:  "The founding years of the {s1} and the {s2} are {v1} and {v2}, respectively", second: "Members", seconds: list("210 members|55 members|34 members")},
			{attr: "host region", head: "Service", subjects: list("ledger|mailer|crawler"), values: list("Tallinn|Porto|Leeds|Oslo"),
				says: "the host region of the {s} is {v}", exact: "The host region of the {s} is {v}.",
				other: list("The {s} runs in the host region {v}.|{v} is where the {s} is hosted."),
				both:  "The host regions of the {s1} and the {s2} are {v1} and {v2}, respectively", second: "Replicas", seconds: list("3|5|7")},
			{attr: "market share", head: "Brand", subjects: list("Larkspur|Foxglove|Yarrow"), values: list("14 %|37 %|22 %|9 %"),
				says: "the market share of {s} is {v}", exact: "The market share of {s} is {v}.",
				other: list("{s} holds {v} of the market.|{s} has a share of {v}."),
				both:  "The market shares of {s1} and {s2} are {v1} and {v2}, respectively", second: "Shops", seconds: list("120|45|77")},
		}},
		{lang: "de", and: " und ", while: ", während ", stop: ". ", caption: "Übersicht", domains: []domain{
			{attr: "Speicher", head: "Tarif", subjects: list("Tarif Kiesel|Tarif Felsen|Tarif Klippe"), values: list("5 GB|40 GB|250 GB|90 GB"),
				says: "der Speicher im {s} beträgt {v}", exact: "Der Speicher im {s} beträgt {v}.",
				other: list("Im {s} sind {v} Speicher enthalten.|Der {s} bietet {v} Speicher."),
				both:  "Der Speicher im {s1} und im {s2} beträgt {v1} beziehungsweise {v2}", second: "Plätze", seconds: list("2|15|80")},
			{attr: "Gewicht", head: "Modell", subjects: list("Modell Dachs|Modell Otter|Modell Marder"), values: list("12 kg|31 kg|18 kg|7 kg"),
				says: "das Gewicht von {s} ist {v}", exact: "Das Gewicht von {s} ist {v}.",
				other: list("{s} hat ein Gewicht von {v}.|Bei {s} liegt das Gewicht bei {v}."),
				both:  "Die Gewichte von {s1} und {s2} sind jeweils {v1} und {v2}", second: "Gänge", seconds: list("3|8|21")},
			{attr: "Gründungsjahr", head: "Zunft", subjects: list("Weberzunft|Böttcherzunft|Kerzenzunft"), values: list("1412|1538|1671|1706"),
				says: "das Gründungsjahr der {s} ist {v}", exact: "Das Gründungsjahr der {s} ist {v}.",
				other: list("Die {s} hat das Gründungsjahr {v}.|Für die {s} gilt {v} als Gründungsjahr."),
				both:  "Die Gründungsjahre der {s1} und der {s2} sind {v1} beziehungsweise {v2}", second: "Meister", seconds: list("21 Meister|55 Meister|34 Meister")},
			{attr: "Standort", head: "Dienst", subjects: list("Kassendienst|Suchdienst|Postdienst"), values: list("Kiel|Graz|Basel|Jena"),
				says: "der Standort vom {s} ist {v}", exact: "Der Standort vom {s} ist {v}.",
				other: list("Der {s} hat den Standort {v}.|Der {s} läuft am Standort {v}."),
				both:  "Die Standorte von {s1} und {s2} sind {v1} beziehungsweise {v2}", second: "Kopien", seconds: list("3|5|7")},
		}},
		{lang: "es", and: " y ", while: ", mientras que ", stop: ". ", caption: "Resumen", domains: []domain{
			{attr: "almacenamiento", head: "Plan", subjects: list("plan Arena|plan Roca|plan Cumbre"), values: list("5 GB|40 GB|250 GB|90 GB"),
				says: "el almacenamiento del {s} es de {v}", exact: "El almacenamiento del {s} es de {v}.",
				other: list("El {s} incluye {v} de almacenamiento.|Con el {s} se ofrecen {v} de almacenamiento."),
				both:  "El almacenamiento del {s1} y del {s2} es de {v1} y {v2}, respectivamente", second: "Usuarios", seconds: list("2|15|80")},
			{attr: "precio", head: "Entrada", subjects: list("entrada general|entrada reducida|entrada familiar"), values: list("12 €|31 €|18 €|7 €"),
				says: "el precio de la {s} es {v}", exact: "El precio de la {s} es {v}.",
				other: list("La {s} cuesta {v}.|La {s} tiene un precio de {v}."),
				both:  "Los precios de la {s1} y la {s2} son {v1} y {v2}, respectivamente", second: "Días", seconds: list("1 día|3 días|7 días")},
			{attr: "año de fundación", head: "Gremio", subjects: list("gremio de tejedores|gremio de toneleros|gremio de cereros"), values: list("1412|1538|1671|1706"),
				says: "el año de fundación del {s} es {v}", exact: "El año de fundación del {s} es {v}.",
				other: list("El {s} tiene como año de fundación {v}.|La fundación del {s} fue en el año {v}."),
				both:  "Los años de fundación del {s1} y del {s2} son {v1} y {v2}, respectivamente", second: "Socios", seconds: list("21 socios|55 socios|34 socios")},
			{attr: "sede", head: "Servicio", subjects: list("servicio de correo|servicio de pagos|servicio de mapas"), values: list("Bilbao|Cuenca|Lugo|Soria"),
				says: "la sede del {s} es {v}", exact: "La sede del {s} es {v}.",
				other: list("El {s} tiene su sede en {v}.|{v} es la sede del {s}."),
				both:  "Las sedes del {s1} y del {s2} son {v1} y {v2}, respectivamente", second: "Copias", seconds: list("3|5|7")},
		}},
		{lang: "zh", and: "，", while: "，而", stop: "。", caption: "概览", domains: []domain{
			{attr: "存储空间", head: "套餐", subjects: list("沙丘套餐|山峰套餐|海湾套餐"), values: list("5 GB|40 GB|250 GB|90 GB"),
				says: "{s}的存储空间为{v}", exact: "{s}的存储空间为{v}。",
				other: list("{s}提供{v}的存储空间。|{s}包含{v}存储空间。"),
				both:  "{s1}和{s2}的存储空间分别为{v1}和{v2}", second: "席位", seconds: list("2|15|80")},
			{attr: "重量", head: "型号", subjects: list("水獭型|山猫型|白鹭型"), values: list("12公斤|31公斤|18公斤|7公斤"),
				says: "{s}的重量为{v}", exact: "{s}的重量为{v}。",
				other: list("{s}的重量达到{v}。|{s}重量是{v}。"),
				both:  "{s1}和{s2}的重量分别为{v1}和{v2}", second: "档位", seconds: list("3|8|21")},
			{attr: "创立年份", head: "行会", subjects: list("织工行会|桶匠行会|烛匠行会"), values: list("1412年|1538年|1671年|1706年"),
				says: "{s}的创立年份是{v}", exact: "{s}的创立年份是{v}。",
				other: list("{s}创立于{v}。|{s}在{v}创立。"),
				both:  "{s1}和{s2}的创立年份分别是{v1}和{v2}", second: "会员", seconds: list("21人|55人|34人")},
			{attr: "部署城市", head: "服务", subjects: list("账单服务|邮件服务|搜索服务"), values: list("昆明|厦门|兰州|扬州"),
				says: "{s}的部署城市是{v}", exact: "{s}的部署城市是{v}。",
				other: list("{s}部署在{v}。|{s}的城市为{v}。"),
				both:  "{s1}和{s2}的部署城市分别是{v1}和{v2}", second: "副本", seconds: list("3|5|7")},
		}},
		{lang: "ja", and: "、", while: "、一方、", stop: "。", caption: "概要", domains: []domain{
			{attr: "保存容量", head: "プラン", subjects: list("砂丘プラン|山頂プラン|入江プラン"), values: list("5 GB|40 GB|250 GB|90 GB"),
				says: "{s}の保存容量は{v}である", exact: "{s}の保存容量は{v}である。",
				other: list("{s}では{v}の保存容量が使える。|{s}の保存容量は{v}です。"),
				both:  "{s1}と{s2}の保存容量はそれぞれ{v1}と{v2}である", second: "席数", seconds: list("2|15|80")},
			{attr: "重さ", head: "機種", subjects: list("カワウソ型|ヤマネコ型|シラサギ型"), values: list("12 kg|31 kg|18 kg|7 kg"),
				says: "{s}の重さは{v}である", exact: "{s}の重さは{v}である。",
				other: list("{s}の重さは{v}だ。|{s}は重さが{v}ある。"),
				both:  "{s1}と{s2}の重さはそれぞれ{v1}と{v2}である", second: "段数", seconds: list("3|8|21")},
			{attr: "設立年", head: "組合", subjects: list("織工組合|樽職人組合|蝋燭組合"), values: list("1412年|1538年|1671年|1706年"),
				says: "{s}の設立年は{v}である", exact: "{s}の設立年は{v}である。",
				other: list("{s}は{v}に設立された。|{s}の設立は{v}だ。"),
				both:  "{s1}と{s2}の設立年はそれぞれ{v1}と{v2}である", second: "会員", seconds: list("21人|55人|34人")},
			{attr: "配置都市", head: "サービス", subjects: list("請求サービス|郵便サービス|検索サービス"), values: list("長崎|仙台|金沢|松山"),
				says: "{s}の配置都市は{v}である", exact: "{s}の配置都市は{v}である。",
				other: list("{s}は{v}に配置されている。|{s}の都市は{v}です。"),
				both:  "{s1}と{s2}の配置都市はそれぞれ{v1}と{v2}である", second: "複製", seconds: list("3|5|7")},
		}},
	}
}
