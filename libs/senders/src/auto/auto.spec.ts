import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import type { PluginEvent } from '../plugin-api/plugin.js';
import { BUILT_IN_PLUGINS } from '../built-in.js';
import { PluginRegistry } from '../registry.js';
import { createAuto } from './plugin.js';
import { recognise } from './recognise.js';
import { parseStateWord } from './state-word.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);
const auto = registry.get('auto');
const senders = registry.list().filter((plugin) => plugin.recognises !== undefined);

function read(body: Json): readonly PluginEvent[] {
  const delivery = createSampleDelivery({ name: 'test', body: JSON.stringify(body), expect: [] });
  return auto
    .parse(delivery, { heuristics_only: true })
    .flatMap((one) => (one.outcome === 'EVENT' ? [one.event] : []));
}

describe('auto', () => {
  it.each(senders.map((plugin) => [plugin.plugin_id, plugin] as const))(
    'recognises %s',
    (plugin_id, plugin) => {
      const firing = plugin.samples.filter(({ expect: [first] }) => first?.outcome === 'EVENT');
      const recognised = firing.map(
        (sample) => recognise(senders, createSampleDelivery(sample))[0]?.plugin.plugin_id,
      );
      const right = recognised.filter((found) => found === plugin_id).length;
      expect([recognised, right / firing.length > 0.5]).toEqual([recognised, true]);
      expect(recognised[0]).toBe(plugin_id);
    },
  );

  it('reads an alarm beside a waveform', () => {
    const waveform = Array.from({ length: 131_072 }, (_, n) => n % 7);
    expect(read({ alarm: 'High vibration', device: 'p7', state: 'firing', waveform })).toHaveLength(1);
  });

  it('ignores deliveries of GitHub and GitLab that are no alarms', () => {
    const samples = ['github', 'gitlab'].flatMap((id) => registry.get(id).samples);
    const besides = samples.filter(({ headers, expect: [first] }) => headers && first?.outcome === 'IGNORED');
    expect(besides.length).toBeGreaterThan(2);
    for (const sample of besides)
      expect(auto.parse(createSampleDelivery(sample), {})).toMatchObject([{ outcome: 'IGNORED' }]);
  });

  it('finds a recognition in every plugin except auto, http and mapping', () => {
    const unknown = registry.list().filter((plugin) => plugin.recognises === undefined);
    expect(
      unknown.map(({ plugin_id }) => plugin_id).filter((id) => !['auto', 'http', 'mapping'].includes(id)),
    ).toEqual([]);
  });

  it('parses by field names and recognises no sender if heuristics_only is set', () => {
    const [event] = read({ ruleName: 'Disk', evalMatches: [], state: 'alerting', ruleId: 4 });
    expect(event?.additional_info).toMatchObject({
      auto: { recognised: null, took: { event_type: { from: '/state' } } },
    });
  });

  it.each([
    [{ title: 'Disk full', status: 'up' }, 'RECOVERY'],
    [{ title: 'Disk full', status: 0 }, 'ALERT'],
    [{ title: 'Disk full', is_ok: 1 }, 'RECOVERY'],
    [{ title: 'Disk full', resolved: false }, 'ALERT'],
    [{ title: 'Disk full', event: 'alert_cleared', data: { alert: { state: 'CRITICAL' } } }, 'RECOVERY'],
    [{ title: 'Disk full', severity: 'critical', resolved_at: '2025-03-04T10:00:00Z' }, 'RECOVERY'],
    [{ title: 'Disk full', ended_at: null }, 'ALERT'],
    [{ title: '[Resolved] Disk full' }, 'RECOVERY'],
  ])('parses %j as %s', (body, type) => expect(read(body)[0]?.event_type).toBe(type));

  it.each([
    ['medium', 'WARNING'],
    ['Critical (1)', 'CRITICAL'],
    ['3 - Moderate', 'WARNING'],
    ['SEV-2', 'WARNING'],
    ['Blocker', 'CRITICAL'],
    ['not critical', undefined],
    ['purple', undefined],
  ])('parses the severity %s as %s', (severity, wanted) => {
    expect(read({ title: 'Disk full', status: 'firing', severity })[0]?.severity).toBe(wanted);
  });

  it.each<readonly [Readonly<Record<string, string>>, boolean]>([
    [{ host: 'web-1', check: 'disk', status: 'CRITICAL' }, true],
    [{ title: 'Disk full' }, true],
    [{ host: 'web-1', event: 'down' }, true],
    [{ service: 'api' }, false],
    [{ name: 'prod' }, false],
    [{ severity: 'critical', type: 'push' }, false],
    [{ title: '' }, false],
    [{}, false],
  ])('takes the query for an empty body only if it states something: %j', (query, isTaken) =>
    expect(createAuto([]).takesEmptyBody?.('', query)).toBe(isTaken && 'QUERY'),
  );

  it('gives firing and resolved the same event key even without an id', () => {
    const key = (body: Json): string | undefined => read(body)[0]?.event_key;
    expect(key({ title: 'Disk full: RESOLVED', host: 'a', state: 'ok' })).toBe(
      key({ title: 'Disk full: PROBLEM', host: 'a', state: 'firing' }),
    );
  });

  it.each([
    ['FIRING_TO_OK', 'RECOVERY'],
    ['OK_TO_FIRING', 'ALERT'],
    ['ALERT_RECOVERY', 'RECOVERY'],
    ['check.down', 'ALERT'],
    ['incident.acknowledged', 'NEITHER'],
    ['SubscriptionConfirmation', 'CONTROL'],
    ['unresolved', 'ALERT'],
    ['not ok', 'ALERT'],
    ['Reporting Error', 'ALERT'],
    ['workflow-completed', 'RECOVERY'],
    ['purple', undefined],
  ])('parses the state word %s as %s', (word, type) => expect(parseStateWord(word)?.type).toBe(type));
});
