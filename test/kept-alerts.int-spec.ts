import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInhibitedStore, ruleIs, type InhibitedStore } from './inhibited-domain.js';

let store: InhibitedStore;
beforeAll(async () => {
  store = await createInhibitedStore();
});
afterAll(() => store.close());

type Domain = Awaited<ReturnType<InhibitedStore['createDomain']>>;

const update = ({ subscription_id }: Domain, fields: object) =>
  store.pool.query(
    `update subscription s set (kinds, trigger, filter, filter_or, project_id) =
       (select kinds, trigger, filter, filter_or, project_id from jsonb_populate_record(s, $2))
     where subscription_id = $1`,
    [subscription_id, JSON.stringify(fields)],
  );

const silence = async ({ domain_id }: Domain) => {
  await store.pool.query(
    `insert into silence (silence_id, domain_id, name, filter, filter_or, starts_at, ends_at, reason, created_by, created_at,
       updated_at)
     values (gen_random_uuid(), $1, 's', '[]', '[]', now() - interval '1 h', now() + interval '1 h', '', 'root', now(), now())`,
    [domain_id],
  );
  return () => store.pool.query('update silence set ends_at = starts_at where domain_id = $1', [domain_id]);
};

const inhibit = async (domain: Domain) => {
  await domain.inhibit({ target: ruleIs('target'), wait: 0, settle: 0 });
  await domain.change(['source', 'opened']);
  return () => domain.change(['source', 'resolved']);
};

const CRITICAL = { rule: 'target', severity: 'CRITICAL' };
const severityIs = (v: string) => ({ filter: [{ k: 'severity', v, o: 'eq' }] });

describe.each([
  ['a silence', silence],
  ['an inhibition', inhibit],
])('the end of %s tells a subscription only of what it asks for then', (_, keep) => {
  /** What is told of an alert at the end, after its subscription had this filter and these changes happened. */
  async function tellAfter(fields: object, later: readonly [kind: string, severity: string][]) {
    const domain = await store.createDomain();
    await update(domain, severityIs('CRITICAL'));
    const end = await keep(domain);
    await domain.change(['a', 'opened', CRITICAL]);
    for (const [kind, severity] of later) await domain.change(['a', kind, { ...CRITICAL, severity }]);
    await update(domain, fields);
    await end();
    await domain.settle();
    expect(await domain.look('a')).toBeUndefined();
    return (await domain.told('a')).filter((told) => told.endsWith('PENDING'));
  }

  it.each([
    ['its filter finds the alert', {}, [], ['opened PENDING']],
    ['the severity has fallen', {}, [['deescalated', 'INFO']], []],
    [
      'the severity has fallen and risen again',
      {},
      [
        ['deescalated', 'INFO'],
        ['escalated', 'CRITICAL'],
      ],
      ['opened PENDING'],
    ],
    ['its filter is another one', severityIs('WARNING'), [], []],
    ['its project is another one', { project_id: 'p2' }, [], []],
    ['it asks for no openings', { kinds: ['alert.resolved'] }, [], []],
    ['steps tell it', { trigger: 'ESCALATION' }, [], []],
  ] as const)('%s', async (_name, fields, later, told) => {
    expect(await tellAfter(fields, later as readonly [string, string][])).toEqual(told);
  });
});

/** What is told of an alert at the end of a silence in which these changes happened. */
async function tellAfterSilence(
  changes: readonly (readonly [kind: string, severity?: string])[],
  kinds = ['alert.opened', 'alert.reopened', 'alert.acknowledged', 'alert.resolved'],
) {
  const domain = await store.createDomain();
  await update(domain, { kinds });
  const end = await silence(domain);
  for (const [kind, severity = 'ERROR'] of changes) await domain.change(['a', kind, { severity }]);
  await end();
  await domain.settle();
  return (await domain.told('a')).filter((told) => told.endsWith('PENDING'));
}

describe('an alert that was acknowledged while it was silenced', () => {
  it('is told with its acknowledgement behind its opening', async () => {
    expect(await tellAfterSilence([['opened'], ['acknowledged']])).toEqual([
      'opened PENDING',
      'acknowledged PENDING',
    ]);
  });

  it('is told without it if that was withdrawn, or is not asked for', async () => {
    expect(await tellAfterSilence([['opened'], ['acknowledged'], ['unacknowledged']])).toEqual([
      'opened PENDING',
    ]);
    expect(await tellAfterSilence([['opened'], ['acknowledged']], ['alert.opened'])).toEqual([
      'opened PENDING',
    ]);
  });

  it('is told without it if it has been reopened since', async () => {
    const told = await tellAfterSilence([['opened'], ['acknowledged'], ['resolved'], ['reopened']]);
    expect(told).toEqual(['reopened PENDING']);
  });
});
