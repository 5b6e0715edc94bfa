import { choose, singular, type Choice } from './choose.js';
import type { Fact } from './facts.js';
import { isAddress } from './is.js';
import { RESOURCE } from './names.js';

/** Parents that are things. A field `name` names a resource only inside one of these, or at the top level. */
const THING =
  /^$|^(?:host|node|server|service|device|instance|resource|entity|metadata|monitor|check|test|site|website|target|component|application|app|cluster|database|job|pipeline|workflow|project|subject|involvedobject|object|machine|agent|pod|container|deployment|repository|trigger|incident|alert|error|client|snitch|checkin|heartbeat|canary|endpoint|queue|sensor|originator|asset|switch|router|gateway|camera|printer|zone|room|volume|table|bucket|topic)$/;
/** Monitoring tools. As a `source` they are the sender of the alarm, not the resource. */
const TOOLS =
  /^(?:aws\.|(?:aws|alertmanager|azure ?monitor|cloudwatch|datadog|dynatrace|elastic|grafana|icinga|kener|kibana|monitoring|nagios|new ?relic|opsgenie|pagerduty|pingdom|prometheus|sentry|splunk|uptime ?robot|webhook|zabbix)$)/i;
const SOME_THING =
  /(?:host|server|device|node|instance|machine|vm|container|pod|queue|database|sensor|cluster|resource|target|asset|volume|bucket|disk|interface|port|entity|topic|zone|room)name$|instanceid$/;

const isNamed = ({ name, parent, text, depth }: Fact): boolean =>
  !(name === 'source' && (text.includes('@') || TOOLS.test(text))) &&
  text.length <= 300 &&
  (name === 'name' || name === 'displayname'
    ? THING.test(singular(parent))
    : name !== 'url' || isAddress(text) || depth === 0);

/**
 * Chooses the resource of an alarm. The name of the alarm itself is used only if there is nothing else.
 * @param around the facts beside the list that contains the alarm
 */
export function resourceIn(
  facts: readonly Fact[],
  around: readonly Fact[],
  title: Choice | undefined,
): Choice | undefined {
  const own = choose(facts, RESOURCE, isNamed, SOME_THING);
  const isTitle =
    own !== undefined &&
    own.fact.pointer === title?.fact.pointer &&
    isName(own.fact) &&
    OF_ALARMS.test(own.fact.parent);
  if (own !== undefined && !isTitle) return own;
  const other = choose(
    facts,
    RESOURCE,
    (fact) => isNamed(fact) && fact.pointer !== title?.fact.pointer,
    SOME_THING,
  );
  if (other !== undefined && !isAddress(other.fact.text)) return other;
  return (
    choose(around, RESOURCE, (fact) => isNamed(fact) && !isName(fact) && fact.name !== 'url', SOME_THING) ??
    own
  );
}

/** Parents whose `name` is usually that of the alarm. */
const OF_ALARMS = /^(?:|alert|alarm|incident|problem|issue|trigger|error|event)$/;
const isName = ({ name }: Fact): boolean => name === 'name' || name === 'displayname';
