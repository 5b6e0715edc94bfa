/** The pages of docs/ that are served, which deploy/Dockerfile copies. */
export const GUIDES: ReadonlySet<string> = new Set([
  ...[
    'api',
    'query',
    'errors',
    'heartbeats',
    'notifications',
    'silences',
    'inhibitions',
    'escalations',
    'on-call',
    'quotas',
    'cli',
    'as-code',
    'mcp',
  ],
  ...['webhook', 'slack', 'teams', 'email', 'pagerduty', 'opsgenie', 'relay', 'mattermost', 'ntfy'].map(
    (name) => `notifications/${name}`,
  ),
]);
