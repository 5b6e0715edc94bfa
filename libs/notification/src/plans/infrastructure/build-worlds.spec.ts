import { expect, it } from 'vitest';
import { formatId, newUuid } from '#shared/kernel/ids.js';
import { createEmailProtocol } from '../../protocols/email/protocol.js';
import { PreviewBudget } from '../../previews/application/preview-budget.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { buildWorlds } from './build-worlds.js';
import type { PresentRecords } from './read-records.js';

const TIME = { from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-11-20T00:00:00Z') };
const protocols = new ProtocolRegistry([
  createEmailProtocol({ url: 'smtp://localhost', from: 'a@example.com', allow: [] }),
]);
const to = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.com`);

it('counts a unit for each recipient, as stored if the options of the plan are masked', async () => {
  const id = newUuid(TIME.from);
  const stored = {
    ...{ subscription_id: id, name: 'mail', project_id: null, protocol_id: 'email', options: { to: to(3) } },
    ...{ kinds: ['alert.opened'], trigger: 'CHANGE', filter: [], filter_or: [], state: 'ENABLED' },
  };
  const present = { subscriptions: [stored], silences: [] } as unknown as PresentRecords;
  const draft = { subscription_id: formatId('subscription', id), name: 'mail', protocol_id: 'email' };
  const unitsOf = async (...subscriptions: object[]) => {
    const draft = { subscriptions: subscriptions as never };
    const worlds = await buildWorlds(present, draft, protocols, TIME, new PreviewBudget());
    return worlds.subscriptions.map(({ units }) => units);
  };
  expect(await unitsOf()).toEqual([{ before: 3, after: 3 }]);
  expect(await unitsOf({ ...draft, options: { to: '***' } })).toEqual([{ before: 3, after: 3 }]);
  expect(await unitsOf({ ...draft, options: { to: to(5) } })).toEqual([{ before: 3, after: 5 }]);
  expect((await unitsOf({ name: 'new', protocol_id: 'email', options: { to: to(2) } }))[1]).toEqual({
    before: 2,
    after: 2,
  });
});
