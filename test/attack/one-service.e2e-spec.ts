import { afterAll, beforeAll, describe } from 'vitest';
import { startService, type Service } from '../service.js';
import { attackAccessKey } from './access-key.js';
import { attackByExpressions } from './expressions.js';
import { attackAuthentication, FAILURE_BURST } from './failed-authentication.js';
import { attackByInflating } from './inflating.js';
import { attackByLargeBodies } from './large-bodies.js';
import { attackByManyValues } from './management-bodies.js';
import { attackByNotifications } from './notifications.js';
import { attackShares } from './shares.js';
import { attackByReplays } from './replays.js';
import { attackByStorms } from './storms.js';
import { attackByUnfinishedBodies } from './unfinished-bodies.js';

/** Runs all attacks that need no special settings one after the other on the same service. */
let service: Service;
beforeAll(async () => {
  service = await startService({ RATE_LIMIT: String(100 * FAILURE_BURST), NOTIFICATION_ALLOW: '127.0.0.1' });
}, 120_000);
afterAll(() => service?.stop());

const target = () => service;

// Runs first, because it counts all failed authentications of the service.
describe('failed authentication', () => attackAuthentication(target));
describe("a webhook's own access key", () => attackAccessKey(target));
describe('expressions', () => attackByExpressions(target));
describe('bodies of management requests', () => attackByManyValues(target));
describe('notifications', () => attackByNotifications(target));
describe('storms', () => attackByStorms(target));
describe('what tenants share', () => attackShares(target));
describe('inflating', () => attackByInflating(target));
describe('large bodies', () => attackByLargeBodies(target));
describe('replays', () => attackByReplays(target));
describe('unfinished bodies', () => attackByUnfinishedBodies(target));
