import { InvalidArgumentError } from '@commander-js/extra-typings';
import { readFileSync } from 'node:fs';
import type { Schemas } from '#client';
import { isDay } from '#shared/query/instant.js';
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

export const parseCondition = (text: string, previous: readonly Condition[] = []): readonly Condition[] => [
  ...previous,
  // The service validates the condition.
  jsonObject(text) as Condition,
];

/** Reads a file, or standard input for `-`. @throws UsageError */
export function readInput(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
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
