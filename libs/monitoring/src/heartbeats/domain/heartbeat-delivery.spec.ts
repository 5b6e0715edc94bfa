import { expect, it } from 'vitest';
import {
  createHeartbeatDelivery,
  isInternalDelivery,
  parseHeartbeatMessage,
  parseHeartbeatReport,
} from './heartbeat-delivery.js';

it.each(['fail', 'log'] as const)('keeps the report of a %s', (kind) => {
  const output = Buffer.from(`disk full\n${'x'.repeat(20_000)}`);
  const delivery = createHeartbeatDelivery({ kind, name: 'a' }, { exit_status: '3', run_id: 'r-1', output });
  expect(parseHeartbeatMessage(delivery)).toEqual({ kind, name: 'a' });
  expect(isInternalDelivery(delivery)).toBe(false);
  const report = parseHeartbeatReport(delivery);
  expect(report).toMatchObject({ exit_status: '3', run_id: 'r-1' });
  expect(report.output).toHaveLength(10_000);
});

it('keeps neither the output of a ping nor a strange run id', () => {
  const delivery = createHeartbeatDelivery(
    { kind: 'ping', name: 'a' },
    { run_id: 'a b'.repeat(99), output: Buffer.from('secret') },
  );
  expect(parseHeartbeatReport(delivery)).toEqual({ exit_status: null, run_id: null, output: '' });
});

it.each(['missing', 'deleted'] as const)('a message %s is that of the service', (kind) => {
  expect(isInternalDelivery(createHeartbeatDelivery({ kind, name: 'a' }))).toBe(true);
});
