package main

import "strings"

// A domain is one thing that is told of several subjects in one language.
type domain struct {
	Attr     string   // "storage"
	Head     string   // over the column of subjects
	Subjects []string // as they stand in a table
	Values   []string
	Says     string   // {s} has {v}: without capital and full stop
	Exact    string   // a claim in the words of the row
	Other    []string // claims in other words
	Both     string   // {s1}, {s2}, {v1}, {v2}: two subjects with two values
	Second   string   // another attribute, whose values are no rivals
	Seconds  []string
}

// A language joins clauses with and, and with while.
type tongue struct {
	Lang       string
	And, While string
	Stop       string // ends a sentence
	Caption    string
	Domains    []domain
}

func list(s string) []string { return strings.Split(s, "|") }

func tongues() []tongue {
	return []tongue{
		{Lang: "en", And: " and ", While: ", while ", Stop: ". ", Caption: "Overview", Domains: []domain{
			{Attr: "storage", Head: "Tier", Subjects: list("Pebble tier|Boulder tier|Cliff tier"), Values: list("5 GB|40 GB|250 GB|90 GB"),
				Says: "the storage of the {s} is {v}", Exact: "The storage of the {s} is {v}.",
				Other: list("With the {s} you get {v} of storage.|{v} of storage are included in the {s}."),
				Both:  "The storage of the {s1} and the {s2} is {v1} and {v2}, respectively", Second: "Seats", Seconds: list("2|15|80")},
			{Attr: "weight", Head: "Model", Subjects: list("Otter|Badger|Marten"), Values: list("12 kg|31 kg|18 kg|7 kg"),
				Says: "the weight of the {s} is {v}", Exact: "The weight of the {s} is {v}.",
				Other: list("The {s} weighs {v}.|At {v}, this is the weight given for the {s}."),
				Both:  "The weights of the {s1} and the {s2} are {v1} and {v2}, respectively", Second: "Gears", Seconds: list("3|8|21")},
			{Attr: "retry limit", Head: "Queue", Subjects: list("mail queue|billing queue|search queue"), Values: list("4|11|25|60"),
				Says: "the retry limit of the {s} is {v}", Exact: "The retry limit of the {s} is {v}.",
				Other: list("The {s} has a retry limit of {v}.|For the {s}, the limit on each retry count is {v}."),
				Both:  "The retry limits of the {s1} and the {s2} are {v1} and {v2}, respectively", Second: "Delay", Seconds: list("9 s|2 s|5 s")},
			{Attr: "founding year", Head: "Guild", Subjects: list("Weavers|Coopers|Chandlers"), Values: list("1412|1538|1671|1706"),
				Says: "the founding year of the {s} is {v}", Exact: "The founding year of the {s} is {v}.",
				Other: list("The {s} were founded in {v}.|It was in {v} that the {s} had their founding."),
				Both:  "The founding years of the {s1} and the {s2} are {v1} and {v2}, respectively", Second: "Members", Seconds: list("210 members|55 members|34 members")},
			{Attr: "host region", Head: "Service", Subjects: list("ledger|mailer|crawler"), Values: list("Tallinn|Porto|Leeds|Oslo"),
				Says: "the host region of the {s} is {v}", Exact: "The host region of the {s} is {v}.",
				Other: list("The {s} runs in the host region {v}.|{v} is where the {s} is hosted."),
				Both:  "The host regions of the {s1} and the {s2} are {v1} and {v2}, respectively", Second: "Replicas", Seconds: list("3|5|7")},
			{Attr: "market share", Head: "Brand", Subjects: list("Larkspur|Foxglove|Yarrow"), Values: list("14 %|37 %|22 %|9 %"),
				Says: "the market share of {s} is {v}", Exact: "The market share of {s} is {v}.",
				Other: list("{s} holds {v} of the market.|{s} has a share of {v}."),
				Both:  "The market shares of {s1} and {s2} are {v1} and {v2}, respectively", Second: "Shops", Seconds: list("120|45|77")},
		}},
		{Lang: "de", And: " und ", While: ", während ", Stop: ". ", Caption: "Übersicht", Domains: []domain{
			{Attr: "Speicher", Head: "Tarif", Subjects: list("Tarif Kiesel|Tarif Felsen|Tarif Klippe"), Values: list("5 GB|40 GB|250 GB|90 GB"),
				Says: "der Speicher im {s} beträgt {v}", Exact: "Der Speicher im {s} beträgt {v}.",
				Other: list("Im {s} sind {v} Speicher enthalten.|Der {s} bietet {v} Speicher."),
				Both:  "Der Speicher im {s1} und im {s2} beträgt {v1} beziehungsweise {v2}", Second: "Plätze", Seconds: list("2|15|80")},
			{Attr: "Gewicht", Head: "Modell", Subjects: list("Modell Dachs|Modell Otter|Modell Marder"), Values: list("12 kg|31 kg|18 kg|7 kg"),
				Says: "das Gewicht von {s} ist {v}", Exact: "Das Gewicht von {s} ist {v}.",
				Other: list("{s} hat ein Gewicht von {v}.|Bei {s} liegt das Gewicht bei {v}."),
				Both:  "Die Gewichte von {s1} und {s2} sind jeweils {v1} und {v2}", Second: "Gänge", Seconds: list("3|8|21")},
			{Attr: "Gründungsjahr", Head: "Zunft", Subjects: list("Weberzunft|Böttcherzunft|Kerzenzunft"), Values: list("1412|1538|1671|1706"),
				Says: "das Gründungsjahr der {s} ist {v}", Exact: "Das Gründungsjahr der {s} ist {v}.",
				Other: list("Die {s} hat das Gründungsjahr {v}.|Für die {s} gilt {v} als Gründungsjahr."),
				Both:  "Die Gründungsjahre der {s1} und der {s2} sind {v1} beziehungsweise {v2}", Second: "Meister", Seconds: list("21 Meister|55 Meister|34 Meister")},
			{Attr: "Standort", Head: "Dienst", Subjects: list("Kassendienst|Suchdienst|Postdienst"), Values: list("Kiel|Graz|Basel|Jena"),
				Says: "der Standort vom {s} ist {v}", Exact: "Der Standort vom {s} ist {v}.",
				Other: list("Der {s} hat den Standort {v}.|Der {s} läuft am Standort {v}."),
				Both:  "Die Standorte von {s1} und {s2} sind {v1} beziehungsweise {v2}", Second: "Kopien", Seconds: list("3|5|7")},
		}},
		{Lang: "es", And: " y ", While: ", mientras que ", Stop: ". ", Caption: "Resumen", Domains: []domain{
			{Attr: "almacenamiento", Head: "Plan", Subjects: list("plan Arena|plan Roca|plan Cumbre"), Values: list("5 GB|40 GB|250 GB|90 GB"),
				Says: "el almacenamiento del {s} es de {v}", Exact: "El almacenamiento del {s} es de {v}.",
				Other: list("El {s} incluye {v} de almacenamiento.|Con el {s} se ofrecen {v} de almacenamiento."),
				Both:  "El almacenamiento del {s1} y del {s2} es de {v1} y {v2}, respectivamente", Second: "Usuarios", Seconds: list("2|15|80")},
			{Attr: "precio", Head: "Entrada", Subjects: list("entrada general|entrada reducida|entrada familiar"), Values: list("12 €|31 €|18 €|7 €"),
				Says: "el precio de la {s} es {v}", Exact: "El precio de la {s} es {v}.",
				Other: list("La {s} cuesta {v}.|La {s} tiene un precio de {v}."),
				Both:  "Los precios de la {s1} y la {s2} son {v1} y {v2}, respectivamente", Second: "Días", Seconds: list("1 día|3 días|7 días")},
			{Attr: "año de fundación", Head: "Gremio", Subjects: list("gremio de tejedores|gremio de toneleros|gremio de cereros"), Values: list("1412|1538|1671|1706"),
				Says: "el año de fundación del {s} es {v}", Exact: "El año de fundación del {s} es {v}.",
				Other: list("El {s} tiene como año de fundación {v}.|La fundación del {s} fue en el año {v}."),
				Both:  "Los años de fundación del {s1} y del {s2} son {v1} y {v2}, respectivamente", Second: "Socios", Seconds: list("21 socios|55 socios|34 socios")},
			{Attr: "sede", Head: "Servicio", Subjects: list("servicio de correo|servicio de pagos|servicio de mapas"), Values: list("Bilbao|Cuenca|Lugo|Soria"),
				Says: "la sede del {s} es {v}", Exact: "La sede del {s} es {v}.",
				Other: list("El {s} tiene su sede en {v}.|{v} es la sede del {s}."),
				Both:  "Las sedes del {s1} y del {s2} son {v1} y {v2}, respectivamente", Second: "Copias", Seconds: list("3|5|7")},
		}},
		{Lang: "zh", And: "，", While: "，而", Stop: "。", Caption: "概览", Domains: []domain{
			{Attr: "存储空间", Head: "套餐", Subjects: list("沙丘套餐|山峰套餐|海湾套餐"), Values: list("5 GB|40 GB|250 GB|90 GB"),
				Says: "{s}的存储空间为{v}", Exact: "{s}的存储空间为{v}。",
				Other: list("{s}提供{v}的存储空间。|{s}包含{v}存储空间。"),
				Both:  "{s1}和{s2}的存储空间分别为{v1}和{v2}", Second: "席位", Seconds: list("2|15|80")},
			{Attr: "重量", Head: "型号", Subjects: list("水獭型|山猫型|白鹭型"), Values: list("12公斤|31公斤|18公斤|7公斤"),
				Says: "{s}的重量为{v}", Exact: "{s}的重量为{v}。",
				Other: list("{s}的重量达到{v}。|{s}重量是{v}。"),
				Both:  "{s1}和{s2}的重量分别为{v1}和{v2}", Second: "档位", Seconds: list("3|8|21")},
			{Attr: "创立年份", Head: "行会", Subjects: list("织工行会|桶匠行会|烛匠行会"), Values: list("1412年|1538年|1671年|1706年"),
				Says: "{s}的创立年份是{v}", Exact: "{s}的创立年份是{v}。",
				Other: list("{s}创立于{v}。|{s}在{v}创立。"),
				Both:  "{s1}和{s2}的创立年份分别是{v1}和{v2}", Second: "会员", Seconds: list("21人|55人|34人")},
			{Attr: "部署城市", Head: "服务", Subjects: list("账单服务|邮件服务|搜索服务"), Values: list("昆明|厦门|兰州|扬州"),
				Says: "{s}的部署城市是{v}", Exact: "{s}的部署城市是{v}。",
				Other: list("{s}部署在{v}。|{s}的城市为{v}。"),
				Both:  "{s1}和{s2}的部署城市分别是{v1}和{v2}", Second: "副本", Seconds: list("3|5|7")},
		}},
		{Lang: "ja", And: "、", While: "、一方、", Stop: "。", Caption: "概要", Domains: []domain{
			{Attr: "保存容量", Head: "プラン", Subjects: list("砂丘プラン|山頂プラン|入江プラン"), Values: list("5 GB|40 GB|250 GB|90 GB"),
				Says: "{s}の保存容量は{v}である", Exact: "{s}の保存容量は{v}である。",
				Other: list("{s}では{v}の保存容量が使える。|{s}の保存容量は{v}です。"),
				Both:  "{s1}と{s2}の保存容量はそれぞれ{v1}と{v2}である", Second: "席数", Seconds: list("2|15|80")},
			{Attr: "重さ", Head: "機種", Subjects: list("カワウソ型|ヤマネコ型|シラサギ型"), Values: list("12 kg|31 kg|18 kg|7 kg"),
				Says: "{s}の重さは{v}である", Exact: "{s}の重さは{v}である。",
				Other: list("{s}の重さは{v}だ。|{s}は重さが{v}ある。"),
				Both:  "{s1}と{s2}の重さはそれぞれ{v1}と{v2}である", Second: "段数", Seconds: list("3|8|21")},
			{Attr: "設立年", Head: "組合", Subjects: list("織工組合|樽職人組合|蝋燭組合"), Values: list("1412年|1538年|1671年|1706年"),
				Says: "{s}の設立年は{v}である", Exact: "{s}の設立年は{v}である。",
				Other: list("{s}は{v}に設立された。|{s}の設立は{v}だ。"),
				Both:  "{s1}と{s2}の設立年はそれぞれ{v1}と{v2}である", Second: "会員", Seconds: list("21人|55人|34人")},
			{Attr: "配置都市", Head: "サービス", Subjects: list("請求サービス|郵便サービス|検索サービス"), Values: list("長崎|仙台|金沢|松山"),
				Says: "{s}の配置都市は{v}である", Exact: "{s}の配置都市は{v}である。",
				Other: list("{s}は{v}に配置されている。|{s}の都市は{v}です。"),
				Both:  "{s1}と{s2}の配置都市はそれぞれ{v1}と{v2}である", Second: "複製", Seconds: list("3|5|7")},
		}},
	}
}
