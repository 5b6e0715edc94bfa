import { describe, expect, it } from 'vitest';
import { parseJson, RawJson } from '#shared/kernel/json.js';
import type { Scope } from '#shared/kernel/scope.js';
import { BUILT_IN_PLUGINS } from '#senders/built-in.js';
import { PluginRegistry } from '#senders/registry.js';
import type { PluginSandbox, PreviewTask } from '../../processing/application/ports/plugin-sandbox.js';
import { GetPlugin, GetPluginHandler, ListPluginsHandler } from './read-plugins.js';
import { previewDelivery, type PluginPreview } from '../../processing/application/preview-delivery.js';
import { PreviewPlugin, PreviewPluginHandler } from './preview-plugin.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);
const scope: Scope = { domain_id: 'd1', user_id: 'u1', role: 'VIEWER', root: false };

/** Runs previews in this process. */
const sandbox = {
  preview: async ({ plugin_id, version, options, delivery }: PreviewTask) => {
    const plugin = registry.wrapWithFallback(registry.get(plugin_id, version));
    return new RawJson(JSON.stringify(await previewDelivery(plugin, options, delivery)));
  },
} as Partial<PluginSandbox> as PluginSandbox;

async function preview(plugin_id: string, body: string, version?: string, options = {}, query = {}) {
  const delivery = {
    body: Buffer.from(body),
    content_type: 'text/plain',
    headers: { 'content-type': 'text/plain', authorization: 'Bearer x' },
    query,
    path_suffix: '',
    received_at: new Date('2026-01-01T00:00:00Z'),
  };
  const handler = new PreviewPluginHandler(registry, sandbox);
  const answer = await handler.execute(new PreviewPlugin(scope, plugin_id, version, options, delivery));
  return parseJson((answer as RawJson<PluginPreview>).text) as unknown as PluginPreview;
}

describe('PreviewPlugin', () => {
  it('shows what would be stored, in the order of the payload and with every digit', async () => {
    const body =
      '{"access_key":"a","data":[{"event_key":"k","title":"t\\u0000","additional_info":{"n":12345678901234567890}},{"title":1},7]}';
    const { outcomes, ...plugin } = await preview('direct', body);
    expect(plugin).toEqual({ plugin_id: 'direct', version: '1.1.0' });
    expect(outcomes).toMatchObject([
      {
        outcome: 'EVENT',
        event: {
          event_key: 'k',
          event_type: 'ALERT',
          title: 't\ufffd',
          severity: 'NONE',
          resource: { resource_id: null, resource_type: null, name: null },
          occurred_at: '2026-01-01T00:00:00.000Z',
        },
      },
      { outcome: 'ERROR', reason: /event_key is required/ },
      { outcome: 'ERROR', reason: /an object/ },
    ]);
    expect(JSON.stringify(outcomes)).toContain('"n":12345678901234567890');
  });

  it('shows an acknowledgement with the time it would have', async () => {
    const taken = { alert: { alias: 'disk', username: 'ada' }, action: 'UnAcknowledge' };
    const { outcomes } = await preview('opsgenie', JSON.stringify(taken));
    const acknowledgement = { event_key: 'disk', acknowledged: false, by: 'ada', comment: null };
    expect(outcomes).toEqual([
      {
        outcome: 'ACKNOWLEDGED',
        acknowledgement: { ...acknowledgement, occurred_at: '2026-01-01T00:00:00.000Z' },
      },
    ]);
  });

  it('reads a body as a worker does', async () => {
    const { outcomes } = await preview(
      'direct',
      '{"event_key":"a","title":"1\n2",}\n{"event_key":"b","title":"t"}',
    );
    expect(outcomes).toMatchObject([
      {
        outcome: 'EVENT',
        event: { event_key: 'a', title: '1\n2', additional_info: { body: { repaired: true } } },
      },
      { outcome: 'EVENT', event: { event_key: 'b' } },
    ]);
    const envelope = await preview('direct', '{"access_key":"k","data":{"event_key":"a","title":"t",}}');
    expect(envelope.outcomes).toMatchObject([{ outcome: 'EVENT', event: { event_key: 'a' } }]);
  });

  it('shows at most 1,000 outcomes and 1 MiB of them, and says how many it leaves out', async () => {
    const alerts = Array.from({ length: 1_500 }, (_, n) => ({ status: 'firing', fingerprint: `${n}` }));
    const many = await preview('prometheus', JSON.stringify({ alerts }));
    expect(many.outcomes).toHaveLength(1_000);
    expect(many.omitted).toBe(500);
    const large = await preview('prometheus', JSON.stringify({ groupKey: 'k'.repeat(60_000), alerts }));
    expect(JSON.stringify(large.outcomes).length).toBeLessThan(1024 * 1024 + 200_000);
    expect(large.outcomes.length + (large.omitted ?? 0)).toBe(1_500);
  });

  it('refuses data with more than 10,000 values', async () => {
    const values = (count: number) => JSON.stringify({ alerts: [], values: Array(count).fill(0) });
    expect((await preview('prometheus', values(9_000))).outcomes).toHaveLength(1);
    await expect(preview('prometheus', values(10_001))).rejects.toThrow('data holds more than 10000 values');
  });

  it('runs the version asked for', async () => {
    const unified = '{"alerts":[{"labels":{"alertname":"a"}}]}';
    expect((await preview('grafana', unified)).outcomes).toMatchObject([{ outcome: 'EVENT' }]);
    expect(await preview('grafana', unified, '1.0.0')).toMatchObject({
      version: '1.0.0',
      outcomes: [{ outcome: 'ERROR', reason: /version 2.x/ }],
    });
  });

  it('reads a query instead of an empty body as a webhook does', async () => {
    const query = { summary: 'Disk full', dedup: 'disk' };
    const outcomes = [
      { outcome: 'EVENT', event: { event_key: 'disk', title: 'Disk full', raw_data: query } },
    ];
    expect(await preview('goalert', '', undefined, {}, query)).toMatchObject({ outcomes });
    await expect(preview('direct', '', undefined, {}, query)).rejects.toThrow('the body is empty');
  });

  it.each([
    ['no-such-sender', '{}', undefined, {}, 'ERROR_NOT_FOUND'],
    ['direct', '{}', '3.0.0', {}, 'version must be one of 1.1.0, 1.0.0'],
    ['direct', '{}', undefined, { x: 1 }, 'options.x is unknown'],
    ['direct', '\u0000\u0001', undefined, {}, 'data cannot be read'],
    ['direct', '', undefined, {}, 'the body is empty'],
    ['direct', '{"webhook_id":"w"}', undefined, {}, 'data is required'],
  ])('refuses %s %s %s %j', async (plugin_id, body, version, options, reason) => {
    const error = await preview(plugin_id, body, version, options).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(JSON.stringify(error) + String(error)).toContain(reason);
  });
});

describe('the plugins', () => {
  it('are listed with their versions', async () => {
    const { results, total_count } = await new ListPluginsHandler(registry).execute();
    expect(total_count).toBe(results.length);
    expect(results.find(({ plugin_id }) => plugin_id === 'grafana')).toEqual({
      plugin_id: 'grafana',
      name: 'Grafana',
      provider: 'grafana',
      version: '2.1.0',
      versions: ['2.1.0', '2.0.0', '1.0.0'],
    });
  });

  it('are shown one by one, each version with its own guide', async () => {
    const handler = new GetPluginHandler(registry);
    const latest = await handler.execute(new GetPlugin(scope, 'grafana'));
    expect(latest).toMatchObject({ version: '2.1.0', options_schema: { additionalProperties: false } });
    expect(latest.docs).toContain('Contact points');
    expect((await handler.execute(new GetPlugin(scope, 'grafana', '1.0.0'))).docs).not.toContain(
      'Contact points',
    );
    await expect(handler.execute(new GetPlugin(scope, 'no-such-sender'))).rejects.toThrow('was not found');
    await expect(handler.execute(new GetPlugin(scope, 'grafana', '9.0.0'))).rejects.toThrow(
      '2.1.0, 2.0.0, 1.0.0',
    );
  });
});
