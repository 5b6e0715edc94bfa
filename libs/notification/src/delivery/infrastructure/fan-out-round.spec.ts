import { expect, it } from 'vitest';
import type { AlertChange } from '#monitoring/contracts/alert-outbox.js';
import { formatId } from '#shared/kernel/ids.js';
import { startRun } from '../../escalations/domain/run.js';
import { getProgress, type StoredRun } from '../../escalations/tables/runs.js';
import type { Match } from './change-matcher.js';
import { findAdvancedDomains, takeMatched } from './fan-out-round.js';

const createRun = (domain_id: string, state = {}) =>
  ({
    ...{
      domain_id,
      escalation_id: crypto.randomUUID(),
      alert_id: crypto.randomUUID(),
      run_id: crypto.randomUUID(),
    },
    state: { ...startRun(0), ...state },
  }) as StoredRun;
const changeOf = ({ domain_id, alert_id }: StoredRun) =>
  ({ domain_id, alert_id: formatId('alert', alert_id) }) as AlertChange;
const tell = (run: StoredRun, state: object): StoredRun => ({ ...run, state: { ...run.state, ...state } });

it('domains in which a step was told meanwhile are read again', () => {
  const runs = ['looked at', 'told', 'told again', 'repeated'].map((domain) =>
    createRun(domain, { step: 1 }),
  );
  const [looked, told, again, repeated] = runs as [StoredRun, StoredRun, StoredRun, StoredRun];
  const now = [
    tell(looked, { looked_at: 5, reached: true }),
    tell(told, { step: 2 }),
    tell(again, { again: 1 }),
    tell(repeated, { cycle: 2 }),
  ];
  expect(findAdvancedDomains(runs.map(getProgress), now, runs.map(changeOf))).toEqual([
    ...['told', 'told again', 'repeated'],
  ]);
});

it('so are those in which an escalation has ended; alerts of later pages do not matter', () => {
  const [ended, later] = [createRun('ended'), createRun('later')];
  const read = [ended, later].map(getProgress);
  expect(findAdvancedDomains(read, [], [changeOf(ended)])).toEqual(['ended']);
});

it('an opening is read with the change that says that its key is flapping', () => {
  const [first, opened, flapping] = [
    { alert_id: 'a', kind: 'opened' },
    { alert_id: 'b', kind: 'opened' },
    { alert_id: 'b', kind: 'flapping' },
  ] as [AlertChange, AlertChange, AlertChange];
  const take = (pageChanges: readonly AlertChange[], limit: number, hasMore: boolean) => {
    const matches = pageChanges.map((change) => ({ change }) as Match);
    return takeMatched(pageChanges, { matches, pageChanges, hasMore }, () => 1, limit);
  };
  expect(take([first, opened, flapping], 2, false)).toEqual([first]);
  expect(take([first, opened], 9, true)).toEqual([first]);
  expect(take([first, opened], 9, false)).toEqual([first, opened]);
  expect(take([first, opened, flapping], 9, true)).toEqual([first, opened, flapping]);
  expect(take([opened], 9, true)).toEqual([opened]);
  expect(take([first, opened], 1, true)).toEqual([first]);
});
