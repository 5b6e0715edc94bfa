import { v7 } from 'uuid';
import type { Alarm } from '../src/processing/domain/alarm.js';
import { sanitiseEvent } from '../src/processing/domain/sanitise-event.js';

const DISK = sanitiseEvent({
  event_key: 'disk',
  event_type: 'ALERT',
  severity: 'CRITICAL',
  title: 'Disk full',
  raw_data: {},
  pointer: '',
});

/** A complete alarm. Give the fields that the test is about. */
export function alarm(given: Partial<Alarm> = {}): Alarm {
  const created_at = new Date('2026-11-20T10:00:00.000Z');
  return { ...DISK, event_id: v7(), delivery_id: v7(), created_at, ...given };
}
