import { didYouMean } from '../../kernel/find-nearest.js';
import { FilterTextError } from './filter-text-error.js';
import { Scanner } from './scanner.js';
import { toLists, type Node } from './to-lists.js';
import {
  DURATION,
  FIELD,
  LISTS,
  NUMBER,
  ORDERING,
  PHRASES,
  RELATIVE_TIME,
  RESERVED,
  STRING,
  SYMBOLS,
  TIME,
  UNIT_SECONDS,
  WORD,
  type FilterCondition,
  type FilterLists,
} from './words.js';

/** The longest text, in UTF-16 units, as of a body. */
export const MAX_FILTER_TEXT = 65_536;
const MAX_DEPTH = 32;
const OPERATOR_WORDS = ['in', 'contains', 'regex', 'exists', 'match', 'not'];

/**
 * Reads a filter in its text form, such as `severity >= ERROR and labels.team = "db"`, and returns the conditions of the query
 * language that mean the same. The grammar is documented in docs/query.md.
 *
 * It is read by hand: the grammar has ten rules, one of its tokens depends on the operator before it (`now - 7d` is a time only after
 * an order), the errors say what may stand there, and the console ships it in its bundle.
 * @param parseJson reads numbers and objects; the API gives one that keeps every digit
 * @throws FilterTextError
 */
export function parseFilterText(
  text: string,
  parseJson: (json: string) => unknown = JSON.parse,
): FilterLists {
  const fail = (at: number, reason: string) => new FilterTextError(text, at, reason);
  if (text.length > MAX_FILTER_TEXT) throw fail(0, `the filter is longer than ${MAX_FILTER_TEXT} characters`);
  if (text.trim() === '') throw fail(0, 'expected a condition, but the filter is empty');
  const parser = new FilterParser(new Scanner(text), parseJson);
  return toLists(parser.parse(), fail);
}

class FilterParser {
  private depth = 0;

  constructor(
    private readonly scanner: Scanner,
    private readonly parseJson: (json: string) => unknown,
  ) {}

  parse(): Node {
    const node = this.parseOr();
    this.scanner.skipBlanks();
    if (!this.scanner.isAtEnd) {
      const hint = didYouMean(this.scanner.peek(WORD), ['and', 'or']);
      this.scanner.fail(`expected "and", "or" or the end of the filter${hint}`);
    }
    return node;
  }

  private parseOr(): Node {
    return this.parseChain('or', () => this.parseChain('and', () => this.parseTerm()));
  }

  private parseChain(word: 'and' | 'or', parsePart: () => Node): Node {
    const { at } = this.scanner;
    const parts = [parsePart()];
    while (this.scanner.takeWord(word)) parts.push(parsePart());
    const [single] = parts;
    return parts.length === 1 && single !== undefined ? single : { type: word, at, parts };
  }

  private parseTerm(): Node {
    const { scanner } = this;
    scanner.skipBlanks();
    const { at } = scanner;
    if (scanner.takeWord('not')) return { type: 'not', at, part: this.parseDeeper(() => this.parseTerm()) };
    if (scanner.takeSymbol('(')) {
      const node = this.parseDeeper(() => this.parseOr());
      if (!scanner.takeSymbol(')')) scanner.fail('expected "and", "or" or ")"');
      return node;
    }
    return { type: 'condition', at, condition: this.parseCondition() };
  }

  private parseDeeper(parse: () => Node): Node {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) this.scanner.fail(`the filter is more than ${MAX_DEPTH} levels deep`);
    const node = parse();
    this.depth -= 1;
    return node;
  }

  private parseCondition(): FilterCondition {
    const json = this.scanner.takeObject();
    // A condition can stand as its JSON. Whoever runs the query checks it.
    if (json !== undefined) return this.readJson(json) as FilterCondition;
    const k = this.parseField();
    const { scanner } = this;
    if (scanner.takeWord('exists')) return { k, v: true, o: 'exists' };
    if (scanner.takeWord('not', 'exists')) return { k, v: false, o: 'exists' };
    const o = this.parseOperator();
    if (LISTS.has(o)) return { k, v: this.parseList(), o };
    if (o !== 'match') return this.parseComparison(k, o);
    const object = scanner.takeObject();
    if (object === undefined) return scanner.fail('expected a JSON object after match, like {"name": "web"}');
    return { k, v: this.readJson(object), o };
  }

  private parseField(): string {
    const { scanner } = this;
    const quoted = scanner.take(STRING);
    if (quoted !== undefined) return this.readString(quoted);
    const word = scanner.peek(FIELD);
    if (word === undefined || RESERVED.has(word.toLowerCase()))
      scanner.fail('expected a field, like severity or labels["app.kubernetes.io/name"], "not" or "("');
    return scanner.take(FIELD) ?? '';
  }

  private parseOperator(): string {
    const { scanner } = this;
    const symbol = ['!=', '<=', '>=', '=', '<', '>'].find((each) => scanner.takeSymbol(each));
    if (symbol !== undefined) return SYMBOLS[symbol] ?? '';
    // The longest first: `contains any` before `contains`.
    const phrases = Object.keys(PHRASES).toSorted((a, b) => b.length - a.length);
    const phrase = phrases.find((each) => scanner.takeWord(...each.split(' ')));
    if (phrase !== undefined) return PHRASES[phrase] ?? '';
    const hint = didYouMean(scanner.peek(WORD), OPERATOR_WORDS);
    return scanner.fail(
      `expected an operator (=, !=, <, <=, >, >=, in, contains, contains any, regex, regex any, exists, match, or not before in, ` +
        `contains and exists)${hint}`,
    );
  }

  private parseComparison(k: string, o: string): FilterCondition {
    const { scanner } = this;
    if (!ORDERING.has(o)) return { k, v: this.parseScalar(), o };
    const time = scanner.take(TIME);
    if (time !== undefined) return { k, v: time, o: `datetime_${o}` };
    const relative = scanner.take(RELATIVE_TIME);
    if (relative !== undefined) return { k, v: relative, o: `timediff_${o}` };
    const duration = scanner.takeMatch(DURATION);
    if (duration === undefined) return { k, v: this.parseScalar(), o };
    const [, count, unit = ''] = duration;
    return { k, v: Number(count) * (UNIT_SECONDS[unit] ?? 0), o };
  }

  private parseList(): readonly unknown[] {
    const { scanner } = this;
    if (!scanner.takeSymbol('(')) scanner.fail('expected a list, like (CRITICAL, "a text", 5)');
    if (scanner.takeSymbol(')')) return [];
    const values = [this.parseScalar()];
    while (scanner.takeSymbol(',')) values.push(this.parseScalar());
    if (!scanner.takeSymbol(')')) scanner.fail('expected "," or ")"');
    return values;
  }

  private parseScalar(): unknown {
    const { scanner } = this;
    const quoted = scanner.take(STRING);
    if (quoted !== undefined) return this.readString(quoted);
    const time = scanner.take(TIME);
    if (time !== undefined) return time;
    const number = scanner.take(NUMBER);
    if (number !== undefined) return this.readJson(number);
    const word = scanner.peek(WORD);
    const lowerCased = word?.toLowerCase();
    if (lowerCased === 'true' || lowerCased === 'false' || lowerCased === 'null') {
      scanner.take(WORD);
      return JSON.parse(lowerCased);
    }
    if (word === undefined || RESERVED.has(lowerCased ?? ''))
      scanner.fail('expected a value: a word, a text in double quotes, a number, true, false or null');
    return scanner.take(WORD);
  }

  private readString(quoted: string): string {
    return this.readJson(quoted) as string;
  }

  private readJson(json: string): unknown {
    try {
      return this.parseJson(json);
    } catch {
      const { at } = this.scanner;
      return this.scanner.fail('expected valid JSON, with escapes as \\" and \\u0041', at - json.length);
    }
  }
}
