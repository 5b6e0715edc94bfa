import type { Severity } from '../plugin-api/event.js';
import type { PluginDelivery } from '../plugin-api/plugin.js';
import type { Alarm, Reader } from './alarm.js';
import { compilePath, firstAt, valueAt, type Path } from './path.js';
import { FOREIGN_SEVERITY_WORDS, SEVERITY_WORDS, SEVERITY_WORDS_0_2 } from './severity-words.js';
import { filledTextOf } from './template.js';
import { textOf } from './text.js';
import { dictionary, normaliseWord, type Vocabulary } from './word.js';

/** Longer text is not a word for a severity. It also bounds the time of Unicode normalization. */
const MAX_LENGTH = 60;
/** Words by which a sender says that it states no severity. */
const UNSTATED =
  /^(?:n\/?a|-+|null|undefined|unset|unspecified|not ?(?:set|classified|specified)|no ?(?:severity|priority))$/i;

type Words = PluginDelivery['words'];
type MeaningOf = (word: string) => Severity | undefined;

function toVocabulary(table: Readonly<Partial<Record<Severity, readonly string[]>>>): Vocabulary<Severity> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([severity, words]) =>
      words.map((word) => [removeAccents(word), severity as Severity] as const),
    ),
  );
}

/** Removes accents, as senders omit them: `crítico`, `élevé`. */
function removeAccents(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC');
}

const meaningOf0_2 = dictionary(toVocabulary(SEVERITY_WORDS_0_2));
const meaningOfWord = dictionary({
  ...toVocabulary(FOREIGN_SEVERITY_WORDS),
  ...toVocabulary(SEVERITY_WORDS),
});

/** Returns the severity that a single word commonly means; `undefined` for an unknown word. */
export function parseSeverityWord(word: string, words?: Words): Severity | undefined {
  if (words === '0.2') return meaningOf0_2(word);
  if (word.length > MAX_LENGTH) return undefined;
  return meaningOfWord(word) ?? (/[^\x20-\x7e]/.test(word) ? meaningOfWord(removeAccents(word)) : undefined);
}

/**
 * Returns the severity that a text states: a word, or a short text whose last known word is one (`P1 - Critical`,
 * `LEVEL_WARNING`). A negation ("not critical") gives none.
 * @param senderMeaningOf the sender's own words. They take precedence.
 */
export function parseSeverity(
  text: string,
  words?: Words,
  senderMeaningOf?: MeaningOf,
): Severity | undefined {
  const parseWord: MeaningOf = (word) => senderMeaningOf?.(word) ?? parseSeverityWord(word, words);
  const whole = parseWord(text);
  if (whole !== undefined || words === '0.2' || text.length > MAX_LENGTH) return whole;
  const tokens = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((token) => token !== '');
  if (tokens.some((token) => /^(?:no|not|non)$/i.test(token))) return undefined;
  for (const token of tokens.toReversed()) {
    const found = /^\d+$/.test(token) ? undefined : (parseWord(token) ?? parseWord(removeSuffix(token)));
    if (found !== undefined) return found;
  }
  return parseNumberedLevel(tokens);
}

/** Removes the word "level" or "alarm" from the end of a Chinese, Japanese or Korean word. */
function removeSuffix(token: string): string {
  return token.replace(/(?:级别|级|級|等级|告警|警报|レベル|アラート|등급)$/, '');
}

/** Reads `Severity 1` and `SEV 1`. */
function parseNumberedLevel(tokens: readonly string[]): Severity | undefined {
  const [name = '', number = ''] = tokens;
  return tokens.length === 2 && /^\d$/.test(number) && /\D/.test(name)
    ? parseSeverityWord(normaliseWord(name + number))
    : undefined;
}

/**
 * Reads the severity from a text that states it. Notes an unknown word, because an alarm with a word that is unknown is never
 * less than one with a word that is known to be low.
 */
export function readSeverity(
  alarm: Alarm,
  text: string | undefined,
  senderMeaningOf?: MeaningOf,
): Severity | undefined {
  if (text === undefined || text === '') return undefined;
  const found = parseSeverity(text, alarm.delivery.words, senderMeaningOf);
  if (found === undefined) noteUnknownWord(alarm, text);
  return found;
}

/** Returns a word for a severity that is stated, but unknown; `undefined` for an unfilled template and the like. */
export function unknownSeverityWord(text: string): string | undefined {
  const word = filledTextOf(text);
  return word === undefined || word.length > MAX_LENGTH || UNSTATED.test(word) ? undefined : word;
}

function noteUnknownWord({ delivery, unread }: Alarm, text: string): void {
  if (unread === undefined || delivery.words === '0.2') return;
  unread.severityWord ??= unknownSeverityWord(text);
}

/** Matches the end of the path of a field that states the severity, and nothing else such as a state. */
const SEVERITY_FIELD =
  /(?:severity|priority|urgency|criticality|importance|level)(?:text|\.(?:label|name|summary|description))?$/i;

/**
 * Returns a reader for the severity at the first of these paths with a known word. Unknown words are skipped.
 * @param senderWords the sender's own words. They take precedence over the common ones.
 */
export function severityBy(senderWords: Vocabulary<Severity>, ...paths: readonly Path[]): Reader<Severity> {
  const senderMeaningOf = dictionary(senderWords);
  const readKnown = firstAt(paths, (from, { delivery }) => {
    const text = textOf(from);
    return text === undefined ? undefined : parseSeverity(text, delivery.words, senderMeaningOf);
  });
  const stated = paths.map(compilePath).filter(({ steps }) => SEVERITY_FIELD.test(steps.slice(-2).join('.')));
  return (alarm) => {
    const found = readKnown(alarm);
    if (found !== undefined) return found;
    for (const { fromBody, steps } of stated) {
      const text = textOf(valueAt(fromBody ? alarm.delivery.body : alarm.value, steps));
      if (text !== undefined) noteUnknownWord(alarm, text);
    }
    return undefined;
  };
}

/** Same as {@link severityBy}, with the common words only. */
export function severity(...paths: readonly Path[]): Reader<Severity> {
  return severityBy({}, ...paths);
}
