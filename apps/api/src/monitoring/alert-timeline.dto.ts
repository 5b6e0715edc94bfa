import { TIMELINE_PARTS } from '#monitoring';
import { TELLING_PARTS } from '#notification';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { IdField, IntField, ListField } from '../http/body/fields.js';
import { RecordType } from '../http/body/record-types.js';
import { ENTRY_KINDS, MAX_ENTRIES } from './alert-timeline.js';

export class AlertTimelineRequest extends DomainRequest {
  @IdField('alert')
  alert_id!: string;
}

export class TimelineEntryInfo extends RecordType({
  at: { type: 'date' },
  kind: {
    type: 'enum',
    name: 'TimelineKind',
    values: ENTRY_KINDS,
    description: 'The entry has the object with this name, and none of the others. More kinds may be added.',
  },
  text: {
    type: 'text',
    description: 'The entry as a line for people.',
    example: 'Told ops-slack (slack) that it opened: sent, answered 200',
  },
  ...TIMELINE_PARTS,
  ...TELLING_PARTS,
}) {}

export class AlertTimelineInfo {
  @ListField(TimelineEntryInfo, {
    description: `The newest ${MAX_ENTRIES.toLocaleString('en')} entries, the oldest first.`,
  })
  results!: TimelineEntryInfo[];

  @IntField({ description: 'The number of all entries.' })
  total_count!: number;

  @IntField({ description: 'The number of entries, earlier than the others, that are left out.' })
  left_out_count!: number;
}
