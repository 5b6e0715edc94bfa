import { expect, it } from 'vitest';
import { removeTrailingSlash } from './server-hooks.js';

const EVENTS = '/monitoring/v1/webhook/webhook_1/key/events';

it.each([
  ['/monitoring/v1/plugins/', '/monitoring/v1/plugins'],
  ['/monitoring/v1/plugins/?a=/', '/monitoring/v1/plugins?a=/'],
  [`${EVENTS}/heartbeat/backup/`, `${EVENTS}/heartbeat/backup`],
  [`${EVENTS}/heartbeat/backup/?m=ok`, `${EVENTS}/heartbeat/backup?m=ok`],
  [`${EVENTS}/heartbeat/backup/fail/?rid=1`, `${EVENTS}/heartbeat/backup/fail?rid=1`],
  [`${EVENTS}/heartbeat/backup/7/`, `${EVENTS}/heartbeat/backup/7`],
  [`${EVENTS}/v2/heartbeats/backup/ping/`, `${EVENTS}/v2/heartbeats/backup/ping`],
])('removeTrailingSlash converts %s to %s', (url, found) => {
  expect(removeTrailingSlash({ url })).toBe(found);
});

it.each(['/', '/docs/', `${EVENTS}/`, `${EVENTS}/services/T0/`, `${EVENTS}/heartbeat/`])(
  'removeTrailingSlash does not change %s',
  (url) => {
    expect(removeTrailingSlash({ url })).toBe(url);
  },
);
