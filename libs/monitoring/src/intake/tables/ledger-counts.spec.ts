import { expect, it } from 'vitest';
import type { Outcome } from '../domain/delivery.js';
import { countOutcomes, ledgerChange } from './ledger-counts.js';

const created: Outcome = { outcome: 'CREATED', event_id: 'e' };
const duplicate: Outcome = { outcome: 'DUPLICATE', event_id: 'e' };
const ignored: Outcome = { outcome: 'IGNORED', reason: 'r' };
const ping: Outcome = { outcome: 'HEARTBEAT', reason: 'backup' };
const taken: Outcome = { outcome: 'ACKNOWLEDGED', alert_id: 'a', reason: 'acknowledged by ann' };
const bad: Outcome = { outcome: 'QUARANTINED', reason: 'r' };

it('counts deliveries and alarms', () => {
  expect(
    countOutcomes([[created, duplicate], [ignored], [created, bad, bad], [ping, created, taken]]),
  ).toEqual({
    processed: 3,
    quarantined: 1,
    parsed: 7,
    created: 3,
    duplicate: 1,
    ignored: 1,
    refused: 2,
    heartbeat: 1,
    acknowledged: 1,
  });
});

it('a replay changes the counts by the difference of its outcomes', () => {
  expect(ledgerChange([[created, bad]], [[created, created, ignored, taken]])).toEqual({
    processed: 1,
    quarantined: -1,
    parsed: 1,
    created: 1,
    duplicate: 0,
    ignored: 1,
    refused: -1,
    heartbeat: 0,
    acknowledged: 1,
  });
});
