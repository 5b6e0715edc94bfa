import { InvalidArgumentError } from '@commander-js/extra-typings';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Schemas } from '#client';
import { parseJson } from '#shared/kernel/json.js';
import { isDay } from '#shared/query/instant.js';
import { FilterTextError } from '#shared/query/text/filter-text-error.js';
import { parseFilterText } from '#shared/query/text/parse-filter-text.js';
import { UsageError } from './explain.js';

export type Condition = Schemas['Condition'];

export function parseWholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

export function parsePositiveNumber(text: string): number {
  if (parseWholeNumber(text) === 0) throw new InvalidArgumentError('It must be at least 1.');
  return Number(text);
}

/** Parses a whole number; -1 means no limit. */
export const parseLimit = (text: string): number => (text === '-1' ? -1 : parseWholeNumber(text));

/** Checks an age such as `24h` or `7d`. */
export function parseAge(text: string): string {
  if (!/^\d{1,5}[mhdw]$/.test(text)) throw new InvalidArgumentError('It must be like 30m, 24h, 7d or 2w.');
  return text;
}

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

export const ageToMs = (text: string): number =>
  Number(text.slice(0, -1)) * UNITS[text.slice(-1) as keyof typeof UNITS];

/** Parses a time for the service, which reads relative ones itself. */
export function parseInstant(text: string): string {
  if (/^\s*now\b/.test(text)) return text;
  const at = new Date(text);
  if (Number.isNaN(at.getTime()) || !isDay(text.slice(0, 10)))
    throw new InvalidArgumentError('It must be a time like 2026-11-20T10:00:00Z or now + 2h.');
  return at.toISOString();
}

/** Parses one `key=value` of a repeatable option and adds it to those before. */
export function parsePair(text: string, previous: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be like key=value.');
  return { ...previous, [text.slice(0, at)]: text.slice(at + 1) };
}

export function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Reported below.
  }
  throw new InvalidArgumentError('It must be a JSON object.');
}

/** The conditions of all `--filter` of a command. */
export interface Filter {
  readonly filter: Condition[];
  readonly filter_or: Condition[];
}

/** Parses a filter in its text form, or a condition in JSON, and adds it to those before. The service validates the conditions. */
export function parseFilter(text: string, previous: Filter = { filter: [], filter_or: [] }): Filter {
  const given = readFilterText(text);
  if (given.filter_or.length > 0 && previous.filter_or.length > 0)
    throw new InvalidArgumentError('Only one filter can have conditions that are joined by "or".');
  return {
    filter: [...previous.filter, ...given.filter],
    filter_or: [...previous.filter_or, ...given.filter_or],
  };
}

/** As {@link parseFilter}, but without alternatives. */
export function parseConditions(text: string, previous: readonly Condition[] = []): readonly Condition[] {
  const { filter, filter_or } = readFilterText(text);
  if (filter_or.length > 0) throw new InvalidArgumentError('Conditions cannot be joined by "or" here.');
  return [...previous, ...filter];
}

/** Parses alternatives, `a = 1 or b = 2`, and adds them to those before. */
export function parseAlternatives(text: string, previous: readonly Condition[] = []): readonly Condition[] {
  const { filter, filter_or } = readFilterText(text);
  if (filter.length > 1 || (filter.length > 0 && filter_or.length > 0))
    throw new InvalidArgumentError('Alternatives cannot be joined by "and".');
  return [...previous, ...filter, ...filter_or];
}

/**
 * Returns the conditions of `--filter` and `--filter-or` together. A filter is whole: one without alternatives leaves none of those
 * that are stored.
 * @throws UsageError if both options have alternatives
 */
export function mergeAlternatives(given: Filter, alternatives: readonly Condition[] | undefined): Filter;
export function mergeAlternatives(
  given: Filter | undefined,
  alternatives: readonly Condition[] | undefined,
): Partial<Filter>;
export function mergeAlternatives(
  given: Filter | undefined,
  alternatives: readonly Condition[] | undefined,
): Partial<Filter> {
  if (given === undefined) return alternatives === undefined ? {} : { filter_or: [...alternatives] };
  if (alternatives === undefined) return given;
  if (given.filter_or.length > 0)
    throw new UsageError('give alternatives either in --filter, joined by "or", or by --filter-or');
  return { filter: given.filter, filter_or: [...alternatives] };
}

function readFilterText(text: string): Filter {
  try {
    return parseFilterText(text, parseJson) as unknown as Filter;
  } catch (error) {
    if (error instanceof FilterTextError)
      throw new InvalidArgumentError(`It is no filter: ${error.message}.`);
    throw error;
  }
}

/**
 * Reads a file, or standard input for `-`: as a stream, because a pipe that has nothing yet cannot be read at once.
 * @throws UsageError
 */
export async function readInput(path: string): Promise<string> {
  try {
    return path === '-' ? await text(process.stdin) : readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Returns a condition of equality for each field that has a value. */
export const equalConditions = (fields: Readonly<Record<string, string | undefined>>): readonly Condition[] =>
  Object.entries(fields).flatMap(([k, v]) => (v === undefined ? [] : [{ k, v, o: 'eq' as const }]));

export const sinceCondition = (k: string, since: string | undefined): readonly Condition[] =>
  since === undefined
    ? []
    : [{ k, v: new Date(Date.now() - ageToMs(since)).toISOString(), o: 'datetime_gte' as const }];
