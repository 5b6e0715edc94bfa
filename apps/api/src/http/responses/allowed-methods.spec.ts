import { expect, it } from 'vitest';
import { suggestPath } from './allowed-methods.js';

const PATTERNS = [
  '/monitoring/v1/webhooks',
  '/monitoring/v1/webhook/:webhook_id',
  '/monitoring/v1/webhook/:webhook_id/enable',
  '/monitoring/v1/events',
  '/health/live',
];

it.each([
  ['/monitoring/v1/webhooks/webhook_1?domain_id=d1', '/monitoring/v1/webhook/{webhook_id}'],
  ['/webhooks', '/monitoring/v1/webhooks'],
  ['/v1/event', '/monitoring/v1/events'],
  ['/webhook/webhook_1', '/monitoring/v1/webhook/{webhook_id}'],
  ['/monitoring/v1/webhook/webhook_1/enabel', '/monitoring/v1/webhook/{webhook_id}/enable'],
  ['/helth/live', '/health/live'],
  ['/nowhere/tocsin_secret', undefined],
  ['/wp-login.php', undefined],
  ['/', undefined],
])('suggestPath suggests for %s the path %s', (url, near) => {
  expect(suggestPath(url, PATTERNS)).toBe(near);
});
