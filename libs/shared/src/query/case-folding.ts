import { anywhere } from './pattern.js';
import type { Values } from './statement.js';

/**
 * Letters that simple case folding maps to another letter, while PostgreSQL's lower() does not. Simple case folding keeps `İ`
 * as it is, but PostgreSQL's lower case of it is `i`; it is therefore mapped to U+FDD0, which no text contains.
 */
const FOLDED: Readonly<Record<string, string>> = {
  ...{ ς: 'σ', µ: 'μ', ẞ: 'ß', İ: '\uFDD0', ſ: 's', ẛ: 'ṡ', ﬅ: 'ﬆ' },
  ...{ ϐ: 'β', ϵ: 'ε', ϑ: 'θ', ϰ: 'κ', ϖ: 'π', ϱ: 'ρ', ϕ: 'φ', '\u0345': 'ι', '\u1FBE': 'ι' },
  ...{ ᲀ: 'в', ᲁ: 'д', ᲂ: 'о', ᲃ: 'с', ᲄ: 'т', ᲅ: 'т', ᲆ: 'ъ', ᲇ: 'ѣ', ᲈ: 'ꙋ' },
};
const FROM = Object.keys(FOLDED).join('');
const TO = Object.values(FOLDED).join('');
const SPECIAL = new RegExp(`[${FROM}]`, 'gu');
/**
 * Letters that may stand for another letter of {@link FOLDED}. Of the ordinary letters, only those with another form in
 * common use are included: a wildcard for each of the others would leave the index of titles with too little to search for.
 */
const AMBIGUOUS = new RegExp(`[ΣσΜμ${FROM}]`, 'gu');

/** Returns a text with its composed and decomposed forms (NFC, NFD), which mean the same. */
export function formsOf(text: string): readonly string[] {
  return [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])];
}

/**
 * Returns SQL that tests whether a text contains one of the parts literally, by simple case folding. An index can serve it if
 * there is one part.
 */
export function containsAny(sql: string, parts: readonly string[], values: Values): string {
  const forms = parts.flatMap(formsOf);
  const like = (text: string, patterns: readonly string[]) => {
    const [only] = patterns;
    return patterns.length === 1 && only !== undefined
      ? `${text} ilike ${values.add(only, 'text')}`
      : `${text} ilike any (${values.add(patterns, 'text[]')})`;
  };
  const roughly = like(
    sql,
    forms.map((form) => anywhere(form).replaceAll(AMBIGUOUS, '_')),
  );
  const exactly = () =>
    like(
      foldedIn(sql),
      forms.map((form) => anywhere(folded(form))),
    );
  if (forms.some((form) => form.search(AMBIGUOUS) >= 0)) return `(${roughly} and ${exactly()})`;
  // Few texts contain İ, and translating a text takes longer than searching it for that letter.
  return forms.some((form) => /i/i.test(form))
    ? `(${roughly} and (strpos(${sql}, 'İ') = 0 or ${exactly()}))`
    : roughly;
}

/** Returns SQL that tests whether a text matches one of the regular expressions, by simple case folding. */
export function matchesAny(sql: string, patterns: readonly string[], values: Values): string {
  const isAscii = patterns.every((pattern) => /^[\x20-\x7e]*$/.test(pattern));
  return isAscii
    ? `${sql} ~* any (${values.add(patterns, 'text[]')})`
    : `${foldedIn(`normalize(${sql})`)} ~* any (${values.add(
        patterns.map((pattern) => folded(pattern.normalize('NFC'))),
        'text[]',
      )})`;
}

function folded(text: string): string {
  return text.replaceAll(SPECIAL, (letter) => FOLDED[letter] ?? letter);
}

function foldedIn(sql: string): string {
  return `translate(${sql}, '${FROM}', '${TO}')`;
}
