import { createContext, Script } from 'node:vm';
import { jsonrepair } from 'jsonrepair';
import { isObject, parseJson, type Json } from '#shared/kernel/json.js';
import { MAX_BODY_VALUES, splitJsonValues } from './split-values.js';
import { tidyJson, type TidyGuess } from './tidy-json.js';

export interface RepairedJson {
  /** The objects and lists of the text, mostly one. */
  readonly values: readonly Json[];
  /** The text ends before its first value does. */
  readonly isCutOff: boolean;
}

/** Characters of a text that is repaired at all. */
const MAX_TIDY_CHARACTERS = 1_048_576;
const GUESSES: readonly TidyGuess[] = [{}, { endsAtBackslash: true }, { hasBareQuotes: true }];
/** Characters of a text that is repaired by guess. The time grows with the square of the length. */
const MAX_CHARACTERS = 65_536;
const MAX_GUESS_MS = 500;

/**
 * Reads JSON that a template has broken. Faults that need no guess are mended in one pass. What is left, such as unescaped quotes,
 * is guessed, at last by a tolerant parser within limits of size and time. Returns `undefined` if the text cannot be read so. Never
 * throws.
 */
export function repairJson(text: string): RepairedJson | undefined {
  if (text.length > MAX_TIDY_CHARACTERS) return undefined;
  for (const guess of GUESSES) {
    const values = splitJsonValues(tidyJson(text, guess));
    if (values !== undefined) return { values, isCutOff: false };
    // Only the first pass, which guesses nothing, takes a text of any length.
    if (text.length > MAX_CHARACTERS) return undefined;
  }
  return repairByGuess(normalise(text));
}

/** Mends what the tolerant parser does not read, wherever it is: where strings begin and end is not known. */
function normalise(text: string): string {
  return text
    .trim()
    .replaceAll(/[\u0000-\u0008\u000b-\u000c\u000e-\u001f]/g, ' ')
    .replaceAll(/\\(?:\\|(?!["/bfnrt\n]|u[0-9a-fA-F]{4}))/g, (slashes) =>
      slashes === '\\' ? '\\\\' : slashes,
    )
    .replaceAll(/,(?:[ \t\r\n]{0,100},)+/g, ',');
}

/** Follows the text as the last element of a list. If it is swallowed by the value before it, that value was cut off. */
const END = 'the end of the body';

function repairByGuess(text: string): RepairedJson | undefined {
  const list = tryParse(runBounded(`[${text},"${END}"]`));
  if (Array.isArray(list) && list.at(-1) === END) return toRepaired(list.slice(0, -1), false);
  const value = tryParse(runBounded(text));
  // Of several values the tolerant parser makes a list.
  return toRepaired(Array.isArray(value) && text.startsWith('{') ? value : [value ?? null], true);
}

function toRepaired(found: readonly Json[], isCutOff: boolean): RepairedJson | undefined {
  // What follows a value, such as a signature below it, is no value.
  const values = found.filter((one) => isObject(one) || Array.isArray(one)).slice(0, MAX_BODY_VALUES + 1);
  return values.some(hasObject) ? { values, isCutOff } : undefined;
}

/** A list of scalars is a line of a log, such as `[12:30:01] disk full`. */
function hasObject(value: Json): boolean {
  return (
    isObject(value) || (Array.isArray(value) && value.some((one) => isObject(one) || Array.isArray(one)))
  );
}

function tryParse(repaired: string | undefined): Json | undefined {
  if (repaired === undefined) return undefined;
  try {
    return parseJson(repaired);
  } catch {
    return undefined;
  }
}

/** The only means to end a computation in this thread. The parser itself runs outside of the context. */
const bounds = { run: jsonrepair, text: '' };
const context = createContext(bounds);
const script = new Script('run(text)');

function runBounded(text: string): string | undefined {
  const timeout = budget.available;
  if (timeout <= 0) return undefined;
  const started = performance.now();
  bounds.text = text;
  try {
    return String(script.runInContext(context, { timeout }));
  } catch {
    // The text cannot be repaired, is nested too deep, or takes too long.
    return undefined;
  } finally {
    bounds.text = '';
    budget.spend(performance.now() - started);
  }
}

/**
 * The time that slow guesses may take of this process: one at a time up to {@link MAX_GUESS_MS}, and all together a twentieth.
 * Common bodies need a few milliseconds, which do not count. Hostile ones become text when the time is used up.
 */
class GuessBudget {
  private static readonly MAX_MS = 2_000;
  private static readonly SHARE = 0.05;
  private static readonly FREE_MS = 20;
  private left = GuessBudget.MAX_MS;
  private at = performance.now();

  /** Milliseconds that the next guess may take. */
  get available(): number {
    const now = performance.now();
    this.left = Math.min(GuessBudget.MAX_MS, this.left + (now - this.at) * GuessBudget.SHARE);
    this.at = now;
    return Math.floor(Math.min(MAX_GUESS_MS, this.left));
  }

  spend(ms: number): void {
    this.left -= Math.max(0, ms - GuessBudget.FREE_MS);
  }
}

const budget = new GuessBudget();
