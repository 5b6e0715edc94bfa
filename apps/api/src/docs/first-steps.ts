/** The page that Swagger UI begins with. */
export const FIRST_STEPS = `
Tocsin takes the alarms of your monitoring systems at webhooks, writes every one down before it answers, and makes
them events of one form.

**What to do first**, here on this page:

1. **Key.** Press *Authorize* and enter the root key (it is in the data folder, or what you set as \`ROOT_API_KEY\`).
   It is kept in this browser until you log out. Better for every day: *Create an API key* and authorize with that one.
2. **Webhook.** *Create a webhook*, as the example stands. The answer has its \`webhook_id\`, its \`access_key\` and the
   \`webhook_url\` to give to the monitoring system.
3. **Alarm.** *Create events from what a monitoring system posts* with that id and key: choose the payload of any
   sender. 202 says that it is on disk.
4. **Search.** *Search events* finds it, *Search alerts* the incident it opened.

An API key acts in its own domain; the root key acts in any and names it as \`domain_id\`. Errors are RFC 9457 problems
with a \`code\`; every answer carries \`x-request-id\`. The query language of lists and statistics is in
\`docs/query.md\`, a guide with curl in \`docs/api.md\`. This document: [JSON](openapi.json), [YAML](openapi.yaml).`;
