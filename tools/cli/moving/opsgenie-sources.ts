import { formatDuration } from '#shared/kernel/duration.js';
import type { MovedFile } from './moved-file.js';
import { numberAt, textAt, type Fields } from './source-file.js';

/** The labels by which alerts belong to a team, and come from an integration. */
export const TEAM_LABEL = 'opsgenie_team';
export const INTEGRATION_LABEL = 'opsgenie_integration';

/** Integrations whose senders have a plugin. */
const PLUGINS: Readonly<Record<string, string>> = {
  Prometheus: 'prometheus',
  Grafana: 'grafana',
  GrafanaLabs: 'grafana',
  Datadog: 'datadog',
  Zabbix: 'zabbix',
  NagiosV2: 'nagios',
  Nagios: 'nagios',
};
/** Integrations that tell others, and send nothing to Opsgenie. */
const OUTGOING = /^(?:Slack|MicrosoftTeams|MSTeams|Webhook|Mattermost|RocketChat|Jira|ServiceNow|StatusPage)/;

interface Sources {
  readonly integrations: readonly Fields[];
  readonly teams: readonly Fields[];
  readonly project: string | undefined;
}

export function addWebhooks(file: MovedFile, { integrations, teams, project }: Sources): void {
  const names = new Map(teams.map((team) => [textAt(team, 'id') ?? '', textAt(team, 'name') ?? '']));
  for (const integration of integrations) {
    const title = textAt(integration, 'name') ?? 'integration';
    const type = textAt(integration, 'type') ?? '';
    const team = names.get(textAt(integration, 'teamId') ?? '');
    if (OUTGOING.test(type)) {
      file.note('✗', `integration ${title} (${type}): it sends to others; make a subscription in its place`);
      continue;
    }
    if (project === undefined) {
      file.note('✗', `integration ${title} (${type}): a webhook needs --project`);
      continue;
    }
    const name = file.add('webhooks', title, {
      plugin: PLUGINS[type] ?? 'auto',
      labels: { ...(team !== undefined && { [TEAM_LABEL]: team }), [INTEGRATION_LABEL]: title },
      ...(integration['enabled'] === false && { enabled: false }),
    });
    const who =
      team === undefined
        ? `no team has it: its alerts need the label ${TEAM_LABEL}`
        : `it labels alerts with ${TEAM_LABEL}`;
    file.note(
      '~',
      `integration ${title} (${type}): webhook ${name}, to whose URL its sender must post; ${who}`,
    );
  }
}

const SECONDS: Readonly<Record<string, number>> = { minutes: 60, hours: 3600, days: 86_400 };
const MAX_SECONDS = 40 * 86_400;
const SEVERITIES: Readonly<Record<string, string>> = {
  P1: 'CRITICAL',
  P2: 'ERROR',
  P3: 'WARNING',
  P4: 'INFO',
  P5: 'INFO',
};
const OWNER = 'heartbeats';

/** Heartbeats belong to a webhook, so they get one together. */
export function addHeartbeats(
  file: MovedFile,
  heartbeats: readonly Fields[],
  project: string | undefined,
): void {
  if (heartbeats.length === 0) return;
  if (project === undefined) return file.note('✗', 'heartbeats: they need --project');
  const owner = file.add('webhooks', OWNER, { plugin: 'direct' });
  for (const heartbeat of heartbeats) {
    const title = textAt(heartbeat, 'name') ?? 'heartbeat';
    const seconds =
      (numberAt(heartbeat, 'interval') ?? 0) *
      (SECONDS[textAt(heartbeat, 'intervalUnit') ?? 'minutes'] ?? 60);
    if (heartbeat['enabled'] === false || seconds <= 0) {
      file.note('✗', `heartbeat ${title}: it is disabled`);
      continue;
    }
    const name = file.add(
      'heartbeats',
      `${owner}/${title.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 64)}`,
      {
        expect_every: formatDuration(Math.min(seconds, MAX_SECONDS)),
        severity: SEVERITIES[textAt(heartbeat, 'alertPriority') ?? 'P3'] ?? 'WARNING',
      },
    );
    file.note('~', `heartbeat ${title}: heartbeat ${name}, whose URL must be pinged`);
  }
}
