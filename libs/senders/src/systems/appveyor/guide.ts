export const GUIDE = `# AppVeyor

Reads the webhook notifications of AppVeyor: builds and deployments that ended.

1. Create a webhook with \`plugin_id\` \`appveyor\` and copy its \`webhook_url\`.
2. In \`appveyor.yml\`; successes are needed, they close what a failure opened:

~~~yaml
notifications:
  - provider: Webhook
    url: <webhook_url>
    on_build_success: true
    on_build_failure: true
    on_build_status_changed: false
~~~

| Event | Body |
| --- | --- |
| \`event_key\` | repository and project, and the branch of a build or the environment of a deployment |
| \`event_type\` | \`eventName\` …_failure → ALERT, …_success → RECOVERY; cancelled and started are ignored |
| \`severity\` | ERROR |
| \`title\` | project, version and status |
| \`description\` | the message of the commit |
| \`resource\`, \`account\` | the project, the account |
| \`occurred_at\` | the arrival: AppVeyor tells its times without a zone |

## When this service answers 503

As far as we know, AppVeyor does not document whether it tries a notification again: count on no second try.
`;
