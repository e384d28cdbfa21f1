package search

// stopWords are the words that say nothing about what a text is about, by
// language. Single letters never count and stand in no list.
var stopWords = [languages]string{
	english: `a about above after again against all also am an and any are as at be because been before being below
between both but by can could did do does doing done down during each few for from further get gets getting go goes going
gonna got gotten had has have having he hello her here hers herself hey hi him himself his hmm how i if im in into is it
its itself ive just lets like ll lot lots many may me might more most much must my myself no nor not now of off oh ok okay
on once one only or other our ours ourselves out over own re really s same shall she should so some such t than that the
their theirs them themselves then there these they thing things this those through to too under until up us ve very was
wasn we well were what whats when where which while who whom whose why will with would wow yeah yes you your yours
yourself yourselves don didn doesn isn aren won couldn shouldn wouldn haven hasn hadn weren mustn let`,
	german: `aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist da damit
dann das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein
eine einem einen einer eines er es etwas euch euer eure für gegen gewesen hab habe haben hast hat hatte hatten hier hin
hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist ja jede jedem jeden jeder jedes jetzt kann kein
keine keinem keinen keiner können könnte man manche mein meine meinem meinen meiner mich mir mit muss musste nach nicht
nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seit sich sie sind so solche soll sollte sondern
sonst über um und uns unser unsere unter viel vom von vor während war waren warst warum was weg weil weiter welche
welchem welchen welcher welches wenn wer werde werden wie wieder will wir wird wirst wo wollen wollte wann wurde wurden
würde würden zu zum zur zwar zwischen`,
	french: `ai aie ait alors as au aucun aussi autre aux avait avec avoir avons ayant c ce cela ces cet cette ceux chez
comme comment d dans de des donc dont du elle elles en encore entre es est et étaient étais était été être eu eux fait
fut ici il ils j je l la là le les leur leurs lors lui m ma mais me même mes moi mon n ne nos notre nous on ont ou où par
pas pendant peu peut plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si sien
son sont sous sur t ta te tes toi ton tous tout toute toutes très tu un une va vers vos votre vous y`,
	spanish: `a al algo algunas algunos ante antes aquel aquella así aún aunque cada como con contra cual cuál cuando
cuándo cuanto cuánto de del desde donde dónde dos durante e el él ella ellas ellos en entre era eran eres es esa esas ese
eso esos esta está están estar estas este esto estos estoy fue fueron fui ha había han has hasta hay he la las le les lo
los me mi mí mis más mucho muy nada ni no nos nosotros nuestra nuestro o os otra otro para pero poco por porque que qué
quien quién se sea ser si sí sido sin sobre somos son soy su sus también tan tanto te tengo tiene tienen todo todos tu tú
tus un una uno unos y ya yo`,
	russian: `а без более больше будет будто бы был была были было быть в вам вас вдруг ведь во вот впрочем все всегда
всего всех всю вы где да даже два для до другой его ее ей ему если есть еще ж же за зачем здесь и из или им их к как
какая какой когда кто куда ли лучше между меня мне много может можно мой моя мы на над надо наконец нас не него нее ней
нет ни нибудь них но ну о об один он она они оно от очень по под после потом потому при про раз с сам свою себе себя
сейчас со совсем так такой там тебя тем теперь то тогда того тоже только том тот ты у уж уже хоть чего чей чем через что
чтоб чтобы чуть эти этого этой этом этот эту я`,
}

// timeWords mark a line that says when, how often or how long.
const timeWords = `yesterday today tonight tomorrow ago last next recently since weekend week weeks month months year
years day days hour hours minute minutes morning evening afternoon night monday tuesday wednesday thursday friday saturday
sunday spring summer autumn winter anniversary birthday decade decades daily weekly monthly yearly
gestern heute morgen vorgestern übermorgen letzte letzten letzter letztes nächste nächsten nächstes woche wochen monat
monate monaten jahr jahre jahren tag tage tagen stunde stunden montag dienstag mittwoch donnerstag freitag samstag sonntag
wochenende frühling sommer herbst winter seit
hier aujourd demain semaine semaines mois an ans année années jour jours heure heures lundi mardi mercredi jeudi vendredi
samedi dimanche dernier dernière prochain prochaine depuis printemps été automne hiver
ayer hoy mañana semana semanas mes meses año años día días hora horas lunes martes miércoles jueves viernes sábado domingo
pasado pasada próximo próxima desde hace primavera verano otoño invierno
вчера сегодня завтра неделя неделе неделю недели недель месяц месяца месяцев год года году лет день дня дней час часа
часов понедельник вторник среда среду четверг пятница пятницу суббота субботу воскресенье назад прошлый прошлой прошлом
следующий следующей весна весной лето летом осень осенью зима зимой`

// months are the names by language; the rows hold them in order.
var months = [...]string{
	"january february march april may june july august september october november december",
	"jan feb mar apr mai jun jul aug sep oct nov dec",
	"januar februar märz april mai juni juli august september oktober november dezember",
	"janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
	"enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
	"январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
	"января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
	"январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре",
}

// irregular lists English forms that no suffix rule reaches: the plain form,
// then the others. Forms that are common words of another meaning are left out.
const irregular = `arise arose arisen
awake awoke awoken
bear bore borne
beat beaten
become became
begin began begun
bend bent
bite bit bitten
blow blew blown
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
deal dealt
dig dug
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
fly flew flown
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
give gave given
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
know knew known
lay laid
lead led
learn learnt
leave left
lend lent
lose lost
make made
mean meant
meet met
pay paid
ride rode ridden
ring rang rung
rise rose risen
run ran
say said
see saw seen
sell sold
send sent
sew sewn
shake shook shaken
shoot shot
show shown
sing sang sung
sit sat
sleep slept
speak spoke spoken
spend spent
stand stood
steal stole stolen
stick stuck
swear swore sworn
sweep swept
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
understand understood
wake woke woken
wear wore worn
weave wove woven
win won
write wrote written
child children kid kids
man men
woman women
person people
foot feet
tooth teeth
mouse mice
goose geese
life lives
wife wives
knife knives
leaf leaves
wolf wolves
shelf shelves
half halves
good better best
bad worse worst
mother mom moms mum mums mommy mama
father dad dads daddy papa
grandmother grandma granny
grandfather grandpa
television tv
photo photograph photographs pic pics picture pictures
bicycle bike bikes
refrigerator fridge
telephone phone phones
automobile auto
university uni
mathematics math maths
laboratory lab
examination exam exams
advertisement ad ads
veterinarian vet vets
temperature temp
information info
application app apps
favourite favorite favorites favourites fav
colour color colors colours
neighbour neighbor neighbors neighbours
centre center centers centres
theatre theater theaters theatres
travel travelled travelling
program programme programmes`

// kinships are words that often stand for each other in questions and notes;
// a row is one idea. A relative counts for less than the word itself.
const kinships = `begin start launch kick
buy purchase acquire get
job work career profession occupation
movie film cinema
book novel read
song music tune
band concert gig
pet dog cat puppy kitten
family relative parent sibling
sibling brother sister
parent mother father
spouse husband wife partner
child son daughter
vacation holiday trip travel journey
trip road hike
hobby activity interest pastime
exercise workout gym fitness
run jog marathon race
food meal dish recipe cook
cook bake recipe
dinner lunch breakfast meal
doctor physician hospital medical
sick ill health disease
house home apartment flat
live reside move
relocate move
car vehicle drive
crash accident injury
teacher instructor tutor
student pupil learner
school class education
college university degree
friend buddy pal
happy glad joy
sad upset grief
scared afraid fear
angry mad
love enjoy like
hate dislike
favourite love prefer
gift present
paint art draw
photo image camera
game play
sport team
beach sea ocean
mountain hike climb
forest nature outdoors
plant garden flower
money finance cash
price cost
expensive cost
company business firm
shop store
meet encounter
talk chat speak discuss
say tell mention
advice suggestion recommend tip
help assist support volunteer
charity donate donation fundraiser
plan goal intend
dream goal wish
reason motivate inspire
finish complete end
win award prize
fail lose
big large huge
small little tiny
fast quick
begin began
birthday anniversary
marry wedding engage
country state nation
city town place
church religion faith
write author
computer laptop tech
phone call
email letter message
problem issue challenge
meditate yoga relax
relax unwind destress
clothes shirt dress outfit
shoe sneaker boot
sugar sweet dessert cake
drink beer wine coffee tea`
