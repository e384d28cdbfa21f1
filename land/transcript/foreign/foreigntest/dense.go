package foreigntest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// A dense export reads as years with an assistant do: some of what is asked tells of
// the person's life, most of it asks, and replies are long. A few words are in every
// talk, most words in few of them.

// people, places and things are what a life is about; each talk adds some of its own.
var (
	people = strings.Fields(`Ana Bruno Carla Dmitri Elif Farah Goran Hana Ivo Jana Kofi Lena Milan Nadia Omar Petra Quentin Rosa Stefan Tara
		Umar Vera Wanda Xenia Yusuf Zora`)
	places = strings.Fields(`Lyon Porto Gdansk Bergen Utrecht Ghent Trieste Cork Tartu Graz Malaga Split Turku Basel Leipzig Bath Nantes Varna`)
	things = strings.Fields(`boiler kitchen garden invoice kayak ticket engine freezer lantern meeting parcel window ladder violin saddle
		kettle bicycle camera printer greenhouse laptop fence balcony stove roof cellar piano tent oven carpet sofa heater trailer pump`)
	doings = strings.Fields(`sold bought repaired moved painted lost found borrowed returned measured ordered cancelled insured packed cleaned`)
	traits = strings.Fields(`allergic vegetarian retired pregnant left-handed colour-blind married divorced injured promoted`)
	jobs   = strings.Fields(`nurse baker surveyor translator welder teacher plumber judge pilot editor botanist locksmith`)
)

// telling are sentences that a person says of their life, for so much as three
// names, two places and a number.
var telling = []func(d *dense) string{
	func(d *dense) string {
		return fmt.Sprintf("%s works as a %s in %s now.", d.who(), pick(d, jobs), d.where())
	},
	func(d *dense) string { return fmt.Sprintf("My %s is %s.", d.kin(), pick(d, traits)) },
	func(d *dense) string {
		return fmt.Sprintf("I %s the %s for %d euros.", pick(d, doings), d.what(), d.number())
	},
	func(d *dense) string { return fmt.Sprintf("We moved from %s to %s last month.", d.where(), d.where()) },
	func(d *dense) string { return fmt.Sprintf("I prefer the %s %s to the old one.", d.own(), d.what()) },
	func(d *dense) string {
		return fmt.Sprintf("We decided to take the %s to %s in spring.", d.what(), d.where())
	},
	func(d *dense) string { return fmt.Sprintf("%s's phone number ends with %d.", d.who(), d.number()) },
	func(d *dense) string {
		return fmt.Sprintf("The %s of %s broke again, and %s paid for it.", d.what(), d.who(), d.who())
	},
	func(d *dense) string {
		return fmt.Sprintf("I learned that the %s needs %s every %d days.", d.what(), d.own(), d.number()%40+2)
	},
	func(d *dense) string { return fmt.Sprintf("Never book the %s in %s again.", d.what(), d.where()) },
	func(d *dense) string {
		return fmt.Sprintf("Our dentist is called %s and sits in %s.", d.who(), d.where())
	},
	func(d *dense) string { return fmt.Sprintf("The rent of the %s is %d euros.", d.what(), d.number()) },
}

// asking are sentences that hold nothing for long.
var asking = []func(d *dense) string{
	func(d *dense) string { return fmt.Sprintf("How do I clean a %s without %s?", d.what(), d.own()) },
	func(d *dense) string { return fmt.Sprintf("Can you write a short mail about the %s?", d.what()) },
	func(d *dense) string { return fmt.Sprintf("What does %s mean in this letter?", d.own()) },
	func(d *dense) string { return "Thanks, that helps. And then?" },
	func(d *dense) string {
		return fmt.Sprintf("Which %s would you take for a trip to %s?", d.what(), d.where())
	},
	func(d *dense) string { return "Please say it in fewer words." },
}

// dense draws the sentences of one talk.
type dense struct {
	*rand.Rand
	words []string // of this talk alone
}

func newDense(r *rand.Rand) *dense {
	d := &dense{Rand: r}
	for range 12 {
		d.words = append(d.words, d.made())
	}
	return d
}

// made is a word that hardly any other talk has.
func (d *dense) made() string {
	b := ""
	for range 2 + d.IntN(2) {
		b += string("bcdfghjklmnprstvz"[d.IntN(17)]) + string("aeiou"[d.IntN(5)]) + string("lnrst"[d.IntN(5)])
	}
	return b
}

// pick takes the first of a list more often than the last.
func pick(d *dense, list []string) string {
	return list[int(float64(len(list))*math.Pow(d.Float64(), 1.7))]
}

func (d *dense) own() string { return d.words[d.IntN(len(d.words))] }
func (d *dense) number() int { return 10 + d.IntN(9000) }
func (d *dense) kin() string {
	return pick(d, strings.Fields("sister brother neighbour boss uncle niece cousin landlord"))
}
func (d *dense) what() string { return pick(d, things) }

func (d *dense) who() string {
	if d.IntN(3) == 0 {
		name := d.own()
		return strings.ToUpper(name[:1]) + name[1:]
	}
	return pick(d, people)
}

func (d *dense) where() string {
	if d.IntN(6) == 0 {
		name := d.own()
		return strings.ToUpper(name[:1]) + name[1:]
	}
	return pick(d, places)
}

// asked is what a person says: one time in three something of their life.
func (d *dense) asked() string {
	var said []string
	if d.IntN(3) == 0 {
		for range 1 + d.IntN(2) {
			said = append(said, telling[d.IntN(len(telling))](d))
		}
	}
	return strings.Join(append(said, asking[d.IntN(len(asking))](d)), " ")
}

// answered is a long reply about anything.
func (d *dense) answered() string {
	var said []string
	for range 4 + d.IntN(24) {
		words := []string{"The", d.what()}
		for range 6 + d.IntN(12) {
			switch d.IntN(6) {
			case 0:
				words = append(words, d.own())
			case 1:
				words = append(words, d.what())
			default:
				words = append(words, pick(d, fillers))
			}
		}
		said = append(said, strings.Join(words, " ")+".")
	}
	return strings.Join(said, " ")
}

var fillers = strings.Fields(`the of and a to in is it that for with as on be at by this or from an not are but have has was which will
	more when if their can one all would there what up out about some into than them only other time could first then now
	small large simple cheap warm dry clean check turn hold leave wait keep open close rinse press measure lift fill cover
	water steel wood glass cotton paper corner edge surface handle screw filter valve cable battery label manual seller guarantee`)
