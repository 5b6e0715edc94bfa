import { TELLING } from '#notification';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { ListField } from '../http/body/fields.js';
import { IdListField } from '../http/body/id-list-field.js';
import { RecordType } from '../http/body/record-types.js';

const MAX_ALERTS = 1_000;

export class AlertTellingsRequest extends DomainRequest {
  @IdListField('alert', {
    max: MAX_ALERTS,
    description: 'The alerts, such as those of a page of a list.',
  })
  alert_ids!: string[];
}

export class AlertTellingInfo extends RecordType(TELLING) {}

export class AlertTellingsInfo {
  @ListField(AlertTellingInfo, {
    description:
      'One for each alert, in the order of the request. Alerts that the domain does not have are left out.',
  })
  results!: AlertTellingInfo[];
}
