import type { Type as Class } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { REMOTE_LIMITS } from '#monitoring';
import { NOTIFICATION_KINDS, REMINDER_TYPE, TEST_TYPE } from '#notification';
import {
  ParseDeliveryAnswer,
  ParseDeliveryRequest,
  VerifyRemotePluginAnswer,
  VerifyRemotePluginRequest,
} from '../monitoring/remote-plugin.dto.js';
import {
  AlertNotification,
  DigestNotification,
  ServiceNotification,
  TestNotification,
} from '../notification/notification-message.dto.js';
import { createNotificationExample } from './notification-examples.js';
import { createExample } from './request-examples.js';

const NOTIFICATION_MESSAGES: readonly Class<object>[] = [
  AlertNotification,
  ServiceNotification,
  DigestNotification,
  TestNotification,
];

/** A request that the service sends to a remote plugin (`http`). */
interface OutgoingCall {
  readonly path: 'parse' | 'verify';
  readonly summary: string;
  readonly description: string;
  readonly request: Class<object>;
  readonly response: Class<object>;
  readonly otherResponses: Readonly<Record<string, string>>;
}

const { timeoutMs, maxResponseBytes, rejectionStatuses, failureThreshold, breakerOpenMs } = REMOTE_LIMITS;

const REQUEST_TERMS =
  'The request is signed with the `secret` of the options, according to ' +
  '[Standard Webhooks](https://www.standardwebhooks.com). Reject requests without a valid signature. The response must arrive ' +
  `within \`timeout_ms\` of the options (${timeoutMs.minimum} to ${timeoutMs.maximum}, default ${timeoutMs.default}) and may have ` +
  `at most ${maxResponseBytes / 1024 / 1024} MiB. Redirects are not followed. A repeated request must get the same response.`;

const UNAVAILABLE =
  'The plugin is unavailable, as after a time-out or a failed connection. Deliveries of the webhook wait, in order, and ' +
  `are retried. After ${failureThreshold} failures in a row the plugin is not called for ${breakerOpenMs / 1000} seconds.`;

const CALLS: readonly OutgoingCall[] = [
  {
    path: 'parse',
    summary: 'Parse a delivery',
    description: `Sent to \`POST <url>/parse\` for every delivery of a webhook with the plugin \`http\`, and for its previews. ${REQUEST_TERMS}`,
    request: ParseDeliveryRequest,
    response: ParseDeliveryAnswer,
    otherResponses: {
      ...Object.fromEntries(
        rejectionStatuses.map((status) => [
          status,
          'The delivery cannot be parsed and is quarantined, with the beginning of the response',
        ]),
      ),
      default: UNAVAILABLE,
    },
  },
  {
    path: 'verify',
    summary: 'Verify the plugin',
    description: `Sent to \`POST <url>/verify\` when the plugin of such a webhook is verified. ${REQUEST_TERMS}`,
    request: VerifyRemotePluginRequest,
    response: VerifyRemotePluginAnswer,
    otherResponses: { default: 'The verification fails and reports the response' },
  },
];

/** A list of signatures, one for each valid secret. */
export const SIGNATURE_SCHEMA = {
  type: 'string',
  pattern: '^v1,[A-Za-z0-9+/]+={0,2}( v1,[A-Za-z0-9+/]+={0,2})*$',
  examples: [
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4= v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ],
};

const HEADERS = [
  {
    name: 'webhook-id',
    description: 'The id of the request; a retry has the same id.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    description: 'The time of sending, in seconds since 1970.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  {
    name: 'webhook-signature',
    description:
      '`v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second ' +
      'signature with the previous secret follow. Accept the request if one of the signatures matches.',
    schema: SIGNATURE_SCHEMA,
  },
  { name: 'user-agent', schema: { type: 'string', const: 'tocsin' } },
].map((header) => ({ ...header, in: 'header', required: true }));

/** The messages of these requests. No operation of the API refers to them, so the document must be given them. */
export const OUTGOING_MESSAGES = [
  ...CALLS.flatMap(({ request, response }) => [request, response]),
  ...NOTIFICATION_MESSAGES,
];

/** Adds the requests that the service sends to others, as `webhooks` of OpenAPI 3.1. */
export function addOutgoingCalls(document: OpenAPIObject): OpenAPIObject {
  const plugins = Object.fromEntries(
    CALLS.map((call) => [`remote_plugin_${call.path}`, { post: describeCall(call) }]),
  );
  const webhooks = { ...plugins, ...createNotificationCalls(HEADERS) };
  return { ...document, webhooks: webhooks as NonNullable<OpenAPIObject['webhooks']> };
}

function describeCall({ path, summary, description, request, response, otherResponses }: OutgoingCall) {
  const createJsonContent = (message: Class<object>) => ({
    'application/json': { schema: { $ref: getSchemaPath(message) }, example: createExample(message) },
  });
  return {
    operationId: path === 'parse' ? 'parseRemoteDelivery' : 'verifyRemotePlugin',
    tags: ['Plugin'],
    summary,
    description,
    security: [],
    parameters: HEADERS,
    requestBody: { required: true, content: createJsonContent(request) },
    responses: {
      200: { description: 'Done', content: createJsonContent(response) },
      ...Object.fromEntries(
        Object.entries(otherResponses).map(([status, text]) => [status, { description: text }]),
      ),
    },
  };
}

export const MESSAGE_TYPES: readonly string[] = [...NOTIFICATION_KINDS, REMINDER_TYPE, 'digest', TEST_TYPE];

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
function createNotificationCalls(headers: readonly object[]): Record<string, { readonly post: object }> {
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
