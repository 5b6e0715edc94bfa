export const GUIDE = `# Oracle Cloud Monitoring

Reads alarm messages of OCI Monitoring that a topic of OCI Notifications posts.

Create a webhook with \`plugin_id\` \`oci-monitoring\` and copy its \`webhook_url\`.

1. **Developer Services → Notifications**: create a topic, and in it a subscription with protocol *HTTPS (Custom URL)*
   and the \`webhook_url\`.
2. OCI posts a confirmation, kept here as an ignored delivery. Open the address of its header
   \`X-OCI-NS-ConfirmationURL\` (or confirm in the console); until then nothing else is sent.
3. **Monitoring → Alarm definitions**: choose the topic, message format **Send raw messages** or *formatted*. Leave the
   notification for *OK* on: it is what closes the alert here. *Split messages per metric stream* gives each resource
   an alert of its own.

| Event | Message |
| --- | --- |
| \`event_key\` | \`dedupeKey\` |
| \`event_type\` | \`type\` OK_TO_FIRING, REPEAT → ALERT; FIRING_TO_OK, RESET → RECOVERY |
| \`severity\` | \`severity\` |
| \`title\`, \`rule\` | \`title\` |
| \`description\` | \`body\` and the alarm's summary |
| \`resource\` | the first dimensions: display name, name or id of the resource |
| \`occurred_at\` | \`timestampEpochMillis\`, \`timestamp\` |

## When this service answers 503

OCI Notifications sends again with growing pauses for up to two hours (the retry duration of the subscription).
`;
