import type { Type as Class } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import { NOTIFICATION_KINDS, TEST_TYPE } from '#notification';
import {
  AlertNotification,
  DigestNotification,
  ServiceNotification,
  TestNotification,
} from '../notification/notification-message.dto.js';
import { createNotificationExample } from './notification-examples.js';

export const NOTIFICATION_MESSAGES: readonly Class<object>[] = [
  AlertNotification,
  ServiceNotification,
  DigestNotification,
  TestNotification,
];

export const MESSAGE_TYPES: readonly string[] = [...NOTIFICATION_KINDS, 'digest', TEST_TYPE];

const DESCRIPTION =
  'A subscription with the protocol `webhook` posts this request, signed according to ' +
  '[Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must ' +
  'arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.';

const RESPONSES = {
  '2XX': { description: 'The notification was received' },
  410: { description: 'The notification fails, and the subscription is disabled' },
  '4XX': { description: 'The notification fails and is not retried, unless the status is 408, 425 or 429' },
  '5XX': { description: 'The notification is retried for 24 hours' },
};

/** Returns the requests that the protocol `webhook` sends, by kind of message. */
export function createNotificationCalls(
  headers: readonly object[],
): Record<string, { readonly post: object }> {
  return Object.fromEntries(
    MESSAGE_TYPES.map((kind) => {
      const message = getMessageClass(kind);
      const content = {
        schema: { $ref: getSchemaPath(message) },
        example: createNotificationExample(kind),
      };
      const post = {
        operationId: `receive_${kind.replace('.', '_')}`.replaceAll(/_(\w)/g, (_, letter: string) =>
          letter.toUpperCase(),
        ),
        tags: ['Notification'],
        summary: `Receive ${kind}`,
        description: DESCRIPTION,
        security: [],
        parameters: headers,
        requestBody: { required: true, content: { 'application/json': content } },
        responses: RESPONSES,
      };
      return [kind, { post }];
    }),
  );
}

function getMessageClass(kind: string): Class<object> {
  if (kind.startsWith('alert.')) return AlertNotification;
  if (kind === TEST_TYPE) return TestNotification;
  return kind === 'digest' ? DigestNotification : ServiceNotification;
}
