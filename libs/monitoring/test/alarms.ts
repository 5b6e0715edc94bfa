import { v7 } from 'uuid';
import type { Alarm } from '../src/processing/domain/alarm.js';

/** A complete alarm; name what the test is about. */
export function alarm(given: Partial<Alarm> = {}): Alarm {
  return {
    event_id: v7(),
    delivery_id: v7(),
    created_at: new Date('2026-11-20T10:00:00.000Z'),
    occurred_at: null,
    occurred_at_is: 'change',
    event_key: 'disk',
    event_type: 'ALERT',
    severity: 'CRITICAL',
    title: 'Disk full',
    description: '',
    rule: null,
    resource_id: null,
    resource_type: null,
    resource_name: null,
    provider: null,
    account: null,
    image_url: null,
    raw_data: '{}',
    additional_info: '{}',
    ...given,
  };
}
