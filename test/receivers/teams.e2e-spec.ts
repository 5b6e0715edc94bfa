import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { until } from '../client.js';
import { alarm, createTestDomain } from '../notified-domain.js';
import { startService, type Service } from '../service.js';
import { startTeamsConnector } from './teams-connector.js';

/* Operators fear a notification that counts as sent, but that nobody sees because the answer 200 contained an error. */

const SLOW_TEST = { timeout: 90_000 };

let service: Service;
let connector: Awaited<ReturnType<typeof startTeamsConnector>>;
beforeAll(async () => {
  [service, connector] = await Promise.all([
    startService({ NOTIFICATION_ALLOW: '127.0.0.1' }),
    startTeamsConnector(),
  ]);
});
afterAll(async () => {
  connector?.close();
  await service?.stop();
});
beforeEach(() => {
  connector.settings.areLimitsEnforced = false;
  delete connector.settings.status;
  connector.shown.length = 0;
  connector.refusals.length = 0;
});

const createDomain = () =>
  createTestDomain(
    service,
    { url: '', secrets: [] },
    { protocol_id: 'teams', options: { url: connector.url } },
  );

it('a card that Teams refuses for a time is posted later, and each card once', SLOW_TEST, async () => {
  connector.settings.areLimitsEnforced = true;
  const keys = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `disk-${name}`);
  const { send, notifications } = await createDomain();
  await send(...keys.map((key) => alarm(key)));
  await until(
    notifications,
    (all) => all.filter(({ state }) => state === 'SENT').length === keys.length,
    60_000,
  );
  const cards = connector.shown.map((card) => JSON.stringify(card));
  expect(cards).toHaveLength(keys.length);
  for (const key of keys) expect(cards.filter((card) => card.includes(`Opened: ${key}`))).toHaveLength(1);
});

it('a card that Teams refuses for good fails with the reason', SLOW_TEST, async () => {
  connector.settings.status = 404;
  const { send, notifications, notification } = await createDomain();
  await send(alarm('disk'));
  const [failed] = await until(notifications, ([first]) => first?.state === 'FAILED');
  expect(failed?.reason).toBe('answered 200 with an error: Teams answered 404');
  expect((await notification(String(failed?.notification_id))).attempts).toMatchObject([
    { status: 200, answer: expect.stringContaining('returned HTTP error 404') },
  ]);
});
