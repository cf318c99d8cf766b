"""Texts in scripts of the world, each with the legacy encodings that pages in it were written in.

Each is a few sentences about a mill. The first of them alone is the short text, all are the long one.
"""

FRENCH = (
    "Le vieux moulin s'est arrêté à Noël.",
    "Personne au village ne sait où est passée l'eau de la rivière, ni pourquoi la roue grince encore la nuit.",
    "Le meunier, âgé de soixante-dix ans, répète qu'il a tout réparé lui-même l'été dernier.",
    "Ça coûtait trop cher, dit-il, d'acheter une machine neuve à la ville voisine.",
)
GERMAN = (
    "Die alte Mühle steht seit März still.",
    "Niemand im Dorf weiß, wohin das Wasser geflossen ist und weshalb die Räder nachts noch ächzen.",
    "Der Müller, über siebzig Jahre alt, erzählt, er habe im Frühjahr alles selbst überprüft.",
    "Für eine größere Maschine aus der nächsten Stadt fehlten ihm die Mittel.",
)
POLISH = (
    "Stary młyn nad rzeką wyschł już w maju.",
    "Nikt we wsi nie umie powiedzieć, dokąd odpłynęła woda ani dlaczego koło wciąż skrzypi nocą.",
    "Młynarz, który skończył siedemdziesiąt lat, powtarza, że wszystko naprawił własnymi rękami.",
    "Nowa maszyna z pobliskiego miasta była dla niego zbyt droga, więc żyje z oszczędności.",
)
CZECH = (
    "Starý mlýn u řeky přestal mlít už v květnu.",
    "Nikdo ve vesnici neví, kam se poděla voda a proč kolo v noci ještě vrže.",
    "Mlynář, kterému je přes sedmdesát let, říká, že všechno opravil vlastníma rukama.",
    "Nový stroj z nedalekého města byl příliš drahý, a tak žije z úspor.",
)
TURKISH = (
    "Eski değirmen mayıs ayından beri çalışmıyor.",
    "Köyde hiç kimse suyun nereye gittiğini ve çarkın geceleri neden hâlâ gıcırdadığını bilmiyor.",
    "Yetmiş yaşını geçmiş olan değirmenci her şeyi kendi elleriyle onardığını söylüyor.",
    "Yakındaki şehirden alınacak yeni makine onun için çok pahalıydı, şimdi birikimiyle yaşıyor.",
)
RUSSIAN = (
    "Старая мельница у реки остановилась ещё в мае.",
    "Никто в деревне не знает, куда ушла вода и почему колесо всё ещё скрипит по ночам.",
    "Мельник, которому за семьдесят, повторяет, что починил всё своими руками.",
    "Новая машина из соседнего города оказалась слишком дорогой, и теперь он живёт на сбережения.",
)
GREEK = (
    "Ο παλιός μύλος στο ποτάμι σταμάτησε τον Μάιο.",
    "Κανείς στο χωριό δεν ξέρει πού πήγε το νερό και γιατί ο τροχός τρίζει ακόμη τη νύχτα.",
    "Ο μυλωνάς, που έχει περάσει τα εβδομήντα, λέει ότι τα επισκεύασε όλα με τα χέρια του.",
    "Η καινούργια μηχανή από την κοντινή πόλη ήταν πολύ ακριβή για αυτόν.",
)
HEBREW = (
    "הטחנה הישנה ליד הנהר נעצרה כבר בחודש מאי.",
    "איש בכפר אינו יודע לאן נעלמו המים ומדוע הגלגל עדיין חורק בלילות.",
    "הטוחן, שכבר עבר את גיל שבעים, אומר שתיקן הכול במו ידיו.",
    "המכונה החדשה מן העיר הסמוכה הייתה יקרה מדי בשבילו.",
)
ARABIC = (
    "توقفت الطاحونة القديمة قرب النهر منذ شهر مايو.",
    "لا أحد في القرية يعرف أين ذهب الماء ولماذا ما زالت العجلة تصدر صوتا في الليل.",
    "يقول الطحان الذي تجاوز السبعين من عمره إنه أصلح كل شيء بيديه.",
    "كانت الآلة الجديدة من المدينة المجاورة غالية جدا بالنسبة إليه.",
)
THAI = (
    "โรงสีเก่าริมแม่น้ำหยุดทำงานตั้งแต่เดือนพฤษภาคม",
    "ไม่มีใครในหมู่บ้านรู้ว่าน้ำหายไปไหน และทำไมล้อยังส่งเสียงในเวลากลางคืน",
    "เจ้าของโรงสีซึ่งอายุเกินเจ็ดสิบปีบอกว่าเขาซ่อมทุกอย่างด้วยมือของเขาเอง",
    "เครื่องจักรใหม่จากเมืองใกล้เคียงมีราคาแพงเกินไปสำหรับเขา",
)
JAPANESE = (
    "川のそばの古い水車は五月に止まった。",
    "水がどこへ行ったのか、なぜ夜になると車輪がまだきしむのか、村の人は誰も知らない。",
    "七十歳を過ぎた粉屋は、すべて自分の手で直したと繰り返している。",
    "隣の町の新しい機械は高すぎたので、今は貯金で暮らしている。",
)
CHINESE = (
    "河边的老磨坊五月就停了。",
    "村里没有人知道水流到哪里去了，也没有人知道为什么夜里轮子还在响。",
    "磨坊主人已经七十多岁，他说所有的东西都是自己动手修理的。",
    "邻近城市的新机器太贵了，所以他现在靠积蓄生活。",
)
TAIWANESE = (
    "河邊的老磨坊五月就停了。",
    "村裡沒有人知道水流到哪裡去了，也沒有人知道為什麼夜裡輪子還在響。",
    "磨坊主人已經七十多歲，他說所有的東西都是自己動手修理的。",
    "鄰近城市的新機器太貴了，所以他現在靠積蓄生活。",
)
KOREAN = (
    "강가의 오래된 물레방아는 오월에 멈추었다.",
    "물이 어디로 갔는지, 왜 밤마다 바퀴가 아직도 삐걱거리는지 마을에서 아는 사람이 없다.",
    "일흔이 넘은 방앗간 주인은 모든 것을 자기 손으로 고쳤다고 말한다.",
    "이웃 도시의 새 기계는 너무 비싸서 지금은 모아 둔 돈으로 살고 있다.",
)

# What a text is in, and the label that a page in it declares.
TEXTS = [
    (FRENCH, "iso-8859-1"),
    (GERMAN, "windows-1252"),
    (POLISH, "iso-8859-2"),
    (CZECH, "windows-1250"),
    (TURKISH, "iso-8859-9"),
    (RUSSIAN, "windows-1251"),
    (RUSSIAN, "koi8-r"),
    (GREEK, "iso-8859-7"),
    (HEBREW, "windows-1255"),
    (ARABIC, "windows-1256"),
    (THAI, "tis-620"),
    (JAPANESE, "shift_jis"),
    (JAPANESE, "euc-jp"),
    (CHINESE, "gb2312"),
    (CHINESE, "gb18030"),
    (TAIWANESE, "big5"),
    (KOREAN, "euc-kr"),
    (TAIWANESE, "utf-8"),
]
# How Python calls them, where it is otherwise.
CODECS = {"iso-8859-9": "cp1254", "gb2312": "gb2312"}


def cases():
    """Each text, short and long: its name, its encoding's label, its sentences and their bytes' codec."""
    names = {id(value): name for name, value in globals().items() if isinstance(value, tuple)}
    for text, label in TEXTS:
        for length, sentences in (("short", text[:1]), ("long", text)):
            name = f"{names[id(text)].lower()} {label} {length}"
            yield name, label, sentences, CODECS.get(label, label)
