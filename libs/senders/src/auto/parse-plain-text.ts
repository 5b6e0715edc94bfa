import type { Json } from '#shared/kernel/json.js';
import type { Plugin, PluginDelivery, PluginOutcome } from '../plugin-api/plugin.js';
import { icinga } from '../systems/icinga/plugin.js';
import { nagios } from '../systems/nagios/plugin.js';
import { zabbix } from '../systems/zabbix/plugin.js';
import { parseMessageText } from '../systems/zabbix/parse-message-text.js';
import { isNotificationText } from '../vocabulary/host-service-text.js';
import { isBanner } from '../vocabulary/text-fields.js';
import { parseUnknownAlarm } from './parse-unknown-alarm.js';
import { NO_SURROUNDINGS } from './surroundings.js';
import { parseRecognised } from './recognise.js';

const FIELD_LINE = /^(\p{L}[\p{L}\d _./()-]{0,40}?)[ \t]{0,40}:(?:\s+(\S.*))?$/u;
/** The confidence in a sender whose default text was recognised. */
const TEXT_CONFIDENCE = 0.875;
/** Lines among which fields are looked for. */
const MAX_FIELD_LINES = 2_000;

/**
 * Parses an alarm that is plain text: a default notification of a known sender, or blocks of `Key: value` and sentences around
 * them, or sentences only.
 */
export function parsePlainText(text: string, delivery: PluginDelivery): PluginOutcome {
  const plugin = findSender(text);
  const [recognised] =
    plugin === undefined ? [] : (parseRecognised({ plugin, sure: TEXT_CONFIDENCE }, delivery) ?? []);
  if (recognised !== undefined) return recognised;
  const value = parseFieldLines(text) ?? parseSentences(text);
  return parseUnknownAlarm({ value, pointer: '', around: NO_SURROUNDINGS }, delivery);
}

function findSender(text: string): Plugin | undefined {
  if (parseMessageText(text) !== undefined) return zabbix;
  if (!isNotificationText(text)) return undefined;
  return /icinga|^\*+ (?:Service|Host) Monitoring on/im.test(text.slice(0, 200)) ? icinga : nagios;
}

/**
 * Reads blocks of at least two lines of `Key: value`, wherever they are. A single one is a sentence: `Error: no space left`. A
 * sentence above the first block is the title.
 */
function parseFieldLines(text: string): Record<string, Json> | undefined {
  const fields = new Map<string, Json>();
  const before: string[] = [];
  const after: string[] = [];
  const lines = text.trim().split(/\r?\n/);
  const begin = lines.slice(0, MAX_FIELD_LINES).filter((line) => !isBanner(line.trim()));
  for (let index = 0; index < begin.length;) {
    const block = readBlock(begin, index);
    if (block.length > 1 && !block.some(([name]) => fields.has(name))) {
      for (const [name, value] of block) fields.set(name, value);
      index += block.length;
    } else {
      (fields.size === 0 ? before : after).push(begin[index] ?? '');
      index += 1;
    }
  }
  if (fields.size < 2) return undefined;
  const [title = '', ...rest] = before.join('\n').trim().split('\n');
  if (title !== '' && ![...fields.keys()].some((name) => /^(?:title|subject|summary)$/i.test(name)))
    fields.set('title', title);
  const others = [
    ...(fields.get('title') === title ? rest : before),
    ...after,
    ...lines.slice(MAX_FIELD_LINES),
  ];
  const remaining = others.join('\n').trim();
  if (remaining !== '') fields.set(fields.has('message') ? 'text' : 'message', remaining);
  return Object.fromEntries(fields);
}

/** Returns the fields of the lines that follow one another from here, without one whose name was already in the block. */
function readBlock(lines: readonly string[], from: number): readonly (readonly [string, string])[] {
  const block = new Map<string, string>();
  for (let index = from; index < lines.length; index += 1) {
    const [, name, value = ''] = FIELD_LINE.exec((lines[index] ?? '').trim()) ?? [];
    if (name === undefined || block.has(name)) break;
    block.set(name, value);
  }
  return [...block];
}

function parseSentences(text: string): Record<string, Json> {
  const [title = '', ...rest] = text.trim().split(/\r?\n/);
  const description = rest.join('\n').trim();
  return description === '' ? { title } : { title, description };
}
