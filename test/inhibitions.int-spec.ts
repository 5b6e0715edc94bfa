import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInhibitedStore, ruleIs, type InhibitedStore } from './inhibited-domain.js';

const LABEL = { equal: ['labels.cluster'] };
const EU = { labels: { cluster: 'eu' } };
const US = { labels: { cluster: 'us' } };

let store: InhibitedStore;
beforeAll(async () => {
  store = await createInhibitedStore();
});
afterAll(() => store.close());

it('holds targets back while their source is open, and tells them once after it has ended', async () => {
  const domain = await store.createDomain();
  const inhibition_id = await domain.inhibit(LABEL);
  await domain.change(['source', 'opened', EU]);
  await domain.change(['a', 'opened', { ...EU, rule: 'target' }], ['b', 'opened', { ...EU, rule: 'target' }]);
  await domain.change(['other', 'opened', { ...US, rule: 'target' }], ['b', 'resolved']);
  expect(await domain.told('source')).toEqual(['opened PENDING']);
  expect(await domain.told('a')).toEqual(['opened INHIBITED']);
  expect(await domain.told('other')).toEqual(['opened PENDING']);
  expect(await domain.findNotification('a')).toEqual({
    inhibition_id,
    source_alert_id: domain.idOf('source'),
    reason: 'held back by the inhibition “cluster down”',
  });
  await domain.settle();
  expect(await domain.told('a')).toEqual(['opened INHIBITED']);
  expect(await domain.look('a')).toBeGreaterThan(86_000);

  await domain.change(['source', 'resolved']);
  const look = await domain.look('a');
  expect(look).toBeGreaterThan(280);
  expect(look).toBeLessThan(301);
  await domain.settle();
  expect(await domain.told('a')).toEqual(['opened INHIBITED', 'opened PENDING']);
  expect((await domain.told('b')).filter((told) => told.endsWith('PENDING'))).toEqual([]);
  expect(await domain.look('a')).toBeUndefined();
});

it('keeps an opening waiting for its source, and holds it back if that arrives', async () => {
  const domain = await store.createDomain();
  await domain.inhibit(LABEL);
  await domain.change(['target', 'opened', EU], ['lonely', 'opened', { ...US, rule: 'target' }]);
  expect(await domain.told('target')).toEqual(['opened PENDING']);
  expect(await domain.wait('target')).toBeGreaterThan(20);
  await domain.change(['source', 'opened', EU]);
  expect(await domain.told('target')).toEqual(['opened INHIBITED']);
  expect(await domain.wait('target')).toBeUndefined();
  expect(await domain.look('target')).toBeGreaterThan(86_000);
  expect(await domain.wait('source')).toBeLessThanOrEqual(0);
  expect(await domain.told('lonely')).toEqual(['opened PENDING']);
  expect(await domain.wait('lonely')).toBeLessThan(31);
});

it('holds back what opened with its source in one page, and lets go of it if the source ends in the same', async () => {
  const domain = await store.createDomain();
  await domain.inhibit({ ...LABEL, settle: 60 });
  await domain.change(
    ['a', 'opened', { ...EU, rule: 'target' }],
    ['source', 'opened', EU],
    ['b', 'opened', { ...EU, rule: 'target' }],
    ['source', 'resolved'],
    ['c', 'opened', { ...EU, rule: 'target' }],
  );
  expect(await Promise.all(['a', 'b', 'c'].map((name) => domain.told(name)))).toEqual([
    ['opened INHIBITED'],
    ['opened INHIBITED'],
    ['opened PENDING'],
  ]);
  for (const name of ['a', 'b']) expect(await domain.look(name)).toBeLessThan(61);
});

it('tells at once of a recovery to those who were told before, and of what no longer matches', async () => {
  const domain = await store.createDomain();
  await domain.inhibit({
    ...LABEL,
    target: [...ruleIs('target'), { k: 'severity', v: 'WARNING', o: 'eq' }],
    wait: 0,
  });
  const warning = { ...EU, rule: 'target', severity: 'WARNING' };
  await domain.change(['told', 'opened', warning]);
  expect(await domain.wait('told')).toBeLessThanOrEqual(0);
  await domain.change(['source', 'opened', EU], ['held', 'opened', warning]);
  await domain.change(['told', 'resolved'], ['held', 'escalated', { severity: 'CRITICAL' }]);
  expect(await domain.told('told')).toEqual(['opened PENDING', 'resolved PENDING']);
  expect(await domain.told('held')).toEqual(['opened INHIBITED', 'escalated INHIBITED']);
  expect(await domain.look('held')).toBeLessThanOrEqual(0);
  await store.ends.settle();
  expect((await domain.told('held')).at(-1)).toBe('opened PENDING');
});

it('does not tell of a change while what the source held back settles', async () => {
  const domain = await store.createDomain();
  await domain.inhibit(LABEL);
  await domain.change(['source', 'opened', EU], ['target', 'opened', EU]);
  await domain.change(['source', 'resolved']);
  await domain.change(['target', 'escalated', { severity: 'CRITICAL' }]);
  expect(await domain.told('target')).toEqual(['opened INHIBITED', 'escalated INHIBITED']);
  expect(await domain.look('target')).toBeGreaterThan(250);
  await domain.change(['source', 'reopened']);
  await domain.settle();
  expect((await domain.told('target')).some((told) => told.endsWith('PENDING'))).toBe(false);
});

it('a source that has been silent for too long holds nothing back', async () => {
  const domain = await store.createDomain();
  await domain.inhibit({ ...LABEL, max: 60 });
  await domain.change(['source', 'opened', EU], ['held', 'opened', { ...EU, rule: 'target' }]);
  expect(await domain.look('held')).toBeLessThan(62);
  await domain.age('source', '61 s');
  await domain.change(['later', 'opened', { ...EU, rule: 'target' }]);
  expect(await domain.told('later')).toEqual(['opened PENDING']);
  await domain.settle();
  expect(await domain.told('held')).toEqual(['opened INHIBITED', 'opened PENDING']);
});

it('alerts without the label have nothing in common, and those of other domains neither', async () => {
  const domain = await store.createDomain();
  const other = await store.createDomain();
  for (const each of [domain, other]) await each.inhibit(LABEL);
  await other.change(['source', 'opened', EU]);
  await domain.change(
    ['source', 'opened'],
    ['target', 'opened'],
    ['eu', 'opened', { ...EU, rule: 'target' }],
  );
  expect(await domain.told('target')).toEqual(['opened PENDING']);
  expect(await domain.told('eu')).toEqual(['opened PENDING']);
  expect(await domain.wait('target')).toBeLessThanOrEqual(0);
});

it('a chain leads to an alert that is told; a circle holds nothing back', async () => {
  const domain = await store.createDomain();
  const pairs = [
    ['a', 'b'],
    ['b', 'c'],
    ['x', 'y'],
    ['y', 'x'],
  ] as const;
  for (const [source, target] of pairs)
    await domain.inhibit({ source: ruleIs(source), target: ruleIs(target) });
  // The cause arrives last.
  await domain.change(...['c', 'b', 'a', 'x', 'y'].map((name) => [name, 'opened'] as const));
  const told = await Promise.all(['a', 'b', 'c', 'x', 'y'].map((name) => domain.told(name)));
  expect(told.flat()).toEqual([
    'opened PENDING',
    'opened INHIBITED',
    'opened INHIBITED',
    'opened PENDING',
    'opened PENDING',
  ]);
  await domain.change(['b', 'resolved']);
  await domain.settle();
  expect(await domain.told('c')).toEqual(['opened INHIBITED', 'opened PENDING']);
});

it('an inhibition that is new takes alerts that are open as sources; a silenced source holds others back', async () => {
  const domain = await store.createDomain();
  await store.pool.query(
    `insert into silence (silence_id, domain_id, name, filter, filter_or, starts_at, ends_at, reason, created_by, created_at,
       updated_at)
     values (gen_random_uuid(), $1, 's', $2, '[]', now(), now() + interval '1 hour', 'CHG-1', 'root', now(), now())`,
    [domain.domain_id, JSON.stringify(ruleIs('source'))],
  );
  await domain.change(['source', 'opened', EU]);
  expect(await domain.told('source')).toEqual(['opened SILENCED']);
  await domain.inhibit(LABEL);
  await domain.change(['target', 'opened', EU]);
  expect(await domain.told('target')).toEqual(['opened INHIBITED']);
});

it('an inhibition that takes no effect any more lets go of what it held back', async () => {
  const domain = await store.createDomain();
  const inhibition_id = await domain.inhibit(LABEL);
  await domain.change(['source', 'opened', EU], ['target', 'opened', EU]);
  await store.pool.query('update inhibition set enabled = false where inhibition_id = $1', [inhibition_id]);
  await domain.settle();
  expect(await domain.told('target')).toEqual(['opened INHIBITED', 'opened PENDING']);
});

it('a filter that is no longer valid holds nothing back and does not affect other inhibitions', async () => {
  const domain = await store.createDomain();
  await domain.inhibit({ source: [{ k: 'title', v: '(', o: 'regex' }] });
  await domain.inhibit(LABEL);
  await domain.change(['source', 'opened', EU], ['target', 'opened', EU], ['free', 'opened', EU]);
  expect(await domain.told('target')).toEqual(['opened INHIBITED']);
  expect(await domain.told('free')).toEqual(['opened PENDING']);
});

it('20 inhibitions take as many statements as two, and the changes of 100 alerts as many as those of two', async () => {
  const count = async (inhibitions: number, alerts: number) => {
    const domain = await store.createDomain();
    for (let n = 0; n < inhibitions; n += 1)
      await domain.inhibit({ ...LABEL, source: ruleIs(`source${n % 2}`) });
    await domain.change(['source0', 'opened', EU], ['source1', 'opened', EU]);
    const xid = await domain.write(
      Array.from({ length: alerts }, (_, n) => [`t${n}`, 'opened', { ...EU, rule: 'target' }] as const),
    );
    let statements = 0;
    const spies = [store.ingest, store.pool, store.enginePool].map((pool) => {
      const listen = (client: { query: (...given: never[]) => unknown }) => {
        const query = client.query;
        client.query = (...given) => {
          const { name = '' } = given[0] as unknown as { name?: string };
          // How often it is asked whether a commit is on disk depends on the disk.
          if (!/^feed |^write to disk$/.test(name)) statements += 1;
          return query.apply(client, given);
        };
        pool.once('release', () => {
          client.query = query;
        });
      };
      pool.on('acquire', listen);
      return () => pool.off('acquire', listen);
    });
    let made = 0;
    for (let tries = 0; made === 0 && tries < 200; tries += 1) {
      statements = 0;
      made = (await store.fanOut.run()).notificationCount;
    }
    for (const stop of spies) stop();
    await store.fanOutAll(xid);
    expect(await domain.told('t1')).toEqual(['opened INHIBITED']);
    return statements;
  };
  const few = await count(2, 2);
  expect(few).toBeGreaterThan(5);
  // One more statement finds out which of many filters need not be matched.
  expect(await count(20, 2)).toBe(few + 1);
  expect(await count(20, 100)).toBeLessThanOrEqual(few + 2);
});
