import { addCase, CLASSES, complement, POSIX_CLASSES, single, type Ranges } from './code-points.js';

/** A regular expression as it was read. A single character is a class too. */
export type Expression =
  | { readonly type: 'class'; readonly ranges: Ranges }
  | { readonly type: 'sequence' | 'either'; readonly parts: readonly Expression[] }
  | { readonly type: 'repeat'; readonly part: Expression; readonly min: number; readonly max: number }
  | { readonly type: 'start' | 'end' | 'boundary' | 'noBoundary' };

/** Why an expression cannot be taken over. */
export class ExpressionError extends Error {}

const EMPTY: Expression = { type: 'sequence', parts: [] };
const NO_LINE_FEED = complement(single(10));
const ESCAPES: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };

/**
 * Reads a regular expression of RE2, which Alertmanager and Grafana use: it must match a label as a whole. PostgreSQL has other
 * classes, flags and escapes, so an expression is read here and written anew.
 * @throws ExpressionError if it is malformed, or has something that PostgreSQL lacks
 */
export function parseExpression(text: string): Expression {
  return new ExpressionParser([...text]).parse();
}

class ExpressionParser {
  private at = 0;
  private ignoresCase = false;
  private dotIsAll = false;

  constructor(private readonly characters: readonly string[]) {}

  parse(): Expression {
    const found = this.parseEither();
    if (this.at < this.characters.length) throw new ExpressionError('has a ")" without "("');
    return found;
  }

  private parseEither(): Expression {
    const parts = [this.parseSequence()];
    while (this.take('|')) parts.push(this.parseSequence());
    const [first = EMPTY] = parts;
    return parts.length === 1 ? first : { type: 'either', parts };
  }

  private parseSequence(): Expression {
    const parts: Expression[] = [];
    while (this.at < this.characters.length && !this.sees('|') && !this.sees(')')) {
      if (this.takeAll('\\Q')) parts.push(...this.parseQuoted());
      else parts.push(this.parseRepeated());
    }
    const [first = EMPTY] = parts;
    return parts.length === 1 ? first : { type: 'sequence', parts };
  }

  private parseQuoted(): readonly Expression[] {
    const parts: Expression[] = [];
    while (this.at < this.characters.length && !this.takeAll('\\E'))
      parts.push(this.toClass(single(this.code())));
    return parts;
  }

  private parseRepeated(): Expression {
    let part = this.parseOne();
    for (;;) {
      const [min, max] = this.parseCount() ?? [];
      if (min === undefined || max === undefined) return part;
      // Whether it is greedy says nothing about whether it matches.
      this.take('?');
      part = { type: 'repeat', part, min, max };
    }
  }

  private parseCount(): readonly [number, number] | undefined {
    if (this.take('*')) return [0, Infinity];
    if (this.take('+')) return [1, Infinity];
    if (this.take('?')) return [0, 1];
    const found = /^\{(\d+)(,(\d*))?\}/.exec(this.characters.slice(this.at, this.at + 12).join(''));
    if (found === null) return undefined;
    this.at += found[0].length;
    const min = Number(found[1]);
    return [min, found[2] === undefined ? min : found[3] === '' ? Infinity : Number(found[3])];
  }

  private parseOne(): Expression {
    if (this.take('(')) return this.parseGroup();
    if (this.take('[')) return this.toClass(this.parseClass());
    if (this.take('.')) return { type: 'class', ranges: this.dotIsAll ? complement([]) : NO_LINE_FEED };
    if (this.take('^')) return { type: 'start' };
    if (this.take('$')) return { type: 'end' };
    if (/[*+?]/.test(this.characters[this.at] ?? '')) throw new ExpressionError('repeats nothing');
    if (!this.take('\\')) return this.toClass(single(this.code()));
    if (this.take('A')) return { type: 'start' };
    if (this.take('z')) return { type: 'end' };
    if (this.take('b')) return { type: 'boundary' };
    if (this.take('B')) return { type: 'noBoundary' };
    return this.toClass(this.parseEscape());
  }

  /** What follows `(`. Flags hold to the end of the group that they stand in. */
  private parseGroup(): Expression {
    const { ignoresCase, dotIsAll } = this;
    if (this.take('?')) {
      const rest = this.characters.slice(this.at).join('');
      const name = /^P?<[^>]*>/.exec(rest)?.[0];
      const flags = /^([a-zA-Z]*)(?:-([a-zA-Z]+))?([:)])/.exec(rest);
      if (name !== undefined) this.at += [...name].length;
      else if (flags === null) throw new ExpressionError('has a group that RE2 does not know');
      else {
        this.at += flags[0].length;
        this.setFlags(flags[1] ?? '', true);
        this.setFlags(flags[2] ?? '', false);
        if (flags[3] === ')') return EMPTY;
      }
    }
    const inner = this.parseEither();
    if (!this.take(')')) throw new ExpressionError('has a "(" without ")"');
    Object.assign(this, { ignoresCase, dotIsAll });
    return inner;
  }

  private setFlags(flags: string, value: boolean): void {
    for (const flag of flags) {
      if (flag === 'i') this.ignoresCase = value;
      else if (flag === 's') this.dotIsAll = value;
      else if (flag !== 'U') throw new ExpressionError(`has the flag ${flag}, which has no counterpart`);
    }
  }

  /** What follows `[`. */
  private parseClass(): Ranges {
    const isNegated = this.take('^');
    const ranges: (readonly [number, number])[] = [];
    for (let isFirst = true; isFirst || !this.sees(']'); isFirst = false) {
      if (this.at >= this.characters.length) throw new ExpressionError('has a "[" without "]"');
      const posix = /^\[:(\^?)(\w+):\]/.exec(this.characters.slice(this.at, this.at + 16).join(''));
      if (posix !== null) {
        const named = POSIX_CLASSES[posix[2] ?? ''];
        if (named === undefined) throw new ExpressionError(`has an unknown class ${posix[0]}`);
        this.at += posix[0].length;
        ranges.push(...(posix[1] === '^' ? complement(named) : named));
        continue;
      }
      ranges.push(...this.parseClassItem());
    }
    this.at += 1;
    const found = this.ignoresCase ? addCase(ranges) : ranges;
    return isNegated ? complement(found) : found;
  }

  private parseClassItem(): Ranges {
    const from = this.parseClassEnd();
    const [first] = from;
    if (!this.sees('-') || this.characters[this.at + 1] === ']' || first?.[0] !== first?.[1]) return from;
    this.at += 1;
    const to = this.parseClassEnd()[0]?.[1] ?? 0;
    const start = first?.[0] ?? 0;
    if (to < start) throw new ExpressionError('has a range in the wrong order');
    return [[start, to]];
  }

  private parseClassEnd(): Ranges {
    return this.take('\\') ? this.parseEscape() : single(this.code());
  }

  /** What follows a backslash, except what matches no character. */
  private parseEscape(): Ranges {
    const rest = this.characters.slice(this.at, this.at + 12).join('');
    const number = /^x\{([0-9A-Fa-f]{1,6})\}|^x([0-9A-Fa-f]{2})/.exec(rest);
    const octal = /^(?:[1-7][0-7]{1,2}|0[0-7]{0,2})/.exec(rest);
    const found = number?.[0] ?? octal?.[0];
    if (found !== undefined) {
      this.at += found.length;
      return single(octal === null ? parseInt(number?.[1] ?? number?.[2] ?? '', 16) : parseInt(found, 8));
    }
    const letter = this.characters[this.at] ?? '';
    if (letter === '') throw new ExpressionError('ends with a backslash');
    this.at += 1;
    const named = CLASSES[letter] ?? (letter in ESCAPES ? single(ESCAPES[letter] ?? 0) : undefined);
    if (named !== undefined) return named;
    if (/[A-Za-z0-9]/.test(letter))
      throw new ExpressionError(
        `has \\${letter}, which ${/[pPC]/.test(letter) ? 'has no counterpart' : 'RE2 does not know'}`,
      );
    return single(letter.codePointAt(0) ?? 0);
  }

  private toClass(ranges: Ranges): Expression {
    return { type: 'class', ranges: this.ignoresCase ? addCase(ranges) : ranges };
  }

  private code(): number {
    const found = this.characters[this.at]?.codePointAt(0);
    if (found === undefined) throw new ExpressionError('ends too early');
    this.at += 1;
    return found;
  }

  private sees(character: string): boolean {
    return this.characters[this.at] === character;
  }

  private take(character: string): boolean {
    const isThere = this.sees(character);
    if (isThere) this.at += 1;
    return isThere;
  }

  private takeAll(text: string): boolean {
    const isThere = this.characters.slice(this.at, this.at + text.length).join('') === text;
    if (isThere) this.at += text.length;
    return isThere;
  }
}
