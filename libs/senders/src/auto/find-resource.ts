import { chooseField, singular, type Choice } from './choose-field.js';
import type { ScalarField } from './collect-fields.js';
import { isUrl } from './text-checks.js';
import { RESOURCE } from './field-names.js';

/** Parents that are things. A field `name` names a resource only inside one of these, or at the top level. */
const ENTITY_PARENT =
  /^$|^(?:host|node|server|service|device|instance|resource|entity|metadata|monitor|check|test|site|website|target|component|application|app|cluster|database|job|pipeline|workflow|project|subject|involvedobject|object|machine|agent|pod|container|deployment|repository|trigger|incident|alert|error|client|snitch|checkin|heartbeat|canary|endpoint|queue|sensor|originator|asset|switch|router|gateway|camera|printer|zone|room|volume|table|bucket|topic)$/;
/** Monitoring tools. As a `source` they are the sender of the alarm, not the resource. */
const MONITORING_TOOL =
  /^(?:aws\.|(?:aws|alertmanager|azure ?monitor|cloudwatch|datadog|dynatrace|elastic|grafana|icinga|kener|kibana|monitoring|nagios|new ?relic|opsgenie|pagerduty|pingdom|prometheus|sentry|splunk|uptime ?robot|webhook|zabbix)$)/i;
const RESOURCE_SUFFIX =
  /(?:host|server|device|node|instance|machine|vm|container|pod|queue|database|sensor|cluster|resource|target|asset|volume|bucket|disk|interface|port|entity|topic|zone|room)name$|instanceid$/;

const canBeResource = ({ name, parent, text, depth }: ScalarField): boolean =>
  !(name === 'source' && (text.includes('@') || MONITORING_TOOL.test(text))) &&
  text.length <= 300 &&
  (name === 'name' || name === 'displayname'
    ? ENTITY_PARENT.test(singular(parent))
    : name !== 'url' || isUrl(text) || depth === 0);

/** Chooses the resource that all alarms of a list have from the facts beside the list. */
export function findSharedResource(around: readonly ScalarField[]): Choice | undefined {
  return chooseField(
    around,
    RESOURCE,
    (field) => canBeResource(field) && !isNameField(field) && field.name !== 'url',
    RESOURCE_SUFFIX,
  );
}

/** Chooses the resource of an alarm. The name of the alarm itself is used only if there is nothing else. */
export function findResource(
  fields: readonly ScalarField[],
  shared: Choice | undefined,
  title: Choice | undefined,
): Choice | undefined {
  const best = chooseField(fields, RESOURCE, canBeResource, RESOURCE_SUFFIX);
  const isTitle =
    best !== undefined &&
    best.field.pointer === title?.field.pointer &&
    isNameField(best.field) &&
    ALARM_PARENT.test(best.field.parent);
  if (best !== undefined && !isTitle) return best;
  const alternative = chooseField(
    fields,
    RESOURCE,
    (field) => canBeResource(field) && field.pointer !== title?.field.pointer,
    RESOURCE_SUFFIX,
  );
  if (alternative !== undefined && !isUrl(alternative.field.text)) return alternative;
  return shared ?? best;
}

/** Parents whose `name` is usually that of the alarm. */
const ALARM_PARENT = /^(?:|alert|alarm|incident|problem|issue|trigger|error|event)$/;
const isNameField = ({ name }: ScalarField): boolean => name === 'name' || name === 'displayname';
