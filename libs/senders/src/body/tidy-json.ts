const QUOTE = '"';
const WORD = /(?:-?(?:NaN|Infinity)|None|True|False|undefined)(?![\w"'])/y;
const WORD_VALUES: Readonly<Record<string, string>> = {
  None: 'null',
  undefined: 'null',
  True: 'true',
  False: 'false',
};
const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** Characters of a string that need no look. */
const PLAIN = /[^"\\\u0000-\u001f]+/y;

/** What is guessed where the meaning of a character is not certain. */
export interface TidyGuess {
  /** `"C:\"` is a string that ends in a backslash, where the end of a value follows. */
  readonly endsAtBackslash?: boolean;
  /** A quote ends a string only where a string may end. Any other quote is a part of it. */
  readonly hasBareQuotes?: boolean;
}

/**
 * Mends the faults of templates in one pass: raw line breaks in strings, lone backslashes, leading, double and trailing commas,
 * and words such as `NaN`. The result may still be no JSON.
 */
export function tidyJson(text: string, guess: TidyGuess = {}): string {
  return new JsonTidier(text, guess).run();
}

class JsonTidier {
  private readonly parts: string[] = [];
  /** The containers that are open: whether each is an object. */
  private readonly containers: boolean[] = [];
  /** The last character outside of a string that is not white space. */
  private last = '';
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly guess: TidyGuess,
  ) {}

  run(): string {
    while (this.at < this.text.length) {
      const character = this.text[this.at] as string;
      if (character === QUOTE) this.mendString();
      else if (character === ',') this.mendCommas();
      else this.mendOther(character);
    }
    return this.parts.join('');
  }

  /** Keeps one comma of a run, if it is between two values. */
  private mendCommas(): void {
    const { text } = this;
    while (text[this.at] === ',' || (text[this.at] ?? 'x') <= ' ') this.at += 1;
    const next = text[this.at];
    if (next !== undefined && !']}'.includes(next) && !'[{'.includes(this.last)) this.parts.push(', ');
    this.last = ',';
  }

  private mendOther(character: string): void {
    WORD.lastIndex = this.at;
    const word = /[-A-Zu]/.test(character) ? WORD.exec(this.text)?.[0] : undefined;
    this.at += word?.length ?? 1;
    if (character <= ' ') {
      this.parts.push(' ');
      return;
    }
    this.parts.push(word === undefined ? character : (WORD_VALUES[word] ?? `"${word}"`));
    this.last = character;
    if (character === '{' || character === '[') this.containers.push(character === '{');
    else if (character === '}' || character === ']') this.containers.pop();
  }

  private mendString(): void {
    const { text } = this;
    const end = this.endOfString();
    this.parts.push(QUOTE);
    this.last = QUOTE;
    for (this.at += 1; this.at < text.length;) {
      const character = text[this.at] as string;
      if (character === QUOTE && this.isMatch(end)) {
        this.parts.push(QUOTE);
        this.at += 1;
        return;
      }
      if (character === QUOTE) this.push('\\"', 1);
      else if (character === '\\') {
        if (this.mendEscape()) return;
      } else if (character < ' ') this.push(ESCAPES[character] ?? escapeUnit(character), 1);
      else {
        PLAIN.lastIndex = this.at;
        const plain = PLAIN.exec(text)?.[0] ?? character;
        this.push(plain, plain.length);
      }
    }
  }

  /** Returns what follows the end of the string that begins here, if that is not taken for granted. */
  private endOfString(): RegExp | undefined {
    if (this.guess.hasBareQuotes !== true) return undefined;
    if (this.containers.at(-1) === false) return END_OF_ELEMENT;
    return this.last === '{' || this.last === ',' ? END_OF_NAME : END_OF_VALUE;
  }

  private isMatch(end: RegExp | undefined): boolean {
    if (end === undefined) return true;
    end.lastIndex = this.at + 1;
    return end.test(this.text);
  }

  /** Returns whether the string ends here. */
  private mendEscape(): boolean {
    const { text, at } = this;
    const next = text[at + 1] ?? '';
    if (next === QUOTE && this.guess.endsAtBackslash === true && isEndOfValue(text, at + 2)) {
      this.push('\\\\"', 2);
      return true;
    }
    if (next !== '' && '"\\/bfnrt'.includes(next)) this.push(text.slice(at, at + 2), 2);
    else if (/^u[0-9a-f]{4}$/i.test(text.slice(at + 1, at + 6))) this.push(text.slice(at, at + 6), 6);
    // A shell script continues its line so.
    else this.push(next === '\n' ? '' : '\\\\', 1);
    return false;
  }

  private push(part: string, length: number): void {
    this.parts.push(part);
    this.at += length;
  }
}

/** What may follow a quote that ends a name, a value of an object, or an element of a list. */
const END_OF_NAME = /\s{0,50}:/y;
const END_OF_VALUE = /\s{0,50}(?:,\s{0,50}(?:"[^"\\]{1,100}"\s{0,50}:|[}\]])|\}\s{0,50}(?:[,}\]]|$))/y;
const END_OF_ELEMENT = /\s{0,50}(?:,\s{0,50}["{[\d\]tfn-]|\]\s{0,50}(?:[,}\]]|$))/y;
const AFTER_BACKSLASH = /\s{0,20}(?:[}\]]|,\s{0,20}"|$)/y;

function isEndOfValue(text: string, at: number): boolean {
  AFTER_BACKSLASH.lastIndex = at;
  return AFTER_BACKSLASH.test(text);
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
