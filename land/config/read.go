package config

import (
	"fmt"
	"reflect"
	"strings"
)

// Read fills a T: every field with a tag such as `config:"sleep.keep"` gets that
// key's value, and structs without a tag are filled in turn. A map of structs
// with `config:"providers.*"` has one for each name that a person gave; the
// fields of the struct carry full names again. A pointer stays nil while nobody
// set the key. It panics when a tag names no key, or one of another type: a
// mistake of the program, which every start would show.
func Read[T any](c Config) T {
	var t T
	c.fill(reflect.ValueOf(&t).Elem(), nil)
	return t
}

// fill fills a struct; names stand for the stars of its tags.
func (c Config) fill(to reflect.Value, names []string) {
	for i := range to.NumField() {
		f, field := to.Type().Field(i), to.Field(i)
		tag := f.Tag.Get("config")
		switch {
		case !f.IsExported():
		case tag == "" && f.Type.Kind() == reflect.Struct:
			c.fill(field, names)
		case tag != "" && f.Type.Kind() == reflect.Map:
			c.fillMap(field, tag, names)
		case tag != "":
			c.fillField(field, tag, names)
		}
	}
}

func (c Config) fillField(field reflect.Value, tag string, names []string) {
	pattern := Key{Name: tag}
	e, ok := c.values[joinPath(pattern.path(names))]
	if !ok {
		if _, _, known := lookup(strings.Split(tag, ".")); !known {
			panic(fmt.Sprintf("config: the tag %q names no setting", tag))
		}
		return
	}
	value := reflect.ValueOf(e.value)
	if field.Kind() == reflect.Pointer {
		field.Set(reflect.New(field.Type().Elem()))
		field = field.Elem()
	}
	if field.Kind() != value.Kind() {
		panic(fmt.Sprintf("config: %s is a %s, its field a %s", tag, e.key.Kind, field.Type()))
	}
	field.Set(value.Convert(field.Type()))
}

// fillMap makes an element for each name that stands at the last star of tag.
func (c Config) fillMap(field reflect.Value, tag string, names []string) {
	field.Set(reflect.MakeMap(field.Type()))
	for _, e := range c.values {
		if !strings.HasPrefix(e.key.Name+".", tag+".") || !startsWith(e.names, names) {
			continue
		}
		name := e.names[len(names)]
		element := reflect.New(field.Type().Elem()).Elem()
		if element.Kind() == reflect.Struct {
			c.fill(element, append(names[:len(names):len(names)], name))
		} else {
			element.Set(reflect.ValueOf(e.value).Convert(element.Type()))
		}
		field.SetMapIndex(reflect.ValueOf(name), element)
	}
}

func startsWith(names, first []string) bool {
	if len(names) <= len(first) {
		return false
	}
	for i, name := range first {
		if names[i] != name {
			return false
		}
	}
	return true
}
