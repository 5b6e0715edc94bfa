import { EVENT_FIELDS } from './event-fields.js';

const rows = EVENT_FIELDS.map(({ field, means }) => `| \`${field}\` | ${means} |`);

export const GUIDE = `# Mapping

For a sender that has no plugin and posts JSON: say in [JSONata](https://docs.jsonata.org) what becomes of each field.

1. Try expressions out on a payload; nothing is stored. \`$BASE\` is the address of the service, \`$KEY\` a key, and
   curl 7.87 or newer encodes the options:

   ~~~sh
   curl --fail-with-body "$BASE/monitoring/v1/plugin/mapping/preview" -H "Authorization: Bearer $KEY" \\
     --url-query 'options={"fields": {"event_key": "host", "title": "text"}}' \\
     -d '{"host": "db-1", "text": "Disk is full"}'
   ~~~

2. Create a webhook with \`plugin_id\` \`mapping\` and the expressions as \`options\`:

   ~~~json
   {
     "split": "problems",
     "ignore": "test = true",
     "fields": {
       "event_key": "host & '/' & check",
       "event_type": "over ? 'RECOVERY' : 'ALERT'",
       "title": "check & ' on ' & host",
       "severity": "level > 8 ? 'CRITICAL' : 'WARNING'",
       "resource": { "name": "host", "resource_type": "'server'" },
       "occurred_at": "at"
     }
   }
   ~~~

3. Point the sender at the \`webhook_url\`.

## Options

\`split\` gives the list of alarms in the payload; without it the payload is one alarm. The other expressions are asked for
each alarm, which is their input; \`ignore\` is true, or text that says why, for an alarm that is to be left out. They
also see \`$payload\` (the whole body), \`$headers\` (\`content-type\` and \`user-agent\`), \`$query\`, \`$path\` (what followed \`/events\`) and \`$index\` (from 0).

| \`fields.\` | must give |
| --- | --- |
${rows.join('\n')}
| \`resource.resource_id\`, \`resource.resource_type\`, \`resource.name\` | text |

\`event_key\` and \`title\` are required. An expression that does not compile is refused when it is given, with the
position in it. One that fails on a payload makes that alarm alone an error, which names the field; it is kept in the
quarantine and can be replayed once the mapping is right.

- \`$now()\` and \`$millis()\` are the arrival of the delivery; \`$random\` and \`$shuffle\` do not exist. The same payload
  always becomes the same events.
- Numbers of more than 15 digits keep them all: \`$string(id)\`, \`id & ""\` and a field that is just \`id\` give every digit.
  To reckon with such a number, round it first with \`$number(id)\`.
- All expressions of a delivery together have 100 ms of processor time and 64 MB (\`MAPPING_TIMEOUT\`,
  \`MAPPING_MEMORY\`). What takes more is stopped, and the delivery is kept in the quarantine with that reason. They must
  also compile within that; brackets may nest 100 deep, and \`??\` and \`?:\` 6 deep in the left operand
  (\`a ?? b ?? c\` nests in the right one, as often as you like).
`;
