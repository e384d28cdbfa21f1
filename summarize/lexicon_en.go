package summarize

func english() list {
	return list{
		name: "en",
		stop: `a about above after again against all am an and any are as at be because been before being below between
both but by can could did do does doing down during each few for from further had has have having he her here hers herself
him himself his how i if in into is it its itself just me more most my myself no nor not now of off on once only or other our
ours ourselves out over own same she should so some such than that the their theirs them themselves then there these they this
those through to too under until up very was we were what when where which while who whom why will with would you your yours
yourself yourselves also get got getting gonna like really yeah yes hey hi wow oh ok okay well thing things stuff lot lots much
many may might must shall us let lets i'm i've i'd i'll it's that's there's he's she's we're we've we'll we'd you're you've you'll you'd
they're they've they'll don't didn't doesn't isn't wasn't aren't won't couldn't shouldn't wouldn't haven't hasn't hadn't can't let's
what's who's here's im ive id youre thats 'cause cause cuz wanna gotta kinda sorta ya yep nope yup ever even still yet though
although however since else etc via per around without within upon onto toward towards along across every everything something
anything nothing everyone someone anyone one ones another either neither rather quite almost maybe perhaps always never often
sometimes usually already back going goes go went come comes came been be make makes made making take takes took taking give gives
gave keep keeps kept put say says said saying tell tells told know knows knew think thinks thought see sees saw seen look looks looked
looking want wants wanted need needs try tries tried use used using way`,
		dull: `please amazing awesome great good nice cool wonderful fantastic incredible lovely beautiful fun funny sweet super
glad happy excited exciting thrilled proud grateful thankful blessed inspiring inspired inspiration inspires inspire rewarding special sure
definitely absolutely totally actually truly exactly honestly literally basically simply completely thanks thank appreciate congrats
congratulations welcome sorry hope hoping wish love loved loving feel feels feeling feelings felt enjoy enjoyed enjoying best better bad worse worst big
huge little small bit kind sort pretty hard tough easy important cute adorable gorgeous stunning impressive impressed interesting
interested fascinating perfect right true real different crazy insane unreal epic rad sick dope lit ace brilliant excellent superb
terrific marvelous magical powerful meaningful unforgettable memorable joy joyful fulfilling blast hype hyped stoked pumped
psyched refreshing peaceful relaxing fresh bet guess mean means meant wait luck lucky care matter matters helps help helped helping helpful
support supportive supporting positive positivity strength strong courage brave passion passionate motivate motivates motivated motivation
encourage encouraging encouragement together alone sounds sound seems seem totally agree agreed certainly indeed obviously
clearly cheers bye later soon goodbye ciao hello greetings yay haha lol aww ahh ooh gosh omg whoa damn man dude bro buddy pal
rock rocks rocking keep going forward journey world life lives moment moments memories memory difference able remember reminder reminds
remind reminded feel vibe vibes energy spirit heart soul dream dreams chance opportunity experience experiences experiencing
look forward share sharing shared connect connection connecting bring brings brought worth idea ideas point part kinds ways catch check checked checking
show shows showing pic pics picture pictures photo photos image talk talked talking chat chatting hear heard hearing speaking
challenge challenges challenging effort efforts pay pays growth grow growing progress achieve achievement accomplish accomplishment goal goals pushing push
amount variety range aspect sense deeply quality value values valuable appreciate understanding understand understands respect truth essential crucial key
worries comfort comforting bond bonds bonding emotion emotions emotional feedback forget advice express expressing expression intense effect effects imagine
difficult difficulty creativity creative satisfying satisfied satisfaction cherish cherished huh mix thought thoughts specific rough updated frustrating
frustrated determined determination confidence confident bunch sometime yummy delicious besides dedication dedicated current currently overall step steps reach
escape friendship relationships perspective perspectives impact importance purpose harmony gratitude wellbeing well-being resilience resilient
balance uplifting heartwarming touching touched cozy calm calming peace serene serenity joyous delight delighted pleasure wonders awe breathtaking
mesmerizing captivating therapeutic empowering empowered cathartic nostalgic bittersweet heavy tears smile smiles smiling laugh laughs laughter laughing
vivid vibrant atmosphere unique uniqueness genuine genuinely sincere sincerely kindness compassion empathy acceptance accepting belief believing hopeful optimistic
inner sake highly recommend recommendation congratulate applaud admire admirable deserve deserves kudos stay staying stick sticking awaits
prove proves anytime whenever whatever wherever overcome overcoming obstacles setbacks setback struggle struggles tackle tackling dive immersed immersive
drive driven fuel boost boosts chill vibing fave absolute sheer pure true truer bright brighter brighten lift lifts spark sparks rush thrill thrilling
woo woohoo yikes oops phew hurray hooray yum mmm relate relatable fit fits suits suit option options approach approaches focus focused focusing
possible possibilities possibility potential future past present major minor main general usual typical certain various countless`,
		base: `time times day days week weeks month months year years today yesterday tomorrow tonight morning evening afternoon night
people person guy guys folks friend friends family work working worked home house place places new old first last next long short
high low start started starting stop stopped finish finished begin began run ran find found finding learn learned learning play
played playing turn turned ask asked call called leave left live lived living believe happen happened happens set change changed
changes move moved moving end ended hold held lose lost meet met meeting plan plans planning planned decide decided spend spent
spending wonder watch watched watching follow read reading write wrote writing open walk walked stay stayed free busy ready hour
hours minute minutes second lately recently area city town room side group event events project projects story stories
question questions answer problem problems issue issues reason result job everyday whole full close near far away whole early late
enough less more least most couple several few number couldn't bought buy add added create created creating build built recently
sitting standing laying lying posing front holding wearing background view surrounded filled covered displayed woman man men women boy girl group
skill skills field choice options design style note list piece forms form size space spot middle level levels top bottom hand hands face eyes head`,
		me:  `i i'm i've i'd i'll im ive my me mine myself we we're we've we'll we'd our ours us`,
		you: `you your yours you're you've you'll you'd youre yourself`,
		lead: `yeah yes yep yup yea nah nope oh ooh wow whoa woah hey hi hello thanks thank thx well so and but also actually anyway btw haha lol aww aw ah sure
definitely absolutely exactly totally cool great nice awesome amazing congrats congratulations ok okay right man gosh omg honestly
plus then fortunately luckily unfortunately basically anyways hmm huh ugh yay cheers sorry indeed certainly woo woohoo yikes oops phew yum gotcha agreed hooray bravo`,
		soft: `really very super totally just quite actually definitely absolutely truly basically literally honestly simply completely
extremely incredibly certainly obviously seriously kinda also finally`,
		they: `it it's that that's this they they're them she she's he he's those these there her him his their its one ones`,
		prefer: `love loves like likes prefer prefers preferred favorite favourite fave hate hates dislike enjoy enjoys fan allergic
vegan vegetarian into passion passionate adore obsessed`,
		correct: `actually correction wrong mistake sorry instead meant rather not no longer anymore changed`,
		undone:  `todo fixme pending unresolved blocked unfinished follow-up`, reject: `instead rejected reject abandoned dropped discarded discard avoid against ruled`,
		gush: `amazing awesome great cool nice wonderful fantastic incredible lovely beautiful gorgeous stunning super perfect
brilliant excellent superb terrific marvelous magical epic rad sick adorable cute impressive interesting exciting yummy delicious`,
		frames: englishFrames,
	}
}

// englishFrames are openings that say nothing, one a line.
const englishFrames = `in the meantime
on a different note
on a side note
long time no chat
long time no talk
crazy thing happened
funny thing happened
as usual
excited to tell you
i'm excited to tell you
excited to share that
i'm excited to share that
guess what i
have you ever
did i tell you that
did i tell you
it turns out that
the thing is
all in all
at the end of the day
on top of that
more than anything
let me know
i've got to say
i'd say
i'd say that
i would say
i hope
i can tell you that
speaking of which
something exciting happened
not gonna lie
no doubt
i just wanted to let you know that
i just wanted to let you know
just wanted to let you know that
just wanted to let you know
just wanted to say
i wanted to share
i wanted to tell you
i wanted to say
i wanted to let you know that
i wanted to let you know
wanted to let you know that
wanted to let you know
i have news
i've got news
a lot has happened since we last spoke
a lot has happened since we last talked
so much has happened since we last spoke
much has happened since we last spoke
as always
like you said
like i said
as i said
as i mentioned
i think that
i think
i guess
i mean
i must say
i have to say
i gotta say
i just wanted to say
i wanted to tell you about
i wanted to tell you that
i just wanted to tell you
i'm happy to say that
i'm happy to say
i believe that
i believe
i feel like
i know that
guess what
you know
you know what
to be honest
in fact
by the way
of course
let me tell you
as you know
as for me
for me
on another note
long time no see
since we last talked
since we last spoke
since we last chatted
since the last time we talked
since our last chat
take a look at this
check this out
check it out
check out
here's a pic of
here's a picture of
here's a photo of
here is a picture of
it's like
it's just
it's great that
it's amazing how
it's a pity that
i'm so glad
i'm glad
i'm sure
no worries
no problem`
