/**
 * What people say without asking for anything, by what it is. Lower case, without punctuation; one phrase between two
 * bars. A message is passed over only if it consists of such phrases from end to end, so a phrase that could be a part
 * of a request (`check`, `please do`) is not here.
 */
export const GREETINGS: readonly string[] = phrases(
  // en
  'hi|hello|hey|hiya|howdy|yo|good morning|good afternoon|good evening|good day|good night|greetings|hi there|bye|goodbye|bye bye|see you|see you later|see you tomorrow|have a nice day|have a good day|have a great day|morning|evening',
  // ru, uk
  'привет|приветствую|здравствуй|здравствуйте|доброе утро|добрый день|добрый вечер|доброй ночи|доброго дня|хай|пока|до свидания|до завтра|до встречи|всего доброго|хорошего дня|привіт|вітаю|добрий день|доброго ранку|добрий вечір|до побачення',
  // zh, ja, ko
  '你好|您好|大家好|早|早上好|早安|上午好|中午好|下午好|晚上好|晚安|嗨|哈喽|哈囉|再见|再見|拜拜|明天见|明天見|回头见|こんにちは|こんばんは|おはよう|おはようございます|おやすみ|おやすみなさい|さようなら|またね|また明日|안녕|안녕하세요|안녕하십니까|안녕히 계세요|잘 자|좋은 아침',
  // es, pt, fr, it, de, nl
  'hola|buenos días|buenos dias|buenas|buenas tardes|buenas noches|adiós|adios|hasta luego|hasta mañana|olá|ola|oi|bom dia|boa tarde|boa noite|tchau|até logo|até amanhã|bonjour|bonsoir|salut|coucou|bonne nuit|bonne journée|au revoir|à bientôt|ciao|buongiorno|buonasera|buonanotte|arrivederci|hallo|guten tag|guten morgen|guten abend|gute nacht|moin|servus|grüß gott|tschüss|tschüß|auf wiedersehen|bis morgen|schönen tag noch|goedemorgen|goedemiddag|goedenavond|hoi|tot ziens',
  // pl, cs, sv, da, no, fi, tr, el
  'cześć|czesc|dzień dobry|dzien dobry|dobry wieczór|dobranoc|do widzenia|ahoj|dobrý den|dobré ráno|dobrý večer|nashledanou|hej|hejsan|god morgon|god kväll|hej då|god morgen|godmorgen|god aften|hei|moi|hyvää huomenta|hyvää päivää|näkemiin|merhaba|selam|günaydın|iyi günler|iyi akşamlar|iyi geceler|hoşça kal|γεια|γεια σου|γεια σας|καλημέρα|καλησπέρα|καληνύχτα',
  // ar, fa, he, hi, vi, th, id
  'مرحبا|مرحبًا|أهلا|السلام عليكم|صباح الخير|مساء الخير|مع السلامة|سلام|صبح بخیر|خداحافظ|שלום|היי|בוקר טוב|ערב טוב|לילה טוב|להתראות|नमस्ते|नमस्कार|हैलो|शुभ प्रभात|chào|xin chào|chào bạn|chào buổi sáng|tạm biệt|สวัสดี|สวัสดีครับ|สวัสดีค่ะ|halo|selamat pagi|selamat siang|selamat sore|selamat malam|sampai jumpa',
);

export const THANKS: readonly string[] = phrases(
  'thanks|thank you|thx|ty|tysm|cheers|many thanks|thanks a lot|thanks so much|thank you so much|thank you very much|much appreciated|appreciate it|thanks for your help|thanks for the help|thank you for your help|great|perfect|awesome|excellent|wonderful|brilliant|cool|nice|nice one|lovely|amazing|well done|good job|great job|great work|nice work|that works|looks good|lgtm|that s all|that is all|thats all|never mind|nevermind',
  'спасибо|спс|благодарю|большое спасибо|спасибо большое|огромное спасибо|спасибо огромное|спасибо за помощь|отлично|супер|здорово|класс|круто|прекрасно|замечательно|молодец|это все|на этом все|дякую|дуже дякую|чудово',
  '谢谢|謝謝|谢谢你|谢谢您|多谢|多謝|感谢|感謝|非常感谢|谢了|辛苦了|太好了|很好|太棒了|棒|赞|完美|不错|就这样|没事了|ありがとう|ありがとうございます|どうもありがとうございます|どうも|助かりました|お疲れ様です|素晴らしい|完璧|いいね|감사합니다|고마워|고마워요|고맙습니다|좋아요|완벽해요|수고하셨습니다',
  'gracias|muchas gracias|mil gracias|perfecto|genial|excelente|estupendo|obrigado|obrigada|muito obrigado|muito obrigada|valeu|perfeito|ótimo|merci|merci beaucoup|parfait|super|génial|grazie|grazie mille|perfetto|ottimo|danke|vielen dank|danke schön|dankeschön|besten dank|herzlichen dank|tausend dank|perfekt|prima|toll|klasse|spitze|wunderbar|das wars|das war s|bedankt|dank je|dank u|dankjewel|geweldig',
  'dzięki|dziękuję|dziekuje|świetnie|super|děkuji|díky|skvělé|tack|tack så mycket|tak|mange tak|takk|tusen takk|kiitos|teşekkürler|teşekkür ederim|sağ ol|harika|ευχαριστώ|τέλεια',
  'شكرا|شكرًا|شكرا جزيلا|ممتاز|رائع|ممنون|مرسی|متشکرم|תודה|תודה רבה|מעולה|מצוין|धन्यवाद|शुक्रिया|बहुत धन्यवाद|बढ़िया|cảm ơn|cám ơn|cảm ơn bạn|tuyệt vời|ขอบคุณ|ขอบคุณครับ|ขอบคุณค่ะ|เยี่ยม|terima kasih|makasih|bagus|mantap',
);

export const SMALL_TALK: readonly string[] = phrases(
  'how are you|how are you doing|how are you today|how s it going|hows it going|what s up|whats up|sup|who are you|what are you|are you there|are you a robot|are you an ai|i m fine|im fine|i m good|lol|haha|hahaha|hehe|wow|hmm|hm|oh|ah|i see|got it|understood|makes sense|good to know|interesting|tell me a joke|sorry|my bad|no problem|no worries|you re welcome|same here|nice to meet you',
  'как дела|как ты|как жизнь|как поживаешь|как вы|что нового|кто ты|ты кто|ты тут|ты здесь|вы тут|ясно|понятно|понял|поняла|ага|ого|хм|ха|хаха|ахаха|лол|интересно|извини|извините|прости|простите|ничего страшного|не за что|пожалуйста|расскажи анекдот|як справи|зрозуміло',
  '你好吗|您好吗|最近怎么样|最近好吗|你是谁|你是誰|你在吗|在吗|在不在|哈哈|哈哈哈|呵呵|嗯|嗯嗯|哦|噢|明白|明白了|懂了|知道了|了解|收到|原来如此|有意思|对不起|抱歉|不好意思|没关系|不客气|讲个笑话|元気ですか|お元気ですか|なるほど|わかりました|分かりました|了解です|了解しました|すみません|ごめん|ごめんなさい|ふむ|へえ|잘 지내|잘 지내세요|알겠습니다|알겠어요|그렇군요|미안해|죄송합니다|ㅋㅋ|ㅋㅋㅋ|ㅎㅎ',
  'cómo estás|como estas|qué tal|que tal|quién eres|entiendo|entendido|lo siento|de nada|jaja|jajaja|tudo bem|como vai|quem é você|entendi|desculpe|kkk|ça va|comment ça va|comment vas tu|qui es tu|d accord|compris|je vois|désolé|de rien|come stai|come va|chi sei|capito|scusa|prego|wie geht s|wie gehts|wie geht es dir|wie geht es ihnen|wer bist du|verstanden|alles klar|aha|interessant|entschuldigung|sorry|kein problem|bitte schön|gern geschehen|hoe gaat het|begrepen',
  'jak się masz|co słychać|rozumiem|przepraszam|jak se máš|rozumím|promiň|hur mår du|jag förstår|förlåt|nasılsın|ne haber|anladım|özür dilerim|τι κάνεις|κατάλαβα',
  'كيف حالك|فهمت|آسف|خوبی|فهمیدم|ببخشید|מה שלומך|מה קורה|הבנתי|סליחה|कैसे हो|आप कैसे हैं|समझ गया|माफ़ करें|bạn khỏe không|hiểu rồi|xin lỗi|สบายดีไหม|เข้าใจแล้ว|ขอโทษ|apa kabar|mengerti|maaf|haha|wkwk',
);

/** To go on with what is under way: with an open question before it, its answer. */
export const GO_ON: readonly string[] = phrases(
  'yes|yep|yeah|yup|y|ok|okay|k|sure|of course|right|correct|exactly|agreed|fine|alright|all right|go|go on|go ahead|go for it|continue|please continue|keep going|carry on|proceed|please proceed|next|more|do it|do that|please do|yes please|sounds good|that s right|try again|again|retry|once more',
  'да|ага да|угу|ок|окей|хорошо|ладно|конечно|верно|правильно|именно|точно|согласен|согласна|давай|давайте|го|вперед|продолжай|продолжайте|дальше|далее|еще|поехали|действуй|делай|сделай|еще раз|попробуй еще раз|попробуй снова|повтори|так|добре|гаразд|далі|продовжуй',
  '是|是的|对|對|对的|好|好的|好吧|好啊|行|可以|当然|沒問題|没问题|没错|同意|继续|繼續|请继续|接着来|接着说|下一步|然后呢|开始吧|做吧|去做吧|再来|再来一次|再试一次|重试|はい|うん|ええ|そうです|もちろん|いいです|お願いします|続けて|続けてください|次|次へ|もう一度|もう一回|네|예|응|그래|좋아|물론|계속|계속해|계속하세요|계속해 주세요|다음|다시|다시 해봐',
  'sí|si|claro|vale|de acuerdo|correcto|exacto|adelante|continúa|continua|continúe|sigue|siguiente|hazlo|otra vez|sim|certo|isso|pode ser|continue|prossiga|próximo|de novo|oui|bien sûr|exactement|vas y|allez y|continuez|suivant|fais le|encore|sì|certo|esatto|va bene|procedi|avanti|continui|ancora|ja|jawohl|klar|natürlich|genau|richtig|stimmt|in ordnung|einverstanden|weiter|mach weiter|bitte weiter|fahr fort|los|mach das|mach es|nochmal|noch einmal|versuch es nochmal|doe maar|ga door|ga verder|verder|nog een keer',
  'tak|dobrze|jasne|zgoda|kontynuuj|dalej|zrób to|jeszcze raz|ano|jo|dobře|jistě|pokračuj|ještě jednou|ja tack|fortsätt|igen|kyllä|joo|jatka|evet|tamam|olur|devam|devam et|tekrar|ναι|εντάξει|συνέχισε|πάλι',
  'نعم|أجل|حسنا|حسنًا|تابع|استمر|أكمل|مرة أخرى|بله|باشه|ادامه بده|دوباره|כן|בסדר|אוקיי|תמשיך|תמשיכי|המשך|שוב|हाँ|हां|ठीक है|जारी रखें|आगे बढ़ो|फिर से|vâng|dạ|được|tiếp tục|tiếp đi|lại lần nữa|ใช่|ได้|ตกลง|โอเค|ต่อไป|ทำต่อ|อีกครั้ง|ya|iya|oke|baik|lanjut|lanjutkan|lagi',
);

/** To stop or to leave it: nothing more is needed, whatever was asked. */
export const DECLINES: readonly string[] = phrases(
  'no|nope|nah|n|no thanks|no thank you|not now|stop|cancel|forget it|don t|do not|wait|hold on|enough',
  'нет|неа|не надо|не нужно|не сейчас|стоп|хватит|отмена|забудь|подожди|погоди|ні|не треба',
  '不|不是|不用|不用了|不要|不行|没有|停|停止|停下|取消|算了|等等|等一下|够了|いいえ|いや|違います|結構です|やめて|ストップ|待って|ちょっと待って|キャンセル|아니|아니요|아니오|됐어요|그만|잠깐만|취소',
  'para|basta|ahora no|cancela|espera|não|agora não|pare|espere|non|non merci|arrête|attends|annule|laisse tomber|aspetta|fermati|annulla|nein|nein danke|nicht jetzt|halt|stopp|abbrechen|warte|vergiss es|nee|wacht|nie|nie teraz|czekaj|ne|počkej|nej|ei|hayır|bekle|dur|όχι|περίμενε',
  'لا|توقف|انتظر|نه|صبر کن|לא|עצור|חכה|नहीं|रुको|không|dừng lại|khoan|ไม่|หยุด|รอก่อน|tidak|nggak|berhenti|tunggu',
);

/** May stand beside the others and say nothing alone. */
export const FILLERS: readonly string[] = phrases(
  'there|all|everyone|everybody|team|guys|folks|friend|buddy|mate|sir|assistant|bot|please|then|now|again|very much|so much|a lot|too|for now|today|really|and|but|well|just|you',
  'друг|друзья|коллеги|всем|ребята|бот|пожалуйста|тогда|очень|большое|ну|и|а|же|сегодня|будь ласка',
  '啊|呀|吧|呢|哦|哈|了|啦|嘛|的|朋友|大家|请|那|就|ね|よ|です|ください|요',
  'amigo|amigos|por favor|entonces|pues|y|então|e|s il te plaît|s il vous plaît|alors|et|per favore|allora|bitte|dann|und|also|mal|doch|sehr|alsjeblieft|proszę|prosím|lütfen|παρακαλώ',
  'من فضلك|لطفا|בבקשה|कृपया|nhé|ạ|ครับ|ค่ะ|tolong|ya',
);

function phrases(...lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split('|'));
}
