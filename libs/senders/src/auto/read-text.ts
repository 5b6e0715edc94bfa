import type { Json } from '#shared/kernel/json.js';
import type { PluginDelivery, PluginOutcome } from '../plugin-api/plugin.js';
import { readUnknown } from './read-unknown.js';

const LINE = /^(\p{L}[\p{L}\d _./()-]{0,40}?)[ \t]{0,40}:(?:\s+(\S.*))?$/u;

/** Parses an alarm that is plain text: lines of `Key: value` and sentences below them, or sentences only. */
export function readText(text: string, delivery: PluginDelivery): PluginOutcome {
  const value = fieldsOf(text) ?? sentencesOf(text);
  return readUnknown({ value, pointer: '', around: [] }, delivery);
}

/** Reads the lines of `Key: value` at the top. A single one is a sentence: `Error: no space left`. */
function fieldsOf(text: string): Record<string, Json> | undefined {
  const fields = new Map<string, Json>();
  const lines = text.trim().split(/\r?\n/);
  let at = 0;
  for (; at < lines.length; at += 1) {
    const [, name, value = ''] = LINE.exec((lines[at] ?? '').trim()) ?? [];
    if (name === undefined || fields.has(name)) break;
    fields.set(name, value);
  }
  if (fields.size < 2) return undefined;
  const rest = lines.slice(at).join('\n').trim();
  if (rest !== '') fields.set(fields.has('message') ? 'text' : 'message', rest);
  return Object.fromEntries(fields);
}

function sentencesOf(text: string): Record<string, Json> {
  const [title = '', ...rest] = text.trim().split(/\r?\n/);
  const description = rest.join('\n').trim();
  return description === '' ? { title } : { title, description };
}
