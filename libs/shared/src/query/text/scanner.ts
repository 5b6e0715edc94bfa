import { FilterTextError } from './filter-text-error.js';
import { WORD } from './words.js';

/** What may follow a token that ends with a letter or digit. */
const CONTINUES = /[\p{L}\p{M}\p{N}_]/uy;
const BLANKS = /[ \t\r\n]*/y;
const MAX_SHOWN = 30;

/** A position in a text, and the tokens that follow it. */
export class Scanner {
  private position = 0;

  constructor(private readonly text: string) {}

  get at(): number {
    return this.position;
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  skipBlanks(): void {
    BLANKS.lastIndex = this.position;
    this.position += BLANKS.exec(this.text)?.[0].length ?? 0;
  }

  /** Returns the token that follows, without moving. */
  peek(pattern: RegExp): string | undefined {
    return this.match(pattern)?.[0];
  }

  take(pattern: RegExp): string | undefined {
    return this.takeMatch(pattern)?.[0];
  }

  takeMatch(pattern: RegExp): RegExpExecArray | undefined {
    const found = this.match(pattern);
    if (found !== undefined) this.position += found[0].length;
    return found;
  }

  takeSymbol(symbol: string): boolean {
    this.skipBlanks();
    if (!this.text.startsWith(symbol, this.position)) return false;
    this.position += symbol.length;
    return true;
  }

  /** Takes words that follow each other, in any case, or none of them. */
  takeWord(...words: readonly string[]): boolean {
    const start = this.position;
    for (const word of words) {
      if (this.peek(WORD)?.toLowerCase() !== word) {
        this.position = start;
        return false;
      }
      this.take(WORD);
    }
    return true;
  }

  /** Takes a JSON object, from its brace to the one that closes it. */
  takeObject(): string | undefined {
    this.skipBlanks();
    if (this.text[this.position] !== '{') return undefined;
    let depth = 0;
    let inString = false;
    for (let at = this.position; at < this.text.length; at += 1) {
      const character = this.text[at];
      if (inString) {
        if (character === '\\') at += 1;
        else if (character === '"') inString = false;
        continue;
      }
      if (character === '"') inString = true;
      else if (character === '{') depth += 1;
      else if (character === '}') depth -= 1;
      if (depth > 0) continue;
      const object = this.text.slice(this.position, at + 1);
      this.position = at + 1;
      return object;
    }
    return this.fail('expected a "}" that ends this JSON object');
  }

  /** @param expected what was expected, as the beginning of a sentence that this method ends with what was found */
  fail(expected: string, at?: number): never {
    if (at === undefined) this.skipBlanks();
    const from = at ?? this.position;
    throw new FilterTextError(this.text, from, `${expected}${this.describeFound(from)}`);
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    this.skipBlanks();
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text) ?? undefined;
    if (found === undefined) return undefined;
    const end = this.position + found[0].length;
    CONTINUES.lastIndex = end;
    // `5xx` is no number, and `nowhere` no time.
    return /[\p{L}\p{M}\p{N}_]$/u.test(found[0]) && CONTINUES.test(this.text) ? undefined : found;
  }

  private describeFound(at: number): string {
    const rest = this.text.slice(at);
    if (rest === '') return ', but the filter ends here';
    if (rest.startsWith("'")) return ", found ': texts stand in double quotes";
    if (rest.startsWith('"')) return ', found a text';
    const [word = ''] = /^(?:[\p{L}\p{M}\p{N}_.:/@-]+|[^\p{L}\p{M}\p{N}\s]{1,2})/u.exec(rest) ?? [];
    const shown = word.length > MAX_SHOWN ? `${word.slice(0, MAX_SHOWN)}…` : word;
    const isUnquoted = /^\d/.test(word) && !/^\d+$/.test(word);
    return `, found ${shown === '' ? 'another character' : shown}${isUnquoted ? ': a text that begins with a digit stands in double quotes' : ''}`;
  }
}
