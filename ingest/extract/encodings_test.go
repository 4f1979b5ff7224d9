package extract

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

func japaneseSJIS() encoding.Encoding { return japanese.ShiftJIS }
func eucJP() encoding.Encoding        { return japanese.EUCJP }
func gb() encoding.Encoding           { return simplifiedchinese.GB18030 }
func big5() encoding.Encoding         { return traditionalchinese.Big5 }
func eucKR() encoding.Encoding        { return korean.EUCKR }
func latin() encoding.Encoding        { return charmap.Windows1252 }
