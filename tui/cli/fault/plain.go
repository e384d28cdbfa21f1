package fault

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"dormouse/tui/cli/output"
)

// plainWords are the words of an error without the names that libraries give to
// their types and functions: they say nothing to a person.
func plainWords(err error) string {
	text := err.Error()
	var number *strconv.NumError
	if errors.As(err, &number) {
		text = strings.ReplaceAll(text, number.Error(), numberWords(number))
	}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		text = strings.ReplaceAll(text, kind.Error(), fmt.Sprintf("%q is a %s, which does not belong there", kind.Field, strings.Fields(kind.Value + " value")[0]))
	}
	return text
}

func numberWords(e *strconv.NumError) string {
	if errors.Is(e, strconv.ErrRange) {
		return fmt.Sprintf("%s is out of range", output.Line(strconv.Quote(e.Num)))
	}
	return fmt.Sprintf("%s is no such number", output.Line(strconv.Quote(e.Num)))
}
