import { type Json, isObject } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import { toJsonPointer, type AlarmFinder } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { link, text } from '../../vocabulary/text.js';
import { messagesWith } from './sns-envelope.js';
import { allLabels, labelled, tags } from '../../vocabulary/labels.js';

const findEvents = messagesWith('detail-type', 'detail.findings[0].ProductArn');

/** Finds the findings in an event of Security Hub, which may have several. */
const findFindings: AlarmFinder = (body) =>
  findEvents(body)?.flatMap(({ value: event, pointer }) => {
    const detail = isObject(event) ? event['detail'] : undefined;
    const list: Json = isObject(detail) ? (detail['findings'] ?? []) : [];
    return Array.isArray(list)
      ? list.map((finding: Json, index) => ({
          value: finding,
          pointer: pointer + toJsonPointer(['detail', 'findings', index]),
        }))
      : [];
  });

/** Returns RECOVERY for a finding that is archived or resolved, or whose check passes. */
function deriveEventType(alarm: Alarm): EventType | Ignored {
  const workflow = text('Workflow.Status', 'WorkflowState')(alarm);
  if (workflow === 'SUPPRESSED') return ignored('the finding is suppressed');
  const isResolved =
    workflow === 'RESOLVED' ||
    text('RecordState')(alarm) === 'ARCHIVED' ||
    text('Compliance.Status')(alarm) === 'PASSED';
  return isResolved ? 'RECOVERY' : 'ALERT';
}

/** Findings of Security Hub (ASFF) of any product. */
export const SECURITY_HUB: AlarmFormat = {
  alarms: findFindings,
  expects: { body: 'findings of Security Hub (`detail.findings`)', identity: '`Id`', state: 'a finding' },
  event_key: text('Id', 'GeneratorId'),
  event_type: deriveEventType,
  title: text('Title', 'GeneratorId'),
  description: text('Description'),
  severity: severityBy(
    { medium: 'WARNING', informational: 'INFO' },
    'Severity.Label',
    'FindingProviderFields.Severity.Label',
  ),
  rule: text('GeneratorId'),
  resource: resource('resource', text('Resources[0].Id')),
  provider: () => 'aws',
  account: text('AwsAccountId'),
  occurred_at: instant('LastObservedAt', 'UpdatedAt', 'CreatedAt'),
  labels: allLabels(
    tags('Resources[0].Tags'),
    labelled({ product: text('ProductName'), region: text('Region', 'Resources[0].Region') }),
  ),
  links: { runbook: link('Remediation.Recommendation.Url'), source: link('SourceUrl') },
  additional_info: {
    ProductArn: text('ProductArn'),
    Types: value('Types'),
    Severity: value('Severity'),
    Compliance: value('Compliance'),
    Workflow: value('Workflow'),
    RecordState: text('RecordState'),
    Remediation: value('Remediation'),
    Resources: value('Resources'),
  },
  additional_info_0_2: { region: text('Region', 'Resources[0].Region') },
};
