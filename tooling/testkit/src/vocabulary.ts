/** Owns the words that generated text is made of, and how often each occurs (about as in Zipf's law). */
import { Random } from "./random.ts";

/** Number of different words in generated prose. */
export const vocabularySize = 50_000;

const frequent = `the to a and of in is for it that this with on be file not as we if error from return
test you can are or by an at line value will but so has use function when now all then name type new path run
no data build which should only was each before after string there have these set let code call result change
read list check one index first add config two also output into null user key more request state than module other
fix import default time up does object number where server while empty field make import folder write version`;

const onsets =
  "b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sk sl sm sn sp st str t th tr v w z";
const nuclei = "a e i o u ai ea ee io oa ou";
const codas = "b ck d ft g l ll m mp n nd ng nt p r rd rk rm rn s sh ss st t th x";

const makeWords = (): readonly string[] => {
  const random = new Random(50_000);
  const split = (text: string): readonly string[] => text.split(/\s+/);
  const parts = { onsets: split(onsets), nuclei: split(nuclei), codas: split(codas) };
  const words = new Set(split(frequent));
  while (words.size < vocabularySize) {
    let word = "";
    const syllables = 1 + random.below(3);
    for (let index = 0; index <= syllables; index++) {
      word += random.pick(parts.onsets) + random.pick(parts.nuclei);
      if (random.chance(0.35)) word += random.pick(parts.codas);
    }
    if (word.length >= 4 && word.length <= 14) words.add(word);
  }
  return [...words];
};

/** Every word, the most frequent first. */
export const vocabulary: readonly string[] = makeWords();

/** Ranks of a Zipf-like distribution over `size` items, to be picked from evenly. */
export const zipfTable = (size: number, slots: number): Uint16Array => {
  const table = new Uint16Array(slots);
  let total = 0;
  for (let rank = 0; rank < size; rank++) total += 1 / (rank + 2.7);
  let slot = 0;
  let sum = 0;
  for (let rank = 0; rank < size; rank++) {
    sum += 1 / (rank + 2.7);
    const end = Math.round((sum / total) * slots);
    while (slot < end) table[slot++] = rank;
  }
  return table;
};

const wordTable = zipfTable(vocabularySize, 1 << 20);

/** A word, picked by its frequency. */
export const pickWord = (random: Random): string => vocabulary[wordTable[random.next() >>> 12] as number] as string;

const hanzi =
  "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严";
const kana =
  "このファイルをひらくとエラーになるのでしゅうせいしましたテストがとおることをかくにんするせっていインデックスけんさくきろくよみこみ";
const hangul = "파일을 검색하고 결과를 확인했습니다 오류가 발생하여 설정을 변경합니다 기록 읽기 쓰기 테스트";

const makeChineseWords = (): readonly string[] => {
  const random = new Random(3_000);
  const words = new Set<string>();
  const characters = [...hanzi];
  while (words.size < 3_000) words.add(random.pick(characters) + random.pick(characters));
  return [...words];
};

/** Words of two Chinese characters, the most frequent first. */
export const chineseWords: readonly string[] = makeChineseWords();

const chineseTable = zipfTable(chineseWords.length, 1 << 16);

/** About `length` characters of Chinese, with some Japanese or Korean. */
export const cjkText = (random: Random, length: number): string => {
  let text = "";
  const language = random.below(4);
  while (text.length < length) {
    if (language === 1) {
      const at = random.below(kana.length - 8);
      text += kana.slice(at, at + 3 + random.below(5));
    } else if (language === 2) text += `${random.pick(hangul.split(" "))} `;
    text += chineseWords[chineseTable[random.next() >>> 16] as number] as string;
    if (random.chance(0.08)) text += random.chance(0.5) ? "，" : "。";
  }
  return text;
};
