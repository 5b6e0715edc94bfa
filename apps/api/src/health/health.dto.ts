import { EnumField } from '../http/body/fields.js';

export class HealthInfo {
  @EnumField(['ok'], { name: 'HealthStatus' }) status!: 'ok';
}

export class ReadyInfo extends HealthInfo {
  @EnumField(['ok', 'unavailable'], {
    name: 'DatabaseState',
    description:
      'Whether the database accepts writes. If not, deliveries are stored in the spool, and alerts are not updated.',
  })
  database!: 'ok' | 'unavailable';

  @EnumField(['empty', 'in_use'], {
    name: 'SpoolState',
    required: false,
    description:
      'Whether deliveries wait in the spool of the process. `health.backlog` of webhooks does not count them. Absent if ' +
      'the process has no spool.',
  })
  spool?: 'empty' | 'in_use';
}
