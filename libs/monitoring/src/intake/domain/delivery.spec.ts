import { describe, expect, it } from 'vitest';
import { BUILT_IN_PLUGINS } from '#senders/built-in.js';
import { parsePostedAsync } from '#senders/plugin-api/parse-posted.js';
import { PluginRegistry } from '#senders/registry.js';
import { replaceEmptyBody } from './delivery.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);

function post(query: string, body = '', path_suffix = '') {
  return {
    body: Buffer.from(body),
    content_type: '',
    headers: {},
    query: Object.fromEntries(new URLSearchParams(query)),
    path_suffix,
    received_at: new Date('2026-01-01T00:00:00Z'),
  };
}

async function parse(plugin_id: string, query: string) {
  const plugin = registry.get(plugin_id);
  const outcomes = await parsePostedAsync(plugin, replaceEmptyBody(plugin, post(query)), {});
  return outcomes.map((one) => (one.outcome === 'EVENT' ? one.event : one));
}

describe('replaceEmptyBody', () => {
  const GOALERT = 'summary=Disk full on db-1&details=98 %25&dedup=disk-check';
  const UPTIMEROBOT = 'monitorID=7&monitorFriendlyName=shop&alertType=1&alertTypeFriendlyName=Down';
  it.each([
    ['goalert', GOALERT, { event_key: 'disk-check', event_type: 'ALERT', title: 'Disk full on db-1' }],
    ['goalert', 'dedup=disk-check&action=close', { event_key: 'disk-check', event_type: 'RECOVERY' }],
    ['uptimerobot', UPTIMEROBOT, { event_key: '7', event_type: 'ALERT', title: 'shop is DOWN' }],
    ['auto', UPTIMEROBOT, { event_key: '7', event_type: 'ALERT', provider: 'uptimerobot' }],
    ['auto', GOALERT, { event_key: 'disk-check', event_type: 'ALERT', provider: 'goalert' }],
    ['auto', 'host=db-1&check=disk&status=critical', { event_type: 'ALERT', severity: 'CRITICAL' }],
  ])('%s reads the query as a form: %s', async (plugin_id, query, event) => {
    expect(await parse(plugin_id, query)).toMatchObject([{ ...event, raw_data: expect.anything() }]);
  });

  it('keeps all that the query holds in the raw data', async () => {
    expect(await parse('goalert', GOALERT)).toMatchObject([
      { raw_data: { summary: 'Disk full on db-1', details: '98 %', dedup: 'disk-check' } },
    ]);
  });

  it.each(
    BUILT_IN_PLUGINS.filter(({ plugin_id }) => !['goalert', 'uptimerobot', 'auto'].includes(plugin_id)),
  )('$plugin_id $version takes no query for a body', (plugin) => {
    const posted = post(`${GOALERT}&${UPTIMEROBOT}`);
    expect(replaceEmptyBody(plugin, posted)).toBe(posted);
  });

  it.each(['goalert', 'uptimerobot', 'auto'])('%s takes no empty body without a query', (plugin_id) => {
    const posted = post('');
    expect(replaceEmptyBody(registry.get(plugin_id), posted)).toBe(posted);
  });

  it('keeps a body, and a request that the path describes', () => {
    const posted = post(GOALERT, '{"summary":"another"}');
    expect(replaceEmptyBody(registry.get('goalert'), posted)).toBe(posted);
    for (const plugin_id of ['opsgenie', 'auto']) {
      const closing = post('identifierType=alias', '', 'v2/alerts/a/close');
      expect(replaceEmptyBody(registry.get(plugin_id), closing).body.toString()).toBe('{}');
    }
  });
});
