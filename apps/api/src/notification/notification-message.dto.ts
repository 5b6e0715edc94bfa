import { NOTIFICATION_KINDS, REMINDER_TYPE, TEST_TYPE } from '#notification';
import { CHANGE_KINDS } from '#monitoring';
import {
  DateField,
  EnumField,
  IdField,
  IntField,
  ListField,
  NestedField,
  ObjectField,
  TextField,
} from '../http/body/fields.js';
import { AlertInfo } from '../monitoring/alert.dto.js';
import { AlertChange } from '../monitoring/alert-stream.dto.js';
import { EventInfo } from '../monitoring/event.dto.js';

const ALERT_KINDS = [...CHANGE_KINDS.map((kind) => `alert.${kind}` as const), REMINDER_TYPE] as const;
const SERVICE_KINDS = NOTIFICATION_KINDS.filter((kind) => !kind.startsWith('alert.'));

export class NotificationLinks {
  @TextField({
    description: 'The record in the API.',
    example: 'https://tocsin.example.com/monitoring/v1/alert/alert_…',
  })
  api!: string;

  @TextField({
    required: false,
    description: 'The page in the console.',
    example: 'https://tocsin.example.com/console/#/alert/alert_…',
  })
  console?: string;
}

export class AlertNotificationData {
  @NestedField(AlertInfo, {
    description:
      'The alert at the time when the change was read, with the `state` and `severity` right after the change.',
  })
  alert!: AlertInfo;

  @NestedField(AlertChange)
  change!: AlertChange;

  @NestedField(EventInfo, {
    nullable: true,
    description:
      'The event that made the change, with `raw_data: null` if that has more than 65,536 characters; null if no event made the ' +
      'change, as for an acknowledgement, or if it is no longer kept.',
  })
  event!: EventInfo | null;

  @NestedField(NotificationLinks)
  links!: NotificationLinks;
}

/** The message of the protocol `webhook` when an alert changes, or is still open. */
export class AlertNotification {
  @EnumField(ALERT_KINDS, { name: 'AlertNotificationType' })
  type!: (typeof ALERT_KINDS)[number];

  @DateField({ description: 'The time at which the alert changed, or of the reminder.' })
  timestamp!: string;

  @NestedField(AlertNotificationData)
  data!: AlertNotificationData;
}

export class ServiceNotificationData {
  @TextField({
    description: 'The title, in one line.',
    example: 'Protocol webhook has used 80 % of its quota',
  })
  title!: string;

  @ObjectField({ description: 'The subject of the message. Its fields depend on `type`.', example: {} })
  subject!: Readonly<Record<string, string | number | null>>;

  @NestedField(NotificationLinks)
  links!: NotificationLinks;
}

/** The message of the protocol `webhook` about a source, a quota or a subscription. */
export class ServiceNotification {
  @EnumField(SERVICE_KINDS, { name: 'ServiceMessageType' })
  type!: string;

  @DateField({ description: 'The time at which the reported condition occurred.' })
  timestamp!: string;

  @NestedField(ServiceNotificationData)
  data!: ServiceNotificationData;
}

export class DigestSubscription {
  @IdField('subscription')
  subscription_id!: string;

  @TextField({ example: 'on-call' })
  name!: string;
}

export class DigestedNotification {
  @IdField('notification')
  notification_id!: string;

  @TextField({ example: 'alert.opened' })
  kind!: string;

  @IdField('alert', { nullable: true })
  alert_id!: string | null;

  @TextField({ nullable: true, example: 'WARNING' })
  severity!: string | null;

  @TextField({ example: 'Disk full' })
  title!: string;

  @TextField({ nullable: true, description: 'The name or id of the resource of the alert.', example: 'db-1' })
  resource!: string | null;

  @DateField({ description: 'When the alert changed.' })
  created_at!: string;
}

export class DigestNotificationData {
  @NestedField(DigestSubscription)
  subscription!: DigestSubscription;

  @TextField({
    description: 'Why the notifications are sent together.',
    example: 'The quota is nearly used up',
  })
  reason!: string;

  @IntField({ description: 'The number of notifications that the digest covers.', example: 312 })
  total!: number;

  @IntField({ description: 'How many of them are recoveries.', example: 0 })
  resolved!: number;

  @TextField({
    nullable: true,
    description: 'The worst severity of those that are no recoveries; null if all are.',
    example: 'WARNING',
  })
  severity!: string | null;

  @ObjectField({ description: 'The number of notifications of each severity.', example: { WARNING: 312 } })
  by_severity!: Readonly<Record<string, number>>;

  @ListField(DigestedNotification, { description: 'The first 50 notifications, the most severe first.' })
  notifications!: DigestedNotification[];

  @NestedField(NotificationLinks)
  links!: NotificationLinks;
}

/** The message of the protocol `webhook` for several notifications at once. */
export class DigestNotification {
  @EnumField(['digest'], { name: 'DigestMessageType' })
  type!: 'digest';

  @DateField({ description: 'The time at which the digest was created.' })
  timestamp!: string;

  @NestedField(DigestNotificationData)
  data!: DigestNotificationData;
}

export class TestNotificationData {
  @NestedField(DigestSubscription)
  subscription!: DigestSubscription;
}

/** The message of the protocol `webhook` when a subscription is tested. */
export class TestNotification {
  @EnumField([TEST_TYPE], { name: 'TestMessageType' })
  type!: typeof TEST_TYPE;

  @DateField({ description: 'The time at which the test was created.' })
  timestamp!: string;

  @NestedField(TestNotificationData)
  data!: TestNotificationData;
}
