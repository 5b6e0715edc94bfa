export const GUIDE = `# TeamCity

Reads the webhooks of TeamCity itself and those of the plugin tcWebHooks: builds that finished.

Create a webhook with \`plugin_id\` \`teamcity\` and copy its \`webhook_url\`.

- TeamCity 2022.10 and later: in the parameters of a project (*<Root project>* for all) \`teamcity.internal.webhooks.enable\` = \`true\`,
  \`teamcity.internal.webhooks.events\` = \`BUILD_FINISHED\`, \`teamcity.internal.webhooks.url\` = the \`webhook_url\`.
- tcWebHooks: **Project → WebHooks → Add**: URL the \`webhook_url\`, payload format *JSON*, events *Build Successful* and *Build Failed*.

| Event | Body |
| --- | --- |
| \`event_key\` | the id of the build configuration, and the branch |
| \`event_type\` | \`status\` or \`buildResult\` FAILURE, ERROR → ALERT; SUCCESS → RECOVERY; builds that have not ended are ignored |
| \`severity\` | ERROR |
| \`title\`, \`rule\` | project, build and result; the build |
| \`description\` | \`message\`, \`statusText\` |
| \`resource\`, \`account\` | the build configuration, the project |
| \`occurred_at\` | \`finishDate\`, \`buildFinishTime\` |

## When this service answers 503

TeamCity tries its own webhooks again if \`teamcity.internal.webhooks.retry_count\` says so; tcWebHooks does not.
`;
