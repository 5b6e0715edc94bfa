import { expect, it, vi } from 'vitest';
import type { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { RunOptions } from '#shared/platform/persistence/run-cancellable.js';
import { EngineAlertQueries } from './engine-alert-queries.js';

/**
 * Scans three alerts, as many as are asked for with a limit of two.
 * @returns what was read, and whether the statement went on after each row
 */
async function scanThree(characters: number) {
  const wentOn: unknown[] = [];
  const run = async (_domain_id: string, _statement: unknown, { onRow }: RunOptions) => {
    for (const title of ['a', 'b', 'c']) wentOn.push(onRow?.([title], []));
    return [];
  };
  const queries = new EngineAlertQueries({ run } as unknown as QueryEngine);
  const onAlert = vi.fn();
  const limits = { alerts: 2, characters, signal: new AbortController().signal, fields: ['title'] as const };
  const { complete } = await queries.scan('d1', {}, limits, onAlert);
  return { complete, wentOn, alerts: onAlert.mock.calls.map(([alert]) => alert as unknown) };
}

it('the row beyond the alerts of a scan is the last one, so its statement is not cancelled', async () => {
  expect(await scanThree(1_000)).toEqual({
    complete: false,
    wentOn: [true, true, true],
    alerts: [{ title: 'a' }, { title: 'b' }],
  });
});

it('the statement of a scan is cancelled after its characters', async () => {
  const { complete, wentOn, alerts } = await scanThree(1);
  expect({ complete, alerts }).toEqual({ complete: false, alerts: [{ title: 'a' }] });
  expect(wentOn.slice(0, 2)).toEqual([true, false]);
});
