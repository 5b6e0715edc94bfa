import { SAMPLE_NOTICE } from '#notification';
import {
  AnyField,
  BooleanField,
  EnumField,
  IdField,
  ListField,
  NestedField,
  TextField,
} from '../http/body/fields.js';
import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';
import { AlertNotification } from './notification-message.dto.js';

export class PreviewedField {
  @TextField({ example: 'Severity' })
  name!: string;

  @TextField({ example: 'ERROR' })
  value!: string;
}

export class PreviewedLink {
  @TextField({ example: 'Runbook' })
  text!: string;

  @TextField({ example: 'https://runbooks.example.com/disk' })
  url!: string;
}

export class PreviewedText {
  @TextField({ description: 'What happened, in a few words.', example: 'Opened' })
  event!: string;

  @TextField({ example: SAMPLE_NOTICE.data.alert.title })
  title!: string;

  @EnumField(SEVERITIES, { name: 'Severity', nullable: true })
  severity!: Severity | null;

  @ListField('text', {
    description: 'The description, or the `text` of the template.',
    example: [SAMPLE_NOTICE.data.alert.description],
  })
  lines!: string[];

  @ListField(PreviewedField, { description: 'Names and values, in their order.' })
  fields!: PreviewedField[];

  @ListField(PreviewedLink)
  links!: PreviewedLink[];
}

export class MessagePreview {
  @IdField('alert', {
    nullable: true,
    description: 'The alert that is shown; null if there is none, so that `message` is a sample.',
  })
  alert_id!: string | null;

  @BooleanField({
    description: 'Whether the message is sent. If not, the notification is FAILED because of `problem`.',
    example: true,
  })
  is_sent!: boolean;

  @TextField({
    nullable: true,
    description:
      'Why the template fails for this message; null if it does not. Messages for people are then sent with this reason.',
  })
  problem!: string | null;

  @NestedField(AlertNotification, { description: 'What the template is applied to.' })
  message!: AlertNotification;

  @AnyField({
    nullable: true,
    description:
      'What is sent, with `***` for secrets: the body of the request; for `email`, `from`, `to`, `subject`, `text` and `html` of the ' +
      'mail; for `opsgenie`, the `requests` with `method`, `url` and `body`, as if this were the first message about the alert. null if ' +
      'nothing is sent, and for `relay`, which posts what the sender posted.',
    example: { text: 'Disk of db-1 is 95 % full is OPEN' },
  })
  content!: unknown;

  @NestedField(PreviewedText, {
    nullable: true,
    description: 'The message as people read it; null for `webhook` and `relay`, which programs read.',
  })
  text!: PreviewedText | null;
}
