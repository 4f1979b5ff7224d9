package mutate

import (
	"slices"
	"strings"
	"unicode"
)

// leading is the unit's sign or word that a text begins with.
func leading(s string) string {
	for i, r := range s {
		if !unicode.IsLetter(r) && r != '%' && r != '°' {
			return s[:i]
		}
	}
	return s
}

// otherUnits names for each unit one of the same kind that makes another amount.
var otherUnits = pairs(`seconds minutes|second minute|hours days|hour day|milliseconds microseconds|millisecond microsecond|weeks months|week month|years decades|year decade|
	ms s|µs ns|bytes kilobytes|byte kilobyte|bits bytes-|kB MB|KB MB-|GB TB|MiB GiB|KiB B|megabytes gigabytes|megabyte gigabyte|terabytes petabytes|
	metres kilometres|metre kilometre|meters kilometers|meter kilometer|m km|cm mm|miles feet|inches yards|grams kilograms|gram kilogram|g kg|mg µg|tonnes pounds|
	litres millilitres|liters milliliters|litre millilitre|liter milliliter|°C °F|Hz kHz|MHz GHz|watts kilowatts|watt kilowatt|dollars euros|
	Sekunden Minuten|Sekunde Minute|Stunden Tage|Stunde Tag|Wochen Monate|secondes minutes-|heures jours|heure jour|segundos minutos|horas días|hora día|
	секунд минут|часов дней|毫秒 秒|分钟 小时|分間 時間|公里 米|公斤 克`)

func (m *maker) units() {
	for _, v := range m.values {
		if v.unitAt < 0 || m.side(v.word) != 0 || strings.Trim(v.text, "0.") == "" {
			continue // less than a minute is less than an hour, and no seconds are no minutes
		}
		if v.unit == "s" && v.isYear() && v.unitAt == v.end {
			continue // the 1980s
		}
		// What ends in a dash is there for one way only: B is the unit of two others.
		to := strings.TrimSuffix(otherUnits[v.unit], "-")
		if to == "" || m.held(to) {
			continue
		}
		m.change(v.unitAt, v.unitAt+len(v.unit), to)
	}
	for i := 0; m.english && i+1 < len(m.words); i++ {
		w := m.words[i+1]
		to := strings.TrimSuffix(otherUnits[w.text], "-")
		if slices.Index(spelled, m.words[i].low) >= 0 && m.side(i) == 0 && !m.words[i].pause && len(w.text) > 3 && to != "" && !m.held(to) {
			m.change(w.start, w.end, to)
		}
	}
}
