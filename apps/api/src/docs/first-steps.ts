/** The introduction that Swagger UI shows first. */
export const FIRST_STEPS = `
Tocsin receives the alarms of your monitoring systems at webhooks, stores each one before it answers, and converts them
into events of one schema.

**What to do first** on this page:

1. **Key.** Press *Authorize* and enter the root key (from the data folder, or the value of \`ROOT_API_KEY\`). The browser
   keeps the key until you log out. For daily use [create an API key](#/API%20key/createApiKey) and authorize with that key.
2. **Webhook.** [Create a webhook](#/Webhook/createWebhook) with the example. The response contains the \`webhook_id\`, the
   \`access_key\`, and the \`webhook_url\` for the monitoring system.
3. **Alarm.** [Post a delivery](#/Event/createEvent) with this id and access key, and choose the payload of any sender. The
   response 202 means that the delivery is on disk.
4. **Search.** [Search events](#/Event/searchEvents) returns the event, and [search alerts](#/Alert/searchAlerts) returns the
   alert that the event opened.

With an API key \`domain_id\` is optional, because the key acts in its own domain, except for endpoints and events, where it is
required. With the root key it is always required. The examples use the domain of your key, or \`demo\` for the root key. Errors are RFC 9457 problems with a \`code\`. Every
response has an \`x-request-id\`.

Guides: [the API by task, with curl](guides/api), [the query language of lists and statistics](guides/query),
[quotas](guides/quotas). This document: [JSON](openapi.json), [YAML](openapi.yaml).`;
