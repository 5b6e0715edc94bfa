import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseId, uuidFromHash } from '#shared/kernel/ids.js';
import { AuditBuffer } from '#shared/platform/audit/audit-log.js';
import { ensurePartitions } from '../../../libs/monitoring/src/persistence/partitions.js';
import { ROOT_API_KEY } from './api-under-test.js';
import { McpUnderTest } from './mcp-under-test.js';

interface Page {
  readonly results: readonly { readonly alert_id: string; readonly title: string }[];
  readonly total_count: number;
  readonly next_cursor?: string;
}

let mcp: McpUnderTest;
beforeAll(async () => {
  mcp = await McpUnderTest.start();
  await ensurePartitions(mcp.pool, ['alert_change'], new Date());
});
afterAll(() => mcp?.close());

describe('an assistant', () => {
  it('sees four tools that only read, with the schema of their arguments', async () => {
    const { tools } = await mcp.listTools(mcp.keys.viewer);
    expect(tools.map(({ name }) => name)).toEqual([
      'search_alerts',
      'get_alert',
      'who_would_be_told',
      'plan',
    ]);
    for (const { annotations, inputSchema, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(description).not.toBe('');
    }
    expect(tools[1]?.inputSchema.required).toEqual(['alert_id']);
  });

  it('reads no secret with the key of an administrator', async () => {
    const record = vi.spyOn(mcp.api.app.get(AuditBuffer, { strict: false }), 'record');
    await mcp.ask('plan', { files: [{ name: 'a.yaml', content: 'project: p' }] }, mcp.keys.admin);
    expect(record).not.toHaveBeenCalled();
    record.mockRestore();
  });

  it('finds alerts with a filter as text, page by page', async () => {
    const ids = [await mcp.addAlert('pages a'), await mcp.addAlert('pages b'), await mcp.addAlert('pages c')];
    await mcp.addAlert('pages d', { severity: 'INFO' });
    const given = { filter: 'severity >= ERROR and title contains "pages"', limit: 2 };
    const first = await mcp.read<Page>('search_alerts', given);
    expect(first).toMatchObject({ total_count: 3, results: [{ severity: 'ERROR', state: 'OPEN' }, {}] });
    const second = await mcp.read<Page>('search_alerts', { ...given, cursor: first.next_cursor });
    const found = [...first.results, ...second.results].map(({ alert_id }) => alert_id);
    expect(found.toSorted()).toEqual(ids.toSorted());
  });

  it('reads an alert with its timeline', async () => {
    const alert_id = await mcp.addAlert('timeline of the disk');
    const path = `/monitoring/v1/alert/${alert_id}/acknowledge`;
    const comment = 'Replacing it';
    expect(await mcp.api.call('PUT', path, { body: { domain_id: 'shop', comment } })).toMatchObject({
      status: 200,
    });
    const { alert, timeline } = await mcp.read<{ alert: object; timeline: { text: string }[] }>('get_alert', {
      alert_id,
    });
    expect(alert).toMatchObject({ alert_id, title: 'timeline of the disk', acknowledged: true });
    expect(timeline.at(-1)?.text).toBe('Acknowledged by root: Replacing it');
  });

  it('asks with the root key for any domain, which it must name', async () => {
    await mcp.addAlert('of the bank', { domain_id: 'bank' });
    expect(await mcp.fail('search_alerts', {}, ROOT_API_KEY)).toContain('domain_id is required');
    const given = { domain_id: 'bank', keyword: 'bank' };
    expect(await mcp.read('search_alerts', given, ROOT_API_KEY)).toMatchObject({ total_count: 1 });
  });
});

describe('who would be told', () => {
  const post = async (path: string, body: object) => {
    const { status, body: made } = await mcp.api.call('POST', `/notification/v1/${path}`, {
      body: { domain_id: 'shop', ...body },
    });
    expect(status, JSON.stringify(made)).toBe(201);
    return made;
  };
  const subscribe = (name: string, more: object = {}) =>
    post('subscriptions', { name, protocol_id: 'webhook', options: { url: 'http://192.0.2.1/' }, ...more });
  const TITLE = [{ k: 'title', v: 'told', o: 'contain' }];

  it('names subscriptions, silences, and the steps of escalations with who is on call', async () => {
    const matching = await subscribe('matching', { filter: TITLE });
    await subscribe('not matching', { filter: [{ k: 'severity', v: 'INFO', o: 'eq' }] });
    await subscribe('only resolutions', { filter: TITLE, kinds: ['alert.resolved'] });
    const second = await subscribe('second level', { trigger: 'ESCALATION' });
    const third = await subscribe('third level', { trigger: 'ESCALATION' });
    const fallback = await subscribe('boss', { trigger: 'ESCALATION' });
    const schedule = await post('on-call', {
      name: 'database',
      timezone: 'UTC',
      members: [{ name: 'Jane', subscription_id: second['subscription_id'] }],
      rotation: { shift: '1w', handoff: { day: 'MON', time: '09:00' } },
    });
    const escalation = await post('escalations', {
      name: 'around the clock',
      filter: TITLE,
      steps: [
        { after: 0, on_call: schedule['on_call_id'] },
        { after: 600, subscriptions: [third['subscription_id'], second['subscription_id']] },
      ],
      fallback: fallback['subscription_id'],
    });
    const alert_id = await mcp.addAlert('told of the disk');
    const told = { subscription_id: matching['subscription_id'], name: 'matching', protocol_id: 'webhook' };
    const before = await mcp.read<object>('who_would_be_told', { alert_id });
    expect(before).toMatchObject({
      alert: { alert_id, severity: 'ERROR' },
      subscriptions: [{ ...told, silenced_by: null }],
      silenced_by: null,
      inhibited_by: null,
      invalid: [],
    });
    expect(before).toMatchObject({
      escalations: [
        {
          escalation_id: escalation['escalation_id'],
          steps: [
            {
              step: 1,
              on_call_id: schedule['on_call_id'],
              receivers: [{ name: 'second level' }],
              reason: null,
            },
            { step: 2, after: 600, receivers: [{ name: 'third level' }, { name: 'second level' }] },
          ],
          fallback: { name: 'boss' },
        },
      ],
    });
    const silence = await post('silences', {
      name: 'change',
      filter: TITLE,
      ends_at: 'now + 1h',
      reason: 'CHG-1',
    });
    const silenced_by = { silence_id: silence['silence_id'], reason: 'CHG-1' };
    expect(await mcp.read<object>('who_would_be_told', { alert_id })).toMatchObject({
      subscriptions: [{ ...told, silenced_by }],
      silenced_by,
    });
  });

  it('says that a silence holds back what only escalations would tell', async () => {
    const level = await subscribe('level of nights', { trigger: 'ESCALATION' });
    const fallback = await subscribe('boss of nights', { trigger: 'ESCALATION' });
    const filter = 'title contains "nightly"';
    await post('escalations', {
      ...{ name: 'nights', filter, fallback: fallback['subscription_id'] },
      steps: [{ after: 0, subscriptions: [level['subscription_id']] }],
    });
    const draft = { severity: 'ERROR', title: 'nightly' };
    const found = { subscriptions: [], escalations: [{ name: 'nights' }], inhibited_by: null };
    expect(await mcp.read<object>('who_would_be_told', draft)).toMatchObject({ ...found, silenced_by: null });
    const alert_id = await mcp.addAlert('nightly');
    const silence = await post('silences', { name: 'nights', filter, ends_at: 'now + 1h', reason: 'CHG-2' });
    const silenced_by = {
      ...{ silence_id: silence['silence_id'], reason: 'CHG-2', until: silence['ends_at'] },
    };
    for (const given of [draft, { alert_id }])
      expect(await mcp.read<object>('who_would_be_told', given)).toMatchObject({ ...found, silenced_by });
  });

  it('answers for an alert that there is not, too', async () => {
    const tell = (given: object) =>
      mcp.read<{ subscriptions: { name: string }[] }>('who_would_be_told', { ...given });
    await subscribe('database', {
      filter:
        'labels.team = "draft" and severity >= ERROR and resource.name contains "db-" and rule = "DiskFull"',
    });
    await subscribe('of a project', { project_id: 'drafts', filter: 'title contains "drafted"' });
    const draft = { severity: 'error', labels: { team: 'draft' }, resource_name: 'db-7', rule: 'DiskFull' };
    const told = await tell(draft);
    expect(told).toMatchObject({ alert: { alert_id: null, severity: 'ERROR', state: 'OPEN' } });
    expect(told.subscriptions.map(({ name }) => name)).toEqual(['database']);
    expect(await tell({ ...draft, labels: { team: 'web' } })).toMatchObject({ subscriptions: [] });
    const titled = { severity: 'WARNING', title: 'drafted', project_id: 'drafts' };
    expect((await tell(titled)).subscriptions.map(({ name }) => name)).toEqual(['of a project']);
    const { subscriptions } = await mcp.read<{ subscriptions: object[] }>(
      'who_would_be_told',
      draft,
      mcp.keys.other,
    );
    expect(subscriptions).toEqual([]);
  });

  it('says which open alert explains it', async () => {
    const target = [{ k: 'title', v: 'held back', o: 'contain' }];
    const source = [{ k: 'title', v: 'cluster down', o: 'contain' }];
    const inhibition = await post('inhibitions', { name: 'cluster', source, target, equal: ['project_id'] });
    const alert_id = await mcp.addAlert('held back: node unreachable');
    expect(await mcp.read<object>('who_would_be_told', { alert_id })).toMatchObject({ inhibited_by: null });
    const source_alert_id = await mcp.addAlert('cluster down');
    // As the worker stores it when it reads that the alert has opened.
    await mcp.pool.query(
      `insert into inhibition_alert (domain_id, alert_id, inhibition_id, key, is_source, is_target, can_be_held)
       values ('shop', $1, $2, $3, true, false, false)`,
      [
        parseId('alert', source_alert_id),
        parseId('inhibition', String(inhibition['inhibition_id'])),
        uuidFromHash(new Date(0), JSON.stringify(['p'])),
      ],
    );
    const inhibited_by = { inhibition_id: inhibition['inhibition_id'], source_alert_id };
    expect(await mcp.read<object>('who_would_be_told', { alert_id })).toMatchObject({ inhibited_by });
    const draft = { severity: 'WARNING', title: 'held back', project_id: 'p' };
    expect(await mcp.read<object>('who_would_be_told', draft)).toMatchObject({ inhibited_by });
  });
});
