/** The page that Swagger UI begins with. */
export const FIRST_STEPS = `
Tocsin takes the alarms of your monitoring systems at webhooks, writes every one down before it answers, and makes
them events of one form.

**What to do first**, here on this page:

1. **Key.** Press *Authorize* and enter the root key (it is in the data folder, or what you set as \`ROOT_API_KEY\`).
   It is kept in this browser until you log out. Better for every day: [create an API key](#/API%20key/APIKey_create)
   and authorize with that one.
2. **Webhook.** [Create a webhook](#/Webhook/Webhook_create), as the example stands. The answer has its \`webhook_id\`,
   its \`access_key\` and the \`webhook_url\` to give to the monitoring system.
3. **Alarm.** [Post what a monitoring system posts](#/Event/Event_create) with that id and key: choose the payload of
   any sender. 202 says that it is on disk.
4. **Search.** [Search events](#/Event/Event_search) finds it, [search alerts](#/Alert/Alert_search) the alert it
   opened.

An API key acts in its own domain, so that \`domain_id\` can be left out; the root key acts in any and must name it.
The examples have the domain of the key that you authorize with, and \`demo\` for the root key. Errors are RFC 9457
problems with a \`code\`; every answer carries \`x-request-id\`.

Guides: [the API by task, with curl](guides/api), [the query language of lists and statistics](guides/query),
[quotas](guides/quotas). This document: [JSON](openapi.json), [YAML](openapi.yaml).`;
