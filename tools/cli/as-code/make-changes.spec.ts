import { expect, it } from 'vitest';
import { TocsinError, type Tocsin } from '#client';
import { kindOf } from '#shared/as-code/kinds.js';
import type { Addition } from '#shared/as-code/plan.js';
import { StoredRecords } from '#shared/as-code/stored-records.js';
import { makeChanges } from './make-changes.js';

const addition = (name: string): Addition => ({
  action: 'add',
  kind: kindOf('quotas'),
  project: null,
  name,
  terms: { day: 1, month: 1 },
});

/** Makes three changes, the second of which gets this status. */
function make(status: number) {
  const call = async (_: string, { body }: { body: { protocol_id: string } }) => {
    if (body.protocol_id === 'second')
      throw new TocsinError(status, 'ERROR_X', 'refused by secret-value', [], null);
    return { quota_id: body.protocol_id };
  };
  const target = {
    tocsin: { call } as unknown as Tocsin,
    domain: {},
    stored: new StoredRecords(),
    force: false,
    values: new Set(['secret-value']),
    managedBy: undefined,
  };
  return makeChanges(target, ['first', 'second', 'third'].map(addition), () => undefined);
}

it.each([400, 403, 413])('a change that gets %d is refused, and the others are made', async (status) => {
  expect(await make(status)).toMatchObject({
    done: [{ name: 'first' }, { name: 'third' }],
    conflicts: [],
    refused: [{ change: { name: 'second' }, reason: 'refused by ***' }],
  });
});

it.each([401, 429, 500])('a change that gets %d ends all, as the others would get it too', async (status) => {
  await expect(make(status)).rejects.toThrow(TocsinError);
});
