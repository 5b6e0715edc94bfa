export const GUIDE = `# Travis CI

Reads the webhook notifications of Travis CI: builds that ended.

1. Create a webhook with \`plugin_id\` \`travis\` and copy its \`webhook_url\`.
2. In \`.travis.yml\`, the address best as a secret (\`travis encrypt "<webhook_url>"\`). *always* is needed: a build that passes closes
   what a build that failed opened.

~~~yaml
notifications:
  webhooks:
    urls: ["<webhook_url>"]
    on_success: always
    on_failure: always
    on_error: always
    on_start: never
~~~

| Event | Body |
| --- | --- |
| \`event_key\` | owner and name of the repository, and the branch, tag or pull request |
| \`event_type\` | \`state\` failed, errored → ALERT; passed → RECOVERY; started, canceled and the like are ignored |
| \`severity\` | ERROR |
| \`title\` | the repository, \`state\` and the branch |
| \`description\` | the title of the pull request or the message of the commit |
| \`resource\`, \`account\` | the repository, its owner |
| \`occurred_at\` | \`finished_at\`, else \`started_at\` |

## When this service answers 503

As far as we know, Travis CI does not document whether it tries a notification again: count on no second try.
`;
