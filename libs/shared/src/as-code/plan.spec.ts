import { describe, expect, it } from 'vitest';
import type { Info } from './kind.js';
import { makePlan, type PlanOptions } from './plan.js';
import { readFiles } from './read-files.js';
import { StoredRecords } from './stored-records.js';
import { hideValues } from './variables.js';

const SUBSCRIPTION: Info = {
  subscription_id: 'subscription_1',
  project_id: null,
  name: 'jane',
  protocol_id: 'webhook',
  options: { url: 'https://1.1.1.1/secret-OLD' },
  state: 'ENABLED',
};

/** Compares a file with stored records, by section. `${T}` is `secret-NEW`. */
async function plan(
  text: string,
  records: Readonly<Record<string, readonly Info[]>> = {},
  options: Partial<PlanOptions> = {},
) {
  const stored = await StoredRecords.read(async function* ({ section }) {
    yield* records[section] ?? [];
  });
  const files = readFiles([{ name: 'a.yaml', text }], {
    check: () => [],
    readVariable: () => ({ value: 'secret-NEW' }),
  });
  return makePlan(files, stored, { sendSecrets: false, ...options });
}

describe('a name', () => {
  it('is what the service stores: composed, and without blanks around it', async () => {
    const text = `subscriptions:
  'jane ': { protocol: webhook, options: { url: https://1.1.1.1/a } }
  'E\u0301': { protocol: webhook, options: { url: https://1.1.1.1/b } }
on_call:
  db: { timezone: UTC, members: [{ name: ' J', subscription: ' jane' }], rotation: { shift: 1d, handoff: { time: '09:00' } } }
`;
    const { changes, problems } = await plan(text, { subscriptions: [SUBSCRIPTION] });
    expect(problems).toEqual([]);
    expect(changes).toMatchObject([
      { action: 'change', name: 'jane' },
      { action: 'add', name: '\u00C9' },
      { action: 'add', terms: { members: [{ name: 'J' }], rotation: { members: ['J'] } } },
    ]);
    const twice = `project: p\nwebhooks: { w: { plugin: auto } }\nheartbeats: { w/a: { expect_every: 1d }, 'w /a': { expect_every: 2d } }\n`;
    expect((await plan(twice)).problems).toMatchObject([
      { line: 3, text: expect.stringMatching(/^duplicate name: heartbeat "w\/a" is in a\.yaml:3 too/) },
    ]);
  });
});

it('the mask of secrets is a text like any other where no secret can be', async () => {
  const webhook = (labels: object): Info => ({
    ...{ webhook_id: 'webhook_1', project_id: 'p', name: 'w', state: 'ENABLED', tags: {} },
    plugin_info: { plugin_id: 'auto', upgrade_mode: 'AUTO', options: { token: '***' } },
    settings: { labels },
  });
  const text =
    "project: p\nwebhooks:\n  w: { plugin: auto, options: { token: '${T}' }, labels: { team: db } }\n";
  const { changes } = await plan(text, { webhooks: [webhook({ team: '***' })] });
  expect(changes).toMatchObject([{ differences: [{ field: 'labels.team', from: '***', to: 'db' }] }]);
  expect((await plan(text, { webhooks: [webhook({ team: 'db' })] })).changes).toEqual([]);
});

it('of a silence that has ended and is not stored, there is nothing to do', async () => {
  const silence = (end: string) => `{ filter: rule = x, ends_at: '${end}', reason: r }`;
  const text = `silences:\n  old: ${silence('2020-01-01T00:00:00Z')}\n  new: ${silence('2090-01-01T00:00:00Z')}\n`;
  expect(await plan(text)).toMatchObject({ changes: [{ action: 'add', name: 'new' }], unchanged: 1 });
});

it('of a silence that somebody ended before the end of the file, there is nothing to do when that is over', async () => {
  const text = "silences:\n  old: { filter: rule = x, ends_at: '2020-01-01T00:00:00Z', reason: r }\n";
  const silence: Info = {
    ...{
      silence_id: 'silence_1',
      name: 'old',
      state: 'EXPIRED',
      filter: [],
      filter_or: [],
      reason: 'r',
      weekly: null,
    },
    ...{ starts_at: '2019-12-01T00:00:00.000Z', ends_at: '2019-12-24T00:00:00.000Z' },
  };
  expect((await plan(text, { silences: [silence] })).changes).toEqual([]);
});

describe('the value of a variable', () => {
  it('is not in a difference, nor the one that it had before', async () => {
    const text = "subscriptions:\n  jane: { protocol: webhook, options: { url: 'https://1.1.1.1/${T}' } }\n";
    const { changes } = await plan(text, { subscriptions: [SUBSCRIPTION] });
    expect(changes).toMatchObject([
      { action: 'change', differences: [{ field: 'options.url', from: '***', to: '***' }] },
    ]);
  });

  it('is in no mistake', async () => {
    const filter = "subscriptions:\n  jane: { protocol: webhook, filter: 'severity ${T} ERROR' }\n";
    const reference = "on_call:\n  db: { timezone: UTC, members: [{ name: Jane, subscription: '${T}' }] }\n";
    for (const text of [filter, reference]) {
      const { problems } = await plan(text);
      expect(problems).toHaveLength(1);
      expect(JSON.stringify(problems)).not.toContain('secret');
    }
  });

  it('is taken out of what the service says, but not out of words', () => {
    expect(hideValues('"a \\"b" is no operator; expected like', ['a "b', 'like', 'no'])).toBe(
      '"***" is *** operator; expected ***',
    );
    expect(hideValues('options are alike', ['like', 'a'])).toBe('options are alike');
  });
});
