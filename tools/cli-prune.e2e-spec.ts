import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING, startAsCode, type AsCode } from '#test/as-code.js';
import { startCuttingProxy } from '#test/cutting-proxy.js';
import { rootApiKey } from '#test/processes.js';

let code: AsCode;
beforeAll(async () => void (code = await startAsCode()));
afterAll(() => code?.close());

const file: AsCode['file'] = (...args) => code.file(...args);
const run: AsCode['run'] = (...args) => code.run(...args);
const fine: AsCode['fine'] = (...args) => code.fine(...args);
const listRecords = async (domain: string, path: string) => {
  const headers = { authorization: `Bearer ${rootApiKey}` };
  const response = await fetch(`${code.api.url}/${path}?domain_id=${domain}`, { headers });
  return ((await response.json()) as { results: Readonly<Record<string, unknown>>[] }).results;
};

describe('tocsin apply --prune', () => {
  it('removes what carries the mark of the files and is in none, with what refers first', async () => {
    const path = await file('pruned.yaml', `managed_by: shop/checkout\n${EVERYTHING}`);
    await fine('prune', ['apply', '-f', path, '--yes']);
    await fine('prune', ['quotas', 'create', 'sms', '--day', '5']);
    const url = JSON.stringify({ url: 'https://1.1.1.1/hand' });
    await fine('prune', ['subscriptions', 'create', 'hand-made', '--protocol', 'webhook', '--options', url]);
    // Another set of files has records in the same sections and projects.
    const other = await file(
      'other-set.yaml',
      `managed_by: shop/other\nproject: checkout\nsubscriptions:\n  theirs: { protocol: webhook, options: { url: https://1.1.1.1/b } }\nquotas: { relay: { day: 2 } }\n`,
    );
    expect(await fine('prune', ['apply', '-f', other, '--prune', '--yes'])).toMatch(
      /^\+ quota relay\n\+ subscription checkout\/theirs\n/,
    );
    expect(await fine('prune', ['diff', '-f', path, '--prune'])).toContain('0 to change, 15 unchanged');
    // Everything but one quota has gone from the files.
    const little = await file(
      'little.yaml',
      'managed_by: shop/checkout\nquotas: { email: { day: 1000, month: -1 } }\n',
    );
    expect(await fine('prune', ['diff', '-f', little])).toContain('16 not in the files');
    const diff = await fine('prune', ['diff', '-f', little, '--prune'], 2);
    expect(diff.split('\n').filter((line) => line.startsWith('-'))).toEqual([
      '- escalation checkout/database',
      expect.stringMatching(/^- schedule (database|holidays)$/),
      expect.stringMatching(/^- schedule (database|holidays)$/),
      ...Array<unknown>(5).fill(
        expect.stringMatching(/^- subscription (checkout\/)?(jane|quiet|paged|everyone|max)$/),
      ),
      ...Array<unknown>(2).fill(
        expect.stringMatching(/^- heartbeat checkout\/alertmanager-fra\/(backup|nightly)$/),
      ),
      ...Array<unknown>(2).fill(expect.stringMatching(/^- webhook checkout\/(signed|alertmanager-fra)$/)),
      '- inhibition checkout/cluster down',
      '- silence upgrade',
    ]);
    expect(diff).toContain('0 to add, 0 to change, 14 to remove, 1 unchanged');
    const asked = await run('prune', ['apply', '-f', little, '--prune']);
    expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('nothing was changed') as string });
    const { removed, ...counts } = JSON.parse(
      await fine('prune', ['--json', 'apply', '-f', little, '--prune', '--yes']),
    ) as { removed: number; changes: { action: string }[] };
    expect({ removed, actions: new Set(counts.changes.map(({ action }) => action)) }).toEqual({
      removed: 14,
      actions: new Set(['remove']),
    });
    const left = await fine('prune', ['export']);
    for (const kept of ['email:', 'sms:', 'relay:', 'theirs:', 'hand-made:']) expect(left).toContain(kept);
    expect(left).not.toMatch(/jane|cluster down|alertmanager|managed_by/);
    expect(await fine('prune', ['diff', '-f', little, '--prune'])).not.toContain('remove');
  });

  it('leaves what a record refers to that stays', async () => {
    const both = `managed_by: used
on_call:
  db: { timezone: UTC, members: [{ name: Jane, subscription: jane }], rotation: { shift: 1d, handoff: { time: '09:00' } } }
subscriptions:
  jane: { protocol: webhook, options: { url: https://1.1.1.1/a }, trigger: ESCALATION }
  other: { protocol: webhook, options: { url: https://1.1.1.1/b } }
`;
    await fine('used', ['apply', '-f', await file('used.yaml', both), '--yes']);
    const schedules = await listRecords('used', 'notification/v1/on-call');
    const fallback = await listRecords('used', 'notification/v1/subscriptions');
    // Made by hand, with the schedule as a step.
    const created = await fetch(`${code.api.url}/notification/v1/escalations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${rootApiKey}` },
      body: JSON.stringify({
        ...{ domain_id: 'used', name: 'by hand' },
        steps: [{ after: 0, on_call: schedules[0]?.['on_call_id'] }],
        fallback: fallback.find(({ name }) => name === 'other')?.['subscription_id'],
      }),
    });
    expect(created.status).toBe(201);
    const none = await file('used-none.yaml', 'managed_by: used\n');
    const left = await fine('used', ['diff', '-f', none, '--prune']);
    expect(left).toContain(
      'schedule db is not in the files, and stays because escalation by hand refers to it',
    );
    expect(left).toContain(
      'subscription jane is not in the files, and stays because schedule db refers to it',
    );
    expect(left).toContain('subscription other is not in the files, and stays because escalation by hand');
    expect(left).toContain('0 to add, 0 to change, 0 unchanged, 3 not in the files');
  });

  it('removes nothing while another change is refused, nor a webhook with a heartbeat that stays', async () => {
    const text = (subscriptions: string, webhooks: string, heartbeats: string) =>
      `managed_by: kept\nproject: p\nsubscriptions:\n  ${subscriptions}\nwebhooks: { ${webhooks} }\nheartbeats: { ${heartbeats} }\n`;
    const one = '{ protocol: webhook, options: { url: https://1.1.1.1/a } }';
    const beat = 'w/backup: { expect_every: 5m }';
    await fine('kept', [
      ...['apply', '--yes', '-f'],
      await file('kept.yaml', text(`old: ${one}`, 'w: { plugin: auto }', beat)),
    ]);
    const refused = await file(
      'refused.yaml',
      text(`new: { protocol: webhook, options: { url: 'http://localhost/a' } }`, '', beat),
    );
    const applied = await run('kept', ['apply', '-f', refused, '--prune', '--yes']);
    expect(applied).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /refused: subscription p\/new: [^]*refused: subscription p\/old: it stays until all other changes are made/,
      ) as string,
    });
    expect(applied.out).toContain(
      'webhook p/w is not in the files, and stays because heartbeat p/w/backup refers to it',
    );
    expect(await fine('kept', ['export'])).toContain('old:');
  });

  it('tells of a variable without a value outside of records', async () => {
    const path = await file('unset.yaml', "managed_by: '${UNSET_SET}'\nquotas: { email: { day: 5 } }\n");
    expect(await run('unset', ['apply', '-f', path, '--prune', '--yes'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/unset\.yaml:1:13: the environment variable UNSET_SET is not set/) as string,
    });
  });

  it('marks what it changes and what the files have already, and leaves the mark of others without a name', async () => {
    const text = 'quotas: { email: { day: 5, month: 7 } }\n';
    const unnamed = await file('unnamed.yaml', text);
    await fine('marks', ['apply', '-f', unnamed, '--yes']);
    const marks = async () =>
      (await listRecords('marks', 'notification/v1/quotas')).map(({ limit, managed_by }) => ({
        limit,
        managed_by,
      }));
    const limit = { day: 5, month: 7 };
    expect(await marks()).toEqual([{ limit, managed_by: null }]);
    const prune = ['apply', '-f', unnamed, '--prune', '--yes'];
    expect(await run('marks', prune)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--prune needs the name of these files') as string,
    });
    const named = [...prune, '--managed-by', 'shop'];
    expect(await fine('marks', named)).toContain('managed_by: – → "shop"');
    expect(await marks()).toEqual([{ limit, managed_by: 'shop' }]);
    expect(await fine('marks', named)).toContain('0 to add, 0 to change, 1 unchanged');
    expect(await fine('marks', ['apply', '-f', unnamed, '--yes'])).toContain('1 unchanged');
    // Edited by hand, it keeps its mark, and the next apply restores what the files say: also the month, which stays.
    await fine('marks', ['quotas', 'update', 'email', '--day', '6', '--month', '7']);
    expect(await marks()).toEqual([{ limit: { day: 6, month: 7 }, managed_by: 'shop' }]);
    await fine('marks', named);
    expect(await marks()).toEqual([{ limit, managed_by: 'shop' }]);
    const clash = await run('marks', [
      ...['diff', '-f', await file('clash.yaml', `managed_by: other\n${text}`), '--managed-by', 'shop'],
    ]);
    expect(clash).toMatchObject({
      code: 1,
      err: expect.stringContaining('the files are named other') as string,
    });
    const two = await file('two-names.yaml', `managed_by: a\n${text}---\nmanaged_by: b\n`);
    expect(await run('marks', ['diff', '-f', two])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/two-names\.yaml:4:13: expected a, the name of the other files/) as string,
    });
  });

  it('cut while it removes, ends by the next apply; what somebody changed meanwhile stays', async () => {
    const all = await file('cut-prune.yaml', `managed_by: cut\n${EVERYTHING}`);
    const none = await file('cut-none.yaml', 'managed_by: cut\nquotas: {}\n');
    for (let cutAt = 1; cutAt <= 15; cutAt += 4) {
      const domain = `cut-prune-${cutAt}`;
      await fine(domain, ['apply', '-f', all, '--yes']);
      const proxy = await startCuttingProxy({ target: code.api.url, cutAt });
      const prune = ['apply', '-f', none, '--prune', '--yes'];
      const cut = await run(domain, prune, { TOCSIN_URL: proxy.url });
      await proxy.close();
      expect(cut).toMatchObject({
        code: 1,
        err: expect.stringContaining('the next apply goes on') as string,
      });
      await fine(domain, prune);
      expect(await fine(domain, ['export'])).toBe(`domain: ${domain}\n`);
    }
    await fine('cut-conflict', [
      'apply',
      '-f',
      await file('q.yaml', 'managed_by: cut\nquotas: { email: { day: 1 } }\n'),
      '--yes',
    ]);
    const proxy = await startCuttingProxy({
      target: code.api.url,
      before: async (index) => {
        if (index === 1) await fine('cut-conflict', ['quotas', 'update', 'email', '--day', '77']);
      },
    });
    const conflict = await run('cut-conflict', ['apply', '-f', none, '--prune', '--yes'], {
      TOCSIN_URL: proxy.url,
    });
    await proxy.close();
    expect(conflict).toMatchObject({
      code: 1,
      err: expect.stringContaining('conflict: quota email') as string,
    });
    expect(await fine('cut-conflict', ['export'])).toContain('day: 77');
  }, 120_000);

  it('gives new records the secrets of those that were lost, and does not compare them later', async () => {
    const keys = {
      KEY: randomBytes(24).toString('hex'),
      SIGNING: `whsec_${randomBytes(32).toString('base64')}`,
    };
    const path = await file(
      'lost.yaml',
      `project: p\nwebhooks:\n  w: { plugin: auto, access_key: '\${KEY}' }\nsubscriptions:\n  s: { protocol: webhook, options: { url: https://1.1.1.1/a }, signing_secret: '\${SIGNING}' }\n`,
    );
    const missing = await run('lost', ['apply', '-f', path, '--yes'], {});
    expect(missing.err.match(/environment variable \w+ is not set/g)).toHaveLength(2);
    const applied = await run('lost', ['apply', '-f', path, '--yes'], keys);
    expect(applied).toMatchObject({ code: 0, err: '' });
    expect(applied.out).not.toContain(keys.KEY);
    const [webhook] = await listRecords('lost', 'monitoring/v1/webhooks');
    expect(webhook?.['access_key']).toBe(keys.KEY);
    // Without the variables, and after a rotation.
    const rotated = await fetch(
      `${code.api.url}/monitoring/v1/webhook/${String(webhook?.['webhook_id'])}/access-key/rotate`,
      {
        method: 'PUT',
        headers: { authorization: `Bearer ${rootApiKey}` },
        body: JSON.stringify({ domain_id: 'lost' }),
      },
    );
    expect(rotated.status).toBe(200);
    expect(await run('lost', ['diff', '-f', path], {})).toMatchObject({ code: 0, err: '' });
    const { out } = await run('lost', ['export'], {});
    expect(out).not.toMatch(/access_key|signing_secret|whsec_/);
  });
});
