import { isObject, type Json } from '#shared/kernel/json.js';

/** What the template of a message for people returns. What it leaves out stays as it is. */
export interface Wording {
  readonly title?: string;
  /** Replaces the description. May have several lines. */
  readonly text?: string;
  /** Replaces the table of facts. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null>>;
}

const MAX_FIELDS = 20;

/** Returns why the result of a template does not reword a message, as the end of a sentence; `undefined` if it does. */
export function findWordingProblem(result: Json): string | undefined {
  if (!isObject(result) || Array.isArray(result)) return 'must return an object with title, text or fields';
  const unknown = Object.keys(result).find((name) => !['title', 'text', 'fields'].includes(name));
  if (unknown !== undefined) return `returns ${unknown}; it may return title, text and fields`;
  const { title, text, fields } = result;
  if (title !== undefined && typeof title !== 'string') return 'must return a text as title';
  if (text !== undefined && typeof text !== 'string') return 'must return a text as text';
  if (fields === undefined) return undefined;
  const isValid =
    isObject(fields) &&
    !Array.isArray(fields) &&
    Object.keys(fields).length <= MAX_FIELDS &&
    Object.values(fields).every((value) => value === null || typeof value !== 'object');
  return isValid ? undefined : `must return an object of at most ${MAX_FIELDS} texts or numbers as fields`;
}
