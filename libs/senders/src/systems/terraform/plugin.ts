import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, link, text } from '../../vocabulary/text.js';

const trigger = text('notifications[0].trigger', 'trigger');
const workspace = text('workspace_name', 'details.workspace_name');
const workspaceId = text('workspace_id', 'details.workspace_id', 'workspace_name');

/** Returns the subject of a trigger: drift, checks or assessment, `undefined` for a run. Each recovers separately. */
function triggerSubject(alarm: Alarm): string | undefined {
  const triggerName = trigger(alarm) ?? '';
  if (triggerName === 'assessment:drifted') return 'drift';
  if (triggerName === 'assessment:check_failure') return 'checks';
  return triggerName.startsWith('assessment:') ? 'assessment' : undefined;
}

function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  const triggerName = trigger(alarm);
  switch (triggerName) {
    case 'run:errored':
    case 'assessment:drifted':
    case 'assessment:check_failure':
    case 'assessment:failed':
    case 'workspace:auto_destroy_run_results':
      return 'ALERT';
    case 'run:completed':
      return 'RECOVERY';
    case undefined:
      return undefined;
    default:
      return ignored(
        triggerName === 'verification'
          ? 'a verification of the address'
          : `${triggerName}: neither failed nor completed`,
      );
  }
}

/** Notifications of HCP Terraform and Terraform Enterprise, of runs (1) and of workspaces (2). */
export const terraform: Plugin = {
  plugin_id: 'terraform',
  version: '1.1.0',
  name: 'HCP Terraform',
  provider: 'terraform',
  docs: loadGuide('systems/terraform'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/terraform'),
  recognises: recogniseAny(
    recogniseBy('payload_version', 'notification_configuration_id', 'notifications[0].trigger'),
    recogniseBy('payload_version', 'notification_configuration_id', 'trigger', 'trigger_scope'),
  ),
  parse: createParser({
    alarms: wholeBody('notification_configuration_id', 'notifications'),
    expects: {
      body: 'a notification of HCP Terraform (an object with `notification_configuration_id`)',
      identity: '`workspace_id`',
      state: '`trigger`',
    },
    event_key: (alarm) =>
      workspaceId(alarm) === undefined ? undefined : joined('/', workspaceId, triggerSubject)(alarm),
    event_type: deriveEventType,
    title: joined(': ', workspace, text('notifications[0].message', 'message')),
    description: firstOf(text('run_message'), text('details.new_assessment_result.error_message')),
    severity: (alarm) => {
      if (deriveEventType(alarm) === 'RECOVERY') return 'INFO';
      return /drifted|check_failure/.test(trigger(alarm) ?? '') ? 'WARNING' : 'ERROR';
    },
    rule: trigger,
    resource: resource('workspace', workspace, workspaceId),
    provider: () => 'terraform',
    account: text('organization_name', 'details.organization_name'),
    occurred_at: instant(
      'notifications[0].run_updated_at',
      'details.new_assessment_result.created_at',
      'run_created_at',
    ),
    links: { source: link('run_url', 'details.new_assessment_result.url') },
    additional_info: {
      run_id: text('run_id'),
      run_status: text('notifications[0].run_status'),
      run_created_by: text('run_created_by'),
      details: value('details'),
    },
    additional_info_0_2: { link: link('run_url', 'details.new_assessment_result.url') },
  }),
};
