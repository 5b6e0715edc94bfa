import { MAX_NOTE_LENGTH, NOTE_FIELDS } from '#monitoring';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { IdField, IntField, ListField, TextField } from '../http/body/fields.js';
import { RecordType } from '../http/body/record-types.js';

export class AlertNotesRequest extends DomainRequest {
  @IdField('alert')
  alert_id!: string;
}

export class AddAlertNoteRequest extends AlertNotesRequest {
  @TextField({
    max: MAX_NOTE_LENGTH,
    description:
      'Plain text of 1 to 1,000 characters, which may have several lines. Markup is shown as it is; control ' +
      'characters become spaces.',
    example: 'The disk is replaced tomorrow: https://tickets.example.com/4711',
  })
  text!: string;
}

export class DeleteAlertNoteRequest extends AlertNotesRequest {
  @IdField('note')
  note_id!: string;
}

export class AlertNoteInfo extends RecordType(NOTE_FIELDS) {}

export class AlertNotesInfo {
  @ListField(AlertNoteInfo)
  results!: AlertNoteInfo[];

  @IntField()
  total_count!: number;
}
