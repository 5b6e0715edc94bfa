import type { Json } from '#shared/kernel/json.js';
import type { PluginDelivery, PluginOutcome } from '../plugin-api/plugin.js';
import { parseUnknownAlarm } from './parse-unknown-alarm.js';

const FIELD_LINE = /^(\p{L}[\p{L}\d _./()-]{0,40}?)[ \t]{0,40}:(?:\s+(\S.*))?$/u;

/** Parses an alarm that is plain text: lines of `Key: value` and sentences below them, or sentences only. */
export function parsePlainText(text: string, delivery: PluginDelivery): PluginOutcome {
  const value = parseFieldLines(text) ?? parseSentences(text);
  return parseUnknownAlarm({ value, pointer: '', around: [] }, delivery);
}

/** Reads the lines of `Key: value` at the top. A single one is a sentence: `Error: no space left`. */
function parseFieldLines(text: string): Record<string, Json> | undefined {
  const fields = new Map<string, Json>();
  const lines = text.trim().split(/\r?\n/);
  let index = 0;
  for (; index < lines.length; index += 1) {
    const [, name, value = ''] = FIELD_LINE.exec((lines[index] ?? '').trim()) ?? [];
    if (name === undefined || fields.has(name)) break;
    fields.set(name, value);
  }
  if (fields.size < 2) return undefined;
  const remaining = lines.slice(index).join('\n').trim();
  if (remaining !== '') fields.set(fields.has('message') ? 'text' : 'message', remaining);
  return Object.fromEntries(fields);
}

function parseSentences(text: string): Record<string, Json> {
  const [title = '', ...rest] = text.trim().split(/\r?\n/);
  const description = rest.join('\n').trim();
  return description === '' ? { title } : { title, description };
}
