import { toTextSql, type Expression } from './expression.js';
import { invalidQuery } from './invalid-query.js';
import { requireStorable } from './parse-fields.js';
import { parsePattern } from './parse-pattern.js';
import type { SqlParameters } from './statement.js';

/** Tests whether a text contains one of the parts literally, regardless of case. */
export function compileContains(
  field: Expression,
  inputs: readonly unknown[],
  place: string,
  values: SqlParameters,
  isList = true,
): string {
  const parts = inputs.map((each, at) => {
    const itemPlace = isList ? `${place}[${at}]` : place;
    if (typeof each !== 'string') throw invalidQuery(itemPlace, 'must be text');
    return requireStorable(each, itemPlace);
  });
  return compileContainsAny(toTextSql(field), parts, values);
}

export function compileMatches(
  field: Expression,
  inputs: readonly unknown[],
  place: string,
  values: SqlParameters,
  isList = true,
): string {
  const patterns = inputs.map((each, at) => parsePattern(each, isList ? `${place}[${at}]` : place));
  if (patterns.length > 0) values.patterns.push(place);
  return compileMatchesAny(toTextSql(field), patterns, values);
}

/**
 * Letters that simple case folding maps to another letter, while PostgreSQL's lower() does not. Simple case folding keeps `İ`
 * as it is, but PostgreSQL's lower case of it is `i`; it is therefore mapped to U+FDD0, which no text contains.
 */
const CASE_FOLDS: Readonly<Record<string, string>> = {
  ...{ ς: 'σ', µ: 'μ', ẞ: 'ß', İ: '\uFDD0', ſ: 's', ẛ: 'ṡ', ﬅ: 'ﬆ' },
  ...{ ϐ: 'β', ϵ: 'ε', ϑ: 'θ', ϰ: 'κ', ϖ: 'π', ϱ: 'ρ', ϕ: 'φ', '\u0345': 'ι', '\u1FBE': 'ι' },
  ...{ ᲀ: 'в', ᲁ: 'д', ᲂ: 'о', ᲃ: 'с', ᲄ: 'т', ᲅ: 'т', ᲆ: 'ъ', ᲇ: 'ѣ', ᲈ: 'ꙋ' },
};
const FOLD_FROM = Object.keys(CASE_FOLDS).join('');
const FOLD_TO = Object.values(CASE_FOLDS).join('');
const FOLDED_LETTERS = new RegExp(`[${FOLD_FROM}]`, 'gu');
/**
 * Letters that may stand for another letter of {@link CASE_FOLDS}. Of the ordinary letters, only those with another form in
 * common use are included: a wildcard for each of the others would leave the index of titles with too little to search for.
 */
const AMBIGUOUS = new RegExp(`[ΣσΜμ${FOLD_FROM}]`, 'gu');

/** Returns a text with its composed and decomposed forms (NFC, NFD), which mean the same. */
export function getNormalForms(text: string): readonly string[] {
  return [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])];
}

/**
 * Returns SQL that tests whether a text contains one of the parts literally, by simple case folding. An index can serve it if
 * there is one part.
 */
export function compileContainsAny(sql: string, parts: readonly string[], values: SqlParameters): string {
  const forms = parts.flatMap(getNormalForms);
  const compileLike = (text: string, patterns: readonly string[]) => {
    const [single] = patterns;
    return patterns.length === 1 && single !== undefined
      ? `${text} ilike ${values.add(single, 'text')}`
      : `${text} ilike any (${values.add(patterns, 'text[]')})`;
  };
  const approximate = compileLike(
    sql,
    forms.map((form) => toLikePattern(form).replaceAll(AMBIGUOUS, '_')),
  );
  const compileExact = () =>
    compileLike(
      foldCaseSql(sql),
      forms.map((form) => toLikePattern(foldCase(form))),
    );
  if (forms.some((form) => form.search(AMBIGUOUS) >= 0)) return `(${approximate} and ${compileExact()})`;
  // Few texts contain İ, and translating a text takes longer than searching it for that letter.
  return forms.some((form) => /i/i.test(form))
    ? `(${approximate} and (strpos(${sql}, 'İ') = 0 or ${compileExact()}))`
    : approximate;
}

/** Returns SQL that tests whether a text matches one of the regular expressions, by simple case folding. */
function compileMatchesAny(sql: string, patterns: readonly string[], values: SqlParameters): string {
  const isAscii = patterns.every((pattern) => /^[\x20-\x7e]*$/.test(pattern));
  return isAscii
    ? `${sql} ~* any (${values.add(patterns, 'text[]')})`
    : `${foldCaseSql(`normalize(${sql})`)} ~* any (${values.add(
        patterns.map((pattern) => foldCase(pattern.normalize('NFC'))),
        'text[]',
      )})`;
}

function foldCase(text: string): string {
  return text.replaceAll(FOLDED_LETTERS, (letter) => CASE_FOLDS[letter] ?? letter);
}

function foldCaseSql(sql: string): string {
  return `translate(${sql}, '${FOLD_FROM}', '${FOLD_TO}')`;
}

/** Returns an ILIKE pattern that finds the text literally, anywhere. */
function toLikePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
