import { describe, expect, it } from 'vitest';
import { isObject, type Json } from '#shared/kernel/json.js';
import { BUILT_IN_PLUGINS } from './built-in.js';
import { createSampleDelivery } from './plugin-api/check-sample.js';
import { parseDelivery } from './plugin-api/parse-delivery.js';
import type { Plugin, PluginDelivery, PluginEvent } from './plugin-api/plugin.js';
import { PluginRegistry } from './registry.js';
import { parseSeverity } from './vocabulary/severity.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);

describe('the common scale of severities', () => {
  it.each([
    [
      'medium moderate minor average mittel moyen medio média средний 中 次要 警告 一般 보통 trung bình ostrzeżenie varning',
      'WARNING',
    ],
    [
      'severe serious major important schwerwiegend majeur grave alto elevato высокий poważny 重要 高 重度 높음',
      'ERROR',
    ],
    [
      'urgent blocker catastrophic immediate kritisch critique crítico критический 紧急 严重 緊急 重大 심각 حرج',
      'CRITICAL',
    ],
    [
      'trivial negligible informational normal lowest niedrig faible bajo baixo низкий 提示 低 情報 낮음',
      'INFO',
    ],
  ])('reads each of these words: %s', (words, severity) => {
    const all = words.replace('trung bình', 'trung_bình').split(' ');
    expect(all.map((word) => [word, parseSeverity(word)])).toEqual(all.map((word) => [word, severity]));
  });

  it.each([
    ['P1', 'CRITICAL'],
    ['S1', 'CRITICAL'],
    ['L1', 'CRITICAL'],
    ['Severity 1', 'CRITICAL'],
    ['Priority: 2', 'ERROR'],
    ['SEV-1', 'ERROR'],
    ['SEV 0', 'CRITICAL'],
    ['P1 - Critical', 'CRITICAL'],
    ['3 (Medium)', 'WARNING'],
    ['ALERT_LEVEL_HIGH', 'ERROR'],
    ['严重告警', 'CRITICAL'],
    ['CRÍTICO', 'CRITICAL'],
    ['Très élevé', 'ERROR'],
    ['not critical', undefined],
    ['purple', undefined],
    ['7', undefined],
    ['the disk of the critical host is full and nobody has looked after it so far', undefined],
  ])('reads %s as %s', (text, severity) => expect(parseSeverity(text)).toBe(severity));

  it('reads by the words of release 0.2 alone if it is told to', () => {
    expect(
      ['medium', 'urgent', 'P1 - Critical', 'kritisch'].map((word) => parseSeverity(word, '0.2')),
    ).toEqual([undefined, undefined, undefined, undefined]);
    expect(parseSeverity('major', '0.2')).toBe('ERROR');
  });
});

/** Replaces the text of every field with such a name. */
function replaceFields(body: Json, name: RegExp, text: string): Json {
  if (Array.isArray(body)) return body.map((one: Json) => replaceFields(one, name, text));
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, member]) => [
      key,
      name.test(key) && typeof member === 'string' ? text : replaceFields(member, name, text),
    ]),
  );
}

function alertsOf(plugin: Plugin, delivery: PluginDelivery): readonly PluginEvent[] {
  return parseDelivery(plugin, delivery, {}).flatMap((one) =>
    one.outcome === 'EVENT' && one.event.event_type === 'ALERT' && one.fallback === undefined
      ? [one.event]
      : [],
  );
}

const SEVERITY_FIELD = /^(?:_|alert_?)?severity$/i;
/** `direct` names the allowed words in an ERROR. Payloads of the other two state a severity twice. */
const OTHER_RULES: ReadonlySet<string> = new Set(['direct', 'aws-sns', 'azure-monitor']);

interface Case {
  readonly plugin_id: string;
  readonly sample: string;
  readonly delivery: PluginDelivery;
}

/** The samples of alerts whose severity changes with the text of a field `severity`. */
const CASES: readonly Case[] = registry
  .list()
  .filter((plugin): plugin is Plugin => 'parse' in plugin && !OTHER_RULES.has(plugin.plugin_id))
  .flatMap((plugin) =>
    plugin.samples
      .filter(({ options }) => options === undefined)
      .flatMap((sample) => {
        const delivery = createSampleDelivery(sample);
        const withWord = (text: string) =>
          alertsOf(plugin, { ...delivery, body: replaceFields(delivery.body, SEVERITY_FIELD, text) })[0]
            ?.severity;
        return withWord('critical') === 'CRITICAL' && withWord('info') === 'INFO'
          ? [{ plugin_id: plugin.plugin_id, sample: sample.name, delivery }]
          : [];
      }),
  );

describe('a severity in a delivery', () => {
  it('is found in the samples of many plugins', () => {
    expect(new Set(CASES.map(({ plugin_id }) => plugin_id)).size).toBeGreaterThan(20);
  });

  it.each(CASES.map((one) => [one.plugin_id, one.sample, one] as const))(
    '%s, sample "%s": a medium one is a WARNING, and an unknown one is no less',
    (plugin_id, _, { delivery }) => {
      const plugin = registry.get(plugin_id) as Plugin;
      const read = (text: string) =>
        alertsOf(plugin, { ...delivery, body: replaceFields(delivery.body, SEVERITY_FIELD, text) });
      expect(read('medium')[0]?.severity).toBe('WARNING');
      const [unknown] = read('purple');
      expect(['CRITICAL', 'ERROR', 'WARNING']).toContain(unknown?.severity);
      if (unknown?.severity_word !== undefined)
        expect(unknown.additional_info).toMatchObject({ severity_word: 'purple' });
    },
  );

  it.each(
    [...new Set(CASES.map(({ plugin_id }) => plugin_id))].filter(
      (id) => registry.versions(id).length > 1 && id !== 'auto',
    ),
  )('%s 1.0.0 reads an unknown word as it did', (plugin_id) => {
    const one = CASES.find((candidate) => candidate.plugin_id === plugin_id);
    if (one === undefined) throw new Error(`no case of ${plugin_id}`);
    const version = plugin_id === 'grafana' ? '2.0.0' : '1.0.0';
    const read = (text: string) => {
      const body = replaceFields(one.delivery.body, SEVERITY_FIELD, text);
      return (registry.get(plugin_id, version) as Plugin)
        .parse({ ...one.delivery, body }, {})
        .map((outcome) => (outcome.outcome === 'EVENT' ? outcome.event : undefined));
    };
    const unknown = read('purple');
    expect(unknown.map((event) => event?.severity_word)).toEqual(unknown.map(() => undefined));
    expect(read('urgent').map((event) => event?.severity)).toEqual(unknown.map((event) => event?.severity));
  });
});
