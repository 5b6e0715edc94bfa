import { Logger } from '@nestjs/common';
import type { QueryBus } from '@nestjs/cqrs';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { KeyOwner } from '#identity';
import type { Scope } from '#shared/kernel/scope.js';
import type { AuditBuffer } from '#shared/platform/audit/audit-log.js';
import { Refusals } from './refusals.js';

const owner: KeyOwner = {
  root: false,
  api_key_id: 'api_key_1',
  domain_id: 'd',
  user_id: 'u',
  role: 'VIEWER',
};

function createRefusals() {
  const warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const audited: unknown[] = [];
  const audit = {
    record: ({ domain_id, origin }: Scope, type: string, id: string) =>
      audited.push([domain_id, origin?.action, origin?.address, type, id]),
  };
  const execute = ({ key }: { key: string }) =>
    key === 'unreadable'
      ? Promise.reject(new Error('away'))
      : Promise.resolve(key === 'ended' ? owner : undefined);
  const refusals = new Refusals({ execute } as unknown as QueryBus, audit as unknown as AuditBuffer);
  const report = async () => {
    await refusals.report();
    return warn.mock.calls.splice(0).map(([fields]) => fields as unknown);
  };
  return { refusals, audited, report };
}

it('logs one line a minute for each address, with what was refused', async () => {
  const { refusals, report } = createRefusals();
  for (const key of ['guess-1', 'guess-2', undefined])
    await refusals.addFailure({ kind: 'wrong_credentials', address: '192.0.2.1', key });
  await refusals.addFailure({ kind: 'failed_sign_ins', address: '192.0.2.1', key: 'guess-3' });
  refusals.addDenial('192.0.2.1', owner);
  for (const address of ['2001:db8::1', '2001:db8::2']) refusals.addDenial(address, { root: true });
  expect(await report()).toEqual([
    { address: '192.0.2.1', failed_sign_ins: 1, wrong_credentials: 3, denied: 1 },
    { address: '2001:db8:0:0::/64', failed_sign_ins: 0, wrong_credentials: 0, denied: 2 },
  ]);
  expect(await report()).toEqual([]);
});

it('counts addresses together if there are too many', async () => {
  const { refusals, report } = createRefusals();
  for (let at = 0; at < 1_010; at += 1) refusals.addDenial(`10.0.${at >> 8}.${at & 255}`, undefined);
  refusals.addDenial('10.0.0.0', undefined);
  const lines = await report();
  expect(lines).toHaveLength(1_001);
  expect(lines[0]).toMatchObject({ address: '10.0.0.0', denied: 2 });
  expect(lines.at(-1)).toMatchObject({ address: 'others', denied: 10 });
});

it('records in the audit log what is refused to a known key, also to one that has ended', async () => {
  const { refusals, audited } = createRefusals();
  for (const key of ['unknown', 'unreadable', 'ended'])
    await refusals.addFailure({ kind: 'failed_sign_ins', address: '192.0.2.1', key });
  refusals.addDenial('192.0.2.2', owner);
  for (const caller of [undefined, { root: true }, { ...owner, api_key_id: null }] as const)
    refusals.addDenial('192.0.2.3', caller);
  expect(audited).toEqual([
    ['d', 'authentication_failed', '192.0.2.1', 'api_key', 'api_key_1'],
    ['d', 'access_denied', '192.0.2.2', 'api_key', 'api_key_1'],
  ]);
});
